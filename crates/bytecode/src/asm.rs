//! Text -> unit, for tests and tools. The other way is [`crate::disasm`].
//!
//! ```text
//!   unit scheme/example                          ; left out: a program
//!   import 0 = scheme/list 00...ff               ; all 64 digits of the hash
//!   primitive 0 = %apply
//!   reference 0 = own counter                    ; or: interactive x, imported 0 fold
//!   constant 0 = integer 42
//!   constant 1 = pair 0 0
//!   function 0 (0 arguments, 3 slots)
//!     block 0 (live)
//!       constant 2 1
//!       return 2
//!   function 1 (1 argument, rest, 2 free, 6 slots)
//!     ...
//!   function 2 (clauses 1, 2 free)
//!   export f function 1
//!   export counter reference 0
//! ```
//!
//! One item a line; `;` begins a comment. The numbers of items are those the
//! instructions use, and must be in order. Operands stand in the order of the
//! table of instructions, the captured slots of `closure` after them. Names that
//! contain spaces or `;()",=` stand in quotation marks.
//!
//! Assembles invalid units too, since the verifier's tests are made of them:
//! `word 0xff` is a word of code as it is, and `block 1 (live 2) at 7` a block that
//! does not begin where it stands. Does not verify.

mod line;
mod operands;

use crate::integer;
use crate::unit::*;
use line::{Line, Token};
pub(crate) use line::{in_quotes, quote};
use mound_base::Symbol;
use mound_numbers::Elements;

/// A text that is no unit.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmError {
    /// From 1.
    pub line: usize,
    pub fault: AsmFault,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AsmFault {
    /// What should stand there, and what does (nothing at the end of the line).
    Expected(&'static str, Option<String>),
    UnknownItem(String),
    UnknownInstruction(String),
    /// An item whose number is not the next one.
    OutOfOrder {
        expected: usize,
    },
    OutsideFunction,
    Unclosed,
}

impl std::fmt::Display for AsmError {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "line {}: ", self.line)?;
        match &self.fault {
            AsmFault::Expected(what, Some(found)) => {
                write!(formatter, "expected {what}, found `{found}`")
            }
            AsmFault::Expected(what, None) => {
                write!(formatter, "expected {what}, found the end of the line")
            }
            AsmFault::UnknownItem(name) => write!(formatter, "there is no item `{name}`"),
            AsmFault::UnknownInstruction(name) => {
                write!(formatter, "there is no instruction `{name}`")
            }
            AsmFault::OutOfOrder { expected } => {
                write!(formatter, "expected the number {expected}, the next one")
            }
            AsmFault::OutsideFunction => {
                write!(
                    formatter,
                    "blocks and instructions belong in a function with code"
                )
            }
            AsmFault::Unclosed => write!(
                formatter,
                "a quoted text is not closed or has a wrong escape"
            ),
        }
    }
}

impl std::error::Error for AsmError {}

type Result<T> = std::result::Result<T, AsmFault>;

/// The unit that `text` describes, without debug information.
pub fn assemble(text: &str) -> std::result::Result<Unit, AsmError> {
    let mut unit = Unit::default();
    for (index, text) in text.lines().enumerate() {
        Line::new(text)
            .and_then(|mut line| item(&mut unit, &mut line))
            .map_err(|fault| AsmError {
                line: index + 1,
                fault,
            })?;
    }
    Ok(unit)
}

fn item(unit: &mut Unit, line: &mut Line) -> Result<()> {
    let Some(Token::Word(keyword)) = line.next() else {
        return Ok(());
    };
    match keyword.as_str() {
        "unit" => unit.name = line.name()?,
        "import" => {
            number(line, unit.imports.len())?;
            unit.imports.push(import(line)?);
        }
        "primitive" if line.peek_second_is("=") => {
            number(line, unit.primitives.len())?;
            unit.primitives.push(line.name()?);
        }
        "reference" => {
            number(line, unit.references.len())?;
            unit.references.push(reference(line)?);
        }
        "constant" if line.peek_second_is("=") => {
            number(line, unit.constants.len())?;
            unit.constants.push(constant(line)?);
        }
        "function" if line.peek_second_is("(") => {
            order(line, unit.functions.len())?;
            unit.functions.push(function(line)?);
        }
        "export" => unit.exports.push(export(line)?),
        "block" => block(current_code(unit)?, line)?,
        "word" => {
            let word = line.unsigned()?;
            current_code(unit)?.instructions.push(word);
        }
        mnemonic => operands::instruction(&mut current_code(unit)?.instructions, mnemonic, line)?,
    }
    line.end()
}

fn current_code(unit: &mut Unit) -> Result<&mut Code> {
    match unit.functions.last_mut().map(|function| &mut function.kind) {
        Some(FunctionKind::Code(code)) => Ok(code),
        Some(FunctionKind::Clauses(_)) | None => Err(AsmFault::OutsideFunction),
    }
}

fn order(line: &mut Line, expected: usize) -> Result<()> {
    if line.unsigned()? as usize != expected {
        return Err(AsmFault::OutOfOrder { expected });
    }
    Ok(())
}

fn number(line: &mut Line, expected: usize) -> Result<()> {
    order(line, expected)?;
    line.expect("=")
}

fn symbol(line: &mut Line) -> Result<Symbol> {
    Ok(Symbol::intern(&line.name()?))
}

fn import(line: &mut Line) -> Result<Import> {
    let library = line.name()?;
    let digits = line.word("a hash")?;
    let hash = UnitHash::from_hex(&digits).ok_or(AsmFault::Expected("64 digits", Some(digits)))?;
    Ok(Import { library, hash })
}

fn reference(line: &mut Line) -> Result<Reference> {
    let kind = line.word("`own`, `interactive` or `imported`")?;
    Ok(match kind.as_str() {
        "own" => Reference::Own {
            name: symbol(line)?,
        },
        "interactive" => Reference::Interactive {
            name: symbol(line)?,
        },
        "imported" => Reference::Imported {
            import: line.unsigned()?,
            name: symbol(line)?,
        },
        _ => return Err(AsmFault::UnknownItem(kind)),
    })
}

fn constant(line: &mut Line) -> Result<Constant> {
    let kind = line.word("a kind of constant")?;
    Ok(match kind.as_str() {
        "immediate" => Constant::Immediate(immediate(line)?),
        "character" => Constant::Character(character(line)?),
        "integer" => Constant::Integer(integer_bytes(line)?),
        "integer-bytes" => Constant::Integer(line.bytes()?),
        "ratio" => Constant::Ratio(line.unsigned()?, line.unsigned()?),
        "complex" => Constant::Complex(line.unsigned()?, line.unsigned()?),
        "flonum" => Constant::Flonum(flonum(line)?),
        "symbol" => Constant::Symbol(symbol(line)?),
        "string" => Constant::String(line.name()?),
        "bytevector" => Constant::Bytevector(line.bytes()?),
        "numbers" => Constant::Numbers(elements(line)?, line.bytes()?),
        "pair" => Constant::Pair(line.unsigned()?, line.unsigned()?),
        "vector" => Constant::Vector(line.rest(Line::unsigned)?),
        "hole" => Constant::Hole,
        "tie" => Constant::Tie {
            hole: line.unsigned()?,
            value: line.unsigned()?,
        },
        "record-type" => Constant::RecordType {
            name: symbol(line)?,
            library: line.name()?,
            fields: line.rest(symbol)?,
        },
        _ => return Err(AsmFault::UnknownItem(kind)),
    })
}

fn elements(line: &mut Line) -> Result<Elements> {
    let name = line.word("a kind of numbers")?;
    Elements::named(&name).ok_or(AsmFault::Expected("a kind of numbers", Some(name)))
}

fn immediate(line: &mut Line) -> Result<Immediate> {
    let name = line.word("an immediate")?;
    Immediate::ALL
        .into_iter()
        .find(|immediate| immediate.name() == name)
        .ok_or(AsmFault::Expected("an immediate", Some(name)))
}

fn character(line: &mut Line) -> Result<char> {
    let text = line.name()?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) => Ok(character),
        _ => Err(AsmFault::Expected("one character", Some(text))),
    }
}

fn integer_bytes(line: &mut Line) -> Result<Vec<u8>> {
    let digits = line.word("an integer")?;
    let parsed = match digits.replacen("0x", "", 1) {
        hexadecimal if hexadecimal.len() < digits.len() => {
            dashu_int::IBig::from_str_radix(&hexadecimal, 16)
        }
        _ => dashu_int::IBig::from_str_radix(&digits, 10),
    };
    match parsed {
        Ok(value) => Ok(integer::to_bytes(&value)),
        Err(_) => Err(AsmFault::Expected("an integer", Some(digits))),
    }
}

fn flonum(line: &mut Line) -> Result<u64> {
    let digits = line.word("a flonum")?;
    let bits = match digits.strip_prefix("0x") {
        Some(bits) => u64::from_str_radix(bits, 16).ok(),
        None => digits.parse().ok().map(f64::to_bits),
    };
    bits.ok_or(AsmFault::Expected("a flonum", Some(digits)))
}

fn export(line: &mut Line) -> Result<Export> {
    let name = symbol(line)?;
    let kind = line.word("`function` or `reference`")?;
    let index = line.unsigned()?;
    let target = match kind.as_str() {
        "function" => ExportTarget::Function(index),
        "reference" => ExportTarget::Reference(index),
        _ => return Err(AsmFault::UnknownItem(kind)),
    };
    Ok(Export { name, target })
}

/// `(2 arguments, rest, 1 free, 5 slots)` or `(clauses 3 4, 1 free)`.
fn function(line: &mut Line) -> Result<Function> {
    let mut code = Code {
        required: 0,
        rest: false,
        slots: 2,
        blocks: Vec::new(),
        instructions: Vec::new(),
    };
    let mut clauses = None;
    let mut free_count = 0;
    line.expect("(")?;
    loop {
        match line.word("`rest`, `clauses` or a number")?.as_str() {
            "rest" => code.rest = true,
            "clauses" => clauses = Some(line.numbers()?),
            word => {
                let count = line::number(word)?;
                let what = line.word("`arguments`, `free` or `slots`")?;
                match what.as_str() {
                    "argument" | "arguments" => code.required = count,
                    "free" => free_count = count,
                    "slot" | "slots" => code.slots = count,
                    _ => return Err(AsmFault::UnknownItem(what)),
                }
            }
        }
        if !line.accept(",") {
            break;
        }
    }
    line.expect(")")?;
    let kind = match clauses {
        Some(clauses) => FunctionKind::Clauses(clauses),
        None => FunctionKind::Code(code),
    };
    Ok(Function { kind, free_count })
}

/// `block 1 (live 2 3)`, perhaps `at 7`.
fn block(code: &mut Code, line: &mut Line) -> Result<()> {
    order(line, code.blocks.len())?;
    line.expect("(")?;
    line.expect("live")?;
    let mut live = Vec::new();
    for slot in line.numbers()? {
        match u8::try_from(slot) {
            Ok(slot) => live.push(slot),
            Err(_) => return Err(AsmFault::Expected("a slot", Some(slot.to_string()))),
        }
    }
    line.expect(")")?;
    let start = if line.accept("at") {
        line.unsigned()?
    } else {
        code.instructions.len() as u32
    };
    code.blocks.push(Block { start, live });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_say_what_is_expected() {
        let function = "function 0 (0 arguments, 3 slots)\n block 0 (live)\n";
        for (text, expected) in [
            (
                "fixnum 2 0",
                "line 1: blocks and instructions belong in a function with code",
            ),
            (
                "constant 1 = integer 0",
                "line 1: expected the number 0, the next one",
            ),
            (
                "constant 0 = integer x",
                "line 1: expected an integer, found `x`",
            ),
            (
                "constant 0 = string \"a",
                "line 1: a quoted text is not closed or has a wrong escape",
            ),
            ("import 0 = a 00", "line 1: expected 64 digits, found `00`"),
            ("reference 0 = other x", "line 1: there is no item `other`"),
            (
                "unit a b",
                "line 1: expected the end of the line, found `b`",
            ),
            ("function 0 (0 things)", "line 1: there is no item `things`"),
        ] {
            assert_eq!(assemble(text).unwrap_err().to_string(), expected);
        }
        for (text, expected) in [
            (
                "frobnicate 2",
                "line 3: there is no instruction `frobnicate`",
            ),
            (
                "fixnum 2",
                "line 3: expected an operand, found the end of the line",
            ),
            (
                "fixnum 2 40000",
                "line 3: expected an operand of 16 bits, found `40000`",
            ),
            (
                "return 256",
                "line 3: expected an operand of 8 bits, found `256`",
            ),
            ("jump x", "line 3: expected a number, found `x`"),
            ("block 1 (live 300)", "line 3: expected a slot, found `300`"),
        ] {
            let text = format!("{function}{text}");
            assert_eq!(assemble(&text).unwrap_err().to_string(), expected);
        }
    }
}
