//! What processes print while a line is edited: it appears above that line, which is redrawn.
//!
//! The editor shows whole lines that it is sent. What is no whole line yet waits a moment for its end;
//! and while the cursor is not in the last line of what is edited, all waits, since the editor would
//! begin to write in the wrong row.

use mound_engine::Diversion;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

/// Texts that the editor has not shown yet, at most; the others wait here.
pub(super) const TEXTS_MAX: usize = 256;
/// So long a part of a line waits for its end.
const PATIENCE: Duration = Duration::from_millis(150);

/// Between those who print and the editor.
pub(super) struct Above {
    to_editor: SyncSender<String>,
    pending: Mutex<Pending>,
    /// The cursor is not in the last line.
    held: AtomicBool,
}

#[derive(Default)]
struct Pending {
    text: String,
    since: Option<Instant>,
}

impl Above {
    /// Texts go to the editor by this.
    pub fn new(to_editor: SyncSender<String>) -> Arc<Above> {
        let above = Arc::new(Above {
            to_editor,
            pending: Mutex::default(),
            held: AtomicBool::new(false),
        });
        let weak = Arc::downgrade(&above);
        let started = std::thread::Builder::new()
            .name("mound-above".to_owned())
            .spawn(move || look_now_and_then(&weak));
        // Without it, parts of lines are shown when the line is entered.
        drop(started);
        above
    }

    /// What is to be done with texts while a line is edited.
    pub fn diversion(self: &Arc<Above>) -> Diversion {
        let above = Arc::clone(self);
        Arc::new(move |text| above.add(text))
    }

    fn pending(&self) -> MutexGuard<'_, Pending> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn add(&self, text: &str) {
        let mut pending = self.pending();
        pending.text.push_str(text);
        pending.since = Some(Instant::now());
        self.pass_on(&mut pending, false);
    }

    /// Gives the editor what may be shown: whole lines, or everything.
    fn pass_on(&self, pending: &mut Pending, everything: bool) {
        if self.held.load(Ordering::Acquire) {
            return;
        }
        let end = match everything {
            true => pending.text.len(),
            false => pending.text.rfind('\n').map_or(0, |last| last + 1),
        };
        if end == 0 {
            return;
        }
        let rest = pending.text.split_off(end);
        let shown = std::mem::replace(&mut pending.text, rest);
        if let Err(refused) = self.to_editor.try_send(shown) {
            let (std::sync::mpsc::TrySendError::Full(text)
            | std::sync::mpsc::TrySendError::Disconnected(text)) = refused;
            pending.text.insert_str(0, &text);
        }
    }

    /// Whether the cursor is in the last line of what is edited.
    pub fn note_cursor(&self, line: &str, cursor: usize) {
        let below = line.get(cursor..).unwrap_or_default();
        self.held.store(below.contains('\n'), Ordering::Release);
    }

    /// What was not shown while the line was edited.
    pub fn take(&self) -> String {
        self.held.store(false, Ordering::Release);
        let mut pending = self.pending();
        pending.since = None;
        std::mem::take(&mut pending.text)
    }
}

/// Shows parts of lines whose end does not come, and what was held back.
fn look_now_and_then(above: &Weak<Above>) {
    while let Some(above) = above.upgrade() {
        let mut pending = above.pending();
        if let Some(since) = pending.since
            && since.elapsed() > PATIENCE
            && !pending.text.is_empty()
        {
            above.pass_on(&mut pending, true);
        }
        drop(pending);
        drop(above);
        std::thread::sleep(PATIENCE / 2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::sync_channel;

    #[test]
    fn lines_are_passed_on_and_parts_wait() {
        let (sender, receiver) = sync_channel(4);
        let above = Above::new(sender);
        let show = above.diversion();
        show("one\ntw");
        assert_eq!(receiver.recv().as_deref(), Ok("one\n"));
        show("o\n");
        assert_eq!(receiver.recv().as_deref(), Ok("two\n"));
        show("part");
        assert_eq!(receiver.recv().as_deref(), Ok("part"));
        above.note_cursor("(a\nb)", 1);
        show("held\n");
        assert!(receiver.try_recv().is_err());
        above.note_cursor("(a\nb)", 5);
        assert_eq!(receiver.recv().as_deref(), Ok("held\n"));
        above.note_cursor("(a\nb)", 1);
        show("left\n");
        assert_eq!(above.take(), "left\n");
    }
}
