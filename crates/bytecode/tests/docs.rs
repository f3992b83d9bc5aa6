//! The table of instructions in the documentation is that of the code.
//! `UPDATE_EXPECT=1` rewrites it.

use mound_bytecode::ops::{Flow, Operand, ROWS, Row};
use std::path::Path;

const BEGIN: &str = "<!-- instructions: written by the tests -->\n";
const END: &str = "<!-- end of instructions -->\n";

#[test]
fn the_table_of_instructions_is_up_to_date() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/internals/bytecode.md");
    let document = std::fs::read_to_string(&path).expect("the document is there");
    let (before, rest) = document.split_once(BEGIN).expect("the table begins");
    let (found, after) = rest.split_once(END).expect("the table ends");
    let expected = table();
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{expected}{END}{after}")).unwrap();
    } else {
        assert_eq!(found, expected, "run again with UPDATE_EXPECT=1");
    }
}

fn table() -> String {
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
