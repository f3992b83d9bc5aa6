//! What peers have been asked and have not answered yet.
//!
//! An answer counts only if it comes from the peer that was asked, and if it answers what was asked: a peer that
//! names the request of a process in the answer to a ping does not make a truth value of the process.
//!
//! Who adds: processes that start others on other nodes, look whether a node is there, or whether all has come from
//! a process. Who empties: the answer, and the loss of the peer.

use mound_bytecode::unit::UnitHash;
use mound_node::PeerId;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// For a process, whose code this is.
    Spawn(Vec<UnitHash>),
    Ping,
    /// Whether all has come that a process has sent.
    HearOut,
}

#[derive(Default)]
pub(super) struct Asked {
    /// By the number of the request.
    open: Mutex<BTreeMap<u64, (PeerId, Question)>>,
}

impl Asked {
    pub fn ask(&self, number: u64, peer: PeerId, question: Question) {
        self.lock().insert(number, (peer, question));
    }

    /// `peer` has answered a ping, or that all has come. Whether it was asked so under this number.
    pub fn answered(&self, number: u64, peer: PeerId, question: &Question) -> bool {
        self.take(number, peer, |asked| asked == question).is_some()
    }

    /// `peer` has answered for a process: its code, if it was asked for one under this number.
    pub fn spawned(&self, number: u64, peer: PeerId) -> Option<Vec<UnitHash>> {
        let is_spawn = |asked: &Question| matches!(asked, Question::Spawn(_));
        match self.take(number, peer, is_spawn)? {
            Question::Spawn(units) => Some(units),
            Question::Ping | Question::HearOut => None,
        }
    }

    /// What was asked could not be sent. Whether it was still open.
    pub fn unsent(&self, number: u64, peer: PeerId) -> bool {
        self.take(number, peer, |_| true).is_some()
    }

    /// The numbers of what a peer that is gone was asked.
    pub fn lost(&self, peer: PeerId) -> Vec<u64> {
        let mut open = self.lock();
        let lost = open.extract_if(.., |_, (asked, _)| *asked == peer);
        lost.map(|(number, _)| number).collect()
    }

    fn take(
        &self,
        number: u64,
        peer: PeerId,
        fits: impl Fn(&Question) -> bool,
    ) -> Option<Question> {
        let mut open = self.lock();
        let (asked, question) = open.get(&number)?;
        if *asked != peer || !fits(question) {
            return None;
        }
        open.remove(&number).map(|(_, question)| question)
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, (PeerId, Question)>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Question};
    use mound_node::PeerId;

    fn questions() -> [Question; 3] {
        [
            Question::Spawn(Vec::new()),
            Question::Ping,
            Question::HearOut,
        ]
    }

    fn answer(asked: &Asked, number: u64, peer: PeerId, question: &Question) -> bool {
        match question {
            Question::Spawn(_) => asked.spawned(number, peer).is_some(),
            Question::Ping | Question::HearOut => asked.answered(number, peer, question),
        }
    }

    #[test]
    fn an_answer_counts_once_from_whom_was_asked_and_for_what_was_asked() {
        let (peer, stranger) = (PeerId(3), PeerId(4));
        for (number, question) in (0..).zip(questions()) {
            let asked = Asked::default();
            let is_it = |other: &Question| *other == question;
            asked.ask(
                number,
                peer,
                questions().into_iter().find(is_it).expect("one"),
            );
            for other in questions() {
                assert!(!answer(&asked, number, stranger, &other));
                assert!(!answer(&asked, number + 1, peer, &other));
                assert!(is_it(&other) || !answer(&asked, number, peer, &other));
            }
            assert!(answer(&asked, number, peer, &question));
            assert!(!answer(&asked, number, peer, &question));
        }
    }

    #[test]
    fn the_loss_of_a_peer_ends_what_it_was_asked() {
        let asked = Asked::default();
        let (lost, other) = (PeerId(1), PeerId(2));
        for (number, question) in (0..).zip(questions()) {
            asked.ask(2 * number, lost, question);
            asked.ask(2 * number + 1, other, Question::Ping);
        }
        assert_eq!(asked.lost(lost), [0, 2, 4]);
        assert!(asked.lost(lost).is_empty());
        assert!(!asked.unsent(0, lost));
        assert!(asked.unsent(1, other));
        assert_eq!(asked.lost(other), [3, 5]);
    }
}
