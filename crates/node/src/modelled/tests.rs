//! The network alone, without nodes.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::runtime::{Builder, Runtime};
use tokio::task::yield_now;

use super::{Latency, Loss, ModelledNetwork, Timeline};
use crate::carrier::{Carrier, Connected};

/// Time, tasks and network of a test.
struct World {
    now: Arc<AtomicU64>,
    timeline: Arc<Timeline>,
    network: ModelledNetwork,
    tasks: Runtime,
}

impl World {
    fn new(seed: u64) -> World {
        let now = Arc::new(AtomicU64::new(0));
        let shown = Arc::clone(&now);
        let timeline = Arc::new(Timeline::new(move || shown.load(Ordering::Relaxed)));
        World {
            now,
            network: ModelledNetwork::new(seed, Arc::clone(&timeline)),
            timeline,
            tasks: Builder::new_current_thread().build().unwrap(),
        }
    }

    /// Runs tasks and alarms until nothing is due before this moment.
    fn run_until(&self, time: u64) {
        loop {
            self.tasks.block_on(async {
                for _ in 0..20 {
                    yield_now().await;
                }
            });
            if self.timeline.ring() {
                continue;
            }
            match self.timeline.next().filter(|next| *next <= time) {
                Some(next) => self.now.store(next, Ordering::Relaxed),
                None => break,
            }
        }
        self.now.store(time, Ordering::Relaxed);
    }

    fn run<T: Send + 'static>(
        &self,
        until: u64,
        task: impl Future<Output = T> + Send + 'static,
    ) -> Option<T> {
        let task = self.tasks.spawn(task);
        self.run_until(until);
        task.is_finished()
            .then(|| self.tasks.block_on(task).unwrap())
    }

    /// A connection from `a` to `b`.
    fn connection(&self) -> (Connected, Connected) {
        let listening = self.carrier("b").listen("b:1");
        let dialling = self.carrier("a").dial("b:1");
        let both = async move {
            let mut listener = listening.await.unwrap();
            let accepted = tokio::spawn(async move {
                let incoming = listener.accept().await.unwrap();
                incoming.authenticate.await.unwrap()
            });
            (dialling.await.unwrap(), accepted.await.unwrap())
        };
        self.run(1_000_000_000, both).expect("they are connected")
    }

    fn carrier(&self, place: &str) -> Arc<dyn Carrier> {
        self.network.carrier(&self.network.life(place, 1))
    }
}

#[test]
fn bytes_come_in_order_after_a_time_that_follows_from_the_seed() {
    let arrivals = |seed| {
        let world = World::new(seed);
        let (mut near, mut far) = world.connection();
        let start = world.timeline.now();
        let mut arrivals = Vec::new();
        for byte in 0..20 {
            let sent = world.run(start, async move {
                near.writer.write_all(&[byte]).await.unwrap();
                near
            });
            near = sent.expect("there is room");
        }
        for byte in 0..20 {
            let mut now = world.timeline.now();
            let reading = world.tasks.spawn(async move {
                let mut found = [0];
                far.reader.read_exact(&mut found).await.unwrap();
                assert_eq!(found, [byte]);
                far
            });
            while !reading.is_finished() {
                world.run_until(now);
                now += 10_000;
            }
            far = world.tasks.block_on(reading).unwrap();
            arrivals.push(world.timeline.now() - start);
        }
        arrivals
    };
    let first = arrivals(1);
    assert!(first[0] >= 200_000, "{first:?}");
    assert!(first.is_sorted());
    assert_eq!(first, arrivals(1));
    assert_ne!(first, arrivals(2));
}

#[test]
fn what_is_cut_arrives_when_it_is_healed() {
    let world = World::new(1);
    let (mut near, mut far) = world.connection();
    world.network.cut("a", "b");
    let sent = world.run(2_000_000_000, async move {
        near.writer.write_all(b"late").await.unwrap();
        near
    });
    let reading = world.tasks.spawn(async move {
        let mut text = [0; 4];
        far.reader.read_exact(&mut text).await.unwrap();
        text
    });
    world.run_until(60_000_000_000);
    assert!(!reading.is_finished());
    world.network.heal("a", "b");
    world.run_until(61_000_000_000);
    assert!(reading.is_finished());
    assert_eq!(&world.tasks.block_on(reading).unwrap(), b"late");
    drop(sent);
}

#[test]
fn a_way_that_is_cut_leaves_the_other_one_whole() {
    let world = World::new(1);
    let (mut near, mut far) = world.connection();
    world.network.cut("a", "b");
    let writing = world.run(2_000_000_000, async move {
        near.writer.write_all(b"held").await.unwrap();
        far.writer.write_all(b"comes").await.unwrap();
        (near, far)
    });
    let (mut near, mut far) = writing.expect("there is room");
    let heard = world.run(3_000_000_000, async move {
        let mut heard = [0; 5];
        near.reader.read_exact(&mut heard).await.unwrap();
        heard
    });
    assert_eq!(heard.as_ref(), Some(b"comes"));
    let held = world.tasks.spawn(async move {
        let mut heard = [0; 4];
        far.reader.read_exact(&mut heard).await.unwrap();
        heard
    });
    world.run_until(60_000_000_000);
    assert!(!held.is_finished());
    world.network.heal_all();
    world.run_until(61_000_000_000);
    assert!(held.is_finished());
}

/// How long each of so many pieces is under way, one after another.
fn times(world: &World, count: usize) -> Vec<u64> {
    let (mut near, mut far) = world.connection();
    let mut times = Vec::new();
    for _ in 0..count {
        let start = world.timeline.now();
        let sent = world.run(start, async move {
            near.writer.write_all(b"x").await.unwrap();
            near
        });
        near = sent.expect("there is room");
        let timeline = Arc::clone(&world.timeline);
        let come = world.run(start + 120_000_000_000, async move {
            far.reader.read_exact(&mut [0]).await.unwrap();
            (far, timeline.now())
        });
        let (back, now) = come.expect("it comes");
        far = back;
        times.push(now - start);
    }
    times
}

#[test]
fn times_follow_their_distribution() {
    let mean = |latency| {
        let world = World::new(3);
        world.network.set_latency(Some(("a", "b")), latency);
        let times = times(&world, 400);
        (times.iter().sum::<u64>() / 400, times)
    };
    let millisecond = 1_000_000;
    let (constant, _) = mean(Latency::Constant(5 * millisecond));
    assert_eq!(constant, 5 * millisecond);
    let (exponential, times) = mean(Latency::Exponential(5e6));
    assert!(
        (4..=6).contains(&(exponential / millisecond)),
        "{exponential}"
    );
    // A third of them takes longer than the mean.
    let longer = times.iter().filter(|time| **time > 5 * millisecond).count();
    assert!((110..=185).contains(&longer), "{longer}");
    let (normal, times) = mean(Latency::Normal(5e6, 1e6));
    assert!((4_800..=5_200).contains(&(normal / 1000)), "{normal}");
    let near = times
        .iter()
        .filter(|time| time.abs_diff(5 * millisecond) < millisecond)
        .count();
    assert!((240..=310).contains(&near), "{near}");
}

#[test]
fn what_is_lost_is_sent_again_and_comes_later() {
    let world = World::new(5);
    world
        .network
        .set_latency(None, Latency::Constant(1_000_000));
    world.network.set_loss(Some(("a", "b")), Loss(100_000));
    let times = times(&world, 400);
    let late = times.iter().filter(|time| **time >= 201_000_000).count();
    assert!((20..=60).contains(&late), "{late}");
    assert_eq!(
        times.iter().filter(|time| **time == 1_000_000).count(),
        400 - late
    );

    // Without anything drawn, nothing is late.
    let world = World::new(5);
    world.network.set_loss(None, Loss(1_000_000));
    world.network.keep_calm();
    assert!(self::times(&world, 20).iter().all(|time| *time == 200_000));
}

#[test]
fn a_crash_ends_the_stream_after_what_was_sent() {
    let world = World::new(1);
    let life = world.network.life("c", 1);
    let mut listening = world
        .tasks
        .block_on(world.carrier("b").listen("b:1"))
        .unwrap();
    let dialling = world.network.carrier(&life).dial("b:1");
    let accepted = world.tasks.spawn(async move {
        let incoming = listening.accept().await.unwrap();
        incoming.authenticate.await.unwrap()
    });
    let near = world.run(1_000_000_000, dialling).unwrap().unwrap();
    let mut far = world.tasks.block_on(accepted).unwrap();
    let sent = world.run(1_000_000_000, async move {
        let mut near = near;
        near.writer.write_all(b"last words").await.unwrap();
        near
    });
    world.network.crash(&life);
    let refused = world.run(1_000_000_000, async move {
        let mut near = sent.unwrap();
        near.writer.write_all(b"from the grave").await.is_err()
    });
    assert_eq!(refused, Some(true));
    let heard = world.run(2_000_000_000, async move {
        let mut heard = Vec::new();
        far.reader.read_to_end(&mut heard).await.unwrap();
        heard
    });
    assert_eq!(heard.as_deref(), Some(&b"last words"[..]));
}

#[test]
fn a_broken_connection_is_an_error_at_both_ends() {
    let world = World::new(1);
    let (mut near, mut far) = world.connection();
    world.network.break_off("a", "b");
    let both = world.run(2_000_000_000, async move {
        let written = near.writer.write_all(b"x").await;
        (written.is_err(), far.reader.read_u8().await.is_err())
    });
    assert_eq!(both, Some((true, true)));
}
