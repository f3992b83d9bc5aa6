//! A connection in use: one task that reads, one that writes, one that watches the time.
//!
//! ```text
//!   greeting done -> wait for the connection before (P2) -> node_up
//!     -> signals ... -> end (stream, silence, protocol error, stop)
//!     -> refuse new signals -> handlers end -> node_down
//! ```
//!
//! - L1. `node_up` and `node_down` are called once each, in this order, with all signals between them.
//! - L2. The first reason to end is the one reported, here and, if it is the peer's fault, in the log and to the peer.

use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{Notify, oneshot};

use crate::carrier::Connected;
use crate::charge::Charge;
use crate::codes::Code;
use crate::config::CONNECTION_BYTES;
use crate::error::{DownReason, Notice, ProtocolError};
use crate::frame::{Frame, FrameKind, FrameReader};
use crate::greet::NonceGuard;
use crate::handler::Handled;
use crate::host::within;
use crate::identity::{Credential, Role, unix_time};
use crate::inbox::{Delivery, Inbox, Receiver};
use crate::outbox::{Outbox, PushError, Reading, Writer};
use crate::peers::{Epoch, Peer, Route};
use crate::records::{LiveStatus, Record, add};
use crate::shared::Shared;
use crate::signal::Signal;
use crate::standing;
use crate::versions;

/// Bytes given to the stream at a time; what comes later must wait for them.
const WRITE_BYTES: usize = 32 << 10;
/// After a failed write the reader gets this long to find out why, since the peer's last words may still be unread.
const LAST_WORDS: Duration = Duration::from_secs(1);

/// Set in the ids of pings by which the node itself measures; requests of its owner are counted from below.
const PROBES: u64 = 1 << 63;

/// Between two reads while the peer has many answers to take, by the quarter of their bound that they fill: at
/// first long beside the time to write some; at last so long that hardly any are added, and short beside the
/// time in which a peer must be heard.
fn crowded_pause(quarter: usize) -> Option<Duration> {
    let milliseconds = match quarter {
        0 => return None,
        1 => 10,
        2 => 50,
        _ => 250,
    };
    Some(Duration::from_millis(milliseconds))
}

pub(crate) struct Link {
    pub peer: Arc<Peer>,
    /// What the certificates of this connection prove.
    pub credential: Credential,
    pub epoch: Epoch,
    pub outbox: Arc<Outbox>,
    pub record: Arc<Record>,
    /// The ping that was not answered yet, and when it left.
    probe: Mutex<Option<(u64, Duration)>>,
    end: Mutex<Option<DownReason>>,
    ended: Notify,
    /// When something was last read, in milliseconds of the host.
    heard_ms: AtomicU64,
    /// What comes in, once the connection is in use. It has this link, so it is not held.
    delivery: OnceLock<Weak<Delivery>>,
    /// A certificate is being made for the peer.
    is_renewing: AtomicBool,
    /// Messages of this node that the peer says it has dropped.
    undelivered: AtomicU64,
}

impl Link {
    pub fn new(
        peer: Arc<Peer>,
        credential: Credential,
        epoch: Epoch,
        outbox: Arc<Outbox>,
        record: Arc<Record>,
        now: Duration,
    ) -> Link {
        let heard_ms = AtomicU64::new(now.as_millis() as u64);
        Link {
            peer,
            credential,
            epoch,
            outbox,
            record,
            probe: Mutex::default(),
            end: Mutex::default(),
            ended: Notify::new(),
            heard_ms,
            delivery: OnceLock::new(),
            is_renewing: AtomicBool::new(false),
            undelivered: AtomicU64::new(0),
        }
    }

    /// What comes in, while the connection is in use.
    pub fn delivery(&self) -> Option<Arc<Delivery>> {
        self.delivery.get()?.upgrade()
    }

    /// Ends the connection; the first reason counts (L2).
    pub fn close(&self, reason: DownReason) {
        self.end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .get_or_insert(reason);
        // One permit is kept for a task that does not wait yet.
        self.ended.notify_one();
    }

    /// The rule by which something is refused, in words.
    pub fn refusal(&self, role: Role) -> String {
        let Credential { roles, .. } = self.credential;
        format!(
            "it needs the role {role}, and {} has the roles {roles}",
            self.credential
        )
    }

    fn end_reason(&self) -> DownReason {
        let end = self
            .end
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        end.unwrap_or(DownReason::Internal("no reason"))
    }

    fn heard(&self, now: Duration) {
        self.heard_ms
            .store(now.as_millis() as u64, Ordering::Relaxed);
    }

    fn has_ended(&self) -> bool {
        let end = self.end.lock().unwrap_or_else(PoisonError::into_inner);
        end.is_some()
    }

    fn address(&self) -> Arc<str> {
        self.peer.info().address
    }

    /// What there is to tell of it.
    pub fn status(&self) -> LiveStatus {
        let info = self.peer.info();
        let delivery = self.delivery();
        LiveStatus {
            node: info.node,
            roles: self.credential.roles,
            build: info.build,
            version: info.version,
            round_trip: self.record.round_trip(),
            queued: self.outbox.status(),
            undelivered_bytes: delivery.map_or(0, |delivery| delivery.undelivered_bytes()),
        }
    }

    /// Whether the peer can have dropped one more message.
    fn may_be_undelivered(&self) -> bool {
        let dropped = self.undelivered.fetch_add(1, Ordering::Relaxed);
        dropped < self.record.signals_out.load(Ordering::Relaxed)
    }

    /// Pings the peer, unless it owes an answer.
    fn measure(&self, now: Duration) {
        let id = {
            let mut probe = self.probe();
            if probe.is_some() {
                return;
            }
            let id = PROBES | (now.as_nanos() as u64 & !PROBES);
            *probe = Some((id, now));
            id
        };
        self.answer(Signal::Ping { id });
    }

    /// Whether a pong answers a ping of [`Link::measure`].
    fn measured(&self, id: u64, now: Duration) -> bool {
        let mut probe = self.probe();
        match *probe {
            Some((asked, left)) if asked == id => {
                *probe = None;
                let time = now.saturating_sub(left);
                self.record.note_round_trip(time);
                self.outbox.note_round_trip(time);
                true
            }
            _ => false,
        }
    }

    fn probe(&self) -> std::sync::MutexGuard<'_, Option<(u64, Duration)>> {
        self.probe.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a certificate may be made for the peer now: one at a time.
    pub fn begin_renewal(&self) -> bool {
        !self.is_renewing.swap(true, Ordering::AcqRel)
    }

    pub fn end_renewal(&self, answer: Signal) {
        self.answer(answer);
        self.is_renewing.store(false, Ordering::Release);
    }

    /// Queues a signal of the node itself.
    pub fn answer(&self, signal: Signal) {
        if let Err(PushError::Overloaded(_) | PushError::Full(_)) = self.outbox.push(signal) {
            self.close(DownReason::Protocol(ProtocolError::TooManyRequests));
        }
    }
}

/// All that a connection begins with.
pub(crate) struct Start {
    pub link: Arc<Link>,
    pub connected: Connected,
    pub nonce: NonceGuard,
    /// The last words of the greeting, if they are ours.
    pub greeting: Vec<u8>,
    /// Ends when the connection before has settled.
    pub before: Option<oneshot::Receiver<()>>,
    /// The same for the one after.
    pub settled: oneshot::Sender<()>,
}

/// The connection's life, from the end of its greeting.
pub(crate) async fn run(shared: Arc<Shared>, start: Start) {
    let Start {
        link,
        connected,
        nonce,
        greeting,
        before,
        settled,
    } = start;
    let _charge = Charge::of(shared.limits.budget, CONNECTION_BYTES);
    let has_bulk_lane = versions::has_bulk_lane(link.peer.info().version);
    link.outbox.begin(has_bulk_lane);
    link.outbox.open(Writer::new(
        connected.writer,
        greeting,
        shared.writes_at_once,
        Arc::clone(&shared.host),
        Arc::clone(&link.record),
    ));
    let shut = ShutOnDrop(Arc::clone(&link.outbox));
    let mut writer = tokio::spawn(write(Arc::clone(&shared), Arc::clone(&link), shut));
    if let Some(before) = before {
        wait_for(&shared, &link, before).await;
    }
    link.heard(shared.host.now());
    link.record.begins(shared.host.now());
    shared.tell_news(&Notice::Connected {
        address: link.address(),
    });
    if let Some(standing) = &shared.standing {
        standing.greets(&shared, &link);
    }
    announce(&link, || {
        shared
            .handler
            .node_up(link.peer.id, link.epoch, &link.peer.info());
    });
    let receiver = Arc::new(LinkReceiver {
        shared: Arc::clone(&shared),
        link: Arc::clone(&link),
    });
    let runtime = shared.runtime.clone();
    let outbox = Arc::clone(&link.outbox);
    let inbox = Inbox::new(&shared.limits, runtime, outbox, receiver, has_bulk_lane);
    let delivery = inbox.delivery();
    // A link has one life.
    let _ = link.delivery.set(Arc::downgrade(&delivery));
    let reader = tokio::spawn(read(
        Arc::clone(&shared),
        Arc::clone(&link),
        connected.reader,
        inbox,
    ));
    watch(&shared, &link).await;
    reader.abort();
    // Its end is needed, not its result: afterwards no frame is accepted any more.
    if reader.await.is_err_and(|error| error.is_panic()) {
        link.close(DownReason::Internal("a handler has panicked"));
    }
    let reason = link.end_reason();
    match reason.last_words() {
        Some((code, why)) => link.outbox.dismiss(code, &why),
        None => link.outbox.close(),
    }
    release(&shared, &link, nonce);
    if reason.last_words().is_some() {
        shared.tell(&Notice::Closed {
            address: link.address(),
            reason,
        });
        // It ends when the goodbye is written.
        let _ = within(&*shared.host, LAST_WORDS, &mut writer).await;
    }
    writer.abort();
    settle(&shared, &link, &delivery).await;
    announce(&link, || {
        shared
            .handler
            .node_down(link.peer.id, link.epoch, &link.end_reason());
    });
    let why = link.end_reason().to_string();
    shared.records.ended(&link.record, &why, shared.host.now());
    shared.tell_news(&Notice::Disconnected {
        address: link.address(),
        why,
    });
    let _ = settled.send(());
    shared.peers.remove_unused(&link.peer);
}

/// Calls a handler whose panic must not keep the peer's place taken for ever.
fn announce(link: &Link, event: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(event)).is_err() {
        link.close(DownReason::Internal("a handler has panicked"));
    }
}

/// Waits until the connection before has settled, and keeps this one alive meanwhile.
async fn wait_for(shared: &Shared, link: &Link, mut before: oneshot::Receiver<()>) {
    // An error of `before` means that it has ended, too.
    while within(&*shared.host, shared.times.heartbeat, &mut before)
        .await
        .is_none()
    {
        link.outbox.heartbeat();
    }
}

/// Makes the peer idle again.
fn release(shared: &Shared, link: &Arc<Link>, nonce: NonceGuard) {
    let peer = link.peer.id;
    {
        let mut routes = shared.peers.routes();
        routes
            .by_address
            .retain(|_, route| !matches!(route, Route::Peer(id) if *id == peer));
        let mut state = link.peer.state();
        if state
            .live
            .as_ref()
            .is_some_and(|live| Arc::ptr_eq(&live.link, link))
        {
            state.live = None;
            state.outbox = None;
        }
    }
    drop(nonce);
    shared.fetches.fail(peer);
    link.peer.changed.notify_waiters();
}

async fn settle(shared: &Arc<Shared>, link: &Link, delivery: &Delivery) {
    let limit = shared.times.settle_limit;
    if within(&*shared.host, limit, delivery.settle())
        .await
        .is_none()
    {
        delivery.abandon();
        shared.tell(&Notice::Abandoned {
            address: link.address(),
        });
    }
}

/// Sends heartbeats and misses those of the peer, until the connection ends, at the latest with a certificate.
async fn watch(shared: &Shared, link: &Link) {
    let mut silence = Silence::since(link.heard_ms.load(Ordering::Relaxed));
    loop {
        if within(&*shared.host, shared.times.heartbeat, link.ended.notified())
            .await
            .is_some()
        {
            return;
        }
        link.outbox.heartbeat();
        if shared.measures_round_trips {
            link.measure(shared.host.now());
        }
        if link.credential.ends <= unix_time() {
            let why = format!("the certificate of {} has ended", link.credential);
            link.close(DownReason::Dismissed(Code::EXPIRED, why));
        }
        let heard = link.heard_ms.load(Ordering::Relaxed);
        if silence.heartbeats(heard) >= shared.times.heartbeat_misses {
            let now = shared.host.now().as_millis() as u64;
            link.close(DownReason::Silent {
                milliseconds: now.saturating_sub(heard),
            });
        }
    }
}

/// For how many heartbeats in a row nothing was heard.
///
/// They are counted, and no time is measured: while this node itself was stopped (a machine that slept, SIGSTOP, too
/// little processor time) nothing could be heard, and what came meanwhile is read once it goes on.
struct Silence {
    /// When something was heard last, at the last heartbeat.
    heard_ms: u64,
    heartbeats: u32,
}

impl Silence {
    fn since(heard_ms: u64) -> Silence {
        Silence {
            heard_ms,
            heartbeats: 0,
        }
    }

    /// At a heartbeat.
    fn heartbeats(&mut self, heard_ms: u64) -> u32 {
        self.heartbeats = match heard_ms == self.heard_ms {
            true => self.heartbeats + 1,
            false => 0,
        };
        self.heard_ms = heard_ms;
        self.heartbeats
    }
}

/// Writes what no sender has written.
async fn write(shared: Arc<Shared>, link: Arc<Link>, _shut: ShutOnDrop) {
    // If a handler panics, this task ends without a reason of its own.
    let _ended = CloseOnDrop(&link);
    loop {
        while let Some(hash) = link.outbox.next_wanted() {
            let unit = shared.handler.unit(hash);
            add(&link.record.units_out, usize::from(unit.is_some()));
            link.outbox.answer_wanted(hash, unit);
        }
        let (filled, is_left) = link.outbox.take_turns(WRITE_BYTES);
        if filled.drained {
            shared.handler.drained(link.peer.id);
        }
        if !filled.spent.is_empty() {
            // Milliseconds, in which nothing else would leave.
            shared.runtime.spawn_blocking(move || drop(filled.spent));
        }
        if is_left {
            let written = poll_fn(|context| link.outbox.poll_write(context));
            let limit = shared.times.stall_limit;
            match within(&*shared.host, limit, written).await {
                Some(Ok(())) => {}
                Some(Err(error)) => {
                    shared.host.sleep(LAST_WORDS).await;
                    return link.close(DownReason::Lost(error.to_string()));
                }
                None => {
                    let milliseconds = limit.as_millis() as u64;
                    return link.close(DownReason::Stalled { milliseconds });
                }
            }
        } else if !filled.finished {
            link.outbox.changed().await;
        }
        if filled.finished {
            // The peer reads our goodbye and closes; then our reader ends. If it does not, we do.
            let _ = poll_fn(|context| link.outbox.poll_shutdown(context)).await;
            if !link.has_ended() {
                shared.host.sleep(LAST_WORDS).await;
            }
            return link.close(DownReason::Stopped);
        }
    }
}

async fn read(
    shared: Arc<Shared>,
    link: Arc<Link>,
    stream: Box<dyn tokio::io::AsyncRead + Send + Unpin>,
    mut inbox: Inbox,
) {
    // If a handler panics, this task ends without a reason of its own.
    let _ended = CloseOnDrop(&link);
    let mut frames = FrameReader::new(stream);
    let reason = loop {
        // Whom this wakes may run before it returns, and what that sends is left to the task as well.
        let reading = Reading::begin();
        let mut accepted = Ok(());
        (shared.handler).together(&mut || accepted = accept_all(&link, &mut frames, &mut inbox));
        drop(reading);
        if let Err(reason) = accepted {
            break reason;
        }
        if let Some(pause) = crowded_pause(link.outbox.crowd()) {
            // Answers are made faster than they leave: what asks for more of them is read slowly. Not reading
            // at all would keep from us the credit that lets them leave.
            shared.host.sleep(pause).await;
        }
        match frames.fill().await {
            Ok(count) => add(&link.record.bytes_in, count),
            Err(_) if shared.is_stopping() => break DownReason::Stopped,
            Err(reason) => break reason,
        }
        link.heard(shared.host.now());
        link.outbox.heard();
    };
    link.close(reason);
}

fn accept_all<R>(
    link: &Link,
    frames: &mut FrameReader<R>,
    inbox: &mut Inbox,
) -> Result<(), DownReason>
where
    R: tokio::io::AsyncRead + Unpin,
{
    while let Some(frame) = frames.next().map_err(DownReason::Protocol)? {
        inbox.check_lane(&frame).map_err(DownReason::Protocol)?;
        match frame.kind {
            FrameKind::Heartbeat => {}
            FrameKind::Credit => accept_credit(link, &frame).map_err(DownReason::Protocol)?,
            FrameKind::Goodbye => {
                return Err(goodbye(&frame).unwrap_or_else(DownReason::Protocol));
            }
            FrameKind::Whole | FrameKind::First | FrameKind::Middle | FrameKind::Last => {
                inbox.accept(frame).map_err(DownReason::Protocol)?;
            }
        }
    }
    Ok(())
}

fn accept_credit(link: &Link, frame: &Frame<'_>) -> Result<(), ProtocolError> {
    let bytes: [u8; 4] =
        frame
            .content
            .try_into()
            .map_err(|_| ProtocolError::FragmentOutOfPlace {
                lane: frame.lane as u8,
            })?;
    link.outbox
        .add_credit(frame.lane, u32::from_le_bytes(bytes) as usize);
    Ok(())
}

fn goodbye(frame: &Frame<'_>) -> Result<DownReason, ProtocolError> {
    let cut = ProtocolError::FragmentOutOfPlace {
        lane: frame.lane as u8,
    };
    let (code, text) = frame.content.split_first_chunk().ok_or(cut)?;
    let code = Code(u16::from_le_bytes(*code));
    let text = String::from_utf8_lossy(text);
    let printable = |character: char| {
        if character.is_control() {
            '?'
        } else {
            character
        }
    };
    let why = text.chars().take(255).map(printable).collect();
    Ok(DownReason::Goodbye(code, why))
}

struct CloseOnDrop<'a>(&'a Link);

impl Drop for CloseOnDrop<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.close(DownReason::Internal("a handler has panicked"));
        }
    }
}

/// Drops the half of the stream that writes, however the task that writes ends, even if it has not begun.
struct ShutOnDrop(Arc<Outbox>);

impl Drop for ShutOnDrop {
    fn drop(&mut self) {
        self.0.shut();
    }
}

/// What the node does itself, and what it passes on.
struct LinkReceiver {
    shared: Arc<Shared>,
    link: Arc<Link>,
}

impl Receiver for LinkReceiver {
    fn receive(&self, signal: Signal) -> Handled {
        let peer = self.link.peer.id;
        add(&self.link.record.signals_in, 1);
        match signal {
            Signal::CodeWant { hashes } => {
                if !self.link.outbox.want(hashes) {
                    let error = ProtocolError::TooManyRequests;
                    self.link.close(DownReason::Protocol(error));
                }
                Handled::Now
            }
            Signal::CodeHave { hash, unit } => {
                add(&self.link.record.units_in, usize::from(unit.is_some()));
                self.shared.fetches.arrived(peer, hash, unit);
                Handled::Now
            }
            Signal::Ping { id } => {
                self.link.answer(Signal::Pong { id });
                Handled::Now
            }
            Signal::Pong { id } if self.link.measured(id, self.shared.host.now()) => Handled::Now,
            // It can drop no more than it was sent.
            Signal::Undelivered { .. } if !self.link.may_be_undelivered() => Handled::Now,
            Signal::Bulletin { text } => {
                if let Some(standing) = &self.shared.standing {
                    standing.heard(&self.shared, &text);
                }
                Handled::Now
            }
            Signal::RenewalWant => {
                standing::asked(&self.shared, &self.link);
                Handled::Now
            }
            Signal::Renewal { result } => {
                standing::answered(&self.shared, &self.link, result);
                Handled::Now
            }
            other => match self.link.credential.roles.lacks(&other) {
                None => self.shared.handler.signal(peer, other),
                Some(role) => {
                    let why = self.link.refusal(role);
                    self.shared.handler.refused(peer, other, &why);
                    Handled::Now
                }
            },
        }
    }

    fn skipped(&self, kind: u8) {
        self.shared.tell(&Notice::SkippedSignal {
            address: self.link.address(),
            kind,
        });
    }

    fn failed(&self) {
        self.link
            .close(DownReason::Internal("a handler has panicked"));
    }
}

#[cfg(test)]
mod tests {
    use super::{Duration, Silence, crowded_pause};

    #[test]
    fn the_more_answers_wait_the_slower_is_a_peer_read() {
        let milliseconds =
            |quarter| crowded_pause(quarter).map(|pause: Duration| pause.as_millis());
        assert_eq!(
            [0, 1, 2, 3, 4].map(milliseconds),
            [None, Some(10), Some(50), Some(250), Some(250)]
        );
    }

    #[test]
    fn a_pause_of_the_node_itself_is_one_heartbeat_without_news() {
        let mut silence = Silence::since(1000);
        assert_eq!(silence.heartbeats(1990), 0);
        assert_eq!((silence.heartbeats(1990), silence.heartbeats(1990)), (1, 2));
        assert_eq!(silence.heartbeats(4100), 0);
        // It was stopped for an hour; the first thing that runs again is the look at the clock.
        assert_eq!(silence.heartbeats(4100), 1);
        assert_eq!(silence.heartbeats(3_604_200), 0);
    }
}
