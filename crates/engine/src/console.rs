//! Standard output and error, written by a thread of their own, so that a slow
//! reader of the program's output never blocks a scheduler.
//!
//! What is queued is bounded, for each of the two: a program that finds [`QUEUE_BYTES_MAX`] waiting
//! is told to come again. What the node itself has to tell does not wait, so it is left out then and
//! counted; and of reports of deaths that are alike only some are shown ([`crate::repeats`]).
//!
//! Each of the two has a thread, so that one that nobody reads does not stop the other. What is
//! written first is seen first all the same: the thread of standard output gives what is for standard
//! error to the other one in its turn, and waits for that, but not for long.
//!
//! While somebody edits a line, what would be written goes to whoever shows it above that line
//! ([`Console::divert`]). On a terminal, what the node tells begins a line of its own.
//!
//! That standard output could not be written is found out later,
//! and told to whoever writes or flushes next. Standard error is where all that goes
//! wrong is told, so nobody is told of it.

use crate::log::{Level, Log, Subject};
use crate::repeats::{Admission, PERIOD, Repeats};
use crate::resources::why::why;
use mound_machine::Stream;
use std::io::{ErrorKind, IsTerminal, Write};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Output that may wait to be written, and as much for standard error.
const QUEUE_BYTES_MAX: usize = 1 << 20;
/// So long output waits for errors that came before it; then nobody reads them.
const PATIENCE: Duration = Duration::from_millis(200);

/// Shows text in the place of a standard stream.
pub type Diversion = Arc<dyn Fn(&str) + Send + Sync>;

enum Piece {
    Output(String),
    Error(String),
    /// What the node tells.
    Told(String),
    /// Reports were counted and not shown.
    Counted,
    /// All before it is written.
    Mark(Sender<()>),
}

/// What the thread of standard error gets.
enum ErrorPiece {
    Text(String),
    Told(String),
    /// All before it is written.
    Mark(Sender<()>),
}

/// The way to the writing threads.
pub struct Console {
    pieces: Mutex<Sender<Piece>>,
    waiting: Arc<Waiting>,
    /// In a simulation: what lines of this node begin with, and its unfinished lines.
    label: Option<Label>,
}

/// Lines of one node among those of others. Each is written when it is whole.
struct Label {
    text: String,
    output: Mutex<String>,
    errors: Mutex<String>,
}

impl Label {
    /// The lines that are whole now, each with the label.
    fn whole(&self, unfinished: &Mutex<String>, text: &str) -> String {
        let mut unfinished = unfinished.lock().unwrap_or_else(PoisonError::into_inner);
        unfinished.push_str(text);
        let end = unfinished.rfind('\n').map_or(0, |last| last + 1);
        let whole: String = unfinished.drain(..end).collect();
        let lines = whole.lines();
        lines
            .map(|line| format!("{}| {line}\n", self.text))
            .collect()
    }
}

#[derive(Default)]
struct Waiting {
    output_bytes: AtomicUsize,
    error_bytes: AtomicUsize,
    /// Texts of the node that were left out since the last one that was not.
    left_out: AtomicU64,
    repeats: Mutex<Repeats>,
    /// Why output could not be written, until somebody is told.
    failure: Mutex<Option<std::io::Error>>,
    has_failed: AtomicBool,
    output_is_closed: bool,
    /// Where texts go in the place of the streams.
    diversion: Mutex<Option<Diversion>>,
    /// Whether what was written last on either stream is no whole line, and a terminal shows both.
    line_is_open: AtomicBool,
    is_terminal: bool,
    log: Log,
}

impl Console {
    /// Starts the thread. With `output_is_closed` there is nowhere to write output to.
    pub fn start(output_is_closed: bool, log: Log) -> std::io::Result<Console> {
        let (pieces, queue) = channel::<Piece>();
        let waiting = Arc::new(Waiting {
            output_is_closed,
            is_terminal: std::io::stdout().is_terminal() && std::io::stderr().is_terminal(),
            log,
            ..Waiting::default()
        });
        let shared = waiting.clone();
        let (errors, error_queue) = channel::<ErrorPiece>();
        std::thread::Builder::new()
            .name("mound-errors".to_owned())
            .spawn(move || shared.write_errors(&error_queue))?;
        let shared = waiting.clone();
        std::thread::Builder::new()
            .name("mound-console".to_owned())
            .spawn(move || shared.write_all(&queue, &errors))?;
        Ok(Console {
            pieces: Mutex::new(pieces),
            waiting,
            label: None,
        })
    }

    /// The same console for one of several nodes; with a label, its lines begin with that.
    pub fn of_node(&self, label: Option<&str>) -> Console {
        let pieces = self.pieces.lock().unwrap_or_else(PoisonError::into_inner);
        let label = label.map(|text| Label {
            text: text.to_owned(),
            output: Mutex::default(),
            errors: Mutex::default(),
        });
        Console {
            pieces: Mutex::new(pieces.clone()),
            waiting: self.waiting.clone(),
            label,
        }
    }

    /// Has texts shown by `to` in the place of the streams, or by these again.
    pub fn divert(&self, to: Option<Diversion>) {
        self.flush();
        *self.waiting.diversion() = to;
    }

    /// Writes lines of this node that are not finished, at its end.
    pub fn finish_lines(&self) {
        let Some(label) = &self.label else { return };
        let is_unfinished = |lines: &Mutex<String>| {
            let lines = lines.lock().unwrap_or_else(PoisonError::into_inner);
            !lines.is_empty()
        };
        if is_unfinished(&label.output) {
            self.queue_output("\n");
        }
        if is_unfinished(&label.errors) {
            self.queue_error("\n");
        }
    }

    /// Queues text; false if too much is queued already. An error says why what was queued before
    /// could not be written; then this is not queued either.
    pub fn write(&self, text: &str) -> Result<bool, String> {
        if let Some(error) = self.failure() {
            return Err(in_words(&error));
        }
        if self.waiting.output_bytes.load(Ordering::Acquire) > QUEUE_BYTES_MAX {
            return Ok(false);
        }
        self.queue_output(text);
        Ok(true)
    }

    fn queue_output(&self, text: &str) {
        let text = match &self.label {
            Some(label) => label.whole(&label.output, text),
            None => text.to_owned(),
        };
        if !text.is_empty() {
            let bytes = &self.waiting.output_bytes;
            bytes.fetch_add(text.len(), Ordering::AcqRel);
            self.send(Piece::Output(text));
        }
    }

    /// Queues text of a program for standard error; false if too much is queued already.
    pub fn write_error(&self, text: &str) -> bool {
        let has_room = self.waiting.error_bytes.load(Ordering::Acquire) <= QUEUE_BYTES_MAX;
        if has_room {
            self.queue_error(text);
        }
        has_room
    }

    /// Why output could not be written, if nobody was told yet.
    fn failure(&self) -> Option<std::io::Error> {
        if !self.waiting.has_failed.load(Ordering::Acquire) {
            return None;
        }
        self.waiting.has_failed.store(false, Ordering::Release);
        let mut failure = self
            .waiting
            .failure
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        failure.take()
    }

    /// Waits until everything is written, at the end of a program: why output was lost that
    /// somebody wanted. Who closes a pipe wants no more of it.
    pub fn finish(&self) -> Result<(), String> {
        let summary = self.waiting.repeats().summary();
        if let Some(summary) = summary {
            self.log(Level::Error, Subject::Process, &summary, &[]);
        }
        self.flush();
        match self.failure() {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(in_words(&error)),
            _ => Ok(()),
        }
    }

    /// Whether such lines are written into the log.
    pub fn logs(&self, level: Level, subject: Subject) -> bool {
        self.waiting.log.admits(level, subject)
    }

    /// Writes into the log, if such lines are written.
    pub fn log(&self, level: Level, subject: Subject, text: &str, fields: &[(&str, &str)]) {
        if self.logs(level, subject) {
            self.tell(&self.waiting.log.line(level, subject, text, fields));
        }
    }

    /// Queues what the node has to tell, for standard error. It is left out, and counted, where that is
    /// not read.
    pub fn tell(&self, text: &str) {
        if self.waiting.error_bytes.load(Ordering::Acquire) > QUEUE_BYTES_MAX {
            self.waiting.left_out.fetch_add(1, Ordering::Relaxed);
            return;
        }
        match self.waiting.left_out.swap(0, Ordering::Relaxed) {
            0 => self.queue_told(text),
            count => {
                let why = "since nobody read standard error";
                self.queue_told(&format!("{count} messages were left out {why}\n{text}"));
            }
        }
    }

    /// Whether a report of a death of this kind, at this time, is to be shown. If not it is counted, and
    /// the number shown later.
    pub fn shows_report(&self, kind: u64, now: Duration) -> bool {
        let (summary, admission) = self.waiting.repeats().admit(kind, now);
        if let Some(summary) = summary {
            self.log(Level::Error, Subject::Process, &summary, &[]);
        }
        if admission == Admission::FirstCounted {
            self.send(Piece::Counted);
        }
        admission == Admission::Shown
    }

    /// Shows such a report. The headline stands for those that are like it.
    pub fn report(&self, kind: u64, headline: &str, text: &str) {
        self.waiting.repeats().name(kind, headline);
        self.log(Level::Error, Subject::Process, text, &[]);
    }

    /// What writes warnings into the log when this is not at hand.
    pub fn warner(&self, subject: Subject) -> impl Fn(&str) + Send + Sync + 'static {
        let console = self.of_node(self.label.as_ref().map(|label| &*label.text));
        move |text| console.log(Level::Warning, subject, text, &[])
    }

    fn queue_error(&self, text: &str) {
        self.queue_for_errors(text, Piece::Error);
    }

    fn queue_told(&self, text: &str) {
        self.queue_for_errors(text, Piece::Told);
    }

    fn queue_for_errors(&self, text: &str, piece: fn(String) -> Piece) {
        let text = match &self.label {
            Some(label) => label.whole(&label.errors, text),
            None => text.to_owned(),
        };
        if !text.is_empty() {
            let bytes = &self.waiting.error_bytes;
            bytes.fetch_add(text.len(), Ordering::AcqRel);
            self.send(piece(text));
        }
    }

    fn send(&self, piece: Piece) {
        // The thread lives as long as this sender.
        let _ = self
            .pieces
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(piece);
    }

    /// Whether all output is written, or all that was for standard error.
    pub fn is_flushed(&self, stream: Stream) -> bool {
        let bytes = match stream {
            Stream::Output => &self.waiting.output_bytes,
            Stream::Error => &self.waiting.error_bytes,
        };
        bytes.load(Ordering::Acquire) == 0
    }

    /// Waits until all is written that was queued before, whatever others queue meanwhile.
    pub fn flush(&self) {
        let (reached, mark) = channel();
        self.send(Piece::Mark(reached));
        // An error would mean that the thread has gone, and nothing will be written.
        let _ = mark.recv();
    }
}

impl Waiting {
    fn repeats(&self) -> std::sync::MutexGuard<'_, Repeats> {
        self.repeats.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn diversion(&self) -> std::sync::MutexGuard<'_, Option<Diversion>> {
        self.diversion
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes text, or has it shown by whoever the streams are diverted to.
    fn put(&self, stream: &mut dyn Write, text: &str) -> std::io::Result<()> {
        let diversion = self.diversion().clone();
        if let Some(show) = diversion {
            show(text);
            return Ok(());
        }
        if self.is_terminal && !text.is_empty() {
            let is_open = !text.ends_with('\n');
            self.line_is_open.store(is_open, Ordering::Release);
        }
        write_all(stream, text)
    }

    /// What the thread of standard error does.
    fn write_errors(&self, queue: &Receiver<ErrorPiece>) {
        for piece in queue {
            match piece {
                ErrorPiece::Text(text) => {
                    // Where that fails, there is nowhere to tell of it.
                    let _ = self.put(&mut std::io::stderr().lock(), &text);
                    self.error_bytes.fetch_sub(text.len(), Ordering::AcqRel);
                }
                ErrorPiece::Told(text) => {
                    let after_part = self.line_is_open.load(Ordering::Acquire);
                    let begin = if after_part { "\n" } else { "" };
                    let _ = self.put(&mut std::io::stderr().lock(), &format!("{begin}{text}"));
                    self.error_bytes.fetch_sub(text.len(), Ordering::AcqRel);
                }
                ErrorPiece::Mark(reached) => {
                    // Whoever waits may have gone.
                    let _ = reached.send(());
                }
            }
        }
    }

    /// What the thread of standard output does: writes until the last sender is gone.
    fn write_all(&self, queue: &Receiver<Piece>, errors: &Sender<ErrorPiece>) {
        let mut summary_due: Option<Instant> = None;
        // Errors that were given to the other thread, and are not written yet.
        let mut behind: Option<Receiver<()>> = None;
        let mut give = |piece: ErrorPiece| {
            let (reached, mark) = channel();
            // The other thread lives as long as this sender.
            let _ = errors.send(piece);
            let _ = errors.send(ErrorPiece::Mark(reached));
            // Where nobody reads, one text is waited for, and not each.
            let waits = behind
                .as_ref()
                .is_none_or(|before| before.try_recv().is_ok());
            if waits {
                behind = match mark.recv_timeout(PATIENCE) {
                    Err(RecvTimeoutError::Timeout) => Some(mark),
                    Ok(()) | Err(RecvTimeoutError::Disconnected) => None,
                };
            }
        };
        loop {
            let left = summary_due.map(|due| due.saturating_duration_since(Instant::now()));
            let piece = match left {
                None => queue.recv().map_err(|_| RecvTimeoutError::Disconnected),
                Some(Duration::ZERO) => Err(RecvTimeoutError::Timeout),
                Some(left) => queue.recv_timeout(left),
            };
            match piece {
                Ok(Piece::Output(text)) => {
                    let written = match self.output_is_closed {
                        true => Err(std::io::Error::other("it is closed")),
                        false => self.put(&mut std::io::stdout().lock(), &text),
                    };
                    if let Err(error) = written {
                        self.fail(error);
                    }
                    self.output_bytes.fetch_sub(text.len(), Ordering::AcqRel);
                }
                Ok(Piece::Error(text)) => give(ErrorPiece::Text(text)),
                Ok(Piece::Told(text)) => give(ErrorPiece::Told(text)),
                Ok(Piece::Counted) => summary_due = Some(Instant::now() + PERIOD),
                Ok(Piece::Mark(reached)) => {
                    let _ = errors.send(ErrorPiece::Mark(reached));
                }
                Err(RecvTimeoutError::Timeout) => {
                    summary_due = None;
                    let summary = self.repeats().summary().unwrap_or_default();
                    self.error_bytes.fetch_add(summary.len(), Ordering::AcqRel);
                    give(ErrorPiece::Told(summary));
                }
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    fn fail(&self, error: std::io::Error) {
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        *failure = Some(error);
        self.has_failed.store(true, Ordering::Release);
    }
}

fn in_words(error: &std::io::Error) -> String {
    format!("cannot write standard output: {}", why(error))
}

fn write_all(stream: &mut dyn Write, text: &str) -> std::io::Result<()> {
    stream.write_all(text.as_bytes())?;
    stream.flush()
}
