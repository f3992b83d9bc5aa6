//! Macros, both ways: patterns and templates.

use super::InterfaceFault as Fault;
use super::read::{Reader, Result};
use super::write::Writer;
use crate::macros::{
    Element, ListPattern, Macro, NameSet, Pattern, Procedure, Repeated, Rule, Template, Transformer,
};
use crate::scope::ScopeSet;
use crate::syntax::Identifier;

impl Writer<'_> {
    pub(super) fn macro_rules(&mut self, rules: &Macro) {
        self.symbol(rules.name);
        self.span(rules.span);
        match &rules.transformer {
            Transformer::Rules(rules) => {
                self.byte(0);
                self.sequence(rules, |writer, rule| {
                    writer.varint(rule.variable_count);
                    writer.sequence(&rule.aliases, |writer, number| writer.varint(*number));
                    writer.list_pattern(&rule.pattern);
                    writer.template(&rule.template);
                    writer.text(&rule.shape);
                });
            }
            Transformer::Procedure(procedure) => {
                self.byte(1);
                self.sequence(&procedure.sets, |writer, set| {
                    writer.varint(set.scopes.0);
                    writer.datum_kind(&set.names);
                });
                self.counted_bytes(&procedure.code);
            }
        }
    }

    fn patterns(&mut self, patterns: &[Pattern]) {
        self.sequence(patterns, Self::pattern);
    }

    fn list_pattern(&mut self, list: &ListPattern) {
        self.patterns(&list.before);
        self.flag(list.repeated.is_some());
        if let Some(repeated) = &list.repeated {
            self.pattern(&repeated.pattern);
            self.sequence(&repeated.variables, |writer, number| writer.varint(*number));
        }
        self.patterns(&list.after);
        self.flag(list.tail.is_some());
        if let Some(tail) = &list.tail {
            self.pattern(tail);
        }
    }

    fn pattern(&mut self, pattern: &Pattern) {
        self.nested(|writer| match pattern {
            Pattern::Any => writer.byte(0),
            Pattern::Variable(number) => {
                writer.byte(1);
                writer.varint(*number);
            }
            Pattern::Literal(identifier) => {
                writer.byte(2);
                writer.symbol(identifier.name);
                writer.varint(identifier.scopes.0);
            }
            Pattern::Datum(kind) => {
                writer.byte(3);
                writer.datum_kind(kind);
            }
            Pattern::List(list) => {
                writer.byte(4);
                writer.list_pattern(list);
            }
            Pattern::Vector(list) => {
                writer.byte(5);
                writer.list_pattern(list);
            }
        });
    }

    fn elements(&mut self, elements: &[Element]) {
        self.sequence(elements, |writer, element| {
            writer.template(&element.template);
            writer.sequence(&element.levels, |writer, level| {
                writer.sequence(level, |writer, number| writer.varint(*number));
            });
        });
    }

    fn template(&mut self, template: &Template) {
        self.nested(|writer| match template {
            Template::Variable(number) => {
                writer.byte(0);
                writer.varint(*number);
            }
            Template::Datum { kind, scopes } => {
                writer.byte(1);
                writer.varint(scopes.0);
                writer.datum_kind(kind);
            }
            Template::List { elements, tail } => {
                writer.byte(if tail.is_some() { 3 } else { 2 });
                writer.elements(elements);
                if let Some(tail) = tail {
                    writer.template(tail);
                }
            }
            Template::Vector(elements) => {
                writer.byte(4);
                writer.elements(elements);
            }
        });
    }
}

/// What numbers in a rule may be.
#[derive(Clone, Copy)]
struct Bounds {
    variables: u32,
    sets: u32,
}

impl Reader<'_, '_> {
    pub(super) fn macro_rules(&mut self, sets: u32) -> Result<Macro> {
        Ok(Macro {
            name: self.symbol()?,
            span: self.span()?,
            transformer: self.transformer(sets)?,
        })
    }

    fn transformer(&mut self, sets: u32) -> Result<Transformer> {
        let start = self.offset();
        Ok(match self.byte()? {
            0 => Transformer::Rules(self.sequence(8, |reader| reader.rule(sets))?),
            1 => Transformer::Procedure(Procedure {
                sets: self.sequence(2, |reader| {
                    Ok(NameSet {
                        scopes: ScopeSet(reader.below(sets, "scope set")?),
                        names: reader.datum_kind()?,
                    })
                })?,
                code: self.counted_bytes()?.into(),
            }),
            tag => return self.fail(start, Fault::Tag("transformer", tag)),
        })
    }

    fn rule(&mut self, sets: u32) -> Result<Rule> {
        let variable_count = self.varint()?;
        let bounds = Bounds {
            variables: variable_count,
            sets,
        };
        let aliases = self.numbers(bounds)?;
        let pattern = self.list_pattern(bounds)?;
        let bounds = Bounds {
            variables: variable_count.saturating_add(aliases.len() as u32),
            sets,
        };
        Ok(Rule {
            pattern,
            variable_count,
            aliases,
            template: self.template(bounds)?,
            shape: self.text()?.to_owned(),
        })
    }

    /// A number below `bound`.
    pub(super) fn below(&mut self, bound: u32, what: &'static str) -> Result<u32> {
        let start = self.offset();
        let number = self.varint()?;
        if number >= bound {
            return self.fail(start, Fault::Index(what));
        }
        Ok(number)
    }

    fn numbers(&mut self, bounds: Bounds) -> Result<Vec<u32>> {
        self.sequence(1, |reader| {
            reader.below(bounds.variables, "pattern variable")
        })
    }

    fn patterns(&mut self, bounds: Bounds) -> Result<Vec<Pattern>> {
        self.sequence(1, |reader| reader.pattern(bounds))
    }

    fn list_pattern(&mut self, bounds: Bounds) -> Result<ListPattern> {
        let before = self.patterns(bounds)?;
        let repeated = match self.flag()? {
            true => Some(Box::new(Repeated {
                pattern: self.pattern(bounds)?,
                variables: self.numbers(bounds)?,
            })),
            false => None,
        };
        let after = self.patterns(bounds)?;
        let tail = match self.flag()? {
            true => Some(Box::new(self.pattern(bounds)?)),
            false => None,
        };
        Ok(ListPattern {
            before,
            repeated,
            after,
            tail,
        })
    }

    fn pattern(&mut self, bounds: Bounds) -> Result<Pattern> {
        self.nested(|reader| {
            let start = reader.offset();
            Ok(match reader.byte()? {
                0 => Pattern::Any,
                1 => Pattern::Variable(reader.below(bounds.variables, "pattern variable")?),
                2 => Pattern::Literal(Identifier {
                    name: reader.symbol()?,
                    scopes: ScopeSet(reader.below(bounds.sets, "scope set")?),
                }),
                3 => Pattern::Datum(reader.datum_kind()?),
                4 => Pattern::List(reader.list_pattern(bounds)?),
                5 => Pattern::Vector(reader.list_pattern(bounds)?),
                tag => return reader.fail(start, Fault::Tag("pattern", tag)),
            })
        })
    }

    fn elements(&mut self, bounds: Bounds) -> Result<Vec<Element>> {
        self.sequence(3, |reader| {
            Ok(Element {
                template: reader.template(bounds)?,
                levels: reader.sequence(1, |reader| reader.numbers(bounds))?,
            })
        })
    }

    fn template(&mut self, bounds: Bounds) -> Result<Template> {
        self.nested(|reader| {
            let start = reader.offset();
            Ok(match reader.byte()? {
                0 => Template::Variable(reader.below(bounds.variables, "pattern variable")?),
                1 => Template::Datum {
                    scopes: ScopeSet(reader.below(bounds.sets, "scope set")?),
                    kind: reader.datum_kind()?,
                },
                2 => Template::List {
                    elements: reader.elements(bounds)?,
                    tail: None,
                },
                3 => Template::List {
                    elements: reader.elements(bounds)?,
                    tail: Some(Box::new(reader.template(bounds)?)),
                },
                4 => Template::Vector(reader.elements(bounds)?),
                tag => return reader.fail(start, Fault::Tag("template", tag)),
            })
        })
    }
}
