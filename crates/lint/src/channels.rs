//! Errors of communications by channels of `(pony)` that can be seen in the text: a channel that the
//! type has not, the wrong direction, an unknown tag, a wrong number of items, a literal of another
//! type.
//!
//! Knows ends as far as [`crate::ends`] can follow them; of others it says nothing.

use crate::declared::{ChannelType, Field, Item, Kind, Protocol, symbol};
use crate::ends::{Ends, Side, imported, list, operands_of, ours};
use mound_base::{Diagnostic, Span, Symbol};
use mound_expand::core::{Expression, Lambda, Node, Program, TopForm};
use mound_numbers::Number;
use mound_syntax::DatumKind;

pub fn check(program: &Program) -> Vec<Diagnostic> {
    let mut search = Search {
        program,
        ends: Ends::of(program),
        errors: Vec::new(),
    };
    if search.ends.declarations.types.is_empty() {
        return Vec::new();
    }
    for form in &program.body {
        let (TopForm::Define { value, .. } | TopForm::Expression(value)) = form;
        search.look(value);
    }
    search.errors
}

struct Search<'program> {
    program: &'program Program,
    ends: Ends<'program>,
    errors: Vec<Diagnostic>,
}

impl<'program> Search<'program> {
    fn look(&mut self, expression: &'program Expression) {
        if let Node::If(..) = expression.node {
            self.clauses_of_tags(expression);
        }
        if let Node::Call { operator, operands } = &expression.node
            && ours(self.program, operator)
        {
            match (imported(operator), &operands[..]) {
                (Some("%out!"), [end, field, items]) => self.output(end, field, items),
                (Some("%in"), [end, field]) => self.input(end, field, None),
                (Some("%extended-in"), [end, field, body]) => {
                    self.input(end, field, lambda(body));
                }
                (Some("%alt"), [_, _, guards]) => self.guards(guards),
                _ => {}
            }
        }
        expression.children(&mut |child| self.look(child));
    }

    /// The channel, if the end is known; tells what is wrong with its direction.
    fn field(
        &mut self,
        end: &'program Expression,
        field: &'program Expression,
        writes: bool,
    ) -> Option<(Symbol, Option<Protocol>)> {
        let name = symbol(field)?;
        let (channel_type, side) = self.ends.end(end)?;
        let Some(found) = channel_type.fields.iter().find(|one| one.name == name) else {
            let error = no_field(field.span, name, channel_type);
            self.errors.push(error);
            return None;
        };
        let may_write = (side == Side::Client) == found.server_reads;
        if writes != may_write {
            let error = wrong_direction(field.span, found, side, channel_type);
            self.errors.push(error);
            return None;
        }
        Some((channel_type.name, found.protocol.clone()))
    }

    fn output(
        &mut self,
        end: &'program Expression,
        field: &'program Expression,
        items: &'program Expression,
    ) {
        let Some((_, Some(protocol))) = self.field(end, field, true) else {
            return;
        };
        let Some(items) = list(items) else { return };
        let (expected, items) = match &protocol.kind {
            Kind::Plain(expected) => (expected, items),
            Kind::Tagged(variants) => {
                let Some((tag, items)) = items.split_first() else {
                    self.errors.push(no_tag(field.span, &protocol));
                    return;
                };
                let Some(name) = symbol(tag) else {
                    return;
                };
                let Some((_, expected)) = variants.iter().find(|(known, _)| *known == name) else {
                    self.errors.push(unknown_tag(tag.span, name, &protocol));
                    return;
                };
                (expected, items)
            }
        };
        if expected.len() != items.len() {
            let error = wrong_number(field.span, expected.len(), items.len(), &protocol);
            self.errors.push(error);
            return;
        }
        for (expected, item) in expected.iter().zip(items) {
            if let (Item::Word(word), Node::Constant(datum)) = (expected, &item.node)
                && !takes(word.name(), &datum.kind)
            {
                let headline = format!("the protocol has an item of the type `{}`", word.name());
                self.errors.push(
                    Diagnostic::error(item.span, headline, "this is not of that type")
                        .with_hint(protocol.words()),
                );
            }
        }
    }

    /// With the procedure that gets the items, if it is written there.
    fn input(
        &mut self,
        end: &'program Expression,
        field: &'program Expression,
        receiver: Option<&'program Lambda>,
    ) {
        let Some((_, Some(protocol))) = self.field(end, field, false) else {
            return;
        };
        if let (Kind::Plain(items), Some(receiver)) = (&protocol.kind, receiver)
            && !accepts(receiver, items.len())
        {
            let found = receiver.clauses[0].required.len();
            let error = wrong_number(field.span, items.len(), found, &protocol);
            self.errors.push(error);
        }
    }

    fn guards(&mut self, guards: &'program Expression) {
        for guard in list(guards).unwrap_or_default() {
            // A guard with tags holds its end in a variable.
            let guard = if let Node::Let { body, .. } = &guard.node {
                body
            } else {
                guard
            };
            let (Node::Call {
                operands: parts, ..
            }
            | Node::Primitive {
                operands: parts, ..
            }) = &guard.node
            else {
                continue;
            };
            if let [kind, _, end, field, receiver] = &parts[..]
                && let Some(kind) = symbol(kind)
                && ["in", "extended-in"].contains(&kind.name())
            {
                self.input(end, field, lambda(receiver));
            }
        }
    }

    /// The clauses of `case-in`: tests of the tag, one in the alternative of the other, and at the
    /// end what is done with another tag, which names the end.
    fn clauses_of_tags(&mut self, first: &'program Expression) {
        let mut clauses = Vec::new();
        let mut rest = first;
        while let Node::If(test, consequent, alternative) = &rest.node {
            clauses.push((test, consequent));
            rest = alternative;
        }
        let Node::Call { operator, operands } = &rest.node else {
            return;
        };
        let [end, field, _] = &operands[..] else {
            return;
        };
        if imported(operator) != Some("%no-variant") || !ours(self.program, operator) {
            return;
        }
        let Some(name) = symbol(field) else { return };
        let Some((channel_type, _)) = self.ends.end(end) else {
            return;
        };
        let found = channel_type.fields.iter().find(|one| one.name == name);
        let Some(protocol) = found.and_then(|field| field.protocol.clone()) else {
            return;
        };
        let Kind::Tagged(variants) = &protocol.kind else {
            let label = "this protocol has no tags";
            let headline = format!("`case-in` reads from `{}`", name.name());
            self.errors
                .push(Diagnostic::error(field.span, headline, label).with_hint(protocol.words()));
            return;
        };
        for (test, consequent) in clauses {
            let Some(tag) = tested(test) else { continue };
            let Some(name) = symbol(tag) else {
                continue;
            };
            let Some((_, items)) = variants.iter().find(|(known, _)| *known == name) else {
                self.errors.push(unknown_tag(tag.span, name, &protocol));
                continue;
            };
            if let Some(receiver) = applied(consequent)
                && !accepts(receiver, items.len())
            {
                let found = receiver.clauses[0].required.len();
                self.errors
                    .push(wrong_number(tag.span, items.len(), found, &protocol));
            }
        }
    }
}

/// The one constant that a test compares with.
fn tested(test: &Expression) -> Option<&Expression> {
    let mut found = None;
    test.children(&mut |child| {
        if symbol(child).is_some() {
            found = Some(child);
        }
    });
    found
}

/// The procedure that is applied to the items.
fn applied(consequent: &Expression) -> Option<&Lambda> {
    lambda(operands_of(consequent, "apply")?.first()?)
}

fn lambda(expression: &Expression) -> Option<&Lambda> {
    let Node::Lambda(lambda) = &expression.node else {
        return None;
    };
    Some(lambda)
}

fn accepts(receiver: &Lambda, count: usize) -> bool {
    receiver.clauses.iter().any(|clause| {
        let required = clause.required.len();
        required == count || (clause.rest.is_some() && required <= count)
    })
}

/// Whether a literal is of a type of protocols.
fn takes(word: &str, literal: &DatumKind) -> bool {
    match word {
        "integer" | "int16" | "int32" | "int64" | "byte" => {
            matches!(literal, DatumKind::Number(Number::Integer(_)))
        }
        "boolean" => matches!(literal, DatumKind::Boolean(_)),
        "real32" | "real64" => matches!(literal, DatumKind::Number(_)),
        "char" => matches!(literal, DatumKind::Character(_)),
        "string" => matches!(literal, DatumKind::String(_)),
        "symbol" => matches!(literal, DatumKind::Symbol(_)),
        "bytevector" => matches!(literal, DatumKind::Bytevector(_)),
        _ => true,
    }
}

fn no_field(span: Span, name: Symbol, channel_type: &ChannelType) -> Diagnostic {
    let names: Vec<&str> = channel_type
        .fields
        .iter()
        .map(|one| one.name.name())
        .collect();
    Diagnostic::error(
        span,
        format!(
            "`{}` has no channel `{}`",
            channel_type.name.name(),
            name.name()
        ),
        "the channel type has no such field",
    )
    .with_hint(format!("it has {}", names.join(", ")))
    .with_related(channel_type.span, "it is declared here")
}

fn wrong_direction(
    span: Span,
    field: &Field,
    side: Side,
    channel_type: &ChannelType,
) -> Diagnostic {
    let (end, does) = match (side, field.server_reads) {
        (Side::Client, true) | (Side::Server, false) => (side.word(), "writes to"),
        (Side::Client, false) | (Side::Server, true) => (side.word(), "reads from"),
    };
    let mark = if field.server_reads { '?' } else { '!' };
    Diagnostic::error(
        span,
        format!(
            "wrong direction: a {end} end {does} `{}`",
            field.name.name()
        ),
        format!("this is used as a {end} end"),
    )
    .with_hint(format!(
        "`{mark}` in the channel type says that the server {}",
        if field.server_reads {
            "reads"
        } else {
            "writes"
        }
    ))
    .with_related(channel_type.span, "it is declared here")
}

fn unknown_tag(span: Span, name: Symbol, protocol: &Protocol) -> Diagnostic {
    Diagnostic::error(
        span,
        format!("the protocol has no tag `{}`", name.name()),
        "no such message can be sent",
    )
    .with_hint(protocol.words())
}

fn no_tag(span: Span, protocol: &Protocol) -> Diagnostic {
    Diagnostic::error(span, "the protocol needs a tag", "nothing is sent here")
        .with_hint(protocol.words())
}

fn wrong_number(span: Span, expected: usize, found: usize, protocol: &Protocol) -> Diagnostic {
    let items = if expected == 1 { "item" } else { "items" };
    Diagnostic::error(
        span,
        format!("wrong number of items: the protocol has {expected} {items}"),
        format!("there are {found} here"),
    )
    .with_hint(protocol.words())
}

impl Side {
    fn word(self) -> &'static str {
        match self {
            Side::Client => "client",
            Side::Server => "server",
        }
    }
}

impl Protocol {
    /// As it was declared.
    fn words(&self) -> String {
        let items = |items: &[Item]| -> String {
            let words: Vec<&str> = items
                .iter()
                .map(|item| match item {
                    Item::Word(word) => word.name(),
                    Item::Made => "...",
                })
                .collect();
            words.join(" ")
        };
        let declared = match &self.kind {
            Kind::Plain(all) => items(all),
            Kind::Tagged(variants) => {
                let variants: Vec<String> = variants
                    .iter()
                    .map(|(tag, all)| match all.is_empty() {
                        true => format!("({})", tag.name()),
                        false => format!("({} {})", tag.name(), items(all)),
                    })
                    .collect();
                variants.join(" ")
            }
        };
        match self.name {
            Some(name) => format!("`{}` is {declared}", name.name()),
            None => format!("it is declared as {declared}"),
        }
    }
}
