//! Processes that hold much of the memory of all, as the heap knows them ([`mound_heap::holders`]): what
//! they are called, and how one ends for the others.

use crate::body::SchemeProcess;
use crate::log::{Level, Subject};
use crate::moment;
use crate::state::NodeState;
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use mound_heap::holders::Owner;
use mound_heap::{FragmentBuilder, Value};
use mound_process::{Reason, Serial, Turn};
use std::sync::{Arc, Weak};

struct Holder {
    state: Weak<NodeState>,
    serial: Serial,
    name: String,
}

impl SchemeProcess {
    /// Says in the table of those that have much which process this is.
    #[cold]
    pub(crate) fn become_holder(&mut self, turn: &mut Turn<'_, Self>) {
        let number = turn.serial();
        let name = match turn.name() {
            Some(name) => format!("process {number} ({name})"),
            None => format!("process {number}"),
        };
        self.context.heap.set_owner(Box::new(Holder {
            state: Arc::downgrade(turn.node()),
            serial: turn.serial(),
            name,
        }));
        self.update_attendance();
    }
}

impl Owner for Holder {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn end(&self, report: String) {
        let Some(state) = self.state.upgrade() else {
            return;
        };
        let time = moment::text(moment::wall_clock());
        let text = format!("{} was ended at {time}\nerror: {report}", self.name);
        state.console.log(Level::Error, Subject::Memory, &text, &[]);
        if let Some(handle) = state.handle() {
            handle.end(self.serial, Reason::Failure(condition(&report)));
        }
    }
}

/// A condition of kind `memory` with this text.
fn condition(text: &str) -> Frozen {
    let mut builder = FragmentBuilder::new();
    let message = builder.string(text);
    let kind = Value::symbol(Symbol::intern("memory"));
    let nothing = [Value::NULL, Value::FALSE, Value::FALSE, Value::FALSE];
    let [irritants, who, payload, trace] = nothing;
    let condition = builder.condition([kind, message, irritants, who, payload, trace]);
    builder.finish_message(condition)
}
