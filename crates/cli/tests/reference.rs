//! `mound doc`: the pages that it writes.
//!
//! That the examples have the results which the pages show is tested in `examples_in_docs`.

mod support;

use mound_syntax::{Datum, read_all};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use support::{fresh_directory, mound, read, relative, root, run};

/// The values of an attribute in a page, with its entities replaced.
fn attributes(page: &str, name: &str) -> Vec<String> {
    let mark = format!(" {name}=\"");
    let values = page.split(&mark).skip(1);
    values
        .map(|rest| plain(rest.split('"').next().expect("a part")))
        .collect()
}

fn plain(text: &str) -> String {
    let text = text.replace("&lt;", "<").replace("&gt;", ">");
    let text = text.replace("&quot;", "\"").replace("&#39;", "'");
    text.replace("&amp;", "&")
}

fn files(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).expect("it can be read") {
        let path = entry.expect("it can be read").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.push(path),
        }
    }
}

/// The pages below a directory, by their paths.
fn pages(directory: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = Vec::new();
    files(directory, &mut found);
    let found = found.into_iter();
    found.map(|path| (path.clone(), read(&path))).collect()
}

/// A path without `..` in it.
fn resolved(page: &Path, address: &str) -> PathBuf {
    let mut path = page.parent().expect("it is in a directory").to_owned();
    for part in address.split('/') {
        match part {
            ".." => assert!(path.pop(), "{address}"),
            part => path.push(part),
        }
    }
    path
}

/// Each link leads to a page and a place in it, and each page is led to from the index.
fn check_links(directory: &Path, pages: &BTreeMap<PathBuf, String>) {
    let places: BTreeMap<&PathBuf, BTreeSet<String>> = pages
        .iter()
        .map(|(path, page)| (path, attributes(page, "id").into_iter().collect()))
        .collect();
    let mut reached = BTreeSet::new();
    let mut pending = vec![directory.join("index.html")];
    while let Some(path) = pending.pop() {
        if !reached.insert(path.clone()) || path.extension().is_none_or(|end| end != "html") {
            continue;
        }
        let page = &pages[&path];
        assert_eq!(
            attributes(page, "id").len(),
            places[&path].len(),
            "{} has an id twice",
            path.display()
        );
        for address in ["href", "src"]
            .iter()
            .flat_map(|name| attributes(page, name))
        {
            let (file, place) = match address.split_once('#') {
                Some((file, place)) => (file, Some(place)),
                None => (&*address, None),
            };
            let target = match file {
                "" => path.clone(),
                file => resolved(&path, file),
            };
            let there = places.get(&target);
            let there = there.unwrap_or_else(|| panic!("{}: {address}", path.display()));
            if let Some(place) = place {
                assert!(there.contains(place), "{}: {address}", path.display());
            }
            pending.push(target);
        }
    }
    let all: BTreeSet<PathBuf> = pages.keys().cloned().collect();
    let lost: Vec<_> = all.difference(&reached).collect();
    assert!(lost.is_empty(), "nothing leads to {lost:?}");
}

/// Name, kind, library, address, use and description of each row of the search's index.
fn rows(directory: &Path) -> Vec<[String; 6]> {
    let script = read(&directory.join("names.js"));
    let list = script.strip_prefix("const names = ").expect("a list");
    let list = list.trim_end().strip_suffix(';').expect("a statement");
    serde_json::from_str(list).expect("JSON")
}

/// The library that a file defines and the names that it exports, by its text.
fn exports(text: &str) -> (String, Vec<String>) {
    let data = read_all(mound_base::SourceId(0), text).expect("it can be read");
    let library = data[0].as_list().expect("a library");
    let name = mound_syntax::write(&library[1]);
    let mut found = Vec::new();
    let mut pending: Vec<&Datum> = library[2..].iter().collect();
    while let Some(datum) = pending.pop() {
        let Some([head, parts @ ..]) = datum.as_list() else {
            continue;
        };
        if head.is_symbol("cond-expand") {
            pending.extend(parts);
        } else if head.is_symbol("export") {
            found.extend(parts.iter().map(|part| match part.as_list() {
                Some([_, _, outer]) => outer.as_symbol(),
                _ => part.as_symbol(),
            }));
        } else if head.as_symbol().is_none_or(|head| head.name() == "else") {
            pending.extend(parts);
        }
    }
    let names = found.into_iter().flatten();
    (name, names.map(|name| name.to_string()).collect())
}

#[test]
fn reference_of_mound_has_all_names_and_no_dead_link() {
    let directory = fresh_directory("reference");
    let run = run(mound().arg("doc").arg("--output").arg(&directory)).expect_status(0);
    assert!(run.output.ends_with("index.html\n"), "{run:?}");
    let pages = pages(&directory);
    check_links(&directory, &pages);

    let rows = rows(&directory);
    let known: BTreeSet<(&str, &str)> = rows.iter().map(|row| (&*row[2], &*row[0])).collect();
    let mut sources = Vec::new();
    files(&root().join("lib"), &mut sources);
    let mut count = 0;
    for path in sources
        .iter()
        .filter(|path| path.extension().is_some_and(|end| end == "sld"))
    {
        let (library, mut names) = exports(&read(path));
        // Names that begin with % are for the libraries themselves.
        names.retain(|name| !name.starts_with('%'));
        for name in &names {
            let pair = (&*library, &**name);
            assert!(
                known.contains(&pair),
                "{}: no entry of {name}",
                relative(path)
            );
        }
        count += names.len();
    }
    assert!(count > 5000, "only {count} names");
    let internal: Vec<_> = known
        .iter()
        .filter(|(_, name)| name.starts_with('%'))
        .collect();
    assert!(
        internal.is_empty(),
        "shown although internal: {internal:#?}"
    );
    // Each is described.
    let silent: Vec<_> = rows
        .iter()
        .filter(|row| row[5].is_empty())
        .map(|row| format!("{} of {}", row[0], row[2]))
        .collect();
    assert!(silent.is_empty(), "nothing is said of {silent:#?}");
    // The search leads to the entries.
    for row in &rows {
        let (file, place) = row[3].split_once('#').expect("a place");
        let page = pages.get(&directory.join(file)).expect("a page");
        assert!(page.contains(&format!(" id=\"{place}\"")), "{row:?}");
    }

    // A procedure, syntax, a form of the core language, and a name from elsewhere.
    let page = |path: &str| plain(&pages[&directory.join(path)]);
    let lists = page("libraries/srfi/1.html");
    assert!(
        lists.contains("<code>(iota count [start [step]])</code>"),
        "{lists}"
    );
    assert!(lists.contains("<dt><code>(iota 3 1)</code></dt><dd><code>(1 2 3)</code></dd>"));
    assert!(lists.contains("count numbers from start (0) by step (1). SRFI 1."));
    let matching = page("libraries/mound/match.html");
    assert!(
        matching.contains("<h2><code>match</code> <small>syntax</small></h2>"),
        "{matching}"
    );
    let base = page("libraries/scheme/base.html");
    assert!(base.contains("Takes a test, a consequent and optionally an alternative."));
    assert!(base.contains("From <a href=\"../../libraries/mound/base.html\">(mound base)</a>"));
    assert!(base.contains(">lib/mound/base/pairs.scm:"), "{base}");
}

#[test]
fn reference_of_a_project_escapes_what_it_says() {
    let directory = fresh_directory("project");
    let write = |name: &str, text: &str| {
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().expect("a directory")).expect("it can be made");
        std::fs::write(path, text).expect("temporary files can be written");
    };
    write("mound.project", "(project (name shop))");
    write(
        "shop/price.sld",
        ";;; Prices & <b>more</b>.\n\n(define-library (shop price)\n  (import (scheme base))\n  \
         (export price<? (rename %total total) (rename %all all) car)\n  \
         (include \"../code/price.scm\"))\n",
    );
    write(
        "code/price.scm",
        ";;> (price<? one other): whether `one` is <less>.\n\
         ;;> Example: (price<? 1 \"</code><script>\") => #t\n\
         (define (price<? one other) (< one other))\n\n\
         (define (%total . prices) (apply + prices))\n(define %all 1)\n(set! %all 2)\n",
    );
    write("broken.sld", "(define-library (elsewhere) (export))");
    let mut command = mound();
    let run = run(command.arg("doc").current_dir(&directory)).expect_status(0);
    assert!(run.errors.contains("broken.sld is left out"), "{run:?}");
    let output = directory.join("mound-reference");
    let pages = pages(&output);
    check_links(&output, &pages);
    let page = &pages[&output.join("libraries/shop/price.html")];
    assert!(
        page.contains("Prices &amp; &lt;b&gt;more&lt;/b&gt;."),
        "{page}"
    );
    assert!(
        page.contains("whether <code>one</code> is &lt;less&gt;."),
        "{page}"
    );
    assert!(
        page.contains("(price&lt;? 1 &quot;&lt;/code&gt;&lt;script&gt;&quot;)"),
        "{page}"
    );
    assert!(page.contains("<code>(total . prices)</code>"), "{page}");
    assert!(
        page.contains("<h2><code>all</code> <small>value</small></h2>"),
        "{page}"
    );
    assert!(
        page.contains("sources/project/code/price.scm.html#L5"),
        "{page}"
    );
    let index = &pages[&output.join("index.html")];
    assert!(index.contains("<h2>This project</h2>"), "{index}");
}

#[test]
fn library_with_an_error_has_no_reference() {
    let directory = fresh_directory("project");
    let text = "(define-library (a) (import (scheme base)) (export f) (begin (define f x)))";
    std::fs::write(directory.join("a.sld"), text).expect("it is written");
    let output = directory.join("out");
    let mut command = mound();
    command
        .arg("doc")
        .arg(&directory)
        .arg("--output")
        .arg(&output);
    let run = run(&mut command).expect_status(3);
    assert!(run.errors.contains("unbound variable `x`"), "{run:?}");
    assert!(!output.exists());
}
