//! Measures what the schedulers cost beside the bodies they run.
//!
//! Prints nanoseconds for a message and the switch it causes, for a spawn, for
//! a wait with a deadline, and the bytes of an idle process.

use mound_process::{
    Body, Config, Delivery, Ending, Next, Pid, Runtime, Serial, SpawnOptions, Turn,
    process_overhead,
};
use std::num::NonZeroU64;
use std::sync::mpsc;
use std::time::Instant;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Clone)]
enum Message {
    Start(Pid),
    Count(u64),
}

enum Bench {
    /// Sends what it gets, less one, to the next process.
    Ring(Option<Pid>),
    /// Makes a successor with one less, and ends.
    Chain(u64),
    /// Like `Ring`, waiting with a deadline that never comes.
    Timed(Option<Pid>),
    /// Sleeps for ever.
    Idle,
}

type Done = mpsc::Sender<()>;

impl Body for Bench {
    type Message = Message;
    type Node = Done;

    fn run(&mut self, turn: &mut Turn<'_, Self>, _fuel: i64) -> Next<Message> {
        match self {
            Bench::Ring(next) => {
                pass_on(next, turn);
                Next::Wait { deadline: None }
            }
            Bench::Timed(next) => {
                pass_on(next, turn);
                let deadline = turn.now() + 1_000_000_000;
                Next::Wait {
                    deadline: NonZeroU64::new(deadline),
                }
            }
            Bench::Chain(0) => {
                turn.node().send(()).expect("main waits");
                Next::end(Ending::Halted)
            }
            Bench::Chain(left) => {
                let body = Bench::Chain(*left - 1);
                turn.spawn(body, None).expect("there is room");
                Next::end(Ending::Halted)
            }
            Bench::Idle => Next::Wait { deadline: None },
        }
    }

    fn panic_reason(_text: &str) -> Message {
        Message::Count(0)
    }
}

fn pass_on(next: &mut Option<Pid>, turn: &mut Turn<'_, Bench>) {
    while let Some(Delivery::Message(message)) = turn.receive() {
        match (message, &next) {
            (Message::Start(pid), _) => *next = Some(pid),
            (Message::Count(0), _) => turn.node().send(()).expect("main waits"),
            (Message::Count(left), Some(next)) => {
                turn.send(*next, Message::Count(left - 1));
            }
            (Message::Count(_), None) => unreachable!("the ring is closed before it starts"),
        }
    }
}

fn start(schedulers: u16) -> (Runtime<Bench>, mpsc::Receiver<()>) {
    let (sender, receiver) = mpsc::channel();
    let config = Config {
        schedulers,
        ..Config::default()
    };
    (Runtime::start(sender, config).expect("threads"), receiver)
}

fn ring(schedulers: u16, size: usize, rings: usize, hops: u64, make: fn() -> Bench) -> f64 {
    let (runtime, done) = start(schedulers);
    let mut starts = Vec::new();
    for _ in 0..rings {
        let spawn = |_| {
            runtime
                .spawn(make(), SpawnOptions::default())
                .expect("room")
        };
        let members: Vec<Serial> = (0..size).map(spawn).collect();
        for (place, &member) in members.iter().enumerate() {
            let next = members[(place + 1) % size];
            runtime.send(member.into(), Message::Start(next.into()));
        }
        starts.push(members[0]);
    }
    let begin = Instant::now();
    for member in starts {
        runtime.send(member.into(), Message::Count(hops));
    }
    (0..rings).for_each(|_| done.recv().expect("the node runs"));
    begin.elapsed().as_nanos() as f64 / (hops * rings as u64) as f64
}

fn chain(count: u64) -> f64 {
    let (runtime, done) = start(1);
    let begin = Instant::now();
    runtime
        .spawn(Bench::Chain(count), SpawnOptions::default())
        .expect("room");
    done.recv().expect("the node runs");
    begin.elapsed().as_nanos() as f64 / count as f64
}

fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = text
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse::<u64>().ok());
    pages.unwrap_or(0) * 4096
}

fn idle(count: u64) -> (f64, f64) {
    let (runtime, _done) = start(1);
    let before = resident_bytes();
    let begin = Instant::now();
    for _ in 0..count {
        runtime
            .spawn(Bench::Idle, SpawnOptions::default())
            .expect("room");
    }
    let spawn_ns = begin.elapsed().as_nanos() as f64 / count as f64;
    while runtime
        .processes()
        .iter()
        .any(|&serial| runtime.status(serial) != Some(mound_process::ProcessState::Waiting))
    {
        std::thread::yield_now();
    }
    ((resident_bytes() - before) as f64 / count as f64, spawn_ns)
}

fn main() {
    let hops = 5_000_000;
    let ring_body = || Bench::Ring(None);
    let timed_body = || Bench::Timed(None);
    println!(
        "ping-pong, 1 scheduler      {:7.1} ns",
        ring(1, 2, 1, hops, ring_body)
    );
    println!(
        "ping-pong, all schedulers   {:7.1} ns",
        ring(0, 2, 1, hops, ring_body)
    );
    println!(
        "ring of 1000, 1 scheduler   {:7.1} ns",
        ring(1, 1000, 1, hops, ring_body)
    );
    println!(
        "ring of 100000, 1 scheduler {:7.1} ns",
        ring(1, 100_000, 1, hops, ring_body)
    );
    println!(
        "100 rings of 10, all        {:7.1} ns",
        ring(0, 10, 100, hops / 50, ring_body)
    );
    println!(
        "ping-pong with deadlines    {:7.1} ns",
        ring(1, 2, 1, hops, timed_body)
    );
    println!("spawn, run and end          {:7.1} ns", chain(3_000_000));
    let (bytes, spawn_ns) = idle(1_000_000);
    println!("spawn from outside          {spawn_ns:7.1} ns");
    println!(
        "idle process                {bytes:7.1} bytes measured, body of {} included",
        std::mem::size_of::<Bench>()
    );
    println!(
        "bookkeeping                 {:7} bytes beside the body",
        process_overhead::<Bench>()
    );
}
