//! Programs for the expander: text, or tokens chosen by bytes.
//!
//! Mutated text is seldom a program. So each byte may also stand for a token of a
//! small language of macros; parentheses are balanced at the end.

use mound_base::{Diagnostic, SourceId, Span, Symbol};
use mound_expand::{
    Environment, Export, LibraryInterface, LibraryName, LibraryProvider, Options,
    VariableReference, expand_program, syntax_library,
};
use mound_syntax::Datum;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Steps for one form: few, so that each input takes milliseconds.
const WORK_MAX: u32 = 20_000;
/// Tokens of one input.
const TOKENS_MAX: usize = 400;

const TOKENS: &[&str] = &[
    "(",
    ")",
    "(",
    ")",
    "(",
    ")",
    " . ",
    "...",
    "_",
    "x",
    "y",
    "z",
    "m",
    "n",
    "1",
    "#t",
    "\"s\"",
    "'",
    "`",
    ",",
    ",@",
    "#(",
    "(x ...)",
    "(_ x ...)",
    "(_ x y)",
    "(_ . x)",
    "(... ...)",
    "()",
    "(define-syntax m ",
    "(define-syntax n ",
    "(syntax-rules () ",
    "(syntax-rules ::: (x) ",
    "((_ x ...) ",
    "((_ x y ...) ",
    "((_) ",
    "((_ (x y) ...) ",
    "((_ #(x ...)) ",
    "(m ",
    "(n ",
    "(m x ...) ",
    "(m m x y)",
    "(let-syntax ((m ",
    "(letrec-syntax ((m ",
    "(let ((x ",
    "(let* (",
    "(lambda (x . y) ",
    "(define x ",
    "(define (m x) ",
    "(define-values (x . y) ",
    "(begin ",
    "(set! x ",
    "(if ",
    "(cond (",
    "else ",
    "=> ",
    "(case x ((x) ",
    "(do ((x 1 y)) (x) ",
    "(quote ",
    "(guard (x (",
    "(parameterize ((x ",
    "(define-record-type x (m x) n (x y z)) ",
    "(delay ",
    "(let-values (((x . y) ",
    "(cond-expand (x ",
    "(syntax-error \"s\" x)",
    "(case-lambda ((x) ",
];

/// What the expander asks for, without any files.
pub(crate) struct NoFiles {
    base: Rc<LibraryInterface>,
}

impl NoFiles {
    pub(crate) fn new() -> NoFiles {
        let name = LibraryName::new(["mound", "base"]);
        let helpers = [
            "%append",
            "%assertion-failed",
            "%call-with-values",
            "%delay",
            "%delay-force",
            "%guard",
            "%guard-else",
            "%list->vector",
            "%with-parameters",
        ];
        let exports: BTreeMap<Symbol, Export> = helpers
            .iter()
            .map(|helper| {
                let symbol = Symbol::intern(helper);
                let variable = VariableReference {
                    library: name.unit_name().as_str().into(),
                    hash: [1; 32],
                    name: symbol,
                    procedure: None,
                };
                (symbol, Export::Variable(Rc::new(variable)))
            })
            .collect();
        NoFiles {
            base: Rc::new(LibraryInterface {
                name,
                hash: [1; 32],
                exports,
            }),
        }
    }
}

impl LibraryProvider for NoFiles {
    fn interface(
        &mut self,
        name: &LibraryName,
        span: Span,
    ) -> Result<Rc<LibraryInterface>, Diagnostic> {
        if *name == self.base.name {
            return Ok(self.base.clone());
        }
        Err(Diagnostic::error(span, "there are no libraries", ""))
    }

    fn exists(&mut self, _: &LibraryName, _: Span) -> bool {
        false
    }

    fn include(
        &mut self,
        _: SourceId,
        _: &str,
        _: bool,
        span: Span,
    ) -> Result<Vec<Datum>, Diagnostic> {
        Err(Diagnostic::error(span, "there are no files", ""))
    }

    fn features(&self) -> Vec<Symbol> {
        Vec::new()
    }
}

/// Expands a program within bounds, whatever the bytes are.
pub fn expander(bytes: &[u8]) {
    let text = match bytes.split_first() {
        Some((first, rest)) if *first >= 0x80 => tokens(rest),
        _ => String::from_utf8_lossy(bytes).into_owned(),
    };
    let Ok(data) = mound_syntax::read_all(SourceId(0), &text) else {
        return;
    };
    let mut provider = NoFiles::new();
    let mut environment = Environment::default();
    environment
        .import(&[syntax_library().name.clone()], &mut provider)
        .expect("the core forms can be imported");
    let options = Options {
        work_max: WORK_MAX,
        ..Options::default()
    };
    // Errors are what most inputs deserve.
    let _ = expand_program(&data, &mut provider, &mut environment, options);
}

/// The tokens that the bytes stand for, with the parentheses that are missing.
fn tokens(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut depth = 0_usize;
    for &byte in bytes.iter().take(TOKENS_MAX) {
        let token = TOKENS[byte as usize % TOKENS.len()];
        if token == ")" && depth == 0 {
            continue;
        }
        let opened = token.matches('(').count();
        depth = (depth + opened).saturating_sub(token.matches(')').count());
        text.push_str(token);
        if !token.starts_with(['\'', '`', ',']) {
            text.push(' ');
        }
    }
    text.push_str(&")".repeat(depth));
    text
}
