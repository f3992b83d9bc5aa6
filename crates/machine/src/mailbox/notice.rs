//! What a message is to the mailbox: the news of an end, of lost messages, or an answer.
//!
//! Only its form is looked at. What is counted of it is in `mailbox`.

use mound_base::Symbol;
use mound_heap::Value;
use mound_heap::object::{Condition, Pair};
use std::sync::LazyLock;

static EXIT: LazyLock<Symbol> = LazyLock::new(|| Symbol::intern("exit"));
pub(super) static MAILBOX: LazyLock<Symbol> = LazyLock::new(|| Symbol::intern("mailbox"));
pub(super) static DOWN: LazyLock<Symbol> = LazyLock::new(|| Symbol::intern("down"));

/// Whether a receive that meets it raises it: it tells of the end of a linked process,
/// or of lost messages.
#[inline]
pub(crate) fn is_exit(message: Value) -> bool {
    let is = |condition: Condition| condition.kind() == Value::symbol(*EXIT) || is_full(condition);
    Condition::of(message).is_some_and(is)
}

/// Whether more than its kind is to be known of a message: it tells of the end of a process, or of lost messages.
#[inline]
pub(crate) fn is_notice(message: Value) -> bool {
    is_exit(message) || down_reference(message).is_some()
}

/// Whether it tells that the mailbox was full.
pub(super) fn is_full(condition: Condition) -> bool {
    condition.kind() == Value::symbol(*MAILBOX)
}

/// The reference of the monitor, if it is a message `(down tag ...)`.
#[inline]
pub(super) fn down_reference(message: Value) -> Option<u64> {
    let message = Pair::of(message).filter(|message| message.car() == Value::symbol(*DOWN))?;
    let tag = Pair::of(message.cdr())?.car();
    let name = tag
        .as_name()
        .filter(|name| tag.is_tag() && name.node == 0)?;
    Some(name.serial)
}

/// The serial of the tag, if it is a message `(tag ...)` with a tag of this node.
pub(super) fn answered_tag(message: Value) -> Option<u64> {
    let tag = Pair::of(message)?.car();
    let name = tag
        .as_name()
        .filter(|name| tag.is_tag() && name.node == 0)?;
    Some(name.serial)
}
