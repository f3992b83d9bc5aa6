//! What a procedure would take along that is written where it is sent to another node:
//!
//! ```text
//!   (on node (lambda () (square limit)))      takes along: limit, square; stays: count
//! ```
//!
//! Found in the text, as names are: the variables around the procedure, the top-level variables that
//! it uses, directly or through others, and the libraries of the project that they are from. What it
//! holds when it runs, and how large that is, tells `mound report`.
//!
//! Not here: what is wrong with it (`mound-lint`), and how an editor shows it (`inlays`).

use crate::meaning::{Meaning, Meanings};
use crate::reading;
use crate::scope::Binding;
use crate::workspace::{Document, Unit};
use mound_base::Span;
use mound_syntax::{Datum, DatumKind};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

/// Procedures of `(termite)` and the like whose argument is called on another node.
const TRAVEL: &[&str] = &["on", "remote-spawn", "remote-spawn-link"];

/// A procedure that is written where it is sent, and what it takes along.
pub(crate) struct Traveller {
    pub(crate) whole: Span,
    /// Its formals.
    pub(crate) head: Span,
    pub(crate) label: String,
}

/// Those of a file that need anything, in order, with their formals where it is wanted. Of more than `names_max`
/// names the rest is counted.
pub(crate) fn travellers(
    meanings: &Meanings<'_>,
    file: &Path,
    document: &Rc<Document>,
    names_max: usize,
    is_wanted: impl Fn(Span) -> bool,
) -> Vec<Traveller> {
    let mut found = Vec::new();
    for datum in &reading::data(&document.text) {
        find(meanings, file, datum, &mut found);
    }
    let wanted = found.into_iter().filter(|(_, head)| is_wanted(*head));
    wanted
        .filter_map(|(whole, head)| {
            let label = Search::of(meanings, file, document, whole)?.label(names_max)?;
            Some(Traveller { whole, head, label })
        })
        .collect()
}

/// Collects procedures that are written as an argument of what sends them away: the whole, and its formals.
fn find(meanings: &Meanings<'_>, file: &Path, datum: &Datum, found: &mut Vec<(Span, Span)>) {
    let DatumKind::List { items, .. } = &datum.kind else {
        return;
    };
    let head = items.first().filter(|head| head.as_symbol().is_some());
    if head.is_some_and(|head| head.is_symbol("quote")) {
        return;
    }
    if head.is_some_and(|head| sends(meanings, file, head)) {
        for argument in &items[1..] {
            if let Some([lambda, formals, _, ..]) = argument.as_list()
                && lambda.is_symbol("lambda")
            {
                found.push((argument.span, formals.span));
            }
        }
    }
    for item in items.iter() {
        find(meanings, file, item, found);
    }
}

fn sends(meanings: &Meanings<'_>, file: &Path, head: &Datum) -> bool {
    let meaning = meanings.at(file, head.span.start as usize);
    match meaning.map(|one| one.meaning) {
        Some(Meaning::Mound { name, .. }) => TRAVEL.contains(&&*name),
        _ => false,
    }
}

/// What is found of one procedure.
struct Search<'a> {
    meanings: &'a Meanings<'a>,
    unit: &'a Unit,
    takes: BTreeSet<String>,
    stays: BTreeSet<String>,
    libraries: BTreeSet<String>,
    /// Top-level variables that were seen: a file and a number there.
    seen: HashSet<(PathBuf, usize)>,
    /// Those that are assigned somewhere in the program.
    assigned: HashSet<(PathBuf, usize)>,
}

impl<'a> Search<'a> {
    fn of(
        meanings: &'a Meanings<'a>,
        file: &Path,
        document: &Rc<Document>,
        procedure: Span,
    ) -> Option<Search<'a>> {
        let units = meanings.snapshot.units_at(file, procedure.start as usize);
        let mut search = Search {
            meanings,
            unit: units.into_iter().next()?,
            takes: BTreeSet::new(),
            stays: BTreeSet::new(),
            libraries: BTreeSet::new(),
            seen: HashSet::new(),
            assigned: HashSet::new(),
        };
        search.note_assigned();
        let mut places = vec![(file.to_owned(), document.clone(), procedure)];
        while let Some((file, document, place)) = places.pop() {
            search.follow(&file, &document, place, &mut places);
        }
        Some(search)
    }

    /// Notes what the names within a place mean; top-level variables of the program are places to look at.
    fn follow(
        &mut self,
        file: &Path,
        document: &Rc<Document>,
        place: Span,
        places: &mut Vec<(PathBuf, Rc<Document>, Span)>,
    ) {
        let within = |span: Span| place.start <= span.start && span.end <= place.end;
        for one in &document.names.occurrences {
            if !within(one.place) {
                continue;
            }
            let found = self.meanings.meaning(file, document, one);
            let Some(Meaning::Here { file, binding }) = found.map(|found| found.meaning) else {
                continue;
            };
            let meaning = Meaning::Here {
                file: file.clone(),
                binding,
            };
            let Some((_, home, variable)) = self.meanings.binding(&meaning) else {
                continue;
            };
            match variable.is_global {
                true => self.follow_global((file, binding), home.clone(), variable, places),
                // Of the procedure itself: variables of what encloses it.
                false if !within(variable.place) => {
                    self.takes.insert(variable.name.name().to_owned());
                }
                false => {}
            }
        }
    }

    fn follow_global(
        &mut self,
        key: (PathBuf, usize),
        home: Rc<Document>,
        variable: &Binding,
        places: &mut Vec<(PathBuf, Rc<Document>, Span)>,
    ) {
        if !self.seen.insert(key.clone()) {
            return;
        }
        let is_own = self.unit.files.contains(&key.0);
        if !is_own || self.unit.library.is_some() {
            let place = variable.place.start as usize;
            let units = self.meanings.snapshot.units_at(&key.0, place);
            let library = units.into_iter().find_map(|unit| unit.library.clone());
            self.libraries
                .extend(library.map(|name| format!("({})", name.replace('/', " "))));
            return;
        }
        let form = home.text.get(variable.form.start as usize..);
        if form.is_some_and(|form| form.starts_with("(define-syntax")) {
            // Macros are gone when it is compiled; what they leave is not looked at.
            return;
        }
        let name = variable.name.name().to_owned();
        if self.assigned.contains(&key) {
            self.stays.insert(name);
            return;
        }
        self.takes.insert(name);
        places.push((key.0, home, variable.form));
    }

    fn note_assigned(&mut self) {
        for file in &self.unit.files {
            let Some(document) = self.meanings.document(file) else {
                continue;
            };
            let mut targets = HashSet::new();
            for datum in &reading::data(&document.text) {
                targets_of_assignments(datum, &mut targets);
            }
            for one in &document.names.occurrences {
                if targets.contains(&one.place.start)
                    && let Some(found) = self.meanings.meaning(file, document, one)
                    && let Meaning::Here { file, binding } = found.meaning
                {
                    self.assigned.insert((file, binding));
                }
            }
        }
    }

    /// What is shown; nothing if the procedure needs nothing.
    fn label(&self, names_max: usize) -> Option<String> {
        let mut parts = Vec::new();
        let along: Vec<&String> = self.takes.iter().chain(&self.libraries).collect();
        if !along.is_empty() {
            parts.push(format!("takes along: {}", names(&along, names_max)));
        }
        if !self.stays.is_empty() {
            let stays: Vec<&String> = self.stays.iter().collect();
            parts.push(format!("stays: {}", names(&stays, names_max)));
        }
        (!parts.is_empty()).then(|| parts.join("; "))
    }
}

fn names(all: &[&String], names_max: usize) -> String {
    let shown: Vec<&str> = all.iter().take(names_max).map(|one| one.as_str()).collect();
    match all.len() - shown.len() {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}

/// Where the names begin that `set!` assigns.
fn targets_of_assignments(datum: &Datum, found: &mut HashSet<u32>) {
    let Some(items) = datum.as_list() else {
        return;
    };
    if let [head, target, ..] = items
        && head.is_symbol("set!")
    {
        found.insert(target.span.start);
    }
    for item in items {
        targets_of_assignments(item, found);
    }
}
