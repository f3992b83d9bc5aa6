//! A world in which nothing is there. Units that are run by the targets have no
//! primitives, so nothing asks for it.

use mound_machine::host::{Cluster, Host, Processes, Requests, System};
use mound_machine::resource::Resources;

pub struct NoWorld;

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
        unreachable!("no primitive is linked")
    }

    fn resources(&mut self) -> &mut dyn Resources {
        unreachable!("no primitive is linked")
    }
}
