//! What the node and its programs write down for those who run it: lines with a level and a subject on standard error.
//!
//! ```text
//!   plain   node: refused a connection from 10.0.0.7: ...
//!   text    2026-11-27T22:15:01.007Z warning node: refused a connection from 10.0.0.7: ... peer=10.0.0.7
//!   json    {"time":"2026-11-27T22:15:01.007Z","level":"warning","subject":"node","message":"...","peer":"10.0.0.7"}
//! ```
//!
//! What is printed because somebody asked for it (`--report-fuel`, the survey of SIGQUIT) is no log and goes to the
//! console as it is. How lines are bounded is a matter of the console.
//!
//! A crate for logs (`tracing`) would keep one log for the whole program; here each node has its own, and a program
//! that embeds Mound has several.

use crate::moment;
use std::fmt::Write as _;

/// How much a line matters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Level {
    Error,
    Warning,
    Info,
    Debug,
}

/// What a line is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Subject {
    /// What the compiler says of forms that programs give it.
    Compiler,
    /// Machine code.
    Code,
    Memory,
    /// Connections with other nodes.
    Node,
    /// Ends of processes.
    Process,
    /// The program as a whole, and what it writes down itself.
    Program,
    Scheduler,
}

/// How lines look.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Form {
    /// As people like it at a terminal; without the time.
    #[default]
    Plain,
    /// A line begins with time, level and subject; lines of one text that follow are indented.
    Text,
    /// An object of JSON in each line.
    Json,
}

/// What is written down, and how.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Log {
    /// By subject, in the order of [`SUBJECTS`]; none: nothing.
    levels: [Option<Level>; SUBJECTS.len()],
    form: Form,
}

const LEVELS: [(&str, Option<Level>); 5] = [
    ("off", None),
    ("error", Some(Level::Error)),
    ("warning", Some(Level::Warning)),
    ("info", Some(Level::Info)),
    ("debug", Some(Level::Debug)),
];

const SUBJECTS: [(&str, Subject); 7] = [
    ("compiler", Subject::Compiler),
    ("code", Subject::Code),
    ("memory", Subject::Memory),
    ("node", Subject::Node),
    ("process", Subject::Process),
    ("program", Subject::Program),
    ("scheduler", Subject::Scheduler),
];

impl Default for Log {
    fn default() -> Log {
        Log {
            levels: [Some(Level::Warning); SUBJECTS.len()],
            form: Form::Plain,
        }
    }
}

impl Level {
    pub(crate) fn named(name: &str) -> Option<Level> {
        LEVELS.iter().find(|(word, _)| *word == name)?.1
    }

    fn name(self) -> &'static str {
        let found = LEVELS.iter().find(|(_, level)| *level == Some(self));
        found.map_or("", |(name, _)| name)
    }
}

impl Subject {
    fn name(self) -> &'static str {
        SUBJECTS[self.place()].0
    }

    fn place(self) -> usize {
        self as usize
    }

    /// What a plain line begins with. Reports of ends and of the compiler have words of their own.
    fn beginning(self, level: Level) -> &'static str {
        match (self, level) {
            (Subject::Node, _) => "node: ",
            (Subject::Process | Subject::Compiler | Subject::Memory, _) => "",
            (_, Level::Error) => "error: ",
            (_, Level::Warning) => "warning: ",
            (_, Level::Info | Level::Debug) => "",
        }
    }
}

fn listed<T>(names: &[(&str, T)]) -> String {
    let names: Vec<&str> = names.iter().map(|(name, _)| *name).collect();
    names.join(", ")
}

impl Log {
    /// `warning`, or `warning,node=debug`: a level for all, then perhaps others for some subjects.
    pub fn parse(text: &str) -> Result<Log, String> {
        let mut log = Log::default();
        for part in text.split(',') {
            let (subject, word) = match part.split_once('=') {
                Some((subject, word)) => (Some(subject), word),
                None => (None, part),
            };
            let known = LEVELS.iter().find(|(name, _)| *name == word);
            let (_, level) = known
                .ok_or_else(|| format!("`{word}` is no level; there are {}", listed(&LEVELS)))?;
            match subject {
                None => log.levels = [*level; SUBJECTS.len()],
                Some(name) => {
                    let known = SUBJECTS.iter().find(|(word, _)| *word == name);
                    let (_, subject) = known.ok_or_else(|| {
                        format!("`{name}` is no subject; there are {}", listed(&SUBJECTS))
                    })?;
                    log.levels[subject.place()] = *level;
                }
            }
        }
        Ok(log)
    }

    /// The same with another form: `plain`, `text` or `json`.
    pub fn in_form(self, name: &str) -> Result<Log, String> {
        let form = match name {
            "plain" => Form::Plain,
            "text" => Form::Text,
            "json" => Form::Json,
            _ => return Err(format!("`{name}` is no form; there are plain, text, json")),
        };
        Ok(Log { form, ..self })
    }

    /// Whether such lines are written.
    pub fn admits(&self, level: Level, subject: Subject) -> bool {
        self.levels[subject.place()].is_some_and(|least| level <= least)
    }

    /// The text as it is written, with its end of line. Names of fields are words.
    pub(crate) fn line(
        &self,
        level: Level,
        subject: Subject,
        text: &str,
        fields: &[(&str, &str)],
    ) -> String {
        let message = text.trim_end_matches('\n');
        match self.form {
            Form::Plain => {
                let mut line = format!("{}{message}", subject.beginning(level));
                if subject == Subject::Program {
                    put_fields(&mut line, fields);
                }
                line + "\n"
            }
            Form::Text => {
                let time = moment::text(moment::wall_clock());
                let (level, subject) = (level.name(), subject.name());
                let message = message.replace('\n', "\n  ");
                let mut line = format!("{time} {level} {subject}: {message}");
                put_fields(&mut line, fields);
                line + "\n"
            }
            Form::Json => {
                let time = moment::text(moment::wall_clock());
                let own = [
                    ("time", &*time),
                    ("level", level.name()),
                    ("subject", subject.name()),
                    ("message", message),
                ];
                let mut line = String::from("{");
                for (name, value) in own.iter().chain(fields) {
                    if line.len() > 1 {
                        line.push(',');
                    }
                    put_json(&mut line, name);
                    line.push(':');
                    put_json(&mut line, value);
                }
                line + "}\n"
            }
        }
    }
}

/// ` name=value` for each; values that are not one word stand in quotes.
fn put_fields(line: &mut String, fields: &[(&str, &str)]) {
    for (name, value) in fields {
        let is_word =
            |character: char| character.is_alphanumeric() || "-_.:/[]".contains(character);
        line.push(' ');
        line.push_str(name);
        line.push('=');
        match !value.is_empty() && value.chars().all(is_word) {
            true => line.push_str(value),
            false => put_json(line, value),
        }
    }
}

fn put_json(line: &mut String, text: &str) {
    line.push('"');
    for character in text.chars() {
        match character {
            '"' => line.push_str("\\\""),
            '\\' => line.push_str("\\\\"),
            '\n' => line.push_str("\\n"),
            '\t' => line.push_str("\\t"),
            '\r' => line.push_str("\\r"),
            control if u32::from(control) < 0x20 || control == '\u{7f}' => {
                // Writing to a string does not fail.
                let _ = write!(line, "\\u{:04x}", u32::from(control));
            }
            other => line.push(other),
        }
    }
    line.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_of_subjects_are_those_of_their_names() {
        for (place, (_, subject)) in SUBJECTS.iter().enumerate() {
            assert_eq!(subject.place(), place);
        }
    }

    #[test]
    fn levels_are_for_all_and_for_single_subjects() {
        let log = Log::parse("error,node=debug,memory=off").expect("it is well-formed");
        assert!(log.admits(Level::Error, Subject::Process));
        assert!(!log.admits(Level::Warning, Subject::Process));
        assert!(log.admits(Level::Debug, Subject::Node));
        assert!(!log.admits(Level::Error, Subject::Memory));
        assert!(!Log::default().admits(Level::Info, Subject::Node));
        let why = |text: &str| Log::parse(text).expect_err("it is refused");
        assert!(why("loud").contains("`loud` is no level; there are off, error"));
        assert!(why("info,moon=info").contains("`moon` is no subject"));
        assert!(Log::default().in_form("xml").is_err());
    }

    #[test]
    fn lines_of_each_form_have_what_is_to_be_told() {
        let fields = [("peer", "a:1"), ("why", "it \"went\"\n")];
        let line = |form: &str, subject| {
            let log = Log::default().in_form(form).expect("there is such a form");
            log.line(Level::Warning, subject, "one\ntwo\n", &fields)
        };
        assert_eq!(line("plain", Subject::Node), "node: one\ntwo\n");
        assert_eq!(
            line("plain", Subject::Program),
            "warning: one\ntwo peer=a:1 why=\"it \\\"went\\\"\\n\"\n"
        );
        let text = line("text", Subject::Node);
        let (_, rest) = text.split_once("Z ").expect("it begins with the time");
        assert_eq!(
            rest,
            "warning node: one\n  two peer=a:1 why=\"it \\\"went\\\"\\n\"\n"
        );
        let json = line("json", Subject::Node);
        assert!(json.starts_with("{\"time\":\"2"), "{json}");
        assert!(
            json.ends_with(
                "\",\"level\":\"warning\",\"subject\":\"node\",\"message\":\"one\\ntwo\",\"peer\":\"a:1\",\"why\":\"it \\\"went\\\"\\n\"}\n"
            ),
            "{json}"
        );
    }
}
