//! A body that gives its place to others in the middle of a turn, and a play of two such processes.

use super::*;

/// A process whose plan is asked at each message, and which gives its place away when it waits.
pub(super) struct Party {
    plan: Box<dyn Plan>,
    /// The message that it was begun with.
    pub(super) accepted: Option<Value>,
}

pub(super) trait Plan:
    FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send
{
}

impl<F: FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send> Plan for F {}

pub(super) fn party(
    plan: impl FnMut(&mut Turn<'_, Party>, Option<Value>) -> Next<Value> + Send + 'static,
) -> Party {
    Party {
        plan: Box::new(plan),
        accepted: None,
    }
}

/// Reductions of a turn that ends with an exchange, and of any other.
pub(super) const EXCHANGED: u64 = 100;
pub(super) const RETURNED: u64 = 1;

impl Body for Party {
    type Message = Value;
    type Node = Log;

    fn run(&mut self, turn: &mut Turn<'_, Self>, fuel: i64) -> Next<Value> {
        assert_eq!(fuel, turn.fuel());
        loop {
            let mut message = self.accepted.take();
            if message.is_none() {
                message = turn.receive_message();
            }
            let next = (self.plan)(turn, message);
            if let Next::Wait { deadline } = next
                && let Some(mut successor) = turn.successor()
                && successor.body().is_some_and(|body| body.accepted.is_some())
            {
                successor.begin(EXCHANGED, deadline, |other| std::mem::swap(self, other));
                turn.node().write("exchanged");
                continue;
            }
            turn.charge(RETURNED);
            return next;
        }
    }

    fn accept(&mut self, message: Value) -> Result<(), Value> {
        self.accepted = Some(message);
        Ok(())
    }

    fn panic_reason(message: &str) -> Value {
        text(message)
    }
}

pub(super) fn spawn(runtime: &Runtime<Party>, party: Party) -> Serial {
    let options = SpawnOptions::default();
    runtime.spawn(party, options).expect("there is room")
}

/// Plays `first` once `second` waits, and says what both write. `second` is asked for messages only.
pub(super) fn play(
    mut first: impl FnMut(&mut Turn<'_, Party>, Option<Value>, Serial) -> Next<Value> + Send + 'static,
    mut second: impl FnMut(&mut Turn<'_, Party>, Value) -> Next<Value> + Send + 'static,
) -> (Vec<String>, Option<Reason<Value>>) {
    let runtime = one_scheduler();
    let to = spawn(
        &runtime,
        party(move |turn, message| match message {
            None => WAIT,
            Some(message) => second(turn, message),
        }),
    );
    let (mut told, mut waits, mut rested) = (false, false, false);
    let first = party(move |turn, message| {
        told |= message.is_some();
        if !told {
            return WAIT;
        }
        waits |= turn.status(to) == Some(ProcessState::Waiting);
        if !waits {
            return Next::Yield;
        }
        // After that turn the scheduler knows that nobody is woken, and begins the next as of one who was.
        if !rested {
            rested = true;
            let time = turn.now() + 1_000_000;
            turn.send_at(time, turn.pid(), text("begin"));
            return WAIT;
        }
        first(turn, message, to)
    });
    let first = spawn(&runtime, first);
    let reason = tell_and_await(&runtime, first, text("all are here"));
    (runtime.node().take(), reason)
}

pub(super) fn is_begin(message: &Option<Value>) -> bool {
    *message == Some(text("begin"))
}
