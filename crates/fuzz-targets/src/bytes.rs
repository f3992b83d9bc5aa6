//! Bytes as decisions: what a generator of inputs asks for.

/// Takes bytes off an input; zeros follow its end, so that what is generated ends too.
pub(crate) struct Decisions<'a> {
    bytes: &'a [u8],
}

impl<'a> Decisions<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Decisions<'a> {
        Decisions { bytes }
    }

    pub(crate) fn byte(&mut self) -> u8 {
        match self.bytes.split_first() {
            Some((first, rest)) => {
                self.bytes = rest;
                *first
            }
            None => 0,
        }
    }

    /// A number below `bound`, which is at most 256.
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        usize::from(self.byte()) % bound.max(1)
    }

    pub(crate) fn word(&mut self) -> u64 {
        (0..8).fold(0, |word, _| word << 8 | u64::from(self.byte()))
    }

    pub(crate) fn is_over(&self) -> bool {
        self.bytes.is_empty()
    }
}
