//! Where the code is that all machine code shares. What it expects in registers is
//! said by the stubs of each processor.

/// The stubs, each said once.
macro_rules! offsets {
    ($($(#[$what:meta])* $stub:ident,)*) => {
        /// Distances from the beginning, or, after [`Offsets::at`], addresses.
        #[derive(Clone, Copy, Debug)]
        pub struct Offsets {
            $($(#[$what])* pub $stub: usize,)*
        }

        impl Offsets {
            /// The addresses, if the stubs begin at `start`.
            pub fn at(self, start: usize) -> Offsets {
                Offsets { $($stub: start + self.$stub,)* }
            }
        }
    };
}

offsets! {
    /// A C function of context and point: runs machine code.
    run,
    /// Called with a word of a code: executes the instruction there. Returns 1 if it branched, else 0.
    step,
    /// Called for a word of a code with a leaf primitive and its arguments; returns its value.
    leaf,
    /// Called for the instruction at an address of a code, with the quick entry of a leaf primitive and its
    /// arguments; returns what that gives.
    quick,
    /// As `leaf`, for `%send-here`.
    send,
    /// Runs a control primitive with a number of arguments, for the instruction at a word of a code.
    control,
    /// The same for `%call/cc`.
    capture,
    /// The same for `%apply`.
    apply,
    /// The same for `%receive`.
    values,
    /// The same for `%mailbox-take!` and `%mailbox-first!`.
    receive,
    /// Called with the address of a word that was stored to: notes it. Keeps all other registers.
    note,
    /// Called with a word of a code: makes room for the frame.
    regain_room,
    /// Executes the instruction at a word of a code and goes on wherever it leads.
    go,
    /// The fuel is used up, at a word of a code.
    give_way,
    /// Enters a code, with its arguments in their slots.
    enter,
    /// Calls the procedure in slot 1 with a number of arguments, for the instruction at a word of a code.
    call,
    /// The same as `enter`, for codes that nobody has compiled.
    untried,
    /// The same as `enter`, for codes that are interpreted.
    refused,
    /// Gives the result to the frame below.
    point,
}

impl Offsets {
    /// Those to which code of functions jumps.
    pub fn jumped_to(&self) -> [usize; 9] {
        [
            self.go,
            self.enter,
            self.call,
            self.control,
            self.give_way,
            self.capture,
            self.apply,
            self.values,
            self.receive,
        ]
    }

    /// Those that it calls.
    pub fn called(&self) -> [usize; 6] {
        [
            self.step,
            self.note,
            self.leaf,
            self.quick,
            self.send,
            self.regain_room,
        ]
    }
}
