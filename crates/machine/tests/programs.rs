//! The programs in `programs/`, each run in every way there is (`support/cases.rs`).

mod support;

#[test]
fn programs_run_alike_in_every_way() {
    support::cases::check_all(&support::run);
}
