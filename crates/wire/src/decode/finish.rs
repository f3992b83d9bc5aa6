//! What can only be checked at the end.

use super::Decoder;
use super::reader::Result;
use crate::error::DecodeFault;

impl Decoder<'_> {
    pub(super) fn check_whole(&self) -> Result<()> {
        let end = self.reader.offset();
        if self.reader.remaining() > 0 {
            return self.reader.fail(end, DecodeFault::Trailing);
        }
        if self.units_used < self.units.len() {
            return self.not_canonical(end, "a unit is not used");
        }
        if has_twins(self.symbols.iter().map(|symbol| symbol.bits()).collect()) {
            return self.not_canonical(end, "a symbol is named twice");
        }
        if has_twins(self.nodes.iter().map(|&node| u64::from(node)).collect()) {
            return self.not_canonical(end, "a node is named twice");
        }
        if has_twins(self.constants.clone()) {
            return self.not_canonical(end, "a constant is named twice");
        }
        if self.chunks.has_cycle() {
            return self.reader.fail(end, DecodeFault::ChunkCycle);
        }
        Ok(())
    }
}

fn has_twins(mut keys: Vec<u64>) -> bool {
    keys.sort_unstable();
    keys.windows(2).any(|pair| pair[0] == pair[1])
}
