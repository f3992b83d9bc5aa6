//! Small faults in the libraries are noticed.
//!
//! Each run makes a few faults that the tests must notice: one of each kind that once got through.
//! `MUTANTS=N` takes a sample of N faults of all libraries instead, drawn by `MUTANTS_FROM`, and
//! `MUTANTS_OF=srfi/1` all faults, or N, in the sources below `lib/` whose path begins so;
//! `MUTANTS_EACH=N` draws N of each source; `MUTANTS_AGAIN=FILE` makes those again that got through
//! by the report in the file. It prints a table of sources and every fault that
//! nothing noticed. `MOUND_TEST_COMMAND` names a faster program than that of the tests.

#[path = "support/complaints.rs"]
mod complaints;
#[path = "support/examples.rs"]
mod examples;
#[path = "support/mutants/mod.rs"]
mod mutants;
mod support;

use mutants::faults::Fault;
use mutants::programs::World;
use mutants::{Copy, Mutant, Outcome, Verdict, all_mutants, meaningless, mutants};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use support::{check_failures, in_parallel, read, relative, root};

/// Faults that the tests once did not notice: the source, the definition, what stands there, and
/// what stands there with the fault.
const KNOWN: &[(&str, &str, &str, &str)] = &[
    (
        "srfi/1-higher.scm",
        "%kept?",
        "(same? element object)",
        "(same? object element)",
    ),
    ("srfi/158-combine.scm", "gtake-while", "(set! ended #t)", ""),
    (
        "mound/sort.scm",
        "%sort-two",
        "(before? right left)",
        "(if (before? left right) #f #t)",
    ),
    (
        "mound/sort.scm",
        "%merge-sorted",
        "(before? (car right) (car left))",
        "(if (before? (car left) (car right)) #f #t)",
    ),
    (
        "mound/supervisor-restart.scm",
        "%count-restart",
        "(< (car moments) oldest)",
        "#f",
    ),
];

fn known() -> Vec<Mutant> {
    let rows = KNOWN.iter();
    rows.map(|&(file, definition, original, replacement)| {
        let text = read(&root().join("lib").join(file));
        let defined = text
            .find(&format!("(define ({definition} "))
            .unwrap_or_else(|| panic!("{file} does not define {definition}"));
        let start = text[defined..]
            .find(original)
            .map(|offset| defined + offset)
            .unwrap_or_else(|| panic!("{file}: {definition} has no {original}"));
        let fault = Fault {
            start,
            end: start + original.len(),
            replacement: replacement.to_owned(),
            definition: definition.to_owned(),
            kind: "a known fault",
        };
        Mutant {
            file: file.to_owned(),
            fault,
        }
    })
    .collect()
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

fn count(name: &str) -> Option<usize> {
    number(name).and_then(|count| usize::try_from(count).ok())
}

/// In an order that follows from the seed (splitmix64 and a shuffle).
fn drawn(mut mutants: Vec<Mutant>, seed: u64) -> Vec<Mutant> {
    let mut state = seed;
    let mut next = || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    };
    for index in (1..mutants.len()).rev() {
        let other = usize::try_from(next() % (index as u64 + 1)).expect("it is an index");
        mutants.swap(index, other);
    }
    mutants
}

/// At most so many of each source, in the order in which they come.
fn some_of_each(mut mutants: Vec<Mutant>, count: usize) -> Vec<Mutant> {
    let mut taken: HashMap<String, usize> = HashMap::new();
    mutants.retain(|mutant| {
        let taken = taken.entry(mutant.file.clone()).or_default();
        *taken += 1;
        *taken <= count
    });
    mutants
}

/// The sources and changes of the faults that nothing noticed, by a report of an earlier sample.
fn survivors(report: &str) -> BTreeSet<(String, String)> {
    let lines: Vec<&str> = report.lines().collect();
    let survived = |lines: &[&str]| {
        let place = lines[0].strip_prefix("survived: lib/")?;
        let (file, rest) = place.split_once(':')?;
        let (_line, change) = rest.split_once(": ")?;
        let change = [change, lines[1], lines[2]].join("\n");
        Some((file.to_owned(), change))
    };
    lines.windows(3).filter_map(survived).collect()
}

/// What becomes of each mutant.
fn try_all(mutants: &[Mutant]) -> Vec<Outcome> {
    let world = World::new();
    let pristine = Mutex::new(Copy::new());
    let known: Mutex<HashMap<PathBuf, bool>> = Mutex::default();
    let sound = |path: &Path| {
        let found = known.lock().expect("no worker panics").get(path).copied();
        found.unwrap_or_else(|| {
            let verdict = pristine.lock().expect("no worker panics").verdict(path);
            let sound = verdict == Verdict::Right;
            if !sound {
                println!(
                    "left out, since it fails without a fault: {}",
                    relative(path)
                );
            }
            let mut known = known.lock().expect("no worker panics");
            known.insert(path.to_owned(), sound);
            sound
        })
    };
    let free = Mutex::new(Vec::new());
    in_parallel(mutants, |mutant| {
        let copy = free.lock().expect("no worker panics").pop();
        let copy = copy.unwrap_or_else(Copy::new);
        let outcome = copy.try_mutant(mutant, &world, &sound);
        let description = mutant.describe();
        match &outcome {
            Outcome::Survived => println!("survived: {description}"),
            Outcome::Noticed(test) if number("MUTANTS_TOLD").is_some() => {
                println!("noticed by {test}: {description}");
            }
            _ => {}
        }
        free.lock().expect("no worker panics").push(copy);
        outcome
    })
}

fn report(mutants: &[Mutant], outcomes: &[Outcome]) {
    let mut table: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (mutant, outcome) in mutants.iter().zip(outcomes) {
        let is_noticed = match outcome {
            Outcome::Noticed(_) => true,
            Outcome::Survived => false,
            Outcome::Invalid => continue,
        };
        let row = table.entry(&mutant.file).or_default();
        row.0 += 1;
        row.1 += usize::from(is_noticed);
    }
    println!("{:40} {:>8} {:>8}", "source", "faults", "noticed");
    for (file, (made, noticed)) in &table {
        println!("{file:40} {made:8} {noticed:8}");
    }
    let made: usize = table.values().map(|row| row.0).sum();
    let noticed: usize = table.values().map(|row| row.1).sum();
    let mut areas: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (file, (made, noticed)) in &table {
        let area = file.rsplit_once('/').map_or("", |(area, _)| area);
        let row = areas.entry(area).or_default();
        row.0 += made;
        row.1 += noticed;
    }
    for (area, (made, noticed)) in &areas {
        println!("{:40} {made:8} {noticed:8}", format!("all of {area}"));
    }
    println!("{:40} {made:8} {noticed:8}", "all");
}

#[test]
fn faults_that_once_got_through_are_noticed() {
    let mutants = known();
    let noticed = try_all(&mutants);
    let missed = mutants.iter().zip(&noticed);
    check_failures(
        missed
            .filter(|(_, outcome)| !matches!(outcome, Outcome::Noticed(_)))
            .map(|(mutant, _)| mutant.describe())
            .collect(),
    );
}

/// Prints what a sample shows, if one is asked for.
#[test]
fn faults_of_a_sample_are_counted() {
    let prefix = std::env::var("MUTANTS_OF").unwrap_or_default();
    let (count, each) = (count("MUTANTS"), count("MUTANTS_EACH"));
    let again = std::env::var("MUTANTS_AGAIN").ok();
    if prefix.is_empty() && count.is_none() && each.is_none() && again.is_none() {
        return;
    }
    let mut all = mutants(&prefix);
    if let Some(report) = again {
        let survivors = survivors(&read(Path::new(&report)));
        all.retain(|mutant| survivors.contains(&(mutant.file.clone(), mutant.change())));
    }
    let drawn = drawn(all, number("MUTANTS_FROM").unwrap_or(1));
    let mut chosen = some_of_each(drawn, each.unwrap_or(usize::MAX));
    chosen.truncate(count.unwrap_or(usize::MAX));
    let noticed = try_all(&chosen);
    report(&chosen, &noticed);
}

#[test]
fn faults_that_mean_nothing_are_known_to_the_mutator() {
    let changes: BTreeSet<(String, String)> = all_mutants("")
        .iter()
        .filter(|mutant| !meaningless::of(&mutant.file).is_empty())
        .map(|mutant| (mutant.file.clone(), mutant.change()))
        .collect();
    check_failures(meaningless::stale(|file, change| {
        changes.contains(&(file.to_owned(), change.to_owned()))
    }));
}

#[test]
fn faults_are_made_in_expressions_and_nowhere_else() {
    let text = "(define (f a b) (check a) (if (< a 1) '(b c) (g a b)))";
    let mut made: Vec<String> = mutants::faults::faults(text)
        .iter()
        .map(|fault| fault.apply(text))
        .collect();
    made.sort();
    let mut expected = [
        "(define (f a b)  (if (< a 1) '(b c) (g a b)))",
        "(define (f a b) (check a) (if (if (< a 1) #f #t) '(b c) (g a b)))",
        "(define (f a b) (check a) (if (<= a 1) '(b c) (g a b)))",
        "(define (f a b) (check a) (if (< 1 a) '(b c) (g a b)))",
        "(define (f a b) (check a) (if (< a 2) '(b c) (g a b)))",
        "(define (f a b) (check a) (if (< a 1) #f (g a b)))",
        "(define (f a b) (check a) (if (< a 1) '(b c) #f))",
        "(define (f a b) (check a) (if (< a 1) '(b c) (g b a)))",
    ];
    expected.sort_unstable();
    assert_eq!(made, expected);
}

#[test]
fn faults_in_clauses_with_patterns_leave_the_patterns() {
    let text = "(define (f) (recv (('a b) (where (g b)) (h b)) (after t #f)))";
    let mut made: Vec<String> = mutants::faults::faults(text)
        .iter()
        .map(|fault| fault.apply(text))
        .collect();
    made.sort();
    let mut expected = [
        "(define (f) (recv  (after t #f)))",
        "(define (f) (recv (('a b) (where (g b)) (h b)) ))",
        "(define (f) (recv (('a b) (where (if (g b) #f #t)) (h b)) (after t #f)))",
        "(define (f) (recv (('a b) (where (g b)) #f) (after t #f)))",
        "(define (f) (recv (('a b) (where (g b)) (h b)) (after t #t)))",
    ];
    expected.sort_unstable();
    assert_eq!(made, expected);
}
