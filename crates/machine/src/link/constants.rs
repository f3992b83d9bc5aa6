//! Literal data of a unit, as objects of its fragment.

use super::{Hooks, KnownType, LinkError};
use mound_base::{Symbol, SymbolText};
use mound_bytecode::unit::{Constant, Immediate, Unit};
use mound_heap::Value;
use mound_heap::builder::FragmentBuilder;
use mound_numbers::Number;

/// The constants of a unit. A record type that is `known` is not made again: two objects for one type
/// are told apart by their uid only.
pub(super) fn build(
    unit: &Unit,
    builder: &mut FragmentBuilder,
    hooks: &Hooks,
    known: &dyn Fn([u64; 2]) -> Option<KnownType>,
) -> Result<Vec<Value>, LinkError> {
    let mut values: Vec<Value> = Vec::with_capacity(unit.constants.len());
    // Parts that are holes: object, index in it, number of the hole.
    let mut parts: Vec<(Value, usize, u32)> = Vec::new();
    let is_hole = |index: u32| matches!(unit.constants[index as usize], Constant::Hole);
    for constant in &unit.constants {
        let value = match constant {
            Constant::Immediate(immediate) => match immediate {
                Immediate::False => Value::FALSE,
                Immediate::True => Value::TRUE,
                Immediate::Null => Value::NULL,
                Immediate::Unspecified => Value::UNSPECIFIED,
                Immediate::Eof => Value::EOF,
                Immediate::Absent => Value::ABSENT,
            },
            Constant::Character(character) => Value::character(*character),
            Constant::Integer(bytes) => {
                builder.integer(&mound_bytecode::integer::from_bytes(bytes))
            }
            Constant::Ratio(numerator, denominator) => {
                builder.number(&ratio(unit, *numerator, *denominator)?)
            }
            // A ratio that is not in lowest terms may turn out to be 0.
            Constant::Complex(_, imaginary) if values[*imaginary as usize] == Value::fixnum(0) => {
                return Err(LinkError::Invalid("a complex constant is real".to_owned()));
            }
            Constant::Complex(real, imaginary) => {
                builder.complex(values[*real as usize], values[*imaginary as usize])
            }
            Constant::Flonum(bits) => builder.flonum(f64::from_bits(*bits)),
            Constant::Symbol(symbol) => builder.symbol(symbol.counted()),
            Constant::String(text) => builder.string(text),
            Constant::Bytevector(bytes) => builder.bytevector(bytes),
            Constant::Numbers(kind, bytes) => {
                let bytes = builder.bytevector(bytes);
                builder.record(hooks.number_type(*kind), &[bytes])
            }
            Constant::Pair(car, cdr) => builder.pair(values[*car as usize], values[*cdr as usize]),
            Constant::Vector(elements) => {
                let elements: Vec<Value> = elements
                    .iter()
                    .map(|&element| values[element as usize])
                    .collect();
                builder.vector(&elements)
            }
            Constant::RecordType {
                name,
                library,
                fields,
            } => record_type(builder, *name, library, fields, known),
            // Until it is tied.
            Constant::Hole => Value::FALSE,
            Constant::Tie { hole, value } => {
                let tied = values[*value as usize];
                values[*hole as usize] = tied;
                tied
            }
        };
        let elements: &[u32] = match constant {
            Constant::Pair(car, cdr) => &[*car, *cdr],
            Constant::Vector(elements) => elements,
            _ => &[],
        };
        let holes = elements
            .iter()
            .enumerate()
            .filter(|(_, part)| is_hole(**part));
        parts.extend(holes.map(|(index, hole)| (value, index, *hole)));
        values.push(value);
    }
    for (object, index, hole) in parts {
        if !builder.set(object, index, values[hole as usize]) {
            let why = "a circular constant is not made of pairs and vectors";
            return Err(LinkError::Invalid(why.to_owned()));
        }
    }
    Ok(values)
}

/// The ratio of two integer constants, in lowest terms.
fn ratio(unit: &Unit, numerator: u32, denominator: u32) -> Result<Number, LinkError> {
    let integer = |index: u32| match unit.constants.get(index as usize) {
        Some(Constant::Integer(bytes)) => {
            Ok(Number::Integer(mound_bytecode::integer::from_bytes(bytes)))
        }
        _ => Err(LinkError::Invalid(
            "a ratio constant needs two integers".to_owned(),
        )),
    };
    let quotient = integer(numerator)?.divide(&integer(denominator)?);
    quotient.map_err(|error| LinkError::Invalid(format!("a ratio constant is no number: {error}")))
}

pub(super) fn record_type(
    builder: &mut FragmentBuilder,
    name: Symbol,
    library: &str,
    fields: &[Symbol],
    known: &dyn Fn([u64; 2]) -> Option<KnownType>,
) -> Value {
    let texts: Vec<SymbolText> = fields.iter().map(|field| field.text()).collect();
    let names: Vec<&str> = texts.iter().map(|text| &**text).collect();
    let uid = mound_bytecode::hash::record_type_uid(library, &name.text(), &names);
    if let Some(known) = known(uid) {
        builder.edge(&known.fragment);
        return known.value;
    }
    let mut symbol = |symbol: Symbol| builder.symbol(symbol.counted());
    let field_names: Vec<Value> = fields.iter().map(|&field| symbol(field)).collect();
    let name = symbol(name);
    let field_names = builder.vector(&field_names);
    let library = builder.string(library);
    builder.record_type(name, library, field_names, uid)
}
