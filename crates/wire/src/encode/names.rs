//! Symbols, nodes and units by number: each is named where it is met first.

use super::{Encoder, Stop};
use mound_base::symbol::FOREIGN_NAME_BYTES_MAX;
use mound_bytecode::unit::UnitHash;
use mound_heap::{Fragment, Value};

/// What no node takes from another one.
const TOO_LONG: &str = "a symbol of more than 4096 bytes";
const _: () = assert!(FOREIGN_NAME_BYTES_MAX == 4096);

impl Encoder<'_> {
    /// A symbol by number; its name follows where it is met first.
    pub(super) fn symbol(&mut self, value: Value) -> Result<(), Stop> {
        // The bits of a symbol are no address, so both can be keys; counted symbols have their mark.
        let known = self.scratch.seen.enter(value.bits(), self.symbols);
        self.number(u64::from(known.unwrap_or(self.symbols)));
        if known.is_none() {
            self.symbols += 1;
            let name = value.symbol_text();
            let name = name.ok_or(Stop::Unsendable(value, "a symbol without a name"))?;
            if name.len() > FOREIGN_NAME_BYTES_MAX {
                return Err(Stop::Unsendable(value, TOO_LONG));
            }
            self.number(name.len() as u64);
            self.out.extend_from_slice(name.as_bytes());
        }
        Ok(())
    }

    /// A node by number; its identity follows where it is met first.
    pub(super) fn node(&mut self, index: u16) {
        // Neither an address nor the bits of a symbol.
        let key = u64::from(index) << 3 | 7;
        let known = self.scratch.seen.enter(key, self.nodes);
        self.number(u64::from(known.unwrap_or(self.nodes)));
        if known.is_none() {
            self.nodes += 1;
            let identity = self.names.identity(index);
            self.out.extend_from_slice(&identity.id);
            self.number(identity.incarnation);
            self.number(identity.address.len() as u64);
            self.out.extend_from_slice(identity.address.as_bytes());
        }
    }

    /// A unit by number in the table of the header.
    pub(super) fn unit(&mut self, unit: &Fragment) -> Option<u32> {
        let pointer = std::ptr::from_ref(unit);
        if let Some(&number) = self.unit_numbers.get(&pointer) {
            return Some(number);
        }
        let hash = UnitHash(unit.unit_hash()?);
        let known = self.units.iter().position(|unit| *unit == hash);
        let number = known.unwrap_or(self.units.len()) as u32;
        if known.is_none() {
            self.units.push(hash);
        }
        self.unit_numbers.insert(pointer, number);
        Some(number)
    }
}
