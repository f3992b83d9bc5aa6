//! Where the code is that all machine code shares. What it expects in registers is
//! said by the stubs of each processor.

/// Distances from the beginning, or, after [`Offsets::at`], addresses.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// A C function of context and point: runs machine code.
    pub run: usize,
    /// Called with a word of a code: executes the instruction there. Returns 1 if it branched, else 0.
    pub step: usize,
    /// Called for a word of a code with a leaf primitive and its arguments; returns its value.
    pub leaf: usize,
    /// The same for `%send-here`.
    pub send: usize,
    /// Runs a control primitive with a number of arguments, for the instruction at a word of a code.
    pub control: usize,
    /// The same for `%call/cc`.
    pub capture: usize,
    /// The same for `%mailbox-take!`.
    pub receive: usize,
    /// Called with the address of a word that was stored to: notes it. Keeps all other registers.
    pub note: usize,
    /// Called with a word of a code: makes room for the frame.
    pub settle: usize,
    /// Executes the instruction at a word of a code and goes on wherever it leads.
    pub go: usize,
    /// The fuel is used up, at a word of a code.
    pub give_way: usize,
    /// Enters a code, with its arguments in their slots.
    pub enter: usize,
    /// Calls the procedure in slot 1 with a number of arguments, for the instruction at a word of a code.
    pub call: usize,
    /// The same as `enter`, for codes that nobody has compiled.
    pub untried: usize,
    /// The same as `enter`, for codes that are interpreted.
    pub refused: usize,
    /// Gives the result to the frame below.
    pub point: usize,
}

impl Offsets {
    /// The addresses, if the stubs begin at `start`.
    pub fn at(self, start: usize) -> Offsets {
        Offsets {
            run: start + self.run,
            step: start + self.step,
            leaf: start + self.leaf,
            send: start + self.send,
            control: start + self.control,
            capture: start + self.capture,
            receive: start + self.receive,
            note: start + self.note,
            settle: start + self.settle,
            go: start + self.go,
            give_way: start + self.give_way,
            enter: start + self.enter,
            call: start + self.call,
            untried: start + self.untried,
            refused: start + self.refused,
            point: start + self.point,
        }
    }
}
