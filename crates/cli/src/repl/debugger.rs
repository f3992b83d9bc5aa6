//! The stacks of errors that were not handled, one level an error.
//!
//! What is kept here are pictures of the frames, with the text of the values that were in them. The
//! computation itself is kept by its process, and can mostly go on (`machine: kept.rs`).

use mound_engine::{Frame, Kept};
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

pub(super) struct Level {
    pub frames: Vec<Frame>,
    /// The form that died.
    pub form: Typed,
    /// What can go on, and the number that its value will have.
    pub kept: Option<Kept>,
    pub result: u64,
    /// The frame that is looked at.
    pub current: usize,
}

impl Debugger {
    /// A new error.
    pub fn enter(&mut self, level: Level) {
        if self.levels.len() == LEVELS_MAX {
            self.levels.remove(0);
        }
        self.levels.push(level);
    }

    /// Takes the last error out.
    pub fn leave(&mut self) -> Option<Level> {
        self.levels.pop()
    }

    /// The last error.
    pub fn last(&self) -> Option<&Level> {
        self.levels.last()
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
        text.push_str(&level.restarts());
        text
    }

    /// Goes to a frame and shows it.
    pub fn select(&mut self, number: usize) -> String {
        let Some(level) = self.levels.last_mut() else {
            return NOTHING.to_owned();
        };
        let Some(frame) = level.frames.get(number) else {
            return level.how_many();
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

impl Level {
    /// What can be done about the error, a line each.
    pub fn restarts(&self) -> String {
        let kept = self.kept;
        let all = [
            (
                kept.is_some_and(|kept| kept.instead),
                ",use VALUE",
                "goes on with a value in the place of what failed",
            ),
            (
                kept.is_some_and(|kept| kept.again),
                ",again",
                "does what failed or was interrupted again, and goes on",
            ),
            (
                kept.is_some(),
                ",return N VALUE",
                "goes on as if frame N had returned the value",
            ),
            (true, ",retry", "evaluates the whole form again"),
            (true, ",abort", "forgets the error"),
        ];
        let possible = all.iter().filter(|(is_possible, ..)| *is_possible);
        possible
            .map(|(_, command, effect)| hint(command, effect))
            .collect()
    }

    /// The frame of the stack that the frame with this number stands for, if it can return; else why not.
    pub fn returning(&self, number: usize) -> Result<usize, String> {
        let frame = self.frames.get(number).ok_or_else(|| self.how_many())?;
        frame.position.ok_or_else(|| {
            let mut rest = self.frames.iter().enumerate().skip(number);
            let around = rest.find(|(_, frame)| frame.position.is_some());
            let inner = &frame.line.procedure;
            around.map_or_else(
                || format!("frame {number} cannot return by itself\n"),
                |(outer, around)| {
                    let caller = &around.line.procedure;
                    format!(
                        "{inner} has no frame of its own, as the compiler put its body into {caller}\n  \
                         hint: ,return {outer} VALUE returns from {caller}\n"
                    )
                },
            )
        })
    }

    fn how_many(&self) -> String {
        format!("there are {} frames, from 0\n", self.frames.len())
    }
}

/// A command and what it does, in a column of such.
pub(super) fn hint(command: &str, effect: &str) -> String {
    format!("  {command:<15}  {effect}\n")
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
            position: None,
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
        let level = |frames: Vec<Frame>, form: &str| Level {
            frames,
            form: typed(form),
            kept: None,
            result: 1,
            current: 0,
        };
        let shown = |stack: &str| {
            format!(
                "{stack}  ,retry           evaluates the whole form again\n  \
                 ,abort           forgets the error\n"
            )
        };
        debugger.enter(level(vec![frame("inner"), frame("outer")], "(outer)"));
        assert_eq!(debugger.backtrace(), shown(">  0 inner\n   1 outer\n"));
        assert_eq!(debugger.step(1), "   1 outer\n     x = 5\n");
        assert_eq!(debugger.step(1), "there is no such frame\n");
        assert_eq!(debugger.backtrace(), shown("   0 inner\n>  1 outer\n"));
        assert_eq!(debugger.select(9), "there are 2 frames, from 0\n");
        debugger.enter(level(Vec::new(), "(other)"));
        assert_eq!(debugger.level(), 2);
        let left = debugger.leave().map(|level| level.form);
        assert_eq!(left, Some(typed("(other)")));
        assert_eq!(debugger.step(-1), "   0 inner\n     x = 5\n");
    }
}
