//! The condition objects that the machine raises, and their wording.
//!
//! A condition has a kind (a symbol that programs test), a message, the objects
//! it is about, and who noticed. Wording: lower case, what was expected, what
//! was found.

use crate::context::Context;
use mound_base::Symbol;
use mound_heap::Value;

/// The object that an instruction or primitive raises.
#[derive(Clone, Copy, Debug)]
pub struct Raise(pub Value);

/// Room kept for the conditions of the machine itself: fields, message and a list of three.
pub const CONDITION_WORDS: usize = 64;

/// Kinds of conditions the machine makes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ConditionKind {
    Error,
    Type,
    Range,
    Arity,
    Unbound,
    NotProcedure,
    DivideByZero,
    Frozen,
    Memory,
    Unsendable,
    Continuation,
}

impl ConditionKind {
    pub fn symbol(self) -> Symbol {
        Symbol::intern(match self {
            ConditionKind::Error => "error",
            ConditionKind::Type => "type",
            ConditionKind::Range => "range",
            ConditionKind::Arity => "arity",
            ConditionKind::Unbound => "unbound",
            ConditionKind::NotProcedure => "not-procedure",
            ConditionKind::DivideByZero => "divide-by-zero",
            ConditionKind::Frozen => "frozen",
            ConditionKind::Memory => "memory",
            ConditionKind::Unsendable => "unsendable",
            ConditionKind::Continuation => "continuation",
        })
    }
}

impl Context {
    /// A condition object; the irritants are kept alive across the collection this may need.
    pub fn condition(
        &mut self,
        kind: ConditionKind,
        who: Option<&str>,
        message: &str,
        irritants: &[Value],
    ) -> Raise {
        self.condition_of(kind.symbol(), who, message, irritants)
    }

    /// Like [`Context::condition`], of a kind that the layers above name.
    pub fn condition_of(
        &mut self,
        kind: Symbol,
        who: Option<&str>,
        message: &str,
        irritants: &[Value],
    ) -> Raise {
        let kept = self.temporaries.len();
        self.temporaries.extend_from_slice(irritants);
        let words = CONDITION_WORDS + 2 * irritants.len() + message.len();
        if let Err(out_of_memory) = self.reserve(words) {
            self.temporaries.truncate(kept);
            return out_of_memory;
        }
        let mut list = Value::NULL;
        for index in (kept..self.temporaries.len()).rev() {
            let irritant = self.temporaries[index];
            list = self.heap.pair(irritant, list);
        }
        self.temporaries.truncate(kept);
        let message = self.heap.string(message);
        let who = who.map_or(Value::FALSE, |who| Value::symbol(Symbol::intern(who)));
        Raise(self.heap.condition(
            Value::symbol(kind),
            message,
            list,
            who,
            Value::FALSE,
            Value::FALSE,
        ))
    }

    /// A list of `items`, which are kept alive across the collection this may need.
    pub fn list(&mut self, items: &[Value]) -> Result<Value, Raise> {
        let kept = self.temporaries.len();
        self.temporaries.extend_from_slice(items);
        let room = self.reserve(2 * items.len());
        let list = room.map(|()| {
            let items = self.temporaries[kept..].to_vec();
            self.heap.list(&items)
        });
        self.temporaries.truncate(kept);
        list
    }

    /// The argument is not of the type that `who` needs.
    pub fn wrong_type(&mut self, who: &str, position: u32, expected: &str, found: Value) -> Raise {
        let message = format!("{who}: argument {position} must be {expected}");
        self.condition(ConditionKind::Type, Some(who), &message, &[found])
    }

    /// An index that is not in the object.
    pub fn out_of_range(&mut self, who: &str, index: Value, object: Value) -> Raise {
        self.condition(
            ConditionKind::Range,
            Some(who),
            &format!("{who}: index out of range"),
            &[index, object],
        )
    }

    /// A change to what cannot be changed.
    pub fn frozen(&mut self, who: &str, object: Value) -> Raise {
        let message = format!(
            "{who}: this object cannot be changed (a literal, or it came in a message); change a copy"
        );
        self.condition(ConditionKind::Frozen, Some(who), &message, &[object])
    }

    pub fn divide_by_zero(&mut self, who: &str, dividend: Value) -> Raise {
        self.condition(
            ConditionKind::DivideByZero,
            Some(who),
            &format!("{who}: division by zero"),
            &[dividend],
        )
    }
}
