//! The instruction set, in one table.
//!
//! [`for_each_op!`](crate::for_each_op) is the only list of instructions: encoder, verifier,
//! disassembler, assembler and interpreter are driven by it. The position of a row
//! is the number of the instruction in encoded units. This file is a
//! table; that is why it is long.
//!
//! # Words
//!
//! ```text
//!    31      24 23      16 15       8 7        0
//!   +----------+----------+----------+----------+
//!   |    c     |    b     |    a     |   op     |   first word
//!   +----------+----------+----------+----------+
//!   |        d (bits 31..16 = c,b)  |
//!
//!   +-------------------------------------------+
//!   |              w, second word               |   of the instructions that have one
//!   +-------------------------------------------+
//! ```
//!
//! `a`, `b`, `c` are 8 bits; `d` is the 16 bits of `b` and `c` together (b low, c
//! high); `w` is a second 32-bit word. `closure` and `closure-wide` have further words, four captured
//! slots in each, lowest byte first, unused bytes zero.
//!
//! # Frames
//!
//! Slots are numbered from the frame pointer away from it. Slot 0 is the return
//! word and no instruction names it. Slot 1 holds the procedure being run (only
//! defined when it has free values or was called through a value), arguments
//! follow from slot 2.
//!
//! A call at base `n` makes a new frame whose slot 0 is the caller's slot `n`:
//! the procedure is in slot `n + 1` and the arguments from slot `n + 2`. The
//! result comes back in slot `n`. A call ends its block, and the block that
//! follows it is the return point: it declares which slots live on, `n` (the
//! result) among them or not, and none above `n`.
//!
//! The base of a call is at least 1, and at least 2 in functions with free values:
//! there slot 1 always holds the procedure. The base of a tail call may
//! be 0; then procedure and arguments are where the callee wants them.
//!
//! # Blocks
//!
//! Code is a sequence of blocks. Jumps go to the start of a block; a block whose
//! last instruction is neither a jump, a call nor a return falls into the next.
//! Every jump to the same or an earlier block is a `loop`, which pays fuel.
//!
//! # Operand kinds in the table
//!
//! `read` slot read · `write` slot written · `imm8`/`imm16` signed number ·
//! `count` unsigned number · `base` slot where a call frame begins ·
//! `constant`, `function`, `reference`, `primitive`, `block` index into that table ·
//! `kind` a [`Kind`] · `none` must be zero.

/// Calls `$callback!` with the rows
/// `(Name, "mnemonic", words, [a, b, c, d, w], flow, "what it does")`.
///
/// `flow` is one of `next` (goes on), `branch` (may jump to block `w`, else goes on),
/// `jump` (goes to block `w`), `call` (ends the block; the next block is the return
/// point), `tail` and `return` (leave the frame).
/// A row with `d` set has `b` and `c` `none`.
#[macro_export]
macro_rules! for_each_op {
    ($callback:ident) => {
        $callback! {
            // Moving values.
            (Move, "move", 1, [write, read, none, none, none], next, "slot a := slot b"),
            (Constant, "constant", 1, [write, none, none, constant, none], next, "slot a := constant d"),
            (Fixnum, "fixnum", 1, [write, none, none, imm16, none], next, "slot a := d, a fixnum"),
            (Immediate, "immediate", 1, [write, count, none, none, none], next, "slot a := immediate b (see `unit::Immediate`)"),
            (Function, "function", 1, [write, none, none, function, none], next, "slot a := the closure of function d, which has no free values"),
            (Free, "free", 1, [write, none, none, count, none], next, "slot a := free value d of the procedure in slot 1"),
            (Closure, "closure", 2, [write, none, none, function, count], next, "slot a := a new closure of function d over w values, whose slots are in the words that follow"),
            (Patch, "patch", 1, [read, read, count, none, none], next, "free value c of the closure in slot a := slot b; only a closure made by this process can be patched"),
            (Global, "global", 1, [write, none, none, reference, none], next, "slot a := the variable that reference d names; raises if it is unbound"),
            (SetGlobal, "set-global", 1, [read, none, none, reference, none], next, "the variable of reference d := slot a; raises if it is unbound"),
            (DefineGlobal, "define-global", 1, [read, none, none, reference, none], next, "binds the variable of reference d to slot a and publishes it"),
            // Boxes: variables that are captured and assigned.
            (Box, "box", 1, [write, read, none, none, none], next, "slot a := a new box that holds slot b"),
            (Unbox, "unbox", 1, [write, read, none, none, none], next, "slot a := what the box in slot b holds"),
            (SetBox, "set-box", 1, [read, read, none, none, none], next, "the box in slot a now holds slot b"),
            // Control.
            (Jump, "jump", 2, [none, none, none, none, block], jump, "goes to block w, a later one"),
            (Loop, "loop", 2, [none, none, none, none, block], jump, "pays one unit of fuel and goes to block w, this or an earlier one"),
            (Return, "return", 1, [read, none, none, none, none], return, "leaves the frame with slot a as result"),
            (Call, "call", 1, [base, count, none, none, none], call, "calls the procedure in slot a + 1 with b arguments from slot a + 2"),
            (CallKnown, "call-known", 2, [base, count, none, none, function], call, "calls function w of this unit, which has no free values and takes b arguments"),
            (CallGlobal, "call-global", 2, [base, count, none, none, reference], call, "calls the procedure that reference w names with b arguments"),
            (CallPrimitive, "call-primitive", 2, [base, count, none, none, primitive], call, "calls control primitive w with b arguments from slot a + 2"),
            (TailCall, "tail-call", 1, [base, count, none, none, none], tail, "like `call`, but the new frame takes the place of this one"),
            (TailCallKnown, "tail-call-known", 2, [base, count, none, none, function], tail, "like `call-known`, in place of this frame"),
            (TailCallGlobal, "tail-call-global", 2, [base, count, none, none, reference], tail, "like `call-global`, in place of this frame"),
            (TailCallPrimitive, "tail-call-primitive", 2, [base, count, none, none, primitive], tail, "like `call-primitive`, in place of this frame"),
            // Tests fused with branches: go on if true, jump to block w if false.
            (Unless, "unless", 2, [read, none, none, none, block], branch, "jumps if slot a is #f"),
            (When, "when", 2, [read, none, none, none, block], branch, "jumps if slot a is not #f"),
            (UnlessLess, "unless<", 2, [read, read, none, none, block], branch, "jumps unless slot a < slot b"),
            (UnlessLessOrEqual, "unless<=", 2, [read, read, none, none, block], branch, "jumps unless slot a <= slot b"),
            (UnlessEqual, "unless=", 2, [read, read, none, none, block], branch, "jumps unless slot a = slot b, as numbers"),
            (UnlessLessI, "unless<i", 2, [read, none, none, imm16, block], branch, "jumps unless slot a < d"),
            (UnlessGreaterI, "unless>i", 2, [read, none, none, imm16, block], branch, "jumps unless slot a > d"),
            (UnlessEqualI, "unless=i", 2, [read, none, none, imm16, block], branch, "jumps unless slot a = d, as numbers"),
            (UnlessEq, "unless-eq", 2, [read, read, none, none, block], branch, "jumps unless slots a and b hold the same object"),
            (UnlessEqConstant, "unless-eq-constant", 2, [read, none, none, constant, block], branch, "jumps unless slot a holds the same object as constant d, an immediate"),
            (UnlessNull, "unless-null", 2, [read, none, none, none, block], branch, "jumps unless slot a is ()"),
            (UnlessPair, "unless-pair", 2, [read, none, none, none, block], branch, "jumps unless slot a is a pair"),
            (UnlessKind, "unless-kind", 2, [read, kind, none, none, block], branch, "jumps unless slot a is of kind b"),
            (UnlessRecord, "unless-record", 2, [read, read, none, none, block], branch, "jumps unless slot a is a record of the type in slot b"),
            // Tests that give a value.
            (IsEq, "eq?", 1, [write, read, read, none, none], next, "slot a := whether slots b and c hold the same object"),
            (IsKind, "kind?", 1, [write, read, kind, none, none], next, "slot a := whether slot b is of kind c"),
            (IsRecord, "record?", 1, [write, read, read, none, none], next, "slot a := whether slot b is a record of the type in slot c"),
            (Not, "not", 1, [write, read, none, none, none], next, "slot a := whether slot b is #f"),
            (Less, "<", 1, [write, read, read, none, none], next, "slot a := slot b < slot c"),
            (LessOrEqual, "<=", 1, [write, read, read, none, none], next, "slot a := slot b <= slot c"),
            (NumberEqual, "=", 1, [write, read, read, none, none], next, "slot a := slot b = slot c, as numbers"),
            // Arithmetic.
            (Add, "add", 1, [write, read, read, none, none], next, "slot a := slot b + slot c"),
            (Subtract, "subtract", 1, [write, read, read, none, none], next, "slot a := slot b - slot c"),
            (Multiply, "multiply", 1, [write, read, read, none, none], next, "slot a := slot b * slot c"),
            (AddI, "add-i", 1, [write, read, imm8, none, none], next, "slot a := slot b + c"),
            (Quotient, "quotient", 1, [write, read, read, none, none], next, "slot a := truncate-quotient of b and c"),
            (Remainder, "remainder", 1, [write, read, read, none, none], next, "slot a := truncate-remainder of b and c"),
            // Pairs.
            (Cons, "cons", 1, [write, read, read, none, none], next, "slot a := (b . c)"),
            (Car, "car", 1, [write, read, none, none, none], next, "slot a := car of b"),
            (Cdr, "cdr", 1, [write, read, none, none, none], next, "slot a := cdr of b"),
            (SetCar, "set-car", 1, [read, read, none, none, none], next, "car of a := b"),
            (SetCdr, "set-cdr", 1, [read, read, none, none, none], next, "cdr of a := b"),
            // Vectors, bytevectors, strings, records.
            (VectorRef, "vector-ref", 1, [write, read, read, none, none], next, "slot a := element c of vector b"),
            (VectorSet, "vector-set", 1, [read, read, read, none, none], next, "element b of vector a := c"),
            (VectorLength, "vector-length", 1, [write, read, none, none, none], next, "slot a := length of vector b"),
            (BytevectorRef, "bytevector-ref", 1, [write, read, read, none, none], next, "slot a := byte c of bytevector b"),
            (BytevectorSet, "bytevector-set", 1, [read, read, read, none, none], next, "byte b of bytevector a := c"),
            (StringRef, "string-ref", 1, [write, read, read, none, none], next, "slot a := character c of string b"),
            (Record, "record", 1, [write, read, count, none, none], next, "slot a := a new record of the type in slot b, its c fields in slots b + 1, b + 2, ..."),
            (RecordRef, "record-ref", 2, [write, read, read, none, count], next, "slot a := field w of the record b, which must be of the type in slot c"),
            (RecordSet, "record-set", 2, [read, read, read, none, count], next, "field w of the record a, which must be of the type in slot b, := c"),
            // Everything else.
            (Primitive, "primitive", 2, [write, base, count, none, primitive], next, "slot a := leaf primitive w of c arguments from slot b"),
            // Comparisons the other way round: what they raise names them and the right argument.
            (Greater, ">", 1, [write, read, read, none, none], next, "slot a := slot b > slot c"),
            (GreaterOrEqual, ">=", 1, [write, read, read, none, none], next, "slot a := slot b >= slot c"),
            (UnlessGreater, "unless>", 2, [read, read, none, none, block], branch, "jumps unless slot a > slot b"),
            (UnlessGreaterOrEqual, "unless>=", 2, [read, read, none, none, block], branch, "jumps unless slot a >= slot b"),
            // The same for numbers that 16 bits do not hold.
            (ConstantWide, "constant-wide", 2, [write, none, none, none, constant], next, "slot a := constant w"),
            (FunctionWide, "function-wide", 2, [write, none, none, none, function], next, "slot a := the closure of function w, which has no free values"),
            (ClosureWide, "closure-wide", 2, [write, none, none, count, function], next, "slot a := a new closure of function w over d values, whose slots are in the words that follow"),
            (GlobalWide, "global-wide", 2, [write, none, none, none, reference], next, "slot a := the variable that reference w names; raises if it is unbound"),
            (SetGlobalWide, "set-global-wide", 2, [read, none, none, none, reference], next, "the variable of reference w := slot a; raises if it is unbound"),
            (DefineGlobalWide, "define-global-wide", 2, [read, none, none, none, reference], next, "binds the variable of reference w to slot a and publishes it"),
        }
    };
}

macro_rules! define_op {
    ($(($name:ident, $mnemonic:literal, $words:literal, [$a:ident, $b:ident, $c:ident, $d:ident, $w:ident], $flow:ident, $doc:literal),)*) => {
        /// An instruction.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        pub enum Op {
            $(#[doc = $doc] $name,)*
        }

        impl Op {
            pub const ALL: &'static [Op] = &[$(Op::$name,)*];
        }

        /// What the table says of each instruction, in the order of [`Op`].
        pub const ROWS: &[Row] = &[
            $(Row {
                op: Op::$name,
                mnemonic: $mnemonic,
                words: $words,
                a: operand!($a), b: operand!($b), c: operand!($c), d: operand!($d), w: operand!($w),
                flow: flow!($flow),
                doc: $doc,
            },)*
        ];
    };
}

macro_rules! operand {
    (none) => {
        Operand::None
    };
    (read) => {
        Operand::Read
    };
    (write) => {
        Operand::Write
    };
    (imm8) => {
        Operand::Imm8
    };
    (imm16) => {
        Operand::Imm16
    };
    (count) => {
        Operand::Count
    };
    (base) => {
        Operand::Base
    };
    (constant) => {
        Operand::Constant
    };
    (function) => {
        Operand::Function
    };
    (reference) => {
        Operand::Reference
    };
    (primitive) => {
        Operand::Primitive
    };
    (block) => {
        Operand::Block
    };
    (kind) => {
        Operand::Kind
    };
}

macro_rules! flow {
    (next) => {
        Flow::Next
    };
    (branch) => {
        Flow::Branch
    };
    (jump) => {
        Flow::Jump
    };
    (call) => {
        Flow::Call
    };
    (tail) => {
        Flow::Tail
    };
    (return) => {
        Flow::Return
    };
}

/// What an operand field of an instruction means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Operand {
    None,
    Read,
    Write,
    Imm8,
    Imm16,
    Count,
    Base,
    Constant,
    Function,
    Reference,
    Primitive,
    Block,
    Kind,
}

/// Where control goes after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Next,
    Branch,
    Jump,
    Call,
    Tail,
    Return,
}

impl Flow {
    /// Whether a block can end in it without falling into the next.
    pub fn ends_block(self) -> bool {
        !matches!(self, Flow::Next | Flow::Branch)
    }
}

/// One row of the instruction table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    pub op: Op,
    pub mnemonic: &'static str,
    /// Words of the instruction, 1 or 2; `closure` has more, see [`Op::extra_words`].
    pub words: u8,
    pub a: Operand,
    pub b: Operand,
    pub c: Operand,
    pub d: Operand,
    pub w: Operand,
    pub flow: Flow,
    pub doc: &'static str,
}

for_each_op!(define_op);

impl Op {
    /// The instruction with this number.
    pub fn from_byte(byte: u8) -> Option<Op> {
        Op::ALL.get(byte as usize).copied()
    }

    pub fn row(self) -> &'static Row {
        &ROWS[self as usize]
    }

    /// Slots that a `closure` with these words captures; none for other instructions.
    pub fn capture_count(self, first: u32, second: u32) -> u32 {
        if self == Op::Closure {
            second
        } else if self == Op::ClosureWide {
            fields(first).d.into()
        } else {
            0
        }
    }

    /// Words that follow the second word: captured slots of `closure`.
    pub fn extra_words(self, first: u32, second: u32) -> u32 {
        self.capture_count(first, second).div_ceil(4)
    }
}

/// The kinds that `kind?` and `unless-kind` test for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Kind {
    Pair,
    Null,
    Boolean,
    Symbol,
    Character,
    String,
    Vector,
    Bytevector,
    Procedure,
    Number,
    ExactInteger,
    Fixnum,
    Flonum,
    Record,
    Pid,
    Tag,
    Eof,
    Absent,
    Box,
    Promise,
    Condition,
    HashTable,
    Unspecified,
    /// Exact numbers: integers and ratios.
    Exact,
    /// Numbers that have no imaginary part.
    Real,
}

impl Kind {
    pub const ALL: &'static [Kind] = &[
        Kind::Pair,
        Kind::Null,
        Kind::Boolean,
        Kind::Symbol,
        Kind::Character,
        Kind::String,
        Kind::Vector,
        Kind::Bytevector,
        Kind::Procedure,
        Kind::Number,
        Kind::ExactInteger,
        Kind::Fixnum,
        Kind::Flonum,
        Kind::Record,
        Kind::Pid,
        Kind::Tag,
        Kind::Eof,
        Kind::Absent,
        Kind::Box,
        Kind::Promise,
        Kind::Condition,
        Kind::HashTable,
        Kind::Unspecified,
        Kind::Exact,
        Kind::Real,
    ];

    /// What the assembler calls it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Pair => "pair",
            Kind::Null => "null",
            Kind::Boolean => "boolean",
            Kind::Symbol => "symbol",
            Kind::Character => "character",
            Kind::String => "string",
            Kind::Vector => "vector",
            Kind::Bytevector => "bytevector",
            Kind::Procedure => "procedure",
            Kind::Number => "number",
            Kind::ExactInteger => "exact-integer",
            Kind::Fixnum => "fixnum",
            Kind::Flonum => "flonum",
            Kind::Record => "record",
            Kind::Pid => "pid",
            Kind::Tag => "tag",
            Kind::Eof => "eof",
            Kind::Absent => "absent",
            Kind::Box => "box",
            Kind::Promise => "promise",
            Kind::Condition => "condition",
            Kind::HashTable => "hash-table",
            Kind::Unspecified => "unspecified",
            Kind::Exact => "exact",
            Kind::Real => "real",
        }
    }

    pub fn from_byte(byte: u8) -> Option<Kind> {
        Kind::ALL.get(byte as usize).copied()
    }
}

/// Packs a first word from three 8-bit operands.
pub fn word_abc(op: Op, a: u8, b: u8, c: u8) -> u32 {
    u32::from_le_bytes([op as u8, a, b, c])
}

/// Packs a first word from an 8-bit and a 16-bit operand.
pub fn word_ad(op: Op, a: u8, d: u16) -> u32 {
    op as u32 | (a as u32) << 8 | (d as u32) << 16
}

/// The fields of a first word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fields {
    pub a: u8,
    pub b: u8,
    pub c: u8,
    pub d: u16,
}

/// Takes a first word apart.
pub fn fields(word: u32) -> Fields {
    let [_, a, b, c] = word.to_le_bytes();
    Fields {
        a,
        b,
        c,
        d: (word >> 16) as u16,
    }
}
