//! Nodes by their global identity.

/// Which node, over the whole world and all time.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NodeIdentity {
    pub id: [u8; 16],
    /// Tells the runs of one node apart.
    pub incarnation: u64,
    /// Where it can be reached.
    pub address: String,
}

/// Translates the node numbers in pids and tags of this node, and back.
/// Number 0 is this node itself.
pub trait NameTable {
    /// Who the node with this number is.
    fn identity(&self, index: u16) -> NodeIdentity;
    /// The number of a node, which may be given to it now; `None` if there are no more.
    fn index(&self, identity: &NodeIdentity) -> Option<u16>;
    /// The serial of a process of the node with this number, as it stands in values here, for that of the node
    /// itself, and the other way round.
    fn translate(&self, index: u16, serial: u64) -> u64 {
        let _ = index;
        serial
    }
}
