//! The condition objects that the machine raises, and their wording.
//!
//! A condition has a kind (a symbol that programs test), a message, the objects
//! it is about, and who noticed. Wording: lower case, what was expected, what
//! was found.

use crate::access;
use crate::context::Context;
use crate::port;
use mound_base::{Symbol, SymbolRef};
use mound_heap::object::Condition;
use mound_heap::{FragmentBuilder, Heap, OutOfMemory, Value};

/// The object that an instruction or primitive raises.
#[derive(Clone, Copy, Debug)]
pub struct Raise(pub Value);

impl Raise {
    /// Nothing is raised: what was to be done is not finished (`unfinished.rs`). No program can raise
    /// this value, since `raise` is a procedure.
    pub const UNFINISHED: Raise = Raise(Value::ABSENT);

    pub(crate) fn is_unfinished(self) -> bool {
        self.0 == Value::ABSENT
    }
}

/// Room kept for the conditions of the machine itself: fields, message and a list of three.
pub const CONDITION_WORDS: usize = 64;

/// Of an argument that the program does not count, such as the value of an option.
pub const NO_POSITION: u32 = 0;

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
    Mailbox,
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
            ConditionKind::Mailbox => "mailbox",
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
        let who = match who.and_then(SymbolRef::intern) {
            Some(who) => self.heap.symbol(who),
            None => Value::FALSE,
        };
        Raise(self.heap.condition(
            Value::symbol(kind),
            message,
            list,
            who,
            Value::FALSE,
            Value::FALSE,
        ))
    }

    /// What a process dies of that can do nothing any more for want of memory: it needs none.
    pub fn no_memory(&mut self, error: OutOfMemory) -> Raise {
        self.rare().shortage = Some(error);
        Raise(self.hooks.out_of_memory)
    }

    /// The condition that tells of the death of the process in the place of `object`, if that is
    /// the one of [`Context::no_memory`]: it says what was needed and what the limit is.
    pub(crate) fn cause_of_death(&mut self, object: Value) -> Value {
        match self.rare.as_mut().and_then(|rare| rare.shortage.take()) {
            Some(shortage) if object == self.hooks.out_of_memory => {
                let mut builder = FragmentBuilder::new();
                let message = builder.string(&shortage.to_string());
                let kind = Value::symbol(ConditionKind::Memory.symbol());
                let nothing = [Value::NULL, Value::FALSE, Value::FALSE, Value::FALSE];
                let [irritants, who, payload, trace] = nothing;
                let condition = builder.condition([kind, message, irritants, who, payload, trace]);
                self.heap.receive(builder.finish_message(condition))
            }
            _ => object,
        }
    }

    /// The condition of something that would take too much memory and was not begun.
    pub fn too_large(&mut self, who: &str, error: OutOfMemory) -> Raise {
        self.complaint(ConditionKind::Memory, who, &error.to_string(), &[])
    }

    /// What `who` cannot do, as the program would say who it is.
    pub fn complaint(
        &mut self,
        kind: ConditionKind,
        who: &str,
        what: &str,
        irritants: &[Value],
    ) -> Raise {
        let (who, _) = self.culprit(who, 1);
        self.condition(kind, Some(&who), &format!("{who}: {what}"), irritants)
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

    /// The condition of `raise`, just made, with a text as its payload.
    pub(crate) fn with_payload_text(&mut self, raise: Raise, text: &str) -> Raise {
        self.temporaries.push(raise.0);
        let room = self.reserve(Heap::words_for_string(text));
        let condition = self.temporaries.pop().unwrap_or(raise.0);
        if room.is_ok()
            && let Some(condition) = Condition::of(condition)
        {
            let text = self.heap.string(text);
            // It was made a moment ago, so it is not frozen.
            let _ = condition.set_payload(&mut self.heap, text);
        }
        Raise(condition)
    }

    /// The argument is not of the type that `who` needs. The payload is its position,
    /// if that means something to the program; [`NO_POSITION`] never does.
    pub fn wrong_type(&mut self, who: &str, position: u32, expected: &str, found: Value) -> Raise {
        let (who, culprit) = self.culprit(who, position);
        let position = culprit.filter(|_| position != NO_POSITION);
        let message = match position {
            Some(position) => format!("{who}: argument {position} must be {expected}"),
            None if takes_apart(&who) => {
                format!("{who}: a part of argument 1 must be {expected}")
            }
            None => format!("{who}: expected {expected}"),
        };
        let raise = self.condition(ConditionKind::Type, Some(&who), &message, &[found]);
        if let (Some(position), Some(condition)) = (position, Condition::of(raise.0)) {
            // It was made a moment ago, so it is not frozen.
            let _ = condition.set_payload(&mut self.heap, Value::fixnum(i64::from(position)));
        }
        raise
    }

    /// An index that is not in the object.
    pub fn out_of_range(&mut self, who: &str, index: Value, object: Value) -> Raise {
        let length = access::length(object).unwrap_or(0);
        self.not_below(who, index, length, object)
    }

    /// An index that is not below `limit`.
    pub fn not_below(&mut self, who: &str, index: Value, limit: usize, object: Value) -> Raise {
        let what = match limit {
            0 => "index out of range, there are no elements".to_owned(),
            1 => "index out of range, only 0 is valid".to_owned(),
            limit => format!("index out of range, 0 to {} are valid", limit - 1),
        };
        self.out_of_bounds(who, &what, index, object)
    }

    /// A number that is not where it must be in the object; `what` says what must be.
    pub fn out_of_bounds(&mut self, who: &str, what: &str, number: Value, object: Value) -> Raise {
        self.complaint(ConditionKind::Range, who, what, &[number, object])
    }

    /// A change to what cannot be changed.
    pub fn frozen(&mut self, who: &str, object: Value) -> Raise {
        // Only ports of strings and bytevectors can be frozen and changed.
        let why = match port::is_port(object) {
            true => {
                "a port of a string or bytevector is of use only to the process that made it; send what is in it"
            }
            false => {
                "this object cannot be changed (a literal, or it came in a message); change a copy"
            }
        };
        self.complaint(ConditionKind::Frozen, who, why, &[object])
    }

    pub fn divide_by_zero(&mut self, who: &str, dividend: Value) -> Raise {
        let what = "division by zero";
        self.complaint(ConditionKind::DivideByZero, who, what, &[dividend])
    }
}

/// Whether it is `cadr`, `cddr` and the like, which go through several pairs.
fn takes_apart(who: &str) -> bool {
    let way = who
        .strip_prefix('c')
        .and_then(|rest| rest.strip_suffix('r'))
        .unwrap_or_default();
    (2..=4).contains(&way.len()) && way.bytes().all(|step| matches!(step, b'a' | b'd'))
}
