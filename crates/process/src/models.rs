//! Loom models: every interleaving of the protocols, in small.
//!
//! Run with `RUSTFLAGS="--cfg loom" cargo test -p mound-process --release --lib`
//! in a target directory of its own.

use crate::body::{Body, Description, Next};
use crate::clock::VirtualClock;
use crate::handle::Handle;
use crate::idle::Idle;
use crate::locked::Locked;
use crate::pid::Serial;
use crate::queue::SignalQueue;
use crate::run_queue::{Cause, Priority, RunQueue};
use crate::runtime::{Config, FastPaths, SpawnOptions, make_shared};
use crate::scheduler::Scheduler;
use crate::shared::Shared;
use crate::signal::Signal;
use crate::slot::{Leave, Posted, SIGNALS, Slot, TIMED_OUT};
use crate::sync::{Mutex, lock};
use crate::table::Table;
use crate::timers::{Event, Timers};
use crate::turn::Turn;
use loom::sync::Arc;
use loom::sync::atomic::{AtomicUsize, Ordering};
use loom::thread;

type TestSlot = Slot<u32, Vec<u32>>;

/// One message at a time is enough: numbers say who sent what.
fn message(number: u32) -> Signal<u32> {
    Signal::Message(number)
}

/// The body of the models: appends what it gets.
fn take_all(resident: &mut Vec<u32>, outer: &mut SignalQueue<Signal<u32>>) {
    while let Some(signal) = outer.pop() {
        if let Signal::Message(number) = signal {
            resident.push(number);
        }
    }
}

/// A scheduler's turn: run, fetch until nothing is left, wait. Returns whether
/// the slot must be queued again.
fn turn(slot: &TestSlot) -> bool {
    let (mut resident, _) = slot.begin(take_all).expect("queued");
    while slot.has_signals() {
        slot.fetch(|outer| take_all(&mut resident, outer));
    }
    slot.leave(resident, Leave::Wait)
}

/// A slot, and how often it is in a run queue: S2 allows one.
#[derive(Clone)]
struct Queued {
    slot: Arc<TestSlot>,
    times: Arc<AtomicUsize>,
}

impl Queued {
    fn new(times: usize) -> Queued {
        let slot = Arc::new(TestSlot::new());
        slot.occupy(Vec::new());
        let times = Arc::new(AtomicUsize::new(times));
        Queued { slot, times }
    }

    fn queue(&self) {
        assert_eq!(self.times.fetch_add(1, Ordering::AcqRel), 0);
    }

    fn post(&self, number: u32) {
        match self.slot.post(1, message(number), |_| 0) {
            Posted::Wake(_) => self.queue(),
            Posted::Delivered | Posted::Crowded => {}
            Posted::Dead(_) => panic!("the process lives"),
        }
    }

    /// A thread that sends the messages.
    fn sender(&self, numbers: std::ops::Range<u32>) -> thread::JoinHandle<()> {
        let queued = self.clone();
        thread::spawn(move || numbers.for_each(|number| queued.post(number)))
    }

    /// The scheduler: runs the slot as long as it is in the run queue.
    fn run(&self) {
        while self.times.load(Ordering::Acquire) > 0 {
            assert_eq!(self.times.fetch_sub(1, Ordering::AcqRel), 1);
            if turn(&self.slot) {
                self.queue();
            }
        }
    }

    /// Runs to the end of another thread and on to the end of everything. What the process has got: it
    /// waits, so it must have everything.
    fn got(&self, other: thread::JoinHandle<()>) -> Vec<u32> {
        self.run();
        other.join().expect("no panic");
        self.run();
        let (outer, resident) = self.slot.clear();
        assert!(outer.is_empty());
        resident.expect("it lies in its slot")
    }
}

/// Runs `model` with a bound on preemptions; two or three find nearly all
/// defects in a small part of the time.
fn check(preemptions: usize, model: impl Fn() + Sync + Send + 'static) {
    let mut builder = loom::model::Builder::new();
    builder.preemption_bound = Some(preemptions);
    // Three threads that meet at a spin lock take many steps.
    builder.max_branches = 20_000;
    builder.check(model);
}

#[test]
fn the_lock_excludes_and_publishes() {
    loom::model(|| {
        let locked = Arc::new(Locked::new(0, 0_u32));
        let other = locked.clone();
        let add = |locked: &Locked<u32>| {
            let mut guard = locked.lock();
            guard.with(|value| *value += 1);
            guard.word += 2;
        };
        let thread = thread::spawn(move || add(&other));
        add(&locked);
        thread.join().expect("no panic");
        let mut guard = locked.lock();
        assert_eq!((guard.word, guard.with(|value| *value)), (4, 2));
    });
}

#[test]
fn no_message_is_missed_by_a_process_that_goes_to_wait() {
    check(3, || {
        let queued = Queued::new(1);
        let sender = queued.sender(0..2);
        assert_eq!(queued.got(sender), [0, 1]);
    });
}

#[test]
fn who_waits_is_changed_before_or_after_another_begins_it() {
    check(3, || {
        let slot = Arc::new(TestSlot::new());
        slot.occupy(Vec::new());
        assert!(!turn(&slot), "it waits");
        let other = {
            let slot = slot.clone();
            thread::spawn(move || slot.with_waiting(1, |resident| resident.push(1)).is_some())
        };
        let begun = match slot.begin_waiting(1) {
            Some(mut resident) => {
                resident.push(0);
                assert!(!slot.leave(resident, Leave::Wait));
                true
            }
            // The other was inside.
            None => false,
        };
        let changed = other.join().expect("no panic");
        assert!(begun || changed, "one of two finds nobody there");
        let (_, resident) = slot.clear();
        let mut seen = resident.expect("it lies in its slot");
        seen.sort_unstable();
        let expected = [(begun, 0), (changed, 1)];
        let expected: Vec<u32> = (expected.iter().filter(|(done, _)| *done))
            .map(|&(_, number)| number)
            .collect();
        assert_eq!(seen, expected);
    });
}

#[test]
fn no_message_is_missed_by_a_process_that_is_begun_with_another() {
    check(3, || {
        let queued = Queued::new(0);
        assert!(!turn(&queued.slot), "it waits");
        let sender = queued.sender(1..2);
        let slot = &queued.slot;
        match slot.begin_waiting(1) {
            Some(mut resident) => {
                resident.push(0);
                slot.catch_up(|outer| take_all(&mut resident, outer));
                if slot.leave(resident, Leave::Wait) {
                    queued.queue();
                }
            }
            // The other was here first, and has woken it.
            None => assert!(matches!(slot.post(1, message(0), |_| 0), Posted::Delivered)),
        }
        let mut got = queued.got(sender);
        got.sort_unstable();
        assert_eq!(got, [0, 1]);
    });
}

#[test]
fn no_message_is_missed_by_a_process_that_is_taken_out_and_made_ready_with_another() {
    check(3, || {
        let queued = Queued::new(0);
        assert!(!turn(&queued.slot), "it waits");
        let send = |number: u32| {
            let queued = queued.clone();
            move || match queued.slot.begin_waiting(1) {
                Some(mut resident) => {
                    resident.push(number);
                    assert!(queued.slot.leave(resident, Leave::Yield));
                    queued.queue();
                }
                None => queued.post(number),
            }
        };
        let other = thread::spawn(send(1));
        send(0)();
        let mut got = queued.got(other);
        got.sort_unstable();
        assert_eq!(got, [0, 1]);
    });
}

#[test]
fn no_message_is_missed_by_a_process_that_gives_its_place() {
    check(3, || {
        let queued = Queued::new(0);
        let slot = &queued.slot;
        let (resident, _) = slot.begin(take_all).expect("queued");
        let sender = queued.sender(0..1);
        if let Err(resident) = slot.leave_waiting(resident)
            && slot.leave(resident, Leave::Wait)
        {
            queued.queue();
        }
        assert_eq!(queued.got(sender), [0]);
    });
}

#[test]
fn a_timer_that_fires_while_the_process_goes_to_wait_is_seen() {
    check(3, || {
        let slot = Arc::new(TestSlot::new());
        slot.occupy(Vec::new());
        let other = slot.clone();
        let timer = thread::spawn(move || other.notify(1, TIMED_OUT));
        let again = turn(&slot);
        let woken = timer.join().expect("no panic");
        // Before the turn the flag meets a queued process, and the turn sees
        // it; else exactly one side queues the slot again.
        assert!(!(again && woken));
        if again || woken {
            let (resident, flags) = slot.begin(take_all).expect("queued");
            assert_ne!(flags & TIMED_OUT, 0);
            slot.leave(resident, Leave::Wait);
        }
    });
}

#[test]
fn a_signal_to_the_dying_is_delivered_or_refused() {
    check(3, || {
        let table: Arc<Table<u32, Vec<u32>>> = Arc::new(Table::new(2));
        let mut slots = Vec::new();
        table.take_slots(&mut slots, 1);
        let (_, first) = table.free_slot(slots[0]).expect("in range");
        table.slot(first.slot()).expect("made").occupy(Vec::new());
        let other = table.clone();
        let sender = thread::spawn(move || {
            let slot = other.slot(first.slot()).expect("made");
            let refused = matches!(
                slot.post(first.generation(), message(7), |_| 0),
                Posted::Dead(_)
            );
            // Dead once is dead for ever, whoever has the slot now.
            if refused {
                assert!(matches!(
                    slot.post(first.generation(), message(8), |_| 0),
                    Posted::Dead(_)
                ));
                assert_eq!(other.status(first), None);
            }
            refused
        });
        let slot = table.slot(first.slot()).expect("made");
        let (mut resident, _) = slot.begin(take_all).expect("queued");
        let mut rest = SignalQueue::new();
        let (flags, _) = slot.vacate(|outer| std::mem::swap(outer, &mut rest));
        assert_eq!(flags & SIGNALS != 0, !rest.is_empty());
        take_all(&mut resident, &mut rest);
        // The slot serves the next process, which must not see the message.
        let (_, second) = table.free_slot(first.slot()).expect("in range");
        assert_ne!(first, second);
        slot.occupy(Vec::new());
        let refused = sender.join().expect("no panic");
        assert_eq!(resident.is_empty(), refused);
        let (outer, resident) = slot.clear();
        assert!(outer.is_empty());
        assert_eq!(resident, Some(Vec::new()));
    });
}

#[test]
fn free_slots_are_given_to_one_taker() {
    loom::model(|| {
        let table: Arc<Table<u32, ()>> = Arc::new(Table::new(4));
        let other = table.clone();
        let take = |table: &Table<u32, ()>| {
            let mut slots = Vec::new();
            table.take_slots(&mut slots, 1);
            let (_, serial) = table.free_slot(slots[0]).expect("in range");
            table.slot(slots[0]).expect("made").occupy(());
            serial
        };
        let thread = thread::spawn(move || take(&other));
        let mine = take(&table);
        let theirs = thread.join().expect("no panic");
        assert_ne!(mine, theirs);
        assert_eq!(table.living().count(), 2);
    });
}

/// A run queue that all share, and the workers' part of the idle protocol as
/// `scheduler.rs` follows it.
struct Pool {
    idle: Idle,
    queue: Mutex<Vec<u32>>,
    left: AtomicUsize,
}

impl Pool {
    fn new(workers: usize, work: usize) -> Arc<Self> {
        Arc::new(Pool {
            idle: Idle::new(workers, None),
            queue: Mutex::new(Vec::new()),
            left: AtomicUsize::new(work),
        })
    }

    fn has_work(&self) -> bool {
        !lock(&self.queue).is_empty()
    }

    fn add(&self, item: u32) {
        lock(&self.queue).push(item);
        self.idle.work_was_added();
    }

    /// Searches and sleeps until everything has been done by somebody.
    fn work(&self, index: usize) {
        loop {
            self.idle.start_search();
            let found = loop {
                if let Some(item) = lock(&self.queue).pop() {
                    break Some(item);
                }
                if self.left.load(Ordering::Acquire) == 0 {
                    break None;
                }
                let done = || self.has_work() || self.left.load(Ordering::Acquire) == 0;
                self.idle.sleep(index, done, || None);
            };
            if self.idle.end_search() && self.has_work() {
                self.idle.wake_one();
            }
            if found.is_none() {
                return;
            }
            if self.left.fetch_sub(1, Ordering::AcqRel) == 1 {
                self.idle.unpark_all();
            }
        }
    }
}

#[test]
fn work_from_outside_wakes_the_only_scheduler() {
    check(3, || {
        let pool = Pool::new(1, 2);
        let other = pool.clone();
        let worker = thread::spawn(move || other.work(0));
        pool.add(1);
        pool.add(2);
        worker.join().expect("no panic");
        assert!(!pool.has_work());
    });
}

#[test]
fn work_from_outside_is_done_by_two_schedulers() {
    check(2, || {
        let pool = Pool::new(2, 2);
        let workers: Vec<_> = (0..2)
            .map(|index| {
                let pool = pool.clone();
                thread::spawn(move || pool.work(index))
            })
            .collect();
        pool.add(1);
        pool.add(2);
        for worker in workers {
            worker.join().expect("no panic");
        }
        assert!(!pool.has_work());
    });
}

/// It waits only while all sleep, whatever comes between its look and its sleep.
#[test]
fn who_watches_is_woken_with_the_first_scheduler() {
    check(3, || {
        let pool = Pool::new(1, 1);
        let (working, watching) = (pool.clone(), pool.clone());
        let worker = thread::spawn(move || working.work(0));
        let watcher = thread::spawn(move || watching.idle.wait_while_all_sleep());
        pool.add(1);
        worker.join().expect("no panic");
        watcher.join().expect("no panic");
    });
}

#[test]
fn work_is_stolen_once() {
    check(3, || {
        let mut own = RunQueue::fifo(1);
        let stealers = own.stealers().expect("it is not seeded");
        own.push(1, Priority::Normal, Cause::Woken);
        own.push(2, Priority::Normal, Cause::Woken);
        own.push(3, Priority::Normal, Cause::Preempted);
        let thief = thread::spawn(move || {
            let mut queue = RunQueue::fifo(1);
            let first = queue.steal_from(&stealers);
            first
                .into_iter()
                .chain(std::iter::from_fn(move || queue.pop()))
                .collect::<Vec<u32>>()
        });
        let mut all: Vec<u32> = std::iter::from_fn(|| own.pop()).collect();
        all.extend(thief.join().expect("no panic"));
        all.sort_unstable();
        assert_eq!(all, [1, 2, 3]);
    });
}

/// The schedulers themselves, as threads of loom. The last process to end stops them; if somebody
/// sleeps while there is work, nobody does, which loom reports as a deadlock.
struct Play {
    shared: std::sync::Arc<Shared<Player>>,
    schedulers: Vec<thread::JoinHandle<()>>,
}

/// A process that does its part in its first turns.
struct Player(Box<dyn FnMut(&mut Turn<'_, Player>) -> Next<u32> + Send>);

/// How many processes have not ended. No part of what is checked, hence of `std`.
#[derive(Default)]
struct Left(std::sync::atomic::AtomicUsize);

impl Body for Player {
    type Message = u32;
    type Node = Left;

    fn run(&mut self, turn: &mut Turn<'_, Self>, _: i64) -> Next<u32> {
        let mut next = (self.0)(turn);
        loop {
            if let Next::Wait { deadline } = next
                && let Some(successor) = turn.successor()
            {
                successor.begin(0, deadline, |other| std::mem::swap(self, other));
            } else if next == Next::Done
                && let Some(heir) = turn.heir()
            {
                heir.inherit(0, |other| std::mem::swap(self, other));
                // It is not the last one: somebody has its place.
                turn.node().0.fetch_sub(1, Ordering::SeqCst);
            } else {
                break;
            }
            next = (self.0)(turn);
        }
        if matches!(next, Next::Done) && turn.node().0.fetch_sub(1, Ordering::SeqCst) == 1 {
            turn.shared.stopping.store(true, Ordering::SeqCst);
            turn.shared.idle.unpark_all();
        }
        next
    }

    fn vacate(&mut self, _: &Self::Node) -> bool {
        *self = player(|_| unreachable!("nobody's body does not run"));
        true
    }

    fn panic_reason(_: &str) -> u32 {
        unreachable!("no process of a model panics")
    }

    fn describe(&self) -> Description {
        Description::default()
    }
}

impl Play {
    fn start(schedulers: u16, processes: usize) -> Play {
        let config = Config {
            process_limit: 4,
            clock: std::sync::Arc::new(VirtualClock::new()),
            ..Config::default()
        };
        let queues: Vec<RunQueue> = (0..schedulers).map(|_| RunQueue::fifo(1)).collect();
        let left = Left(processes.into());
        let shared = make_shared(left, &config, &queues, 0, 0);
        let start = |(index, queue)| {
            let shared = shared.clone();
            thread::spawn(move || {
                Box::new(Scheduler::new(index, 1, queue, FastPaths::default())).run(&shared)
            })
        };
        let schedulers = (0..schedulers).zip(queues).map(start).collect();
        Play { shared, schedulers }
    }

    fn spawn(&self, player: Player) -> Serial {
        Handle::new(self.shared.clone())
            .spawn(player, SpawnOptions::default())
            .expect("there is room")
    }

    fn end(self) {
        for scheduler in self.schedulers {
            scheduler.join().expect("no panic");
        }
        assert_eq!(self.shared.node.0.load(Ordering::SeqCst), 0);
    }
}

fn player(play: impl FnMut(&mut Turn<'_, Player>) -> Next<u32> + Send + 'static) -> Player {
    Player(Box::new(play))
}

fn done() -> Next<u32> {
    Next::Done
}

/// Sends the name of this process.
fn ask(turn: &mut Turn<'_, Player>, to: Serial) {
    let me = turn.serial().number();
    turn.send_local(to, u32::try_from(me).expect("it is one of the first"));
}

/// A process that answers who asks it, and ends.
fn answers(numbers: &'static [u32]) -> Player {
    player(move |turn| {
        let Some(crate::Delivery::Message(from)) = turn.receive() else {
            return Next::Wait { deadline: None };
        };
        let from = Serial::from_number(u64::from(from)).expect("it was sent");
        for &number in numbers {
            turn.send_local(from, number);
        }
        done()
    })
}

#[test]
fn a_scheduler_does_all_that_comes_from_outside() {
    check(2, || {
        let play = Play::start(1, 1);
        let receiver = play.spawn(player(|turn| match turn.receive() {
            Some(_) => done(),
            None => Next::Wait { deadline: None },
        }));
        Handle::new(play.shared.clone()).send(receiver.into(), 1);
        play.end();
    });
}

/// Whoever makes a process ready takes the place of the scheduler, if that sleeps, while another comes from elsewhere.
#[test]
fn a_place_is_lent_while_something_comes_from_outside() {
    check(2, || {
        let play = Play::start(1, 2);
        let handle = Handle::new(play.shared.clone());
        let reader = thread::spawn(move || {
            handle.together(|| handle.spawn(player(|_| done()), SpawnOptions::default()))
        });
        play.spawn(player(|_| done()));
        reader.join().expect("no panic").expect("there is room");
        play.end();
    });
}

/// The thread of the scheduler wakes by itself at any moment, as by a timer or by a spare that falls asleep.
#[test]
fn a_scheduler_that_wakes_has_its_place_again() {
    check(2, || {
        let play = Play::start(1, 1);
        let shared = play.shared.clone();
        let waker = thread::spawn(move || shared.idle.unpark(0));
        let handle = Handle::new(play.shared.clone());
        handle.together(|| play.spawn(player(|_| done())));
        waker.join().expect("no panic");
        play.end();
    });
}

/// Of two schedulers, one place is lent while the other is woken or looks for work.
#[test]
fn what_is_left_in_a_place_that_was_lent_is_done() {
    check(1, || {
        let play = Play::start(2, 3);
        let handle = Handle::new(play.shared.clone());
        handle.together(|| {
            play.spawn(player(|turn| {
                turn.spawn(player(|_| done()), None).expect("there is room");
                done()
            }))
        });
        play.spawn(player(|_| done()));
        play.end();
    });
}

#[test]
fn a_process_that_is_spawned_inside_runs_while_others_sleep() {
    check(2, || {
        let play = Play::start(2, 2);
        let mut turns = 0;
        play.spawn(player(move |turn| {
            turns += 1;
            if turns == 1 {
                let child = player(|_| done());
                turn.spawn(child, None).expect("there is room");
                return Next::Yield;
            }
            done()
        }));
        play.end();
    });
}

#[test]
fn two_schedulers_pass_a_message_between_processes_from_outside() {
    check(2, || {
        let play = Play::start(2, 2);
        let receiver = play.spawn(player(|turn| match turn.receive() {
            Some(_) => done(),
            None => Next::Wait { deadline: None },
        }));
        play.spawn(player(move |turn| {
            turn.send_local(receiver, 1);
            done()
        }));
        play.end();
    });
}

#[test]
fn processes_exchange_places_while_a_message_comes_from_outside() {
    check(2, || {
        let play = Play::start(1, 2);
        let second = play.spawn(player(|turn| match turn.receive() {
            Some(_) => done(),
            None => Next::Wait { deadline: None },
        }));
        let mut sent = false;
        let first = play.spawn(player(move |turn| {
            if !std::mem::replace(&mut sent, true) {
                turn.send_local(second, 1);
            }
            match turn.receive() {
                Some(_) => done(),
                None => Next::Wait { deadline: None },
            }
        }));
        Handle::new(play.shared.clone()).send(first.into(), 2);
        play.end();
    });
}

#[test]
fn a_process_that_is_parked_gets_what_comes_from_both_sides() {
    check(2, || {
        let play = Play::start(1, 2);
        // Who asks has given its place, or is still waiting for its turn.
        let second = play.spawn(answers(&[1, 3]));
        let (mut sent, mut sum) = (false, 0);
        let first = play.spawn(player(move |turn| {
            if !std::mem::replace(&mut sent, true) {
                ask(turn, second);
            }
            while let Some(delivery) = turn.receive() {
                if let crate::Delivery::Message(number) = delivery {
                    assert!(number != 3 || sum % 2 == 1, "in the order of their sender");
                    sum += number;
                }
            }
            match sum {
                1004 => done(),
                _ => Next::Wait { deadline: None },
            }
        }));
        Handle::new(play.shared.clone()).send(first.into(), 1000);
        play.end();
    });
}

#[test]
fn a_request_is_answered_or_its_monitor_tells() {
    check(2, || {
        let play = Play::start(1, 2);
        let second = play.spawn(answers(&[1]));
        let mut asked = false;
        let first = player(move |turn| {
            if !std::mem::replace(&mut asked, true) {
                turn.monitor(second.into());
                ask(turn, second);
            }
            match turn.receive() {
                Some(crate::Delivery::Message(_)) => done(),
                Some(crate::Delivery::Notice(_)) => {
                    // Ended from outside, it has not done that itself.
                    turn.node().0.fetch_sub(1, Ordering::SeqCst);
                    done()
                }
                None => Next::Wait { deadline: None },
            }
        });
        play.spawn(first);
        Handle::new(play.shared.clone()).terminate(second.into());
        play.end();
    });
}

#[test]
fn a_process_leaves_its_place_to_its_child_while_a_message_comes_from_outside() {
    check(2, || {
        let play = Play::start(1, 3);
        let mut woken = false;
        let first = play.spawn(player(move |turn| {
            // Who was woken gives its place away; it may be woken by the message, too.
            if !std::mem::replace(&mut woken, true) {
                let me = turn.serial();
                turn.send_local(me, 1);
                return Next::Wait { deadline: None };
            }
            turn.receive();
            let child = player(|turn| {
                // In the place of the first one, if that is vacant: a message to it goes nowhere.
                match turn.vacancy() {
                    Some(vacant) => {
                        *vacant = player(|turn| match turn.receive() {
                            Some(_) => unreachable!("it was for somebody else"),
                            None => done(),
                        });
                        turn.fill_vacancy().expect("it is vacant");
                    }
                    None => drop(turn.spawn(player(|_| done()), None)),
                }
                done()
            });
            turn.spawn(child, None).expect("there is room");
            done()
        }));
        Handle::new(play.shared.clone()).send(first.into(), 2);
        play.end();
    });
}

#[test]
fn a_timer_fires_or_is_taken_back() {
    loom::model(|| {
        // The lock of a wheel is of `std`; the model shows that what is decided under it is not
        // decided twice.
        let timers: Arc<Timers<u32>> = Arc::new(Timers::new(1, 0));
        let timer = timers.set(0, 5, Event::Wake(Serial::new(1, 1)));
        let other = timers.clone();
        let canceller = thread::spawn(move || other.cancel(timer));
        let fired = timers.due(0, 1 << 20).len();
        let cancelled = canceller.join().expect("no panic");
        assert_eq!(fired + usize::from(cancelled), 1);
        assert_eq!(timers.next_time(0), None);
    });
}
