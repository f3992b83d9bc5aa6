//! The tables of instructions and primitives in the documentation are those of the code.
//! `UPDATE_EXPECT=1` rewrites it.

use mound_bytecode::ops::{Flow, Operand, ROWS, Row};
use mound_bytecode::primitives::{Bound, PRIMITIVES};
use std::path::Path;

#[test]
fn the_table_of_instructions_is_up_to_date() {
    check("bytecode.md", "instructions", &instructions());
}

#[test]
fn the_inventory_of_primitives_is_up_to_date() {
    check("primitives.md", "primitives", &primitives());
}

/// Compares what stands between two marks of a document, or writes it there.
fn check(file: &str, what: &str, expected: &str) {
    let begin = format!("<!-- {what}: written by the tests -->\n");
    let end = format!("<!-- end of {what} -->\n");
    let documents = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/internals");
    let path = documents.join(file);
    let document = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = document.split_once(&begin).expect("the table begins");
    let (found, after) = rest.split_once(&end).expect("the table ends");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{begin}{expected}{end}{after}")).unwrap();
    } else {
        assert_eq!(found, expected, "run again with UPDATE_EXPECT=1");
    }
}

/// Every primitive, below its bound.
fn primitives() -> String {
    let mut text = String::new();
    for bound in Bound::ALL {
        let rows = PRIMITIVES.iter().filter(|row| row.bound == bound);
        let names: Vec<String> = rows.map(|row| format!("`{}`", row.name)).collect();
        let class = format!("{bound:?}");
        text += &format!("\n## {class}: {}\n\n", names.len());
        text += &format!("{}\n", names.join(", "));
    }
    text + "\n"
}

fn instructions() -> String {
    let mut text =
        String::from("| | Instruction | Operands | Then | What it does |\n|--:|---|---|---|---|\n");
    for (number, row) in ROWS.iter().enumerate() {
        text += &format!(
            "| {number} | `{}` | {} | {} | {} |\n",
            row.mnemonic,
            operands(row),
            flow(row.flow),
            row.doc
        );
    }
    text
}

fn operands(row: &Row) -> String {
    let fields = [
        ("a", row.a),
        ("b", row.b),
        ("c", row.c),
        ("d", row.d),
        ("w", row.w),
    ];
    let used = fields
        .iter()
        .filter(|(_, operand)| *operand != Operand::None);
    let texts: Vec<String> = used
        .map(|(field, operand)| format!("{field} {}", format!("{operand:?}").to_lowercase()))
        .collect();
    texts.join(", ")
}

fn flow(flow: Flow) -> &'static str {
    match flow {
        Flow::Next => "goes on",
        Flow::Branch => "goes on or jumps",
        Flow::Jump => "jumps",
        Flow::Call => "returns to the next block",
        Flow::Tail | Flow::Return => "leaves the frame",
    }
}
