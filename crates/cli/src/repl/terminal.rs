//! The REPL on a terminal: the editor and what it is told about Scheme.

use super::above::{Above, TEXTS_MAX};
use super::ahead::Ahead;
use super::highlight::Colours;
use super::keys::Keys;
use super::{Repl, commands, scan};
use crate::signals;
use crossterm::terminal::disable_raw_mode;
use mound_engine::documentation::{self, Summary};
use mound_syntax::{ReadError, Reader};
use reedline::{
    ColumnarMenu, Completer, CompletionResult, EditCommand, Emacs, ExternalPrinter,
    FileBackedHistory, HistoryItem, KeyCode, KeyModifiers, MenuBuilder, Prompt, PromptEditMode,
    PromptHistorySearch, Reedline, ReedlineEvent, ReedlineMenu, Signal, Span, Suggestion,
    ValidationResult, Validator, default_emacs_keybindings,
};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};

/// Lines of history that are kept.
const HISTORY_LINES: usize = 2000;
const MENU: &str = "completion";

/// Runs until Ctrl-D, `,quit` or `(exit)`.
pub(super) fn run(repl: &mut Repl) -> Result<i32, String> {
    repl.hints = true;
    match &repl.node {
        None => println!(
            "Mound {}; ,help lists the commands, Ctrl-D ends.",
            env!("CARGO_PKG_VERSION")
        ),
        Some(node) => println!("Attached to {node}; ,help lists the commands, Ctrl-D leaves it."),
    }
    // While a line is edited Ctrl-C is a key; it is a signal while a form runs.
    let interrupter = repl.interactive.interrupter();
    let mut ahead = Ahead::default();
    let interrupted = ahead.interrupted();
    signals::whenever_interrupted(move || {
        interrupted.store(true, Ordering::Release);
        interrupter.interrupt();
    })?;
    let printer = ExternalPrinter::new(TEXTS_MAX);
    let above = Above::new(printer.sender());
    let mut editor = editor(&above, &ahead)
        .with_external_printer(printer)
        .with_completer(completer(repl));
    for number in 1_u64.. {
        let prompt = Level {
            errors: repl.debugger.level(),
            node: repl.node.clone(),
        };
        let of_terminal = |error: std::io::Error| format!("the terminal: {error}");
        ahead.take().map_err(of_terminal)?;
        let read = match ahead.next(is_complete) {
            Some(line) => {
                disable_raw_mode().map_err(of_terminal)?;
                show(&mut editor, &prompt, &line);
                Ok(Signal::Success(line))
            }
            None if ahead.has_ended() => {
                disable_raw_mode().map_err(of_terminal)?;
                Ok(Signal::CtrlD)
            }
            None => {
                editor.run_edit_commands(&[EditCommand::InsertString(ahead.rest())]);
                repl.interactive.divert(Some(above.diversion()));
                let read = editor.read_line(&prompt);
                repl.interactive.divert(None);
                ahead.take().map_err(of_terminal)?;
                disable_raw_mode().map_err(of_terminal)?;
                print!("{}", above.take());
                read
            }
        };
        match read {
            Ok(Signal::Success(line)) => {
                if let Some(status) = repl.evaluate(&format!("input {number}"), &line) {
                    return Ok(status);
                }
                editor = editor.with_completer(completer(repl));
            }
            Ok(Signal::CtrlC) => println!("Ctrl-D or ,quit ends."),
            Ok(Signal::CtrlD) => break,
            Ok(_) => {}
            Err(error) => return Err(format!("the terminal: {error}")),
        }
    }
    Ok(0)
}

/// A line that was typed before the prompt was there, as if it had been typed behind it.
fn show(editor: &mut Reedline, prompt: &Level, line: &str) {
    let start = prompt.render_prompt_left();
    let indicator = prompt.render_prompt_indicator(PromptEditMode::Default);
    println!("{start}{indicator}{line}");
    if !line.trim().is_empty() {
        // Without it, the line is not found again, and nothing else.
        let _ = editor
            .history_mut()
            .save(HistoryItem::from_command_line(line));
    }
}

fn editor(above: &Arc<Above>, ahead: &Ahead) -> Reedline {
    let mut keys = default_emacs_keybindings();
    keys.add_binding(
        KeyModifiers::NONE,
        KeyCode::Tab,
        ReedlineEvent::UntilFound(vec![
            ReedlineEvent::Menu(MENU.to_owned()),
            ReedlineEvent::MenuNext,
        ]),
    );
    let menu = ColumnarMenu::default().with_name(MENU);
    let editor = Reedline::create()
        .with_validator(Box::new(Complete))
        .with_highlighter(Box::new(Colours {
            above: Arc::clone(above),
        }))
        .with_menu(ReedlineMenu::EngineCompleter(Box::new(menu)))
        .with_quick_completions(true)
        .with_partial_completions(true)
        .with_edit_mode(Box::new(Keys {
            usual: Emacs::new(keys),
            behind: ahead.behind(),
        }));
    match history() {
        Some(history) => editor.with_history(Box::new(history)),
        None => editor,
    }
}

fn history() -> Option<FileBackedHistory> {
    let path: PathBuf = mound_engine::default_home()?.join("history");
    std::fs::create_dir_all(path.parent()?).ok()?;
    FileBackedHistory::with_file(HISTORY_LINES, path).ok()
}

/// The prompt; it says how many errors are kept, or on which node it is.
struct Level {
    errors: usize,
    node: Option<String>,
}

impl Prompt for Level {
    fn render_prompt_left(&self) -> Cow<'_, str> {
        match (&self.node, self.errors) {
            (Some(node), _) => node.as_str().into(),
            (None, 0) => "mound".into(),
            (None, level) => format!("mound [{level}]").into(),
        }
    }

    fn render_prompt_right(&self) -> Cow<'_, str> {
        "".into()
    }

    fn render_prompt_indicator(&self, _: PromptEditMode) -> Cow<'_, str> {
        "> ".into()
    }

    fn render_prompt_multiline_indicator(&self) -> Cow<'_, str> {
        "... ".into()
    }

    fn render_prompt_history_search_indicator(&self, search: PromptHistorySearch) -> Cow<'_, str> {
        format!("(search: {}) ", search.term).into()
    }
}

/// Knows the names that can be typed, and what is said of them.
struct Names {
    names: Vec<String>,
    /// Of sources of the user.
    summaries: Vec<Summary>,
}

fn completer(repl: &Repl) -> Box<Names> {
    let bound = repl.interactive.names();
    let mut names: Vec<String> = bound
        .iter()
        .map(|name| name.to_string())
        .filter(|name| !name.starts_with(','))
        .collect();
    names.extend(commands::names());
    names.sort();
    names.dedup();
    let sources = repl.interactive.sources();
    let summaries = sources
        .iter()
        .flat_map(|(source, text)| documentation::in_text(source, text));
    Box::new(Names {
        names,
        summaries: summaries.collect(),
    })
}

impl Names {
    /// How it is called, and the first sentence about it.
    fn description(&self, name: &str) -> Option<String> {
        static BUILT_IN: OnceLock<Vec<Summary>> = OnceLock::new();
        if let Some(command) = name.strip_prefix(',') {
            return commands::description(command);
        }
        let own = self.summaries.iter().find(|one| one.name == name);
        let summary = own.or_else(|| {
            let all = BUILT_IN.get_or_init(documentation::summaries);
            let at = all.partition_point(|one| one.name.as_str() < name);
            all.get(at).filter(|one| one.name == name)
        })?;
        Some(match &*summary.usage {
            "" => summary.sentence.clone(),
            usage => format!("{usage}: {}", summary.sentence),
        })
    }
}

impl Completer for Names {
    fn complete(&mut self, line: &str, cursor: usize) -> CompletionResult {
        let start = scan::word_start(line, cursor);
        let word = &line[start..cursor];
        if word.is_empty() {
            return CompletionResult::fresh(Vec::new());
        }
        let from = self.names.partition_point(|name| name.as_str() < word);
        let suggestions: Vec<Suggestion> = self.names[from..]
            .iter()
            .take_while(|name| name.starts_with(word))
            .map(|name| Suggestion {
                value: name.clone(),
                description: self.description(name),
                span: Span::new(start, cursor),
                ..Suggestion::default()
            })
            .collect();
        CompletionResult::fresh(suggestions)
    }
}

struct Complete;

impl Validator for Complete {
    fn validate(&self, line: &str) -> ValidationResult {
        match is_complete(line) {
            true => ValidationResult::Complete,
            false => ValidationResult::Incomplete,
        }
    }
}

/// A line is complete when each form in it is.
fn is_complete(line: &str) -> bool {
    // Of a command, what is behind its name.
    let forms = match line.trim_start().strip_prefix(',') {
        Some(command) => command.split_once(' ').map_or("", |(_, forms)| forms),
        None => line,
    };
    let mut reader = Reader::new(mound_base::SourceId(0), forms);
    loop {
        match reader.next() {
            Ok(Some(_)) => {}
            Ok(None) | Err(ReadError::Invalid(_)) => return true,
            Err(ReadError::Incomplete(_)) => return false,
        }
    }
}
