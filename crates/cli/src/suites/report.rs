//! What became of the tests of one program, and how it is told.
//!
//! The program prints lines that begin with [`MARK`]; all others are its own output:
//!
//! ```text
//!   MARK begin SEPARATOR title { SEPARATOR label SEPARATOR text }
//!   MARK kind  SEPARATOR title { SEPARATOR label SEPARATOR text }
//! ```
//!
//! What comes between the two lines of a test is output of that test.

use std::fmt::Write as _;

/// Begins the lines of results; lib/srfi/64-print.scm has the same.
const MARK: &str = "\u{1}mound-test ";
const SEPARATOR: char = '\u{1f}';

/// Texts that are longer are shown around their first difference only.
const WHOLE_MAX: usize = 120;
/// Characters shown before and behind the first difference of such texts.
const AROUND: usize = 40;

/// What became of one test.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    pub kind: String,
    pub title: String,
    pub texts: Vec<(String, String)>,
    /// What it printed.
    pub output: String,
}

impl Outcome {
    /// The file and line of the test.
    pub fn place_mut(&mut self) -> Option<&mut String> {
        let mut texts = self.texts.iter_mut();
        let (_, place) = texts.find(|(label, _)| label == "place")?;
        Some(place)
    }

    fn is_failure(&self) -> bool {
        matches!(&*self.kind, "fail" | "xpass")
    }
}

/// What became of the tests of one run of one program.
#[derive(Debug, Default)]
pub struct Report {
    pub outcomes: Vec<Outcome>,
    /// The test that runs.
    pub current: Option<Outcome>,
    /// What the program printed outside of its tests.
    pub output: String,
    /// What it printed on standard error.
    pub errors: String,
    /// What of it was run, in the format of LCOV, if that was asked for.
    pub coverage: String,
    /// Why it did not end well, if so.
    pub death: Option<String>,
    /// Empty lines that may be those before a mark.
    empty_lines: usize,
}

impl Report {
    /// That of a program without tests.
    pub fn of_dead(why: String) -> Report {
        Report {
            death: Some(why),
            ..Report::default()
        }
    }

    /// Takes a line of output; true if a test has begun or ended with it.
    pub fn take(&mut self, line: &str) -> bool {
        let Some(line) = line.strip_prefix(MARK) else {
            match line.is_empty() {
                true => self.empty_lines += 1,
                false => self.add_output(line),
            }
            return false;
        };
        // The last of them is there for the mark to begin a line.
        self.empty_lines = self.empty_lines.saturating_sub(1);
        self.add_empty_lines();
        let Some(outcome) = parse_outcome(line) else {
            return false;
        };
        if outcome.kind == "begin" {
            self.current = Some(outcome);
            return true;
        }
        let current = self.current.take();
        let output = current.map_or(String::new(), |current| current.output);
        self.outcomes.push(Outcome { output, ..outcome });
        true
    }

    /// There is no more output.
    pub fn end(&mut self) {
        self.add_empty_lines();
        if let Some(current) = self.current.take() {
            self.output.push_str(&current.output);
        }
    }

    fn add_output(&mut self, line: &str) {
        self.add_empty_lines();
        let output = self.output_mut();
        output.push_str(line);
        output.push('\n');
    }

    fn add_empty_lines(&mut self) {
        let lines = "\n".repeat(std::mem::take(&mut self.empty_lines));
        self.output_mut().push_str(&lines);
    }

    fn output_mut(&mut self) -> &mut String {
        match &mut self.current {
            Some(current) => &mut current.output,
            None => &mut self.output,
        }
    }

    fn count(&self, kinds: &[&str]) -> usize {
        let counted = |outcome: &&Outcome| kinds.contains(&&*outcome.kind);
        self.outcomes.iter().filter(counted).count()
    }

    pub fn passed(&self) -> usize {
        self.count(&["pass", "xfail"])
    }

    pub fn failed(&self) -> usize {
        self.count(&["fail", "xpass"]) + usize::from(self.death.is_some())
    }

    /// The lines about a program; `shows_all` tells whether the output of tests that passed is shown.
    pub fn shown(&self, name: &str, shows_all: bool) -> String {
        let mut text = format!("{name}: {} passed", self.passed());
        let others = [
            (self.failed(), "failed"),
            (self.count(&["skip"]), "skipped"),
            (self.count(&["xfail"]), "of them expected to fail"),
        ];
        for (count, label) in others {
            if count > 0 {
                let _ = write!(text, ", {count} {label}");
            }
        }
        text.push('\n');
        for outcome in &self.outcomes {
            match &*outcome.kind {
                "fail" => text.push_str(&outcome.shown("FAIL")),
                "xpass" => text.push_str(&outcome.shown("PASSED though expected to fail")),
                _ if shows_all && !outcome.output.is_empty() => {
                    let _ = writeln!(text, "  {}", outcome.title);
                }
                _ => {}
            }
            if outcome.is_failure() || shows_all {
                labelled(&mut text, "    output:\n", "      ", &outcome.output);
            }
        }
        if let Some(death) = &self.death {
            indent(&mut text, "  ", death);
        }
        if self.failed() > 0 || shows_all {
            labelled(&mut text, "  output:\n", "    ", &self.output);
            labelled(&mut text, "  standard error:\n", "    ", &self.errors);
        }
        text
    }
}

fn parse_outcome(line: &str) -> Option<Outcome> {
    let mut parts = line.split(SEPARATOR).map(str::to_owned);
    let (kind, title) = (parts.next()?, parts.next()?);
    let mut texts = Vec::new();
    while let (Some(label), Some(text)) = (parts.next(), parts.next()) {
        texts.push((label, text));
    }
    Some(Outcome {
        kind,
        title,
        texts,
        output: String::new(),
    })
}

fn labelled(text: &mut String, label: &str, margin: &str, lines: &str) {
    if !lines.is_empty() {
        text.push_str(label);
        indent(text, margin, lines);
    }
}

fn indent(text: &mut String, margin: &str, lines: &str) {
    for line in lines.lines() {
        let _ = writeln!(text, "{}", format!("{margin}{line}").trim_end());
    }
}

impl Outcome {
    fn shown(&self, label: &str) -> String {
        let mut text = format!("  {label} {}\n", self.title);
        let find = |wanted: &str| {
            let found = self.texts.iter().find(|(label, _)| label == wanted);
            found.map(|(_, text)| &**text)
        };
        if let Some(place) = find("place") {
            let _ = writeln!(text, "    at {place}");
        }
        let both = find("expected").zip(find("actual"));
        for (label, found) in &self.texts {
            let is_told = label == "place";
            if !is_told && (both.is_none() || (label != "expected" && label != "actual")) {
                let mut lines = found.lines();
                let _ = writeln!(text, "    {label}: {}", lines.next().unwrap_or_default());
                lines.for_each(|line| indent(&mut text, "    ", line));
            }
        }
        if let Some((expected, actual)) = both {
            text.push_str(&difference(expected, actual));
        }
        text
    }
}

/// Both texts, one below the other, with a mark where they begin to differ.
fn difference(expected: &str, actual: &str) -> String {
    let common = expected
        .chars()
        .zip(actual.chars())
        .take_while(|(left, right)| left == right)
        .count();
    let longest = expected.chars().count().max(actual.chars().count());
    let skipped = if longest <= WHOLE_MAX {
        0
    } else {
        common.saturating_sub(AROUND)
    };
    let part = |text: &str| -> String {
        let length = text.chars().count();
        let shown = if longest <= WHOLE_MAX {
            length
        } else {
            2 * AROUND
        };
        let before = if skipped > 0 { "..." } else { "" };
        let after = if skipped + shown < length { "..." } else { "" };
        let middle: String = text.chars().skip(skipped).take(shown).collect();
        format!("{before}{middle}{after}")
    };
    let margin = common - skipped + if skipped > 0 { 3 } else { 0 };
    format!(
        "    expected: {}\n    actual:   {}\n              {}^\n",
        part(expected),
        part(actual),
        " ".repeat(margin)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(output: &str) -> Report {
        let mut report = Report::default();
        for line in output.lines() {
            report.take(line);
        }
        report.end();
        report
    }

    #[test]
    fn results_and_other_output_are_told_apart() {
        let output = "\u{1}mound-test pass\u{1f}a\nhello\n\n\u{1}mound-test fail\u{1f}b\u{1f}expected\u{1f}1\u{1f}actual\u{1f}2\n";
        let report = parse(output);
        assert_eq!((report.passed(), report.failed()), (1, 1));
        assert_eq!(report.output, "hello\n");
        assert_eq!(report.outcomes[1].title, "b");
        assert_eq!(report.outcomes[1].texts.len(), 2);
    }

    #[test]
    fn output_belongs_to_the_test_that_runs() {
        let mark = MARK;
        let output = format!(
            "before\n\n{mark}begin\u{1f}a\nfirst\n\n\nsecond\n{mark}pass\u{1f}a\nafter\n\n{mark}begin\u{1f}b\nthird\n"
        );
        let report = parse(&output);
        assert_eq!(report.outcomes.len(), 1);
        assert_eq!(report.outcomes[0].output, "first\n\n\nsecond\n");
        assert_eq!(report.output, "before\nafter\nthird\n");
        assert!(!report.shown("f", false).contains("first"));
        assert!(report.shown("f", true).contains("first"));
    }

    #[test]
    fn first_difference_is_marked() {
        assert_eq!(
            difference("(1 2 3)", "(1 9 3)"),
            "    expected: (1 2 3)\n    actual:   (1 9 3)\n                 ^\n"
        );
        let (long, longer) = ("x".repeat(200), format!("{}yz", "x".repeat(200)));
        let shown = difference(&long, &longer);
        let lines: Vec<&str> = shown.lines().collect();
        assert!(lines.iter().all(|line| line.len() < 120), "{shown}");
        assert_eq!(lines[2].find('^'), lines[1].find('y'));
    }
}
