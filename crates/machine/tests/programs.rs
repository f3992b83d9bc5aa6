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
