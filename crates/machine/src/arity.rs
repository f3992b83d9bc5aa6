//! Whether a procedure takes so many arguments: of a call that is being made, and
//! of one that will be made later, elsewhere, where a complaint would say little.

use crate::access::closure_code;
use crate::condition::{ConditionKind, Raise};
use crate::context::Context;
use crate::link::LinkedUnit;
use crate::trace::procedure_place;
use mound_heap::Value;
use mound_heap::code::Code;

pub(crate) fn accepts(function: &Code, count: u32) -> bool {
    count == function.required || (function.rest && count >= function.required)
}

/// The function that takes `count` arguments: this one or one of its clauses.
pub fn clause_for(function: &Code, count: u32) -> Option<&Code> {
    if function.clauses.is_empty() {
        return accepts(function, count).then_some(function);
    }
    // SAFETY: the unit lives as long as its code.
    let unit = unsafe { LinkedUnit::of(function) };
    let clauses = function.clauses.iter();
    let mut clauses = clauses.filter_map(|&clause| unit.find_code(clause));
    clauses.find(|clause| accepts(clause, count))
}

/// Why a procedure cannot be called with so many arguments, in words; `None` if it can, or if it
/// is no closure.
#[inline]
pub fn misfit(procedure: Value, count: u32) -> Option<String> {
    let code = closure_code(procedure)?;
    // SAFETY: H1: the code word of a closure is a pointer to live code.
    let function = unsafe { &*code };
    match function.exact_arity == count {
        true => None,
        false => find_misfit(procedure, function, count),
    }
}

#[inline(never)]
fn find_misfit(procedure: Value, function: &Code, count: u32) -> Option<String> {
    if clause_for(function, count).is_some() {
        return None;
    }
    // SAFETY: the unit lives as long as its code.
    let unit = unsafe { LinkedUnit::of(function) };
    let wanted = match count {
        0 => "no arguments".to_owned(),
        1 => "1 argument".to_owned(),
        count => format!("{count} arguments"),
    };
    let name = unit.function_name(function.function);
    let taken = unit.describe_arity(function);
    let place = procedure_place(procedure).map_or(String::new(), |place| {
        format!(" at {}:{}:{}", place.file, place.line, place.column)
    });
    Some(format!(
        "the procedure will be called with {wanted}, but {name}{place} takes {taken}"
    ))
}

impl Context {
    /// Complains as `who` of a procedure that is to be called later, with `count` arguments, if it
    /// does not take so many.
    #[inline]
    pub fn check_fit(&mut self, who: &str, procedure: Value, count: u32) -> Result<(), Raise> {
        match misfit(procedure, count) {
            None => Ok(()),
            Some(why) => Err(self.complain_of_misfit(who, procedure, &why)),
        }
    }

    #[cold]
    fn complain_of_misfit(&mut self, who: &str, procedure: Value, why: &str) -> Raise {
        let (who, _) = self.culprit(who, 1);
        let message = format!("{who}: {why}");
        self.condition(ConditionKind::Arity, Some(&who), &message, &[procedure])
    }
}
