//! The channel types and protocols of `(pony)` that a program declares, read from the calls that
//! `define-channel-type` and `define-protocol` are expanded to.
//!
//! What is imported from another library is not known here.

use crate::ends::{imported, list, ours};
use mound_base::{Span, Symbol};
use mound_expand::core::{Expression, GlobalId, Node, Program, TopForm};
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;

pub struct ChannelType {
    pub name: Symbol,
    pub span: Span,
    pub fields: Vec<Field>,
}

pub struct Field {
    pub name: Symbol,
    /// Otherwise the server writes.
    pub server_reads: bool,
    /// `None` if it is not declared in this text.
    pub protocol: Option<Protocol>,
}

#[derive(Clone)]
pub struct Protocol {
    pub name: Option<Symbol>,
    pub kind: Kind,
}

#[derive(Clone)]
pub enum Kind {
    /// One item or several.
    Plain(Vec<Item>),
    Tagged(Vec<(Symbol, Vec<Item>)>),
}

/// The type of an item.
#[derive(Clone, Copy)]
pub enum Item {
    /// `integer`, `string` and so on.
    Word(Symbol),
    /// Made of other types.
    Made,
}

pub struct Declarations {
    pub types: Vec<ChannelType>,
    /// By the call that makes the type, which stays where it is as long as the program is borrowed.
    numbers: HashMap<*const Expression, usize>,
}

impl Declarations {
    pub fn of(program: &Program) -> Declarations {
        let mut reader = Reader {
            program,
            globals: HashMap::new(),
            found: Declarations {
                types: Vec::new(),
                numbers: HashMap::new(),
            },
        };
        for form in &program.body {
            if let TopForm::Define { global, value } = form
                && !program.globals[global.0 as usize].assigned
            {
                reader.globals.insert(*global, value);
            }
        }
        for form in &program.body {
            let (TopForm::Define { value, .. } | TopForm::Expression(value)) = form;
            reader.look(value);
        }
        reader.found
    }

    /// The number of the type that the expression makes.
    pub fn number_of(&self, expression: &Expression) -> Option<usize> {
        let Node::Call { operator, .. } = &expression.node else {
            return None;
        };
        if !is_named(operator, "%make-type") {
            return None;
        }
        self.numbers.get(&std::ptr::from_ref(expression)).copied()
    }
}

fn is_named(expression: &Expression, wanted: &str) -> bool {
    matches!(&expression.node, Node::Imported { name, .. } if name.name() == wanted)
}

struct Reader<'program> {
    program: &'program Program,
    globals: HashMap<GlobalId, &'program Expression>,
    found: Declarations,
}

impl<'program> Reader<'program> {
    fn look(&mut self, expression: &'program Expression) {
        if let Some(channel_type) = self.channel_type(expression) {
            let number = self.found.types.len();
            self.found.types.push(channel_type);
            self.found.numbers.insert(expression, number);
        }
        expression.children(&mut |child| self.look(child));
    }

    /// The operands of a call of that procedure of the libraries on channels.
    fn call(&self, expression: &'program Expression, name: &str) -> Option<&'program [Expression]> {
        let Node::Call { operator, operands } = &expression.node else {
            return None;
        };
        (imported(operator) == Some(name) && ours(self.program, operator)).then_some(operands)
    }

    fn channel_type(&self, expression: &'program Expression) -> Option<ChannelType> {
        let [name, fields] = self.call(expression, "%make-type")? else {
            return None;
        };
        let fields = list(fields)?;
        Some(ChannelType {
            name: symbol(name)?,
            span: name.span,
            fields: fields
                .iter()
                .map(|field| self.field(field))
                .collect::<Option<_>>()?,
        })
    }

    fn field(&self, expression: &'program Expression) -> Option<Field> {
        let [name, direction, protocol] = self.call(expression, "%make-field")? else {
            return None;
        };
        Some(Field {
            name: symbol(name)?,
            server_reads: symbol(direction)?.name() == "?",
            protocol: self.protocol(protocol),
        })
    }

    /// What `%anonymous-protocol` makes of a type.
    fn protocol(&self, expression: &'program Expression) -> Option<Protocol> {
        let [written] = self.call(expression, "%anonymous-protocol")? else {
            return None;
        };
        if let Some([named]) = self.call(written, "%protocol-type") {
            return self.named(named);
        }
        Some(Protocol {
            name: None,
            kind: Kind::Plain(vec![item(written)]),
        })
    }

    fn named(&self, expression: &'program Expression) -> Option<Protocol> {
        let Node::Global(global) = expression.node else {
            return None;
        };
        let [name, kind, variants] = self.call(self.globals.get(&global)?, "%make-protocol")?
        else {
            return None;
        };
        let variants = list(variants)?;
        let kind = match symbol(kind)?.name() {
            "tagged" => Kind::Tagged(
                variants
                    .iter()
                    .map(|variant| {
                        let (tag, items) = list(variant)?.split_first()?;
                        Some((symbol(tag)?, items.iter().map(item).collect()))
                    })
                    .collect::<Option<_>>()?,
            ),
            _ => {
                let [variant] = variants else { return None };
                let (_, items) = list(variant)?.split_first()?;
                Kind::Plain(items.iter().map(item).collect())
            }
        };
        Some(Protocol {
            name: symbol(name),
            kind,
        })
    }
}

fn item(expression: &Expression) -> Item {
    symbol(expression).map_or(Item::Made, Item::Word)
}

pub fn symbol(expression: &Expression) -> Option<Symbol> {
    if let Node::Constant(Datum {
        kind: DatumKind::Symbol(name),
        ..
    }) = &expression.node
    {
        Some(*name)
    } else {
        None
    }
}
