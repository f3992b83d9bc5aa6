//! The stacks of errors that were not handled, one level an error.
//!
//! The computation itself is over: what is kept are pictures of its frames, with the text
//! of the values that were in them.

use mound_engine::Frame;
use std::fmt::Write as _;

/// Levels that are kept; the oldest goes first.
const LEVELS_MAX: usize = 10;

#[derive(Default)]
pub(super) struct Debugger {
    levels: Vec<Level>,
}

/// A text and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Typed {
    pub name: String,
    pub text: String,
}

struct Level {
    frames: Vec<Frame>,
    /// The form that died.
    form: Typed,
    /// The frame that is looked at.
    current: usize,
}

impl Debugger {
    /// A new error.
    pub fn enter(&mut self, frames: Vec<Frame>, form: Typed) {
        if self.levels.len() == LEVELS_MAX {
            self.levels.remove(0);
        }
        self.levels.push(Level {
            frames,
            form,
            current: 0,
        });
    }

    /// Forgets the last error; the form that died of it.
    pub fn leave(&mut self) -> Option<Typed> {
        self.levels.pop().map(|level| level.form)
    }

    /// Errors that are kept.
    pub fn level(&self) -> usize {
        self.levels.len()
    }

    /// All frames of the last error, youngest first.
    pub fn backtrace(&self) -> String {
        let Some(level) = self.levels.last() else {
            return NOTHING.to_owned();
        };
        let mut text = String::new();
        for (number, frame) in level.frames.iter().enumerate() {
            let mark = if number == level.current { '>' } else { ' ' };
            let _ = writeln!(text, "{mark}{number:>3} {}", frame.line);
        }
        text
    }

    /// Goes to a frame and shows it.
    pub fn select(&mut self, number: usize) -> String {
        let Some(level) = self.levels.last_mut() else {
            return NOTHING.to_owned();
        };
        let Some(frame) = level.frames.get(number) else {
            return format!("there are {} frames, from 0\n", level.frames.len());
        };
        level.current = number;
        let mut text = format!("{number:>4} {}\n", frame.line);
        if let Some(place) = &frame.line.place {
            let _ = writeln!(text, "       {}", place.source_line.trim());
        }
        for (name, value) in &frame.variables {
            let _ = writeln!(text, "     {name} = {value}");
        }
        text
    }

    /// Goes to a frame near the one that is looked at: callers are above.
    pub fn step(&mut self, distance: isize) -> String {
        let Some(level) = self.levels.last() else {
            return NOTHING.to_owned();
        };
        match level.current.checked_add_signed(distance) {
            Some(number) if number < level.frames.len() => self.select(number),
            _ => "there is no such frame\n".to_owned(),
        }
    }
}

pub(super) const NOTHING: &str = "there was no error\n";

#[cfg(test)]
mod tests {
    use super::*;
    use mound_engine::TraceLine;

    fn frame(procedure: &str) -> Frame {
        Frame {
            line: TraceLine {
                procedure: procedure.to_owned(),
                unit: String::new(),
                place: None,
                is_generated: false,
            },
            variables: vec![("x".to_owned(), "5".to_owned())],
        }
    }

    #[test]
    fn frames_are_walked() {
        let mut debugger = Debugger::default();
        assert_eq!(debugger.backtrace(), NOTHING);
        let typed = |text: &str| Typed {
            name: "input 1".to_owned(),
            text: text.to_owned(),
        };
        debugger.enter(vec![frame("inner"), frame("outer")], typed("(outer)"));
        assert_eq!(debugger.backtrace(), ">  0 inner\n   1 outer\n");
        assert_eq!(debugger.step(1), "   1 outer\n     x = 5\n");
        assert_eq!(debugger.step(1), "there is no such frame\n");
        assert_eq!(debugger.backtrace(), "   0 inner\n>  1 outer\n");
        assert_eq!(debugger.select(9), "there are 2 frames, from 0\n");
        debugger.enter(Vec::new(), typed("(other)"));
        assert_eq!(debugger.level(), 2);
        assert_eq!(debugger.leave(), Some(typed("(other)")));
        assert_eq!(debugger.step(-1), "   0 inner\n     x = 5\n");
    }
}
