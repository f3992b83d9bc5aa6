//! Bytes to an interface: numbers, texts, tables, variables, exports.
//!
//! Each method either gives a value and moves on, or an error with the offset where it
//! began. Nothing is allocated for more elements than the bytes left can hold.

use super::{
    DecodedLibrary, InterfaceError, InterfaceFault as Fault, MAGIC, NESTING_MAX, Surroundings,
    VERSION,
};
use crate::core::ConstantProcedure;
use crate::form::CoreForm;
use crate::interface::{
    Export, LibraryInterface, LibraryName, MacroReference, MacroTable, Target, VariableReference,
};
use crate::scope::ScopeSet;
use crate::syntax::Identifier;
use mound_base::{SourceId, Span, Symbol};
use std::collections::HashMap;
use std::rc::Rc;

pub(super) type Result<T> = std::result::Result<T, InterfaceError>;

pub(super) struct Reader<'a, 's> {
    bytes: &'a [u8],
    at: usize,
    depth: u32,
    symbols: Table<Symbol>,
    sources: Table<SourceId>,
    libraries: Table<Rc<DecodedLibrary>>,
    /// Which of the library's own variables are mentioned.
    own_used: Vec<bool>,
    surroundings: &'s mut dyn Surroundings,
}

/// Things that have to be used in the order in which they are listed.
struct Table<T> {
    list: Vec<T>,
    used: usize,
}

impl<T> Table<T> {
    fn new() -> Table<T> {
        Table {
            list: Vec::new(),
            used: 0,
        }
    }
}

impl<T: Clone> Table<T> {
    /// The thing with this number, if it was used before or is the next.
    fn get(&mut self, number: u32) -> Option<T> {
        let number = number as usize;
        if number > self.used {
            return None;
        }
        let thing = self.list.get(number)?.clone();
        self.used = self.used.max(number + 1);
        Some(thing)
    }

    fn all_used(&self) -> bool {
        self.used == self.list.len()
    }
}

/// A variable of the library itself.
type Own = (Symbol, Option<Rc<ConstantProcedure>>);

pub(super) fn interface(
    bytes: &[u8],
    hash: [u8; 32],
    surroundings: &mut dyn Surroundings,
) -> Result<DecodedLibrary> {
    let mut reader = Reader {
        bytes,
        at: 0,
        depth: 0,
        symbols: Table::new(),
        sources: Table::new(),
        libraries: Table::new(),
        own_used: Vec::new(),
        surroundings,
    };
    let name = reader.header()?;
    let own = reader.variables()?;
    reader.own_used = vec![false; own.len()];
    let macros = reader.macros(&name, hash, &own)?;
    let variables: Vec<Rc<VariableReference>> = own
        .iter()
        .map(|(name, procedure)| {
            Rc::new(VariableReference {
                library: macros.library.clone(),
                hash,
                name: *name,
                procedure: procedure.clone(),
            })
        })
        .collect();
    let exports = reader.exports(&variables, &macros)?;
    reader.finish()?;
    Ok(DecodedLibrary {
        interface: Rc::new(LibraryInterface {
            name,
            hash,
            exports: exports.into_iter().collect(),
        }),
        variables: variables
            .into_iter()
            .map(|variable| (variable.name, variable))
            .collect(),
        macros,
    })
}

impl<'a> Reader<'a, '_> {
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    pub(super) fn fail<T>(&self, offset: usize, fault: Fault) -> Result<T> {
        Err(InterfaceError { offset, fault })
    }

    fn take(&mut self, length: usize) -> Result<&'a [u8]> {
        let end = self.at.checked_add(length);
        let Some(bytes) = end.and_then(|end| self.bytes.get(self.at..end)) else {
            return self.fail(self.at, Fault::Truncated);
        };
        self.at += length;
        Ok(bytes)
    }

    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub(super) fn flag(&mut self) -> Result<bool> {
        let start = self.at;
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            tag => self.fail(start, Fault::Tag("truth value", tag)),
        }
    }

    pub(super) fn varint(&mut self) -> Result<u32> {
        let start = self.at;
        let mut value = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                let shortest = byte != 0 || shift == 0;
                return match u32::try_from(value) {
                    Ok(value) if shortest => Ok(value),
                    _ => self.fail(start, Fault::Number),
                };
            }
        }
        self.fail(start, Fault::Number)
    }

    /// A sequence of elements of at least `least` bytes each.
    pub(super) fn sequence<T>(
        &mut self,
        least: usize,
        mut element: impl FnMut(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let start = self.at;
        let count = self.varint()? as usize;
        if count.saturating_mul(least) > self.bytes.len() - self.at {
            return self.fail(start, Fault::Truncated);
        }
        let mut elements = Vec::with_capacity(count);
        for _ in 0..count {
            elements.push(element(self)?);
        }
        Ok(elements)
    }

    pub(super) fn counted_bytes(&mut self) -> Result<&'a [u8]> {
        let length = self.varint()? as usize;
        self.take(length)
    }

    pub(super) fn text(&mut self) -> Result<&'a str> {
        let start = self.at;
        match std::str::from_utf8(self.counted_bytes()?) {
            Ok(text) => Ok(text),
            Err(_) => self.fail(start, Fault::Utf8),
        }
    }

    pub(super) fn symbol(&mut self) -> Result<Symbol> {
        let start = self.at;
        let number = self.varint()?;
        match self.symbols.get(number) {
            Some(symbol) => Ok(symbol),
            None => self.fail(start, Fault::Index("symbol")),
        }
    }

    pub(super) fn span(&mut self) -> Result<Span> {
        let start = self.at;
        let Some(number) = self.varint()?.checked_sub(1) else {
            return Ok(Span::NONE);
        };
        let Some(source) = self.sources.get(number) else {
            return self.fail(start, Fault::Index("source"));
        };
        let (first, length) = (self.varint()?, self.varint()?);
        Ok(Span {
            source,
            start: first,
            end: first.wrapping_add(length),
        })
    }

    fn library(&mut self) -> Result<Rc<DecodedLibrary>> {
        let start = self.at;
        let number = self.varint()?;
        match self.libraries.get(number) {
            Some(library) => Ok(library),
            None => self.fail(start, Fault::Index("library")),
        }
    }

    /// Reads what is one level deeper (N1).
    pub(super) fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        self.depth += 1;
        if self.depth > NESTING_MAX {
            return self.fail(self.at, Fault::Nesting);
        }
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// The name, and the tables.
    fn header(&mut self) -> Result<LibraryName> {
        if self.array()? != MAGIC {
            return self.fail(0, Fault::Magic);
        }
        match self.varint()? {
            VERSION => {}
            version => return self.fail(MAGIC.len(), Fault::Version(version)),
        }
        let parts = self.sequence(1, |reader| Ok(reader.text()?.to_owned()))?;
        self.symbols.list = self.distinct("symbols", Self::text, Symbol::intern)?;
        let sources = self.distinct("sources", Self::text, str::to_owned)?;
        for name in sources {
            let source = self.surroundings.source(&name);
            self.sources.list.push(source);
        }
        let start = self.at;
        let read = |reader: &mut Self| Ok((reader.text()?, reader.array::<32>()?));
        let libraries = self.distinct("libraries", read, |(name, hash)| (name.to_owned(), hash))?;
        for (name, hash) in libraries {
            match self.surroundings.library(&name, &hash) {
                Some(library) => self.libraries.list.push(library),
                None => return self.fail(start, Fault::Missing(format!("library {name}"))),
            }
        }
        Ok(LibraryName { parts })
    }

    /// A sequence without repetitions.
    fn distinct<T: Eq + std::hash::Hash + Copy, U>(
        &mut self,
        what: &'static str,
        mut read: impl FnMut(&mut Self) -> Result<T>,
        make: impl Fn(T) -> U,
    ) -> Result<Vec<U>> {
        let mut seen = std::collections::HashSet::new();
        self.sequence(1, |reader| {
            let start = reader.at;
            let element = read(reader)?;
            if !seen.insert(element) {
                return reader.fail(start, Fault::Order(what));
            }
            Ok(make(element))
        })
    }

    /// Names have to ascend.
    fn ascending(&self, last: &mut Option<Symbol>, name: Symbol, offset: usize) -> Result<()> {
        if last.is_some_and(|last| last.name() >= name.name()) {
            return self.fail(offset, Fault::Order("names"));
        }
        *last = Some(name);
        Ok(())
    }

    fn variables(&mut self) -> Result<Vec<Own>> {
        let mut last = None;
        self.sequence(2, |reader| {
            let start = reader.at;
            let name = reader.symbol()?;
            reader.ascending(&mut last, name, start)?;
            let procedure = match reader.flag()? {
                true => Some(Rc::new(reader.procedure()?)),
                false => None,
            };
            Ok((name, procedure))
        })
    }

    fn macros(
        &mut self,
        name: &LibraryName,
        hash: [u8; 32],
        own: &[Own],
    ) -> Result<Rc<MacroTable>> {
        let start = self.at;
        let sets = self.sequence(1, |reader| reader.sequence(1, Self::varint))?;
        let scope_count = self.varint()?;
        let sorted = |set: &Vec<u32>| set.windows(2).all(|pair| pair[0] < pair[1]);
        let small = |set: &Vec<u32>| set.last().is_none_or(|last| *last < scope_count);
        if !sets.iter().all(|set| sorted(set) && small(set)) {
            return self.fail(start, Fault::Order("scopes"));
        }
        let set_count = sets.len() as u32;
        let macros = self.sequence(3, |reader| reader.macro_rules(set_count))?;
        let macro_count = macros.len() as u32;
        let environment = self.sequence(4, |reader| {
            let identifier = Identifier {
                name: reader.symbol()?,
                scopes: ScopeSet(reader.below(set_count, "scope set")?),
            };
            let target = reader.target(own, macro_count)?;
            Ok((identifier, target))
        })?;
        Ok(Rc::new(MacroTable {
            library: name.unit_name().into(),
            hash,
            macros,
            sets,
            scope_count,
            environment,
        }))
    }

    fn target(&mut self, own: &[Own], macros: u32) -> Result<Target> {
        let start = self.at;
        Ok(match self.byte()? {
            0 => {
                let number = self.below(own.len() as u32, "variable")?;
                self.own_used[number as usize] = true;
                let (name, procedure) = own[number as usize].clone();
                Target::Own { name, procedure }
            }
            1 => Target::OwnMacro(self.below(macros, "macro")?),
            2 => {
                let number = self.below(CoreForm::ALL.len() as u32, "core form")?;
                Target::Other(Export::Form(CoreForm::ALL[number as usize]))
            }
            3 => {
                let (library, name) = (self.library()?, self.symbol()?);
                match library.variables.get(&name) {
                    Some(variable) => Target::Other(Export::Variable(variable.clone())),
                    None => {
                        let what = format!("{name} of {}", library.interface.name);
                        return self.fail(start, Fault::Missing(what));
                    }
                }
            }
            4 => {
                let library = self.library()?;
                let table = library.macros.clone();
                let index = self.below(table.macros.len() as u32, "macro")?;
                Target::Other(Export::Macro(MacroReference { table, index }))
            }
            tag => return self.fail(start, Fault::Tag("target", tag)),
        })
    }

    fn exports(
        &mut self,
        own: &[Rc<VariableReference>],
        macros: &Rc<MacroTable>,
    ) -> Result<HashMap<Symbol, Export>> {
        let mut last = None;
        let names: Vec<Own> = own
            .iter()
            .map(|variable| (variable.name, variable.procedure.clone()))
            .collect();
        let macro_count = macros.macros.len() as u32;
        let exports = self.sequence(3, |reader| {
            let start = reader.at;
            let name = reader.symbol()?;
            reader.ascending(&mut last, name, start)?;
            let target = reader.target(&names, macro_count)?;
            Ok((name, target.to_export(macros)))
        })?;
        Ok(exports.into_iter().collect())
    }

    fn finish(self) -> Result<()> {
        if self.at < self.bytes.len() {
            return self.fail(self.at, Fault::Trailing);
        }
        let used = self.symbols.all_used() && self.sources.all_used() && self.libraries.all_used();
        if !used || self.own_used.contains(&false) {
            return self.fail(self.at, Fault::Order("tables"));
        }
        Ok(())
    }
}
