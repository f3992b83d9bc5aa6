//! An interface to bytes: tables, variables, exports.

use super::{MAGIC, NESTING_MAX, VERSION};
use crate::core::ConstantProcedure;
use crate::form::CoreForm;
use crate::interface::{Export, MacroTable, Target};
use mound_base::{SourceId, Span, Symbol};
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

/// Writes the parts behind the tables, and fills the tables with what they use.
pub(super) struct Writer<'a> {
    pub(super) bytes: Vec<u8>,
    symbols: Numbering<Symbol>,
    sources: Numbering<String>,
    libraries: Numbering<(String, [u8; 32])>,
    /// Numbers of the library's own variables.
    variables: HashMap<Symbol, u32>,
    source_name: &'a dyn Fn(SourceId) -> Option<String>,
    depth: u32,
    pub(super) too_deep: bool,
}

/// Things in the order of their first use.
struct Numbering<T> {
    numbers: HashMap<T, u32>,
    list: Vec<T>,
}

impl<T: Clone + Eq + std::hash::Hash> Numbering<T> {
    fn new() -> Numbering<T> {
        Numbering {
            numbers: HashMap::new(),
            list: Vec::new(),
        }
    }

    fn number(&mut self, thing: T) -> u32 {
        if let Some(&number) = self.numbers.get(&thing) {
            return number;
        }
        let number = self.list.len() as u32;
        self.list.push(thing.clone());
        self.numbers.insert(thing, number);
        number
    }
}

pub(super) fn interface(
    name: &[String],
    exports: &BTreeMap<Symbol, Target>,
    macros: &MacroTable,
    source_name: &dyn Fn(SourceId) -> Option<String>,
) -> Option<Vec<u8>> {
    let mut writer = Writer {
        bytes: Vec::new(),
        symbols: Numbering::new(),
        sources: Numbering::new(),
        libraries: Numbering::new(),
        variables: HashMap::new(),
        source_name,
        depth: 0,
        too_deep: false,
    };
    writer.variables(own_variables(exports, macros));
    writer.macros(macros);
    let mut sorted: Vec<_> = exports
        .iter()
        .map(|(name, target)| (name.name(), *name, target))
        .collect();
    sorted.sort_by(|left, right| left.0.cmp(right.0));
    writer.sequence(&sorted, |writer, (_, name, target)| {
        writer.symbol(*name);
        writer.target(target);
    });
    if writer.too_deep {
        return None;
    }
    let body = std::mem::take(&mut writer.bytes);
    writer.bytes.extend_from_slice(&MAGIC);
    writer.varint(VERSION);
    writer.sequence(name, |writer, part| writer.text(part));
    let symbols = std::mem::take(&mut writer.symbols.list);
    writer.sequence(&symbols, |writer, symbol| writer.text(symbol.name()));
    let sources = std::mem::take(&mut writer.sources.list);
    writer.sequence(&sources, |writer, source| writer.text(source));
    let libraries = std::mem::take(&mut writer.libraries.list);
    writer.sequence(&libraries, |writer, (name, hash)| {
        writer.text(name);
        writer.bytes.extend_from_slice(hash);
    });
    writer.bytes.extend_from_slice(&body);
    Some(writer.bytes)
}

type Procedure = Option<Rc<ConstantProcedure>>;

/// The library's own variables that others can reach, by name.
fn own_variables(
    exports: &BTreeMap<Symbol, Target>,
    macros: &MacroTable,
) -> Vec<(Symbol, Procedure)> {
    let in_templates = macros.environment.iter().map(|(_, target)| target);
    let mut found: BTreeMap<Rc<str>, (Symbol, Procedure)> = BTreeMap::new();
    for target in exports.values().chain(in_templates) {
        if let Target::Own { name, procedure } = target {
            let text: Rc<str> = Rc::from(name.name());
            found
                .entry(text)
                .or_insert_with(|| (*name, procedure.clone()));
        }
    }
    found.into_values().collect()
}

impl Writer<'_> {
    pub(super) fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    pub(super) fn varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    pub(super) fn flag(&mut self, flag: bool) {
        self.byte(u8::from(flag));
    }

    fn count(&mut self, count: usize) {
        self.varint(u32::try_from(count).expect("a library has fewer than 2^32 of anything"));
    }

    pub(super) fn sequence<T>(&mut self, elements: &[T], mut write: impl FnMut(&mut Self, &T)) {
        self.count(elements.len());
        for element in elements {
            write(self, element);
        }
    }

    pub(super) fn counted_bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    pub(super) fn text(&mut self, text: &str) {
        self.counted_bytes(text.as_bytes());
    }

    pub(super) fn symbol(&mut self, symbol: Symbol) {
        let number = self.symbols.number(symbol);
        self.varint(number);
    }

    pub(super) fn span(&mut self, span: Span) {
        match (self.source_name)(span.source) {
            Some(name) => {
                let number = self.sources.number(name);
                self.varint(number + 1);
                self.varint(span.start);
                self.varint(span.end.wrapping_sub(span.start));
            }
            None => self.varint(0),
        }
    }

    /// Writes what is one level deeper (N1).
    pub(super) fn nested(&mut self, write: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth > NESTING_MAX {
            self.too_deep = true;
        } else {
            write(self);
        }
        self.depth -= 1;
    }

    fn variables(&mut self, variables: Vec<(Symbol, Procedure)>) {
        for (number, (name, _)) in variables.iter().enumerate() {
            self.variables.insert(*name, number as u32);
        }
        self.sequence(&variables, |writer, (name, procedure)| {
            writer.symbol(*name);
            writer.flag(procedure.is_some());
            if let Some(procedure) = procedure {
                writer.procedure(procedure);
            }
        });
    }

    fn macros(&mut self, table: &MacroTable) {
        self.sequence(&table.sets, |writer, set| {
            writer.sequence(set, |writer, scope| writer.varint(*scope));
        });
        self.varint(table.scope_count);
        self.sequence(&table.macros, Self::macro_rules);
        self.sequence(&table.environment, |writer, (identifier, target)| {
            writer.symbol(identifier.name);
            writer.varint(identifier.scopes.0);
            writer.target(target);
        });
    }

    fn target(&mut self, target: &Target) {
        match target {
            Target::Own { name, .. } => {
                let number = self.variables.get(name).copied();
                self.byte(0);
                self.varint(number.expect("each own target is among the variables"));
            }
            Target::OwnMacro(number) => {
                self.byte(1);
                self.varint(*number);
            }
            Target::Other(Export::Form(form)) => {
                let all = CoreForm::ALL.iter();
                let number = all.take_while(|other| *other != form).count();
                self.byte(2);
                self.varint(number as u32);
            }
            Target::Other(Export::Variable(variable)) => {
                self.byte(3);
                self.library(&variable.library, variable.hash);
                self.symbol(variable.name);
            }
            Target::Other(Export::Macro(reference)) => {
                self.byte(4);
                self.library(&reference.table.library, reference.table.hash);
                self.varint(reference.index);
            }
        }
    }

    fn library(&mut self, name: &str, hash: [u8; 32]) {
        let number = self.libraries.number((name.to_owned(), hash));
        self.varint(number);
    }
}
