//! What threads that run no processes can do with a running program: end it, look at it, tell it something.

use crate::state::NodeState;
use crate::waits;
use mound_base::Symbol;
use mound_heap::freeze::Frozen;
use std::sync::Arc;
use std::sync::mpsc::channel;
use std::time::Duration;

/// Ends a program from outside.
#[derive(Clone)]
pub struct Stopper {
    state: Arc<NodeState>,
}

impl Stopper {
    pub(crate) fn new(state: &Arc<NodeState>) -> Stopper {
        Stopper {
            state: state.clone(),
        }
    }

    /// Asks the applications of the node to end, waits for that at most so long, then ends the program
    /// with this status. Whoever waits for the program flushes its output.
    pub fn stop(&self, status: i32, patience: Duration) {
        self.stop_applications(patience);
        self.state.exit(status);
    }

    /// The service `applications` of `(mound application)` ends when it is told `shutdown`, after all
    /// applications, the last first.
    fn stop_applications(&self, patience: Duration) {
        let Some(handle) = self.state.handle() else {
            return;
        };
        let Some(service) = handle.resolve(waits::APPLICATIONS) else {
            return;
        };
        let message = Frozen::symbol(Symbol::intern("shutdown").counted(), true);
        let Some(serial) = service.as_local() else {
            return;
        };
        let (ended, wait) = channel();
        handle.on_end(
            serial,
            Box::new(move |_| {
                // Nobody waits any more if this fails.
                let _ = ended.send(());
            }),
        );
        handle.send(service, message);
        // Too late or not, the program ends now.
        let _ = wait.recv_timeout(patience);
    }
}

/// Tells what the processes of a node do, from outside.
#[derive(Clone)]
pub struct Observer {
    state: Arc<NodeState>,
}

impl Observer {
    pub(crate) fn new(state: &Arc<NodeState>) -> Observer {
        Observer {
            state: state.clone(),
        }
    }

    /// Where each process waits, for how long, and which messages it does not take. Not for a seeded run, nor for a
    /// scheduler thread.
    pub fn survey(&self) -> String {
        let handle = self.state.handle();
        handle.map_or(String::new(), waits::survey)
    }

    /// Queues a text for standard error.
    pub fn tell(&self, text: &str) {
        self.state.console.tell(text);
    }
}

/// Tells a program from outside what happens there.
#[derive(Clone)]
pub struct Messenger {
    state: Arc<NodeState>,
}

impl Messenger {
    pub(crate) fn new(state: &Arc<NodeState>) -> Messenger {
        Messenger {
            state: state.clone(),
        }
    }

    /// Sends a string to a service of the node; false if there is none of that name.
    pub fn tell(&self, service: &str, text: &str) -> bool {
        let handle = self.state.handle();
        let Some((handle, process)) =
            handle.and_then(|handle| Some((handle, handle.resolve(service)?)))
        else {
            return false;
        };
        handle.send(process, crate::body::text(text));
        true
    }
}
