//! The core language to units of bytecode.
//!
//! ```text
//!   core::Program --lower--> terms --simplify, receives, inline--> terms --outline--> terms
//!        --closure--> what each procedure is --emit--> lines --finish--> Unit
//! ```
//!
//! Knows nothing of macros (the expander has done them) or of run-time values.
//! The same program always gives the same unit, bit for bit. Start reading at
//! `ir`, then follow the picture.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod arity;
mod closure;
mod code;
mod constants;
mod contify;
mod depth;
mod emit;
mod facts;
mod fold;
mod inline;
mod ir;
mod letrec;
mod live;
mod lower;
mod module;
mod notes;
mod outline;
mod place;
mod primitive;
mod receives;
mod search;
mod shape;
mod simplify;

use inline::Budget;
use ir::{Form, Term};
use module::Module;
use mound_base::{Diagnostic, SourceMap};
use mound_bytecode::Unit;
use mound_expand::core::Program;
use notes::Notes;

/// Stack that [`compile`] may need for a program as deep as it accepts.
pub const STACK_BYTES: usize = 128 << 20;

#[derive(Clone, Copy, Debug, Default)]
pub struct Options {
    /// Calls of the unit's own procedures go by name, so that a later definition
    /// typed by the user replaces what this one calls.
    pub interactive: bool,
    /// No call is replaced by a copy of the procedure. Programs do the same, slower; for tests.
    pub without_inlining: bool,
}

/// A unit and what to tell the programmer about it.
#[derive(Debug)]
pub struct Compiled {
    pub unit: Unit,
    pub warnings: Vec<Diagnostic>,
}

/// Compiles one unit, or says what is wrong with it.
pub fn compile(
    program: &Program,
    sources: &SourceMap,
    options: Options,
) -> Result<Compiled, Vec<Diagnostic>> {
    let too_deep = depth::check(program);
    if !too_deep.is_empty() {
        return Err(too_deep);
    }
    let mut errors = Vec::new();
    let mut notes = Notes::default();
    let (mut forms, mut variables) = lower::lower(program, &mut notes, &mut errors);
    if !errors.is_empty() {
        return Err(errors);
    }
    let constant: Vec<bool> = program
        .globals
        .iter()
        .map(|global| global.defined && !global.assigned && !options.interactive)
        .collect();
    let warnings = arity::check(program, &forms, &variables, &constant, &notes);
    notes.procedures(&forms, sources);
    let mut budget = Budget::new(&forms, options.without_inlining);
    simplify::simplify(
        &mut forms,
        &mut variables,
        &constant,
        &mut budget,
        &mut notes,
    );
    if receives::expand(&mut forms, &mut variables, &mut notes) {
        simplify::simplify(
            &mut forms,
            &mut variables,
            &constant,
            &mut budget,
            &mut notes,
        );
    }
    if inline::inline_recursions(&mut forms, &mut variables, &constant, &mut budget) {
        simplify::simplify(
            &mut forms,
            &mut variables,
            &constant,
            &mut budget,
            &mut notes,
        );
    }
    outline(&mut forms, &mut variables);
    let procedures = closure::analyse(&forms, &mut variables, &constant);
    let mut module = Module::new(program, sources, &procedures, &variables, notes);
    // Only the top level of programs is visible to others by name.
    emit::emit(&mut module, &forms, program.name.is_empty());
    module.check_size();
    let errors = std::mem::take(&mut module.diagnostics);
    if !errors.is_empty() {
        return Err(errors);
    }
    let unit = module.finish();
    debug_assert_eq!(mound_bytecode::verify::verify(&unit), Ok(()));
    Ok(Compiled { unit, warnings })
}

fn outline(forms: &mut [Form], variables: &mut ir::Variables) {
    for form in forms {
        let term = form.term_mut();
        let span = term.span;
        let whole = std::mem::replace(term, Term::unspecified(span));
        *term = outline::outline(whole, variables);
    }
}
