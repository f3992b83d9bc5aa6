//! Signals that came whole, handled in the order of the processes that they come from, and the credit that goes back.
//!
//! ```text
//!             its process is busy                 too many of the lane are
//!   signal ------------------------> backlog <--- - - behind - - - <--------- signal
//!     |                                 |  handled, each after the one before
//!     '--> handler --- takes time --> busy ---> nothing more: not busy, and `behind` goes on
//! ```
//!
//! - N1. Signals of a process are handled one after the other, in the order in which they came, whatever lanes they
//!   came in. Those of other processes go on meanwhile, unless [`BUSY_MAX`] of a lane are busy.
//! - N2. Credit for received bytes is given back only while little waits of the lane and on the connection, so a peer
//!   can make us hold about `undelivered_bytes` and one large message, however slow the handlers are.
//! - N3. A connection is *settled* when no handler runs or will run for it.
//!
//! Locks are taken in this order: that of an order, of an account, of what is undelivered.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::runtime::Handle;
use tokio::sync::Notify;

use super::backlog::Backlog;
use super::order::{BUSY_MAX, Message, Order};
use crate::charge::Charge;
use crate::config::Limits;
use crate::error::ProtocolError;
use crate::frame::{BULK_LANE, FIRST_DATA_LANE, LANES, WINDOW_BYTES, credit_step};
use crate::handler::Handled;
use crate::host::BoxFuture;
use crate::outbox::Outbox;
use crate::signal::Signal;

/// What is done with the signals of one connection.
pub(crate) trait Receiver: Send + Sync + 'static {
    fn receive(&self, signal: Signal) -> Handled;
    fn skipped(&self, kind: u8);
    /// The handler of a signal has panicked.
    fn failed(&self);
}

/// The part shared with the tasks that wait for handlers.
pub(crate) struct Delivery {
    receiver: Arc<dyn Receiver>,
    runtime: Handle,
    outbox: Arc<Outbox>,
    /// By the lane in which signals came.
    accounts: [Mutex<Account>; LANES],
    /// By the lane to which signals belong.
    orders: [Mutex<Order>; LANES],
    undelivered: Mutex<Undelivered>,
    undelivered_max: usize,
    /// Tasks that wait for a handler.
    running: AtomicUsize,
    settled: Notify,
}

/// Of which lane a signal is handled, and of which the bytes count that it came in.
#[derive(Clone, Copy)]
struct Origin {
    belongs: usize,
    came: usize,
    source: Option<u64>,
}

/// Signals not handled yet, of all lanes.
struct Undelivered {
    bytes: usize,
    charge: Charge,
}

impl Undelivered {
    fn set(&mut self, bytes: usize) {
        self.bytes = bytes;
        self.charge.set(bytes);
    }
}

/// The bytes of a lane.
#[derive(Default)]
pub(super) struct Account {
    /// Signals not handled yet, and their bytes.
    pub waiting: usize,
    pub held: usize,
    /// Bytes received for which no credit was given back.
    pub outstanding: usize,
    /// The part of `outstanding` that goes back when the lane has room.
    pub owed: usize,
    /// The part of `outstanding` that goes back when it is worth a frame.
    pub ready: usize,
}

impl Delivery {
    pub fn new(
        limits: &Limits,
        runtime: Handle,
        outbox: Arc<Outbox>,
        receiver: Arc<dyn Receiver>,
    ) -> Delivery {
        Delivery {
            receiver,
            runtime,
            outbox,
            accounts: std::array::from_fn(|_| Mutex::default()),
            orders: std::array::from_fn(|_| Mutex::default()),
            undelivered: Mutex::new(Undelivered {
                bytes: 0,
                charge: Charge::new(limits.budget),
            }),
            undelivered_max: limits.undelivered_bytes,
            running: AtomicUsize::new(0),
            settled: Notify::new(),
        }
    }

    pub(super) fn count_received(&self, index: usize, bytes: usize) -> Result<(), ProtocolError> {
        if index < FIRST_DATA_LANE {
            return Ok(());
        }
        let mut account = self.account(index);
        account.outstanding += bytes;
        if account.outstanding > WINDOW_BYTES {
            return Err(ProtocolError::CreditExceeded { lane: index as u8 });
        }
        account.owed += bytes;
        self.give_back(index, &mut account);
        Ok(())
    }

    /// Gives credit back as far as N2 allows.
    fn give_back(&self, index: usize, account: &mut Account) {
        if index < FIRST_DATA_LANE {
            return;
        }
        // A large message is more than that by itself.
        let is_little = index == BULK_LANE || account.held <= WINDOW_BYTES;
        let room = is_little && self.undelivered().bytes <= self.undelivered_max;
        // An idle lane always gets credit: nothing that ends later would give it.
        if room || account.waiting == 0 {
            account.ready += std::mem::take(&mut account.owed);
        }
        if account.ready >= credit_step(index) {
            let bytes = std::mem::take(&mut account.ready);
            account.outstanding -= bytes;
            self.outbox.grant(index, bytes);
        }
    }

    pub(super) fn skip(&self, kind: u8) {
        self.receiver.skipped(kind);
    }

    /// Handles a signal that came in a lane, now or when it is its turn. To be called by one task only.
    pub(super) fn deliver(self: &Arc<Delivery>, came: usize, message: Message<'_>) {
        let origin = Origin {
            belongs: message.signal().lane(),
            came,
            source: message.signal().source(),
        };
        let length = message.len();
        {
            let mut order = self.order(origin.belongs);
            if let Some(backlog) = order.queue(origin.source) {
                self.hold(came, Backlog::cost(length));
                match message {
                    Message::Bytes(_, bytes) => backlog.push(bytes),
                    Message::Whole(signal, length) => backlog.push_whole(signal, length, came),
                }
                return;
            }
        }
        // Only this task makes a process busy while nothing is behind, so it stays the next without the lock.
        let (Message::Bytes(signal, _) | Message::Whole(signal, _)) = message;
        if let Handled::Later(future) = self.receiver.receive(signal) {
            self.hold(came, length);
            self.wait(origin, length, future);
        }
    }

    /// Makes a process busy, and handles what comes of it in a task of its own.
    fn wait(self: &Arc<Delivery>, origin: Origin, held: usize, future: BoxFuture<()>) {
        let mut order = self.order(origin.belongs);
        order.busy.insert(origin.source, Backlog::default());
        drop(order);
        self.running.fetch_add(1, Ordering::AcqRel);
        let busy = Busy {
            delivery: Arc::clone(self),
            origin,
        };
        self.runtime.spawn(async move {
            let delivery = &busy.delivery;
            future.await;
            delivery.handled(origin.came, held);
            delivery.drain(origin).await;
            delivery.empty(origin.belongs);
        });
    }

    /// Handles what has come of a process since it is busy.
    async fn drain(&self, origin: Origin) {
        loop {
            let next = {
                let mut order = self.order(origin.belongs);
                let next = order.busy.get_mut(&origin.source).and_then(Backlog::pop);
                if next.is_none() {
                    order.busy.remove(&origin.source);
                }
                next
            };
            let Some(next) = next else { return };
            let (came, held) = (next.came(origin.belongs), next.held());
            if let Some(signal) = next.signal()
                && let Handled::Later(future) = self.receiver.receive(signal)
            {
                future.await;
            }
            self.handled(came, held);
        }
    }

    /// Goes on with what waits in a lane because too many processes were busy, until too many are.
    fn empty(self: &Arc<Delivery>, belongs: usize) {
        loop {
            let (origin, held, signal) = {
                let mut order = self.order(belongs);
                if order.is_emptied || order.busy.len() >= BUSY_MAX {
                    return;
                }
                let Some(next) = order.behind.pop() else {
                    return;
                };
                let source = next.source();
                if let Some(backlog) = order.busy.get_mut(&source) {
                    backlog.push_waited(next);
                    continue;
                }
                order.is_emptied = true;
                let origin = Origin {
                    belongs,
                    came: next.came(belongs),
                    source,
                };
                (origin, next.held(), next.signal())
            };
            match signal.map(|signal| self.receiver.receive(signal)) {
                Some(Handled::Later(future)) => self.wait(origin, held, future),
                Some(Handled::Now) | None => self.handled(origin.came, held),
            }
            self.order(belongs).is_emptied = false;
        }
    }

    /// Bytes of a signal that came in a lane wait.
    fn hold(&self, came: usize, bytes: usize) {
        let mut account = self.account(came);
        account.waiting += 1;
        account.held += bytes;
        drop(account);
        self.count_undelivered(bytes as isize);
    }

    fn handled(&self, came: usize, bytes: usize) {
        self.count_undelivered(-(bytes as isize));
        let mut account = self.account(came);
        account.waiting -= 1;
        account.held -= bytes;
        self.give_back(came, &mut account);
    }

    fn undelivered(&self) -> MutexGuard<'_, Undelivered> {
        self.undelivered
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    fn count_undelivered(&self, change: isize) {
        let mut undelivered = self.undelivered();
        let bytes = undelivered.bytes.saturating_add_signed(change);
        undelivered.set(bytes);
    }

    /// Bytes that have come and are not handled.
    pub fn undelivered_bytes(&self) -> usize {
        self.undelivered().bytes
    }

    /// Ends when no handler runs any more; to be called after the last frame.
    pub async fn settle(&self) {
        loop {
            let settled = self.settled.notified();
            if self.running.load(Ordering::Acquire) == 0 {
                return;
            }
            settled.await;
        }
    }

    /// What an idle lane has not come back from: bytes that were received, for which the peer has no credit and
    /// will get none, and bytes that are counted as waiting although none do. Empty, unless there is a fault.
    /// A lane of which signals wait is not looked at.
    pub fn left(&self) -> Vec<(usize, usize)> {
        let look = |index: usize| {
            let account = self.account(index);
            let kept = match account.outstanding < credit_step(index) {
                true => 0,
                false => account.outstanding,
            };
            let left = kept + account.held;
            (account.waiting == 0 && left > 0).then_some((index, left))
        };
        (0..LANES).filter_map(look).collect()
    }

    /// Drops what waits, so that at most the running handlers still end.
    pub fn abandon(&self) {
        for index in 0..LANES {
            self.order(index).clear();
        }
    }

    pub(super) fn account(&self, index: usize) -> MutexGuard<'_, Account> {
        self.accounts[index]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn order(&self, index: usize) -> MutexGuard<'_, Order> {
        self.orders[index]
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

/// Counts a process as busy until dropped, even if its handler panics.
struct Busy {
    delivery: Arc<Delivery>,
    origin: Origin,
}

impl Drop for Busy {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // It would never be free again, and the signals must not wait for ever.
            self.delivery.order(self.origin.belongs).clear();
            self.delivery.receiver.failed();
        }
        self.delivery.running.fetch_sub(1, Ordering::AcqRel);
        self.delivery.settled.notify_waiters();
    }
}

#[cfg(test)]
impl Delivery {
    /// Nothing waits, and no process is busy.
    pub(super) fn assert_idle(&self) {
        assert_eq!(self.undelivered().bytes, 0);
        assert_eq!(self.running.load(Ordering::Relaxed), 0);
        for index in 0..LANES {
            let order = self.order(index);
            assert!(order.busy.is_empty() && order.behind.is_empty() && !order.is_emptied);
            let account = self.account(index);
            assert_eq!((account.waiting, account.held, account.owed), (0, 0, 0));
        }
    }
}
