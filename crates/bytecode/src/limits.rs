//! Every bound on units, and why.
//!
//! They say which units are valid, so they are the same in every build: two
//! nodes must agree on what they accept. Most follow from the width of an
//! operand; what no bound is given for is bounded by the size of the encoding,
//! since each element takes at least a byte of it.

/// Longest canonical section, in bytes. The largest library of the standard set
/// is under 1 MB; this leaves room for generated tables and keeps the
/// memory of a decoded unit under 2 GB.
pub const UNIT_BYTES_MAX: usize = 32 << 20;

/// Longest debug section, in bytes. It holds the source text.
pub const DEBUG_BYTES_MAX: usize = 32 << 20;

/// Elements a vector may be given room for before any of them has been read.
/// Larger ones grow as elements arrive, so that a false count costs nothing.
pub const PREALLOCATE_MAX: usize = 1024;

/// Names of libraries, in bytes; the same as for foreign symbols.
pub const NAME_BYTES_MAX: usize = mound_base::symbol::FOREIGN_NAME_BYTES_MAX;

/// Functions of a unit. Generated programs have a hundred thousand; the distance between the records of any two
/// functions is an operand of 32 bits when they are linked.
pub const FUNCTIONS_MAX: usize = 1 << 20;

/// Slots of a frame, slot 0 included: operands name them in 8 bits.
pub const SLOTS_MAX: u32 = 256;

/// Arguments from slot 2 on that fit in a frame.
pub const PARAMETERS_MAX: u32 = SLOTS_MAX - 2;

/// Free values of a closure: `free` names them in 16 bits.
pub const FREE_MAX: u32 = 1 << 16;

/// Words of code of one function, so that a place in it fits in 24 bits of a packed word.
pub const CODE_WORDS_MAX: usize = 1 << 24;

/// Fields of a record. `record` makes those of up to 255 fields, `%list->record` all. Each mention
/// of a type in a program is a copy of the names.
pub const RECORD_FIELDS_MAX: usize = 1000;

/// Bytes of the numerator or denominator of a ratio. Linking reduces ratios to
/// lowest terms, and that takes more than linear time in their length.
pub const RATIO_PART_BYTES_MAX: usize = 512;

/// Bits of an integer that is an immediate value.
pub const FIXNUM_BITS: u32 = 61;
