//! A world in which nothing is there. Units that are run by the targets have no
//! primitives, so nothing asks for it but instructions on numbers that are so large that
//! they are computed elsewhere: here, at once.

use mound_machine::host::{Cluster, Host, Processes, Reply, Request, Requests, System};
use mound_machine::resource::Resources;
use std::num::NonZeroU64;

/// See the top of this file.
#[derive(Default)]
pub struct NoWorld {
    /// Of the last computation.
    reply: Option<Reply>,
}

/// There is one request at a time.
const NUMBER: NonZeroU64 = NonZeroU64::MIN;

impl Requests for NoWorld {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        self.reply = match request {
            Request::Compute(computation) => computation.run(),
            _ => unreachable!("no primitive is linked"),
        };
        NUMBER
    }

    fn poll(&mut self, _: u64) -> Option<Reply> {
        self.reply.take()
    }

    fn cancel(&mut self, _: u64) {
        self.reply = None;
    }
}

impl Host for NoWorld {
    fn system(&mut self) -> &mut dyn System {
        unreachable!("no primitive is linked")
    }

    fn processes(&mut self) -> &mut dyn Processes {
        unreachable!("no primitive is linked")
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        unreachable!("no primitive is linked")
    }

    fn requests(&mut self) -> &mut dyn Requests {
        self
    }

    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("no primitive is linked")
    }
}
