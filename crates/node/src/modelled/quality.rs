//! How well the ways between nodes carry what is sent: how long it takes, and how much has to be sent again.
//!
//! A connection gives bytes in order and once, as TCP does, so nothing that is lost stays lost, and nothing overtakes:
//! a piece that is lost is sent again, later each time, and all that was sent after it waits.
//!
//! Not for cuts, which are matters of [`super::network`].

use std::collections::BTreeMap;

use super::source::Source;

/// Between two machines of one building, in nanoseconds.
const USUAL: Latency = Latency::Uniform(200_000, 2_000_000);

/// When a sender first finds that a piece was lost, in nanoseconds: the least that Linux waits. Twice as long each
/// time after that.
const SENT_AGAIN_AFTER: u64 = 200_000_000;

/// A piece is sent so often at most; the last one arrives. By then a peer has been given up for its silence.
const MOST_TRIES: u32 = 8;

/// How long a piece is under way, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Latency {
    Constant(u64),
    /// Between the two, each as likely.
    Uniform(u64, u64),
    /// With this mean.
    Exponential(f64),
    /// With this mean and deviation, and never negative.
    Normal(f64, f64),
}

/// How likely a piece is lost, of a million.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss(pub u32);

/// One in a million.
const MILLION: u64 = 1_000_000;

/// Of all ways, and of those that differ.
pub(super) struct Quality {
    latency: Latency,
    loss: Loss,
    latencies: BTreeMap<(String, String), Latency>,
    losses: BTreeMap<(String, String), Loss>,
    /// Nothing is drawn.
    is_calm: bool,
}

impl Default for Quality {
    fn default() -> Quality {
        Quality {
            latency: USUAL,
            loss: Loss::default(),
            latencies: BTreeMap::new(),
            losses: BTreeMap::new(),
            is_calm: false,
        }
    }
}

impl Quality {
    pub fn set_latency(&mut self, way: Option<(&str, &str)>, latency: Latency) {
        match way {
            Some(way) => {
                self.latencies.insert(owned(way), latency);
            }
            None => {
                self.latency = latency;
                self.latencies.clear();
            }
        }
    }

    pub fn set_loss(&mut self, way: Option<(&str, &str)>, loss: Loss) {
        match way {
            Some(way) => {
                self.losses.insert(owned(way), loss);
            }
            None => {
                self.loss = loss;
                self.losses.clear();
            }
        }
    }

    pub fn keep_calm(&mut self) {
        self.is_calm = true;
    }

    /// How long a piece takes that is sent now.
    pub fn time_under_way(&self, from: &str, to: &str, source: &mut Source) -> u64 {
        let way = owned((from, to));
        let latency = *self.latencies.get(&way).unwrap_or(&self.latency);
        if self.is_calm {
            return latency.usual();
        }
        let loss = *self.losses.get(&way).unwrap_or(&self.loss);
        latency.draw(source).saturating_add(loss.draw_delay(source))
    }
}

fn owned((from, to): (&str, &str)) -> (String, String) {
    (from.to_owned(), to.to_owned())
}

impl Latency {
    fn draw(self, source: &mut Source) -> u64 {
        match self {
            Latency::Constant(time) => time,
            Latency::Uniform(least, most) => source.between(least, most),
            Latency::Exponential(mean) => nanoseconds(-mean * source.fraction().ln()),
            Latency::Normal(mean, deviation) => {
                let (radius, angle) = (source.fraction(), source.fraction());
                let turn = (std::f64::consts::TAU * angle).cos();
                nanoseconds(mean + deviation * (-2.0 * radius.ln()).sqrt() * turn)
            }
        }
    }

    /// A time that is not drawn: the least of those that are as likely, or the mean.
    fn usual(self) -> u64 {
        match self {
            Latency::Constant(time) | Latency::Uniform(time, _) => time,
            Latency::Exponential(mean) | Latency::Normal(mean, _) => nanoseconds(mean),
        }
    }
}

impl Loss {
    /// How much later a piece arrives because it is sent again.
    fn draw_delay(self, source: &mut Source) -> u64 {
        let mut delay = 0;
        if self.0 == 0 {
            return delay;
        }
        for again in 1..MOST_TRIES {
            if source.between(1, MILLION) > self.0.into() {
                break;
            }
            delay += SENT_AGAIN_AFTER << (again - 1);
        }
        delay
    }
}

/// What is negative or no number is nothing.
fn nanoseconds(time: f64) -> u64 {
    // A cast of a float ends at the bounds of the type.
    time.round() as u64
}
