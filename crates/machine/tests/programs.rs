//! The programs in `programs/`, each run in every way there is (`support/cases.rs`).

mod support;

#[test]
fn programs_run_alike_in_every_way() {
    support::cases::check_all(&support::run);
}

#[test]
fn tests_of_objects_are_those_of_rust() {
    support::branches::check_all(&support::run);
}

/// A fault in the only program of an instruction must be seen, so each has one.
#[test]
fn each_instruction_has_a_program() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut texts = vec![std::fs::read_to_string(folder.join("support/branches.rs")).unwrap()];
    for entry in std::fs::read_dir(folder.join("programs")).unwrap() {
        texts.push(std::fs::read_to_string(entry.unwrap().path()).unwrap());
    }
    let words: std::collections::HashSet<&str> = texts
        .iter()
        .flat_map(|text| text.lines().filter(|line| !line.starts_with(";;")))
        .flat_map(|line| line.split(|c: char| c.is_whitespace() || c == '"' || c == '{'))
        .collect();
    let missing: Vec<&str> = mound_bytecode::ops::ROWS
        .iter()
        .map(|row| row.mnemonic)
        .filter(|mnemonic| !words.contains(mnemonic))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}
