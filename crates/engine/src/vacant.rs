//! What is kept of processes that have ended.

use mound_machine::Context;

/// Their contexts: most processes end soon, and the next one begins with what they had.
#[derive(Default)]
#[expect(
    clippy::vec_box,
    reason = "contexts are used in boxes, and are not moved in or out of them"
)]
pub struct Vacant(Vec<Box<Context>>);

/// As many as a scheduler keeps: 60 kB of memory.
const VACANT_MAX: usize = 64;

impl Vacant {
    pub(crate) fn keep(&mut self, mut context: Box<Context>) {
        if self.0.len() < VACANT_MAX && context.vacate() {
            self.0.push(context);
        }
    }

    pub(crate) fn take(&mut self) -> Option<Box<Context>> {
        self.0.pop()
    }

    /// Gives up the units that they keep, whose code the next ones might run.
    pub(crate) fn give_up_units(&mut self) {
        self.0.iter_mut().for_each(|context| context.give_up_unit());
    }
}
