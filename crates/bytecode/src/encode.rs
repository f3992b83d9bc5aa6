//! Unit -> bytes.
//!
//! The *canonical section* holds all of a unit but its debug information: equal
//! units have equal sections and the other way round, so its hash is the identity
//! of the unit. The *debug section* is separate. The *container* holds both.
//!
//! ```text
//!   container  = "MNDU" length canonical length debug
//!   canonical  = version name imports primitives references constants functions exports
//!   import     = text hash(32)          (ascending by library and hash, each once)
//!   primitive  = text                   (ascending, each once)
//!   reference  = 0 text | 1 text | 2 import text              Own, Interactive, Imported
//!   constant   = tag ...                see `tags`
//!   function   = 0|1 free required slots blocks words          Code; 1: takes a rest list
//!              | 2 free functions                              Clauses
//!   block      = start slots
//!   export     = 0 text function | 1 text reference
//!   debug      = version sources functions (extents (notes first-lines?)?)?   (left out at the end if there are none)
//!   source     = text text                                     name, contents
//!   function   = 0|1 text? texts texts source start end places
//!   place      = word source start end
//!   extent     = 0|2|3 source start end text | 1 source start end text source start end
//! ```
//!
//! Numbers are LEB128, shortest. Sequences and texts are preceded by their
//! length. Words of code and the bits of flonums are little endian and of fixed size.

use crate::unit::*;
use mound_base::Symbol;

/// The version of both sections. Other versions are refused.
pub const VERSION: u32 = 1;
/// First bytes of a container.
pub const MAGIC: [u8; 4] = *b"MNDU";

/// First bytes of the forms of constants.
pub(crate) mod tags {
    pub const IMMEDIATE: u8 = 0;
    pub const CHARACTER: u8 = 1;
    pub const INTEGER: u8 = 2;
    pub const RATIO: u8 = 3;
    pub const FLONUM: u8 = 4;
    pub const SYMBOL: u8 = 5;
    pub const STRING: u8 = 6;
    pub const BYTEVECTOR: u8 = 7;
    pub const PAIR: u8 = 8;
    pub const VECTOR: u8 = 9;
    pub const RECORD_TYPE: u8 = 10;
    pub const COMPLEX: u8 = 11;
    pub const HOLE: u8 = 12;
    pub const TIE: u8 = 13;
    pub const NUMBERS: u8 = 14;
}

/// The container: canonical section and debug section.
pub fn to_bytes(unit: &Unit) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.bytes.extend_from_slice(&MAGIC);
    writer.counted_bytes(&canonical(unit));
    writer.counted_bytes(&debug(&unit.debug));
    writer.bytes
}

/// The canonical section.
pub fn canonical(unit: &Unit) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.varint(VERSION);
    writer.text(&unit.name);
    writer.sequence(&unit.imports, |writer, import| {
        writer.text(&import.library);
        writer.bytes.extend_from_slice(&import.hash.0);
    });
    writer.sequence(&unit.primitives, |writer, name| writer.text(name));
    writer.sequence(&unit.references, Writer::reference);
    writer.sequence(&unit.constants, Writer::constant);
    writer.sequence(&unit.functions, Writer::function);
    writer.sequence(&unit.exports, Writer::export);
    writer.bytes
}

/// The debug section.
pub fn debug(debug: &Debug) -> Vec<u8> {
    let mut writer = Writer::default();
    writer.varint(VERSION);
    writer.sequence(&debug.sources, |writer, (name, text)| {
        writer.text(name);
        writer.text(text);
    });
    writer.sequence(&debug.functions, Writer::function_debug);
    let has_lines = !debug.first_lines.is_empty();
    let has_notes = !debug.notes.is_empty() || has_lines;
    if !debug.extents.is_empty() || has_notes {
        writer.sequence(&debug.extents, Writer::extent);
    }
    if has_notes {
        writer.sequence(&debug.notes, |writer, (name, text)| {
            writer.text(name);
            writer.text(text);
        });
    }
    if has_lines {
        writer.sequence(&debug.first_lines, |writer, (source, line)| {
            writer.varint(*source);
            writer.varint(*line);
        });
    }
    writer.bytes
}

#[derive(Default)]
struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    fn byte(&mut self, byte: u8) {
        self.bytes.push(byte);
    }

    fn varint(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.byte(value as u8 | 0x80);
            value >>= 7;
        }
        self.byte(value as u8);
    }

    fn count(&mut self, count: usize) {
        self.varint(u32::try_from(count).expect("a unit has fewer than 2^32 of anything"));
    }

    fn sequence<T>(&mut self, elements: &[T], mut write: impl FnMut(&mut Writer, &T)) {
        self.count(elements.len());
        for element in elements {
            write(self, element);
        }
    }

    fn counted_bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.bytes.extend_from_slice(bytes);
    }

    fn text(&mut self, text: &str) {
        self.counted_bytes(text.as_bytes());
    }

    fn symbol(&mut self, symbol: &Symbol) {
        self.text(&symbol.text());
    }

    fn reference(&mut self, reference: &Reference) {
        match reference {
            Reference::Own { name } => {
                self.byte(0);
                self.symbol(name);
            }
            Reference::Interactive { name } => {
                self.byte(1);
                self.symbol(name);
            }
            Reference::Imported { import, name } => {
                self.byte(2);
                self.varint(*import);
                self.symbol(name);
            }
        }
    }

    fn constant(&mut self, constant: &Constant) {
        self.byte(tag(constant));
        match constant {
            Constant::Immediate(immediate) => self.byte(*immediate as u8),
            Constant::Character(character) => self.varint(*character as u32),
            Constant::Integer(bytes) | Constant::Bytevector(bytes) => self.counted_bytes(bytes),
            Constant::Numbers(kind, bytes) => {
                self.byte(*kind as u8);
                self.counted_bytes(bytes);
            }
            Constant::Flonum(bits) => self.bytes.extend_from_slice(&bits.to_le_bytes()),
            Constant::Symbol(symbol) => self.symbol(symbol),
            Constant::String(text) => self.text(text),
            Constant::Ratio(first, second)
            | Constant::Complex(first, second)
            | Constant::Pair(first, second) => {
                self.varint(*first);
                self.varint(*second);
            }
            Constant::Hole => {}
            Constant::Tie { hole, value } => {
                self.varint(*hole);
                self.varint(*value);
            }
            Constant::Vector(elements) => {
                self.sequence(elements, |writer, element| writer.varint(*element));
            }
            Constant::RecordType {
                name,
                library,
                fields,
            } => {
                self.symbol(name);
                self.text(library);
                self.sequence(fields, Writer::symbol);
            }
        }
    }

    fn function(&mut self, function: &Function) {
        match &function.kind {
            FunctionKind::Code(code) => {
                self.byte(u8::from(code.rest));
                self.varint(function.free_count);
                self.code(code);
            }
            FunctionKind::Clauses(clauses) => {
                self.byte(2);
                self.varint(function.free_count);
                self.sequence(clauses, |writer, clause| writer.varint(*clause));
            }
        }
    }

    fn code(&mut self, code: &Code) {
        self.varint(code.required);
        self.varint(code.slots);
        self.sequence(&code.blocks, |writer, block| {
            writer.varint(block.start);
            writer.counted_bytes(&block.live);
        });
        self.sequence(&code.instructions, |writer, word| {
            writer.bytes.extend_from_slice(&word.to_le_bytes());
        });
    }

    fn export(&mut self, export: &Export) {
        let (tag, index) = match export.target {
            ExportTarget::Function(index) => (0, index),
            ExportTarget::Reference(index) => (1, index),
        };
        self.byte(tag);
        self.symbol(&export.name);
        self.varint(index);
    }

    fn function_debug(&mut self, function: &FunctionDebug) {
        self.byte(u8::from(function.name.is_some()));
        if let Some(name) = &function.name {
            self.symbol(name);
        }
        self.sequence(&function.parameters, Writer::symbol);
        self.sequence(&function.free, Writer::symbol);
        let (source, start, end) = function.span;
        self.varint(source);
        self.varint(start);
        self.varint(end);
        self.sequence(&function.places, |writer, place| {
            writer.varint(place.word);
            writer.varint(place.source);
            writer.varint(place.start);
            writer.varint(place.end);
        });
    }

    fn extent(&mut self, extent: &Extent) {
        let (tag, call) = match extent.kind {
            ExtentKind::Procedure(None) => (0, None),
            ExtentKind::Procedure(call) => (1, call),
            ExtentKind::Inlined => (2, None),
            ExtentKind::Exchanged => (3, None),
        };
        self.byte(tag);
        self.varint(extent.source);
        self.varint(extent.start);
        self.varint(extent.end);
        self.symbol(&extent.name);
        if let Some((source, start, end)) = call {
            self.varint(source);
            self.varint(start);
            self.varint(end);
        }
    }
}

fn tag(constant: &Constant) -> u8 {
    match constant {
        Constant::Immediate(_) => tags::IMMEDIATE,
        Constant::Character(_) => tags::CHARACTER,
        Constant::Integer(_) => tags::INTEGER,
        Constant::Ratio(..) => tags::RATIO,
        Constant::Complex(..) => tags::COMPLEX,
        Constant::Flonum(_) => tags::FLONUM,
        Constant::Symbol(_) => tags::SYMBOL,
        Constant::String(_) => tags::STRING,
        Constant::Bytevector(_) => tags::BYTEVECTOR,
        Constant::Numbers(..) => tags::NUMBERS,
        Constant::Pair(..) => tags::PAIR,
        Constant::Vector(_) => tags::VECTOR,
        Constant::Hole => tags::HOLE,
        Constant::Tie { .. } => tags::TIE,
        Constant::RecordType { .. } => tags::RECORD_TYPE,
    }
}
