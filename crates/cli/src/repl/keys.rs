//! The keys of the editor, up to Ctrl-C.
//!
//! The editor takes what was typed in batches, and drops what follows Ctrl-C in one. Here that is kept for
//! [`super::ahead`]; a Ctrl-D among it ends the REPL.

use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};
use reedline::{EditMode, Emacs, PromptEditMode, ReedlineEvent, ReedlineRawEvent};
use std::sync::{Arc, Mutex, PoisonError};

/// What was pressed behind Ctrl-C, once that was pressed.
#[derive(Clone, Default)]
pub(super) struct Behind(Arc<Mutex<Option<Vec<KeyEvent>>>>);

impl Behind {
    /// The keys behind Ctrl-C, if there was one; the next keys are the editor's again.
    pub fn take(&self) -> Vec<KeyEvent> {
        let mut behind = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        behind.take().unwrap_or_default()
    }

    /// Whether the key is the editor's.
    fn passes(&self, key: KeyEvent) -> bool {
        let mut behind = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(keys) = &mut *behind {
            keys.push(key);
            return false;
        }
        if key.code == KeyCode::Char('c') && key.modifiers == KeyModifiers::CONTROL {
            *behind = Some(Vec::new());
        }
        true
    }
}

/// The usual keys, of which none passes behind Ctrl-C.
pub(super) struct Keys {
    pub usual: Emacs,
    pub behind: Behind,
}

impl EditMode for Keys {
    fn parse_event(&mut self, event: ReedlineRawEvent) -> ReedlineEvent {
        let event = Event::from(event);
        let passes = match event {
            Event::Key(key) => self.behind.passes(key),
            _ => true,
        };
        match ReedlineRawEvent::try_from(event) {
            Ok(event) if passes => self.usual.parse_event(event),
            _ => ReedlineEvent::None,
        }
    }

    fn edit_mode(&self) -> PromptEditMode {
        self.usual.edit_mode()
    }
}
