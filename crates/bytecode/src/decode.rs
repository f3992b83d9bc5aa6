//! Bytes -> unit. The form of the bytes is in [`crate::encode`].
//!
//! Accepts exactly what the encoder can give: numbers in their shortest form,
//! imports and primitives ascending and once each, no byte left over. So two
//! different sections never decode to one unit, and what decodes encodes to the
//! same bytes. Never panics, does not recurse, and allocates at most a small
//! multiple of the input (an element of 2 bytes may become one of 40).
//!
//! What has been decoded is well formed, not yet valid: see [`crate::verify`].

use crate::encode::{MAGIC, VERSION, tags};
use crate::error::{DecodeError, DecodeFault};
use crate::integer;
use crate::limits::{DEBUG_BYTES_MAX, UNIT_BYTES_MAX};
use crate::reader::{Reader, Result};
use crate::unit::*;
use mound_base::SymbolRef;
use mound_numbers::Elements;

/// What was decoded of the bytes of another node. The symbols in it live as long as `symbols`.
#[derive(Debug)]
pub struct Foreign<T> {
    pub decoded: T,
    pub symbols: Vec<SymbolRef>,
}

/// A container of our own: both sections.
pub fn from_bytes(bytes: &[u8]) -> std::result::Result<Unit, DecodeError> {
    let (canonical_section, debug_section) = sections(bytes)?;
    let mut unit = canonical(canonical_section)?;
    unit.debug = debug(debug_section)?;
    Ok(unit)
}

/// The canonical and the debug section of a container, not decoded. The first is
/// what [`crate::hash::hash_canonical`] wants.
pub fn sections(bytes: &[u8]) -> std::result::Result<(&[u8], &[u8]), DecodeError> {
    let mut reader = Reader::new(bytes);
    if !bytes.starts_with(&MAGIC) {
        return reader.fail(0, DecodeFault::Magic);
    }
    reader.bytes(MAGIC.len())?;
    let canonical = reader.counted_bytes()?;
    let debug = reader.counted_bytes()?;
    reader.finish()?;
    Ok((canonical, debug))
}

/// A canonical section of our own. The unit has no debug information.
pub fn canonical(bytes: &[u8]) -> std::result::Result<Unit, DecodeError> {
    read_canonical(Reader::new(bytes), bytes.len()).map(|foreign| foreign.decoded)
}

/// The same of another node.
pub fn foreign_canonical(bytes: &[u8]) -> std::result::Result<Foreign<Unit>, DecodeError> {
    read_canonical(Reader::foreign(bytes), bytes.len())
}

fn read_canonical(mut reader: Reader<'_>, length: usize) -> Result<Foreign<Unit>> {
    if length > UNIT_BYTES_MAX {
        return reader.fail(UNIT_BYTES_MAX, DecodeFault::TooLong);
    }
    version(&mut reader)?;
    let unit = Unit {
        name: reader.text()?.to_owned(),
        imports: ascending(&mut reader, "imports", 33, import, |left, right| {
            (&left.library, left.hash) < (&right.library, right.hash)
        })?,
        primitives: ascending(
            &mut reader,
            "primitives",
            1,
            |reader| Ok(reader.text()?.to_owned()),
            |left, right| left < right,
        )?,
        references: reader.sequence(2, reference)?,
        constants: reader.sequence(2, constant)?,
        functions: reader.sequence(3, function)?,
        exports: reader.sequence(3, export)?,
        debug: Debug::default(),
    };
    let symbols = reader.finish()?;
    Ok(Foreign {
        decoded: unit,
        symbols,
    })
}

/// A debug section of our own.
pub fn debug(bytes: &[u8]) -> std::result::Result<Debug, DecodeError> {
    read_debug(Reader::new(bytes), bytes.len()).map(|foreign| foreign.decoded)
}

/// The same of another node.
pub fn foreign_debug(bytes: &[u8]) -> std::result::Result<Foreign<Debug>, DecodeError> {
    read_debug(Reader::foreign(bytes), bytes.len())
}

fn read_debug(mut reader: Reader<'_>, length: usize) -> Result<Foreign<Debug>> {
    if length > DEBUG_BYTES_MAX {
        return reader.fail(DEBUG_BYTES_MAX, DecodeFault::TooLong);
    }
    version(&mut reader)?;
    let debug = Debug {
        sources: reader.sequence(2, |reader| {
            Ok((reader.text()?.into(), reader.text()?.into()))
        })?,
        functions: reader.sequence(7, function_debug)?,
        extents: match reader.remaining() {
            0 => Vec::new(),
            _ => reader.sequence(5, extent)?,
        },
        notes: match reader.remaining() {
            0 => Vec::new(),
            _ => reader.sequence(2, |reader| {
                Ok((reader.text()?.into(), reader.text()?.into()))
            })?,
        },
        first_lines: match reader.remaining() {
            0 => Vec::new(),
            _ => reader.sequence(2, |reader| Ok((reader.varint()?, reader.varint()?)))?,
        },
    };
    let symbols = reader.finish()?;
    Ok(Foreign {
        decoded: debug,
        symbols,
    })
}

fn version(reader: &mut Reader<'_>) -> Result<()> {
    match reader.varint()? {
        VERSION => Ok(()),
        other => reader.fail(0, DecodeFault::Version(other)),
    }
}

/// A sequence in which each element is less than the next.
fn ascending<'a, T>(
    reader: &mut Reader<'a>,
    what: &'static str,
    least: usize,
    mut element: impl FnMut(&mut Reader<'a>) -> Result<T>,
    less: impl Fn(&T, &T) -> bool,
) -> Result<Vec<T>> {
    let start = reader.offset();
    let elements = reader.sequence(least, &mut element)?;
    if !elements.windows(2).all(|pair| less(&pair[0], &pair[1])) {
        return reader.fail(start, DecodeFault::NotAscending(what));
    }
    Ok(elements)
}

fn import(reader: &mut Reader<'_>) -> Result<Import> {
    Ok(Import {
        library: reader.text()?.to_owned(),
        hash: UnitHash(reader.array()?),
    })
}

fn reference(reader: &mut Reader<'_>) -> Result<Reference> {
    let start = reader.offset();
    Ok(match reader.byte()? {
        0 => Reference::Own {
            name: reader.symbol()?,
        },
        1 => Reference::Interactive {
            name: reader.symbol()?,
        },
        2 => Reference::Imported {
            import: reader.varint()?,
            name: reader.symbol()?,
        },
        tag => return reader.fail(start, DecodeFault::Tag("reference", tag)),
    })
}

fn constant(reader: &mut Reader<'_>) -> Result<Constant> {
    let start = reader.offset();
    Ok(match reader.byte()? {
        tags::IMMEDIATE => Constant::Immediate(immediate(reader)?),
        tags::CHARACTER => Constant::Character(character(reader)?),
        tags::INTEGER => Constant::Integer(integer(reader)?),
        tags::RATIO => Constant::Ratio(reader.varint()?, reader.varint()?),
        tags::COMPLEX => Constant::Complex(reader.varint()?, reader.varint()?),
        tags::FLONUM => Constant::Flonum(u64::from_le_bytes(reader.array()?)),
        tags::SYMBOL => Constant::Symbol(reader.symbol()?),
        tags::STRING => Constant::String(reader.text()?.to_owned()),
        tags::BYTEVECTOR => Constant::Bytevector(reader.counted_bytes()?.to_vec()),
        tags::NUMBERS => numbers(reader)?,
        tags::PAIR => Constant::Pair(reader.varint()?, reader.varint()?),
        tags::VECTOR => Constant::Vector(reader.sequence(1, Reader::varint)?),
        tags::HOLE => Constant::Hole,
        tags::TIE => Constant::Tie {
            hole: reader.varint()?,
            value: reader.varint()?,
        },
        tags::RECORD_TYPE => Constant::RecordType {
            name: reader.symbol()?,
            library: reader.text()?.to_owned(),
            fields: reader.sequence(1, Reader::symbol)?,
        },
        tag => return reader.fail(start, DecodeFault::Tag("constant", tag)),
    })
}

fn numbers(reader: &mut Reader<'_>) -> Result<Constant> {
    let start = reader.offset();
    let byte = reader.byte()?;
    let Some(&kind) = Elements::ALL.get(usize::from(byte)) else {
        return reader.fail(start, DecodeFault::Tag("kind of numbers", byte));
    };
    Ok(Constant::Numbers(kind, reader.counted_bytes()?.to_vec()))
}

fn immediate(reader: &mut Reader<'_>) -> Result<Immediate> {
    let start = reader.offset();
    let byte = reader.byte()?;
    match Immediate::from_byte(byte) {
        Some(immediate) => Ok(immediate),
        None => reader.fail(start, DecodeFault::Tag("immediate", byte)),
    }
}

fn character(reader: &mut Reader<'_>) -> Result<char> {
    let start = reader.offset();
    match char::from_u32(reader.varint()?) {
        Some(character) => Ok(character),
        None => reader.fail(start, DecodeFault::Character),
    }
}

fn integer(reader: &mut Reader<'_>) -> Result<Vec<u8>> {
    let start = reader.offset();
    let bytes = reader.counted_bytes()?;
    if !integer::is_shortest(bytes) {
        return reader.fail(start, DecodeFault::LongNumber);
    }
    Ok(bytes.to_vec())
}

fn function(reader: &mut Reader<'_>) -> Result<Function> {
    let start = reader.offset();
    let tag = reader.byte()?;
    let free_count = reader.varint()?;
    let kind = match tag {
        0 | 1 => FunctionKind::Code(code(reader, tag == 1)?),
        2 => FunctionKind::Clauses(reader.sequence(1, Reader::varint)?),
        _ => return reader.fail(start, DecodeFault::Tag("function", tag)),
    };
    Ok(Function { kind, free_count })
}

fn code(reader: &mut Reader<'_>, rest: bool) -> Result<Code> {
    Ok(Code {
        required: reader.varint()?,
        rest,
        slots: reader.varint()?,
        blocks: reader.sequence(2, |reader| {
            Ok(Block {
                start: reader.varint()?,
                live: reader.counted_bytes()?.to_vec(),
            })
        })?,
        instructions: reader.sequence(4, |reader| Ok(u32::from_le_bytes(reader.array()?)))?,
    })
}

fn export(reader: &mut Reader<'_>) -> Result<Export> {
    let start = reader.offset();
    let tag = reader.byte()?;
    let name = reader.symbol()?;
    let index = reader.varint()?;
    let target = match tag {
        0 => ExportTarget::Function(index),
        1 => ExportTarget::Reference(index),
        _ => return reader.fail(start, DecodeFault::Tag("export", tag)),
    };
    Ok(Export { name, target })
}

fn function_debug(reader: &mut Reader<'_>) -> Result<FunctionDebug> {
    let start = reader.offset();
    let name = match reader.byte()? {
        0 => None,
        1 => Some(reader.symbol()?),
        tag => return reader.fail(start, DecodeFault::Tag("name of a function", tag)),
    };
    Ok(FunctionDebug {
        name,
        parameters: reader.sequence(1, Reader::symbol)?,
        free: reader.sequence(1, Reader::symbol)?,
        span: (reader.varint()?, reader.varint()?, reader.varint()?),
        places: reader.sequence(4, |reader| {
            Ok(Place {
                word: reader.varint()?,
                source: reader.varint()?,
                start: reader.varint()?,
                end: reader.varint()?,
            })
        })?,
    })
}

fn extent(reader: &mut Reader<'_>) -> Result<Extent> {
    let at = reader.offset();
    let tag = reader.byte()?;
    let (source, start, end) = (reader.varint()?, reader.varint()?, reader.varint()?);
    let name = reader.symbol()?;
    let kind = match tag {
        0 => ExtentKind::Procedure(None),
        1 => {
            let call = (reader.varint()?, reader.varint()?, reader.varint()?);
            ExtentKind::Procedure(Some(call))
        }
        2 => ExtentKind::Inlined,
        3 => ExtentKind::Exchanged,
        _ => return reader.fail(at, DecodeFault::Tag("extent", tag)),
    };
    Ok(Extent {
        source,
        start,
        end,
        kind,
        name,
    })
}
