//! The project keeps the rules of the house.

use mound_tidy::{
    Complaint, SourceFile, dependencies, headers, layers, licences, links, miri, project, promises,
    root, sizes, tables, text, unsafety, walks, words,
};

fn assert_none(complaints: Vec<Complaint>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

fn for_each(check: impl Fn(&SourceFile) -> Vec<Complaint>) -> Vec<Complaint> {
    project().iter().flat_map(check).collect()
}

#[test]
fn crates_use_only_what_their_layer_allows() {
    assert_none(layers::check_all(&project()));
}

#[test]
fn files_begin_with_what_they_are_for() {
    assert_none(for_each(|file| headers::check(file).into_iter().collect()));
}

#[test]
fn everything_that_can_grow_is_in_the_inventory() {
    assert_none(tables::check(&project()));
}

#[test]
fn texts_are_tidy() {
    assert_none(for_each(text::check));
}

#[test]
fn no_word_is_left_behind() {
    assert_none(for_each(words::check));
}

#[test]
fn unsafe_code_stands_in_listed_files_only() {
    let files = project();
    let mut complaints: Vec<Complaint> = files.iter().flat_map(unsafety::check).collect();
    complaints.extend(unsafety::stale(&files));
    assert_none(complaints);
}

#[test]
fn what_miri_leaves_out_is_there() {
    assert_none(miri::check(&project()));
}

#[test]
fn links_between_documents_lead_somewhere() {
    let root = root();
    assert_none(for_each(|file| links::check(&root, file)));
}

#[test]
fn pages_name_what_is_in_the_code() {
    assert_none(walks::check(&project()));
}

#[test]
fn promises_of_libraries_name_their_tests() {
    assert_none(promises::check(&project()));
}

#[test]
fn each_dependency_has_a_reason() {
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("readable");
    assert_none(dependencies::check(&manifest));
}

#[test]
fn licences_of_dependencies_are_permissive() {
    assert_none(licences::check(&root()));
}

#[test]
fn files_are_not_too_long() {
    let files = project();
    println!("The ten longest files:");
    for (lines, path) in sizes::largest(&files, 10) {
        println!("{lines:6} {path}");
    }
    assert_none(files.iter().filter_map(sizes::check).collect());
}
