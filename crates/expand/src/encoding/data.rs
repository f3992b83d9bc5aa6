//! Data, expressions and procedures, both ways.

use super::InterfaceFault as Fault;
use super::read::{Reader, Result};
use super::write::Writer;
use crate::core::{
    Clause, ConstantProcedure, Expression, HigherClause, Immediate, ImportId, InlineClause, Lambda,
    Node, RecordType, Variable, VariableId,
};
use mound_base::Symbol;
use mound_numbers::{Elements, Number, double_bits};
use mound_syntax::{Datum, DatumKind};
use std::rc::Rc;

impl Writer<'_> {
    pub(super) fn datum(&mut self, datum: &Datum) {
        self.span(datum.span);
        self.datum_kind(&datum.kind);
    }

    pub(super) fn datum_kind(&mut self, kind: &DatumKind) {
        self.nested(|writer| writer.datum_here(kind));
    }

    fn datum_here(&mut self, kind: &DatumKind) {
        match kind {
            DatumKind::Boolean(value) => self.byte(u8::from(*value)),
            DatumKind::Character(character) => {
                self.byte(2);
                self.varint(u32::from(*character));
            }
            DatumKind::Number(number) => self.number(number),
            DatumKind::String(text) => {
                self.byte(5);
                self.text(text);
            }
            DatumKind::Symbol(symbol) => {
                self.byte(6);
                self.symbol(*symbol);
            }
            DatumKind::Bytevector(bytes) => {
                self.byte(7);
                self.counted_bytes(bytes);
            }
            DatumKind::Numbers(kind, bytes) => {
                self.byte(12);
                self.text(kind.name());
                self.counted_bytes(bytes);
            }
            DatumKind::Vector(items) => {
                self.byte(8);
                self.sequence(items, Self::datum);
            }
            DatumKind::List { items, tail: None } => {
                self.byte(9);
                self.sequence(items, Self::datum);
            }
            DatumKind::List {
                items,
                tail: Some(tail),
            } => {
                self.byte(10);
                self.sequence(items, Self::datum);
                self.datum(tail);
            }
            // No macro of Mound has such data; a library with one would not be stored.
            DatumKind::Labelled { .. } | DatumKind::Reference(_) | DatumKind::Object { .. } => {
                self.too_deep = true;
            }
        }
    }

    fn number(&mut self, number: &Number) {
        match number {
            Number::Flonum(value) => {
                self.byte(3);
                self.bytes
                    .extend_from_slice(&double_bits(*value).to_le_bytes());
            }
            Number::Integer(_) | Number::Ratio(_) => {
                self.byte(4);
                self.text(&mound_numbers::to_string(number, 10));
            }
            Number::Complex(parts) => {
                self.byte(11);
                self.number(parts.real());
                self.number(parts.imaginary());
            }
        }
    }

    pub(super) fn procedure(&mut self, procedure: &ConstantProcedure) {
        self.sequence(&procedure.arities, |writer, (required, rest)| {
            writer.varint(*required);
            writer.flag(*rest);
        });
        self.sequence(&procedure.parameters, |writer, name| writer.symbol(*name));
        self.sequence(&procedure.inline, Self::clause);
        self.sequence(&procedure.higher, |writer, higher| {
            writer.clause(&higher.clause);
            writer.sequence(&higher.applied, |writer, number| writer.varint(*number));
        });
    }

    fn clause(&mut self, clause: &InlineClause) {
        self.sequence(&clause.variables, |writer, variable| {
            writer.symbol(variable.name);
            writer.span(variable.span);
            writer.flag(variable.assigned);
        });
        self.varint(clause.parameter_count);
        self.expression(&clause.body);
    }

    fn bindings(&mut self, bindings: &[(VariableId, Expression)], body: &Expression) {
        self.sequence(bindings, |writer, (variable, value)| {
            writer.varint(variable.0);
            writer.expression(value);
        });
        self.expression(body);
    }

    fn expressions(&mut self, expressions: &[Expression]) {
        self.sequence(expressions, Self::expression);
    }

    fn expression(&mut self, expression: &Expression) {
        self.nested(|writer| {
            writer.span(expression.span);
            writer.node(&expression.node);
        });
    }

    fn node(&mut self, node: &Node) {
        match node {
            Node::Constant(datum) => {
                self.byte(0);
                self.datum(datum);
            }
            Node::Unspecified => self.byte(1),
            Node::Immediate(Immediate::Eof) => self.byte(2),
            Node::Immediate(Immediate::Absent) => self.byte(3),
            Node::Local(variable) => {
                self.byte(4);
                self.varint(variable.0);
            }
            Node::If(test, consequent, alternative) => {
                self.byte(5);
                self.expression(test);
                self.expression(consequent);
                self.expression(alternative);
            }
            Node::Let { bindings, body } => {
                self.byte(6);
                self.bindings(bindings, body);
            }
            Node::Primitive { name, operands } => {
                self.byte(7);
                self.symbol(*name);
                self.expressions(operands);
            }
            Node::RecordType(record_type) => {
                self.byte(8);
                self.symbol(record_type.name);
                self.text(&record_type.library);
                self.sequence(&record_type.fields, |writer, field| writer.symbol(*field));
            }
            Node::Letrec { bindings, body } => {
                self.byte(9);
                self.bindings(bindings, body);
            }
            Node::Lambda(lambda) => {
                self.byte(10);
                self.flag(lambda.name.is_some());
                if let Some(name) = lambda.name {
                    self.symbol(name);
                }
                self.sequence(&lambda.clauses, |writer, clause| {
                    writer.sequence(&clause.required, |writer, variable| {
                        writer.varint(variable.0);
                    });
                    writer.expression(&clause.body);
                });
            }
            Node::Sequence(parts) => {
                self.byte(11);
                self.expressions(parts);
            }
            Node::Call { operator, operands } => {
                self.byte(12);
                self.expression(operator);
                self.expressions(operands);
            }
            Node::Imported { name, .. } => {
                self.byte(13);
                self.symbol(*name);
            }
            Node::Global(_) | Node::SetLocal(..) | Node::SetGlobal(..) => {
                unreachable!("an inline clause is closed and assigns nothing")
            }
        }
    }
}

impl<'a> Reader<'a, '_> {
    pub(super) fn datum(&mut self) -> Result<Datum> {
        let span = self.span()?;
        let kind = self.datum_kind()?;
        Ok(Datum { span, kind })
    }

    pub(super) fn datum_kind(&mut self) -> Result<DatumKind> {
        self.nested(Self::datum_here)
    }

    fn datum_here(&mut self) -> Result<DatumKind> {
        let start = self.offset();
        Ok(match self.byte()? {
            0 => DatumKind::Boolean(false),
            1 => DatumKind::Boolean(true),
            2 => match char::from_u32(self.varint()?) {
                Some(character) => DatumKind::Character(character),
                None => return self.fail(start, Fault::Number),
            },
            tag @ (3 | 4) => DatumKind::Number(self.real(tag)?),
            5 => DatumKind::String(Rc::from(self.text()?)),
            6 => DatumKind::Symbol(self.symbol()?),
            7 => DatumKind::Bytevector(Rc::from(self.counted_bytes()?)),
            8 => DatumKind::Vector(self.sequence(2, Self::datum)?.into()),
            9 => DatumKind::List {
                items: self.sequence(2, Self::datum)?.into(),
                tail: None,
            },
            10 => {
                let items: Rc<[Datum]> = self.sequence(2, Self::datum)?.into();
                let tail = self.datum()?;
                if items.is_empty() || matches!(tail.kind, DatumKind::List { .. }) {
                    return self.fail(start, Fault::Order("tail of a list"));
                }
                let tail = Some(Rc::new(tail));
                DatumKind::List { items, tail }
            }
            11 => {
                let tag = self.byte()?;
                let real = self.real(tag)?;
                let tag = self.byte()?;
                let imaginary = self.real(tag)?;
                let alike = real.is_exact() == imaginary.is_exact();
                match Number::rectangular(real, imaginary) {
                    Ok(number @ Number::Complex(_)) if alike => DatumKind::Number(number),
                    _ => return self.fail(start, Fault::Number),
                }
            }
            12 => {
                let Some(kind) = Elements::named(self.text()?) else {
                    return self.fail(start, Fault::Tag("kind of numbers", 12));
                };
                let bytes = self.counted_bytes()?;
                if bytes.len() % kind.width() != 0 {
                    return self.fail(start, Fault::Number);
                }
                DatumKind::Numbers(kind, Rc::from(bytes))
            }
            tag => return self.fail(start, Fault::Tag("datum", tag)),
        })
    }

    fn real(&mut self, tag: u8) -> Result<Number> {
        match tag {
            3 => {
                let start = self.offset();
                let bits = u64::from_le_bytes(self.array()?);
                let value = f64::from_bits(bits);
                // Of all that are no numbers one is written.
                match double_bits(value) == bits {
                    true => Ok(Number::Flonum(value)),
                    false => self.fail(start, Fault::Number),
                }
            }
            4 => self.exact_number(),
            tag => self.fail(self.offset(), Fault::Tag("real number", tag)),
        }
    }

    fn exact_number(&mut self) -> Result<Number> {
        let start = self.offset();
        let text = self.text()?;
        match mound_numbers::parse(text, 10) {
            Some(number @ (Number::Integer(_) | Number::Ratio(_)))
                if mound_numbers::to_string(&number, 10) == text =>
            {
                Ok(number)
            }
            _ => self.fail(start, Fault::Number),
        }
    }

    pub(super) fn procedure(&mut self) -> Result<ConstantProcedure> {
        Ok(ConstantProcedure {
            arities: self.sequence(2, |reader| Ok((reader.varint()?, reader.flag()?)))?,
            parameters: self.sequence(1, Self::symbol)?,
            inline: self.sequence(4, Self::clause)?,
            higher: self.sequence(6, Self::higher_clause)?,
        })
    }

    fn clause(&mut self) -> Result<InlineClause> {
        let start = self.offset();
        let variables = self.sequence(3, |reader| {
            Ok(Variable {
                name: reader.symbol()?,
                span: reader.span()?,
                assigned: reader.flag()?,
            })
        })?;
        let parameter_count = self.varint()?;
        if parameter_count as usize > variables.len() {
            return self.fail(start, Fault::Index("parameter"));
        }
        let body = self.expression(variables.len() as u32)?;
        Ok(InlineClause {
            variables,
            parameter_count,
            body,
        })
    }

    fn higher_clause(&mut self) -> Result<HigherClause> {
        let clause = self.clause()?;
        let count = clause.parameter_count;
        let applied = self.sequence(1, |reader| reader.below(count, "parameter"))?;
        Ok(HigherClause { clause, applied })
    }

    fn bindings(&mut self, variables: u32) -> Result<Vec<(VariableId, Expression)>> {
        self.sequence(3, |reader| {
            Ok((reader.variable(variables)?, reader.expression(variables)?))
        })
    }

    fn lambda(&mut self, variables: u32) -> Result<Lambda> {
        let name = match self.flag()? {
            true => Some(self.symbol()?),
            false => None,
        };
        let clauses = self.sequence(3, |reader| {
            Ok(Clause {
                required: reader.sequence(1, |reader| reader.variable(variables))?,
                rest: None,
                body: reader.expression(variables)?,
            })
        })?;
        // Sealed ones are never copied to importers.
        Ok(Lambda {
            name,
            clauses,
            sealed: false,
        })
    }

    fn expressions(&mut self, variables: u32) -> Result<Vec<Expression>> {
        self.sequence(2, |reader| reader.expression(variables))
    }

    /// An expression whose variables are numbers below `variables`.
    fn expression(&mut self, variables: u32) -> Result<Expression> {
        self.nested(|reader| {
            let span = reader.span()?;
            let node = reader.node(variables)?;
            Ok(Expression { span, node })
        })
    }

    fn boxed(&mut self, variables: u32) -> Result<Box<Expression>> {
        self.expression(variables).map(Box::new)
    }

    fn variable(&mut self, variables: u32) -> Result<VariableId> {
        let start = self.offset();
        let number = self.varint()?;
        if number >= variables {
            return self.fail(start, Fault::Index("variable"));
        }
        Ok(VariableId(number))
    }

    fn node(&mut self, variables: u32) -> Result<Node> {
        let start = self.offset();
        Ok(match self.byte()? {
            0 => Node::Constant(self.datum()?),
            1 => Node::Unspecified,
            2 => Node::Immediate(Immediate::Eof),
            3 => Node::Immediate(Immediate::Absent),
            4 => Node::Local(self.variable(variables)?),
            5 => Node::If(
                self.boxed(variables)?,
                self.boxed(variables)?,
                self.boxed(variables)?,
            ),
            6 => Node::Let {
                bindings: self.bindings(variables)?,
                body: self.boxed(variables)?,
            },
            7 => Node::Primitive {
                name: self.symbol()?,
                operands: self.expressions(variables)?,
            },
            8 => Node::RecordType(RecordType {
                name: self.symbol()?,
                library: self.text()?.to_owned(),
                fields: self.sequence::<Symbol>(1, Self::symbol)?,
            }),
            9 => Node::Letrec {
                bindings: self.bindings(variables)?,
                body: self.boxed(variables)?,
            },
            10 => Node::Lambda(Box::new(self.lambda(variables)?)),
            11 => Node::Sequence(self.expressions(variables)?),
            12 => Node::Call {
                operator: self.boxed(variables)?,
                operands: self.expressions(variables)?,
            },
            13 => Node::Imported {
                import: ImportId::OWN,
                name: self.symbol()?,
            },
            tag => return self.fail(start, Fault::Tag("expression", tag)),
        })
    }
}
