//! Memory that is held for peers, counted where the memory of the program is.
//!
//! Whoever holds something for a peer has a [`Charge`] beside it, which gives back at its end what it has
//! counted. This crate does not know whose count it is: the owner of the node says so.

/// The count of the memory of the program.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Counts bytes more, or fewer.
    pub count: fn(isize),
    /// Bytes that are left.
    pub room: fn() -> usize,
}

impl Default for Budget {
    /// Nobody counts.
    fn default() -> Budget {
        Budget {
            count: |_| (),
            room: || usize::MAX,
        }
    }
}

/// Bytes that are counted as long as this lives.
#[derive(Debug)]
pub(crate) struct Charge {
    budget: Budget,
    bytes: usize,
}

impl Charge {
    pub fn new(budget: Budget) -> Charge {
        Charge { budget, bytes: 0 }
    }

    pub fn of(budget: Budget, bytes: usize) -> Charge {
        let mut charge = Charge::new(budget);
        charge.set(bytes);
        charge
    }

    /// Makes it so many bytes.
    pub fn set(&mut self, bytes: usize) {
        if bytes != self.bytes {
            (self.budget.count)(bytes as isize - self.bytes as isize);
            self.bytes = bytes;
        }
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.set(0);
    }
}
