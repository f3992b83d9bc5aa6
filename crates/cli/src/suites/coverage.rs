//! What the tests have run: read from the runs, added up, and written for people and programs.
//!
//! The format between a run and here, and of the file `lcov.info`, is that of LCOV. Beside it are
//! pages of HTML: one of all files, and one of each file, with how often each line was run.

use mound_engine::why;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Counts by file.
#[derive(Debug, Default)]
pub struct Coverage(BTreeMap<PathBuf, File>);

#[derive(Debug, Default)]
struct File {
    lines: BTreeMap<u32, u64>,
    /// By the line where it begins, and its name.
    procedures: BTreeMap<(u32, String), u64>,
}

/// How many of how many were run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    run: usize,
    all: usize,
}

impl Share {
    fn of<'a>(counts: impl Iterator<Item = &'a u64>) -> Share {
        counts.fold(Share::default(), |share, &count| Share {
            run: share.run + usize::from(count > 0),
            all: share.all + 1,
        })
    }

    fn plus(self, other: Share) -> Share {
        Share {
            run: self.run + other.run,
            all: self.all + other.all,
        }
    }

    /// Rounded down, so that only what is complete has a hundred.
    fn percent(self) -> usize {
        (100 * self.run).checked_div(self.all).unwrap_or(100)
    }
}

impl File {
    fn line_share(&self) -> Share {
        Share::of(self.lines.values())
    }

    fn procedure_share(&self) -> Share {
        Share::of(self.procedures.values())
    }
}

impl Coverage {
    /// Adds what a run has written; lines of other kinds mean nothing here.
    pub fn add(&mut self, lcov: &str, is_left_out: impl Fn(&Path) -> bool) {
        let mut file = None;
        let mut starts: Vec<(u32, String)> = Vec::new();
        for line in lcov.lines() {
            let (kind, rest) = line.split_once(':').unwrap_or((line, ""));
            if kind == "SF" {
                let path = Path::new(rest);
                starts.clear();
                file = match is_left_out(path) {
                    true => None,
                    false => Some(self.0.entry(path.to_owned()).or_default()),
                };
            }
            let Some(file) = &mut file else { continue };
            let Some((number, other)) = rest.split_once(',') else {
                continue;
            };
            match (kind, number.parse::<u64>(), other.parse::<u64>()) {
                ("FN", Ok(line), _) => starts.push((line as u32, other.to_owned())),
                ("FNDA", Ok(count), _) => {
                    // Those of one name stand in the order of their lines.
                    let index = starts.iter().position(|(_, name)| name == other);
                    if let Some(index) = index {
                        *file.procedures.entry(starts.remove(index)).or_default() += count;
                    }
                }
                ("DA", Ok(line), Ok(count)) => *file.lines.entry(line as u32).or_default() += count,
                _ => {}
            }
        }
    }

    /// A line for each file, and one for all.
    pub fn summary(&self) -> String {
        let width = self
            .0
            .keys()
            .map(|path| path.display().to_string().chars().count());
        let width = width.chain(["all files".len()]).max().unwrap_or_default();
        let mut text = format!(
            "{:width$}  {:>14}  {:>14}\n",
            "coverage", "lines", "procedures"
        );
        let (mut lines, mut procedures) = (Share::default(), Share::default());
        let mut row = |name: &str, lines: Share, procedures: Share| {
            let cell =
                |share: Share| format!("{}/{} {:>3}%", share.run, share.all, share.percent());
            let (lines, procedures) = (cell(lines), cell(procedures));
            let _ = writeln!(text, "{name:width$}  {lines:>14}  {procedures:>14}");
        };
        for (path, file) in &self.0 {
            row(
                &path.display().to_string(),
                file.line_share(),
                file.procedure_share(),
            );
            lines = lines.plus(file.line_share());
            procedures = procedures.plus(file.procedure_share());
        }
        row("all files", lines, procedures);
        text
    }

    /// Writes `lcov.info` and the pages into a directory.
    pub fn write(&self, directory: &Path) -> Result<(), String> {
        let write = |name: &str, text: String| {
            let path = directory.join(name);
            std::fs::write(&path, text)
                .map_err(|error| format!("cannot write {}: {}", path.display(), why(&error)))
        };
        write("lcov.info", self.as_lcov())?;
        let mut rows = String::new();
        for (number, (path, file)) in self.0.iter().enumerate() {
            let page = format!("file-{}.html", number + 1);
            let name = html_escaped(&path.display().to_string());
            let cell =
                |share: Share| format!("<td>{}/{}<td>{}%", share.run, share.all, share.percent());
            let (lines, procedures) = (cell(file.line_share()), cell(file.procedure_share()));
            let _ = writeln!(
                rows,
                "<tr><td><a href=\"{page}\">{name}</a>{lines}{procedures}"
            );
            write(&page, file.page(path))?;
        }
        let head = "<tr><th>File<th colspan=2>Lines<th colspan=2>Procedures";
        let table = format!("<h1>Coverage</h1>\n<table>\n{head}\n{rows}</table>\n");
        write("index.html", page("Coverage", &table))
    }

    fn as_lcov(&self) -> String {
        let mut text = String::new();
        for (path, file) in &self.0 {
            let _ = writeln!(text, "SF:{}", path.display());
            for (line, name) in file.procedures.keys() {
                let _ = writeln!(text, "FN:{line},{name}");
            }
            for ((_, name), count) in &file.procedures {
                let _ = writeln!(text, "FNDA:{count},{name}");
            }
            let Share { run, all } = file.procedure_share();
            let _ = writeln!(text, "FNF:{all}\nFNH:{run}");
            for (line, count) in &file.lines {
                let _ = writeln!(text, "DA:{line},{count}");
            }
            let Share { run, all } = file.line_share();
            let _ = writeln!(text, "LF:{all}\nLH:{run}\nend_of_record");
        }
        text
    }
}

impl File {
    /// The source, with the count of each line that can be run.
    fn page(&self, path: &Path) -> String {
        let name = html_escaped(&path.display().to_string());
        let text = std::fs::read_to_string(path)
            .unwrap_or_else(|error| format!("The source cannot be read: {}", why(&error)));
        let mut rows = String::new();
        for (index, line) in text.lines().enumerate() {
            let count = self.lines.get(&(index as u32 + 1));
            let class = match count {
                Some(0) => " class=\"missed\"",
                Some(_) => " class=\"run\"",
                None => "",
            };
            let count = count.map_or(String::new(), u64::to_string);
            let (number, line) = (index + 1, html_escaped(line));
            let _ = writeln!(
                rows,
                "<tr{class}><td>{number}<td>{count}<td><pre>{line}</pre>"
            );
        }
        page(
            &name,
            &format!(
                "<h1>{name}</h1>\n<p><a href=\"index.html\">All files</a>\n<table>\n{rows}</table>\n"
            ),
        )
    }
}

fn html_escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

const STYLE: &str = "body { font-family: sans-serif; margin: 2em } td, th { padding: 0 1em; text-align: right } td:last-child, td:first-child { text-align: left } pre { margin: 0 } .run { background: #dfd } .missed { background: #fdd }";

fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n{body}</html>\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const RUN: &str = "SF:a.scm\nFN:1,f\nFN:5,g\nFNDA:2,f\nFNDA:0,g\nDA:2,2\nDA:6,0\nend_of_record\nSF:a-test.scm\nDA:1,1\nend_of_record\n";

    #[test]
    fn runs_are_added_up() {
        let mut coverage = Coverage::default();
        let is_test = |path: &Path| path == Path::new("a-test.scm");
        coverage.add(RUN, is_test);
        coverage.add(&RUN.replace("DA:6,0", "DA:6,3"), is_test);
        let expected = "SF:a.scm\nFN:1,f\nFN:5,g\nFNDA:4,f\nFNDA:0,g\nFNF:2\nFNH:1\nDA:2,4\nDA:6,3\nLF:2\nLH:2\nend_of_record\n";
        assert_eq!(coverage.as_lcov(), expected);
        let summary = coverage.summary();
        assert!(summary.contains("2/2 100%"), "{summary}");
        assert!(summary.contains("1/2  50%"), "{summary}");
    }

    #[test]
    fn markup_in_sources_is_escaped() {
        let shown = File::default().page(Path::new("<no such file>"));
        assert!(shown.contains("&lt;no such file&gt;"), "{shown}");
    }
}
