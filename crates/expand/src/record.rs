//! `define-record-type`.
//!
//! The type is a constant; constructor, predicate, accessors and modifiers are
//! procedures whose bodies are one primitive each, with the type in it, so that
//! they are inlined where they are used.

use crate::body::BodyContext;
use crate::build::{boolean, integer, lambda, local, make, primitive, procedure};
use crate::core::{Clause, Expression, Node, RecordType, VariableId};
use crate::core_forms_error;
use crate::expander::{Expander, Outcome};
use crate::form::CoreForm;
use crate::suggest;
use crate::syntax::{Identifier, Syntax};
use mound_base::{Diagnostic, Symbol};
use std::collections::{HashMap, HashSet};

/// A field as written: its name, accessor and modifier.
struct Field {
    name: Identifier,
    procedures: Vec<Syntax>,
}

/// Fields above which the values go into a list first: a frame has no room for more.
const FIELDS_IN_FRAME_MAX: usize = 100;

/// Fields of a type; units have the same limit.
const RECORD_FIELDS_MAX: usize = 1000;

const FORM: CoreForm = CoreForm::DefineRecordType;

impl Expander<'_> {
    pub(crate) fn define_record_type(
        &mut self,
        syntax: &Syntax,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        let items = self.proper(FORM, syntax)?;
        let span = syntax.span;
        let [_, type_name, constructor, predicate, fields @ ..] = items.as_slice() else {
            return Err(core_forms_error(FORM, span, "parts are missing"));
        };
        let Some(identifier) = type_name.identifier() else {
            return Err(core_forms_error(FORM, type_name.span, "this is not a name"));
        };
        let fields: Vec<Field> = fields
            .iter()
            .map(|field| self.record_field(field))
            .collect::<Outcome<_>>()?;
        if fields.len() > RECORD_FIELDS_MAX {
            let label = format!("more than {RECORD_FIELDS_MAX} fields are not possible");
            let headline = "a record type has too many fields";
            return Err(Diagnostic::error(span, headline, label)
                .with_hint("keep what belongs together in a list, vector or record"));
        }
        self.check_modifiers(&items[0], &fields)?;
        let mut seen = HashSet::new();
        for field in &fields {
            if !seen.insert(field.name) {
                let label = format!("field `{}` stands twice", field.name.name);
                return Err(core_forms_error(FORM, span, label));
            }
        }
        let names = fields.iter().map(|field| field.name.name).collect();
        let record_type = self.new_record_type(identifier.name, names);
        let record_type = make(type_name.span, Node::RecordType(record_type));
        let place = self.declare(identifier, type_name.span, context)?;
        context.definition(place, record_type.clone());
        self.record_constructor(constructor, &fields, &record_type, context)?;
        self.record_predicate(predicate, &record_type, context)?;
        for (index, field) in fields.iter().enumerate() {
            self.record_procedures(field, index as u32, &record_type, context)?;
        }
        Ok(())
    }

    /// A type is the same on every node, and in each run, by what it is called. The version of its
    /// library has no part in that, so that a running service can go on in the next one with the
    /// state it has. Another definition
    /// of a type of that name with those fields, as a macro makes them, is told from the first by
    /// its number.
    fn new_record_type(&mut self, name: Symbol, fields: Vec<Symbol>) -> RecordType {
        let before = self
            .unit
            .record_types
            .entry((name, fields.clone()))
            .or_default();
        let library = self.unit.name.split('@').next().unwrap_or_default();
        let mut library = library.to_owned();
        if *before > 0 {
            library.push_str(&format!("#{before}"));
        }
        *before += 1;
        RecordType {
            name,
            library,
            fields,
        }
    }

    /// Where `set!` has no meaning, neither has a modifier. What counts is where the form was
    /// written: a macro of another library may well make modifiers.
    fn check_modifiers(&self, keyword: &Syntax, fields: &[Field]) -> Outcome<()> {
        let modifier = fields.iter().find_map(|field| field.procedures.get(1));
        let (Some(modifier), Some(keyword)) = (modifier, keyword.identifier()) else {
            return Ok(());
        };
        match self.may_assign(keyword, modifier.span)? {
            true => Ok(()),
            false => Err(suggest::modifier(modifier.span)),
        }
    }

    /// `(name accessor [modifier])`, `(name)` or `name`.
    fn record_field(&mut self, syntax: &Syntax) -> Outcome<Field> {
        if let Some(name) = syntax.identifier() {
            let procedures = Vec::new();
            return Ok(Field { name, procedures });
        }
        let wrong = || core_forms_error(FORM, syntax.span, "not (field accessor [modifier])");
        let parts = syntax.items(&mut self.session.scopes).ok_or_else(wrong)?;
        match parts.split_first() {
            Some((name, procedures)) if procedures.len() <= 2 => Ok(Field {
                name: name.identifier().ok_or_else(wrong)?,
                procedures: procedures.to_vec(),
            }),
            _ => Err(wrong()),
        }
    }

    /// `(name field ...)`, `name` for all fields in order, or `#f` for none.
    fn record_constructor(
        &mut self,
        syntax: &Syntax,
        fields: &[Field],
        record_type: &Expression,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        let span = syntax.span;
        if is_false(syntax) {
            return Ok(());
        }
        let (name, chosen): (Syntax, Vec<usize>) = if syntax.identifier().is_some() {
            (syntax.clone(), (0..fields.len()).collect())
        } else {
            let parts = syntax.items(&mut self.session.scopes);
            let Some([name, chosen @ ..]) = parts.as_deref() else {
                return Err(core_forms_error(FORM, span, "not (constructor field ...)"));
            };
            let known = fields.iter().enumerate();
            let known: HashMap<Identifier, usize> =
                known.map(|(number, field)| (field.name, number)).collect();
            let mut seen = HashSet::new();
            let mut numbers = Vec::new();
            for field in chosen {
                let number = field
                    .identifier()
                    .and_then(|name| known.get(&name).copied());
                let number = match number {
                    Some(number) if seen.insert(number) => number,
                    Some(_) => {
                        let label = "the constructor wants each field at most once";
                        return Err(core_forms_error(FORM, field.span, label));
                    }
                    None => {
                        let label = "the record has no such field";
                        let error = core_forms_error(FORM, field.span, label);
                        let name = field.identifier().map(|name| name.name.to_string());
                        return Err(match (fields.is_empty(), name) {
                            (true, Some(field)) => error.with_hint(format!(
                                "each field is listed with its accessor, behind the predicate: ({field} get-{field})"
                            )),
                            _ => error,
                        });
                    }
                };
                numbers.push(number);
            }
            (name.clone(), numbers)
        };
        let variables: Vec<VariableId> = chosen
            .iter()
            .map(|&number| self.variable(fields[number].name.name, span))
            .collect();
        let mut values = vec![boolean(span, false); fields.len()];
        for (&number, &variable) in chosen.iter().zip(&variables) {
            values[number] = local(span, variable);
        }
        let body = if fields.len() > FIELDS_IN_FRAME_MAX {
            let values = self.list_of(span, values)?;
            primitive(span, "%list->record", vec![record_type.clone(), values])
        } else {
            values.insert(0, record_type.clone());
            primitive(span, "record", values)
        };
        let clause = Clause {
            required: variables,
            rest: None,
            body,
        };
        let own_name = name.identifier().map(|identifier| identifier.name);
        let clause = self.fitted(span, own_name, clause)?;
        self.record_procedure(&name, lambda(span, None, vec![clause]), context)
    }

    fn record_predicate(
        &mut self,
        syntax: &Syntax,
        record_type: &Expression,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        if is_false(syntax) {
            return Ok(());
        }
        let span = syntax.span;
        let object = self.temporary("object", span);
        let operands = vec![local(span, object), record_type.clone()];
        let body = primitive(span, "record?", operands);
        self.record_procedure(syntax, procedure(span, vec![object], body), context)
    }

    fn record_procedures(
        &mut self,
        field: &Field,
        index: u32,
        record_type: &Expression,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        for (position, name) in field.procedures.iter().enumerate() {
            let span = name.span;
            let record = self.temporary("record", span);
            let mut variables = vec![record];
            let mut operands = vec![
                local(span, record),
                record_type.clone(),
                integer(span, index),
            ];
            let mut operation = "record-ref";
            if position == 1 {
                operation = "record-set!";
                let value = self.temporary("value", span);
                variables.push(value);
                operands.push(local(span, value));
            }
            let body = primitive(span, operation, operands);
            self.record_procedure(name, procedure(span, variables, body), context)?;
        }
        Ok(())
    }

    fn record_procedure(
        &mut self,
        name: &Syntax,
        value: Expression,
        context: &mut BodyContext,
    ) -> Outcome<()> {
        let Some(identifier) = name.identifier() else {
            return Err(core_forms_error(FORM, name.span, "this is not a name"));
        };
        let place = self.declare(identifier, name.span, context)?;
        context.definition(place, value);
        Ok(())
    }
}

fn is_false(syntax: &Syntax) -> bool {
    matches!(syntax.atom(), Some(mound_syntax::DatumKind::Boolean(false)))
}
