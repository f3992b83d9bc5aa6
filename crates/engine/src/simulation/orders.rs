//! What programs in a simulation ask for: the operations of `lib/mound/simulate.scm`.
//!
//! To start and to crash a node is done between two turns; the rest at once.

use super::{Lifetime, Membership, Program};
use crate::requests::raise;
use crate::resources::answer_item;
use crate::state::NodeState;
use mound_base::Symbol;
use mound_machine::Item;
use mound_node::{Latency, Loss};
use std::path::PathBuf;
use std::sync::Arc;

/// What is done between two turns.
pub enum Order {
    Start {
        name: String,
        program: Program,
        life: Lifetime,
    },
    Crash {
        name: String,
    },
    /// With the program that it had last.
    Restart {
        name: String,
    },
}

/// How it is with a node that was started.
#[derive(Clone, Copy)]
pub enum Standing {
    Runs,
    Ended(i32),
    Crashed,
}

/// Who waits for the end of an order.
pub struct Asker {
    node: Arc<NodeState>,
    number: u64,
}

impl Asker {
    pub fn answer(self, result: Result<bool, String>) {
        match result {
            Ok(is_done) => answer_item(&self.node, self.number, Item::Boolean(is_done)),
            Err(why) => refuse(&self.node, self.number, why),
        }
    }
}

fn refuse(node: &NodeState, number: u64, why: String) {
    crate::requests::answer(node, number, raise("simulation", why));
}

/// What a simulation has none of: its answers would come when they like.
const OUTSIDE: [&str; 3] = ["connect", "listen", "start-program"];

/// Starts an operation of a simulation. False if it is none, or has other arguments.
pub fn operation(node: &Arc<NodeState>, number: u64, name: &str, arguments: &[Item]) -> bool {
    let Some(membership) = &node.membership else {
        let Some(rest) = name.strip_prefix("simulation-") else {
            return false;
        };
        match rest {
            // Programs that say what they see run outside as well.
            "observe" => answer_item(node, number, Item::Boolean(false)),
            "step" => answer_item(node, number, Item::Boolean(true)),
            _ => refuse(
                node,
                number,
                "this program does not run in a simulation: see mound simulate".to_owned(),
            ),
        }
        return true;
    };
    if OUTSIDE.contains(&name) {
        let why = "a simulation has no connections and programs of the operating system";
        refuse(node, number, why.to_owned());
        return true;
    }
    let world = &membership.world;
    let asker = || Asker {
        node: Arc::clone(node),
        number,
    };
    let item = match (name, arguments) {
        (
            "simulation-start",
            [
                Item::Text(name),
                Item::Boolean(stays),
                Item::Text(file),
                Item::List(arguments),
            ],
        ) => {
            match program(file, arguments) {
                Ok(program) => {
                    let order = Order::Start {
                        name: name.clone(),
                        program,
                        life: match stays {
                            true => Lifetime::Node,
                            false => Lifetime::Program,
                        },
                    };
                    world.give_order(order, asker());
                }
                Err(why) => refuse(node, number, why),
            }
            return true;
        }
        ("simulation-crash", [Item::Text(name)]) => {
            world.give_order(Order::Crash { name: name.clone() }, asker());
            return true;
        }
        ("simulation-restart", [Item::Text(name)]) => {
            world.give_order(Order::Restart { name: name.clone() }, asker());
            return true;
        }
        ("simulation-step", [Item::Text(what)]) => Item::Boolean(membership.takes_step(what)),
        ("simulation-cut", [Item::Text(from), Item::Text(to)]) => {
            world.network.cut(from, to);
            Item::Unspecified
        }
        ("simulation-heal", [Item::Text(from), Item::Text(to)]) => {
            world.network.heal(from, to);
            Item::Unspecified
        }
        ("simulation-heal-all", []) => {
            world.network.heal_all();
            Item::Unspecified
        }
        ("simulation-break", [Item::Text(one), Item::Text(other)]) => {
            world.network.break_off(one, other);
            Item::Unspecified
        }
        ("simulation-latency", [Item::List(way), Item::List(latency)]) => {
            let (Some(way), Some(latency)) = (way_of(way), latency_of(latency)) else {
                return false;
            };
            world.network.set_latency(way, latency);
            Item::Unspecified
        }
        ("simulation-loss", [Item::List(way), Item::Integer(millionths)]) => {
            let (Some(way), Ok(millionths)) = (way_of(way), u32::try_from(*millionths)) else {
                return false;
            };
            world.network.set_loss(way, Loss(millionths));
            Item::Unspecified
        }
        ("simulation-changed", [Item::Text(change)]) => {
            world.note(&format!("network {change}"));
            Item::Unspecified
        }
        ("simulation-clock", [Item::Text(name), Item::Integer(nanoseconds)]) => {
            world.set_skew(name, *nanoseconds);
            Item::Unspecified
        }
        ("simulation-standing", [Item::Text(name)]) => standing(membership, name),
        ("simulation-observe", [Item::Text(objects)]) => {
            membership.observe(objects);
            Item::Boolean(true)
        }
        ("simulation-record", []) => {
            let (trace, history) = world.record();
            let list =
                |entries: Vec<String>| Item::List(entries.into_iter().map(Item::Text).collect());
            Item::List(vec![list(trace), list(history)])
        }
        _ => return false,
    };
    answer_item(node, number, item);
    true
}

/// Two names, or all ways.
fn way_of(names: &[Item]) -> Option<Option<(&str, &str)>> {
    match names {
        [] => Some(None),
        [Item::Text(from), Item::Text(to)] => Some(Some((from, to))),
        _ => None,
    }
}

/// The name of a distribution, and its numbers in nanoseconds.
fn latency_of(distribution: &[Item]) -> Option<Latency> {
    let [Item::Text(name), numbers @ ..] = distribution else {
        return None;
    };
    let numbers: Option<Vec<u64>> = numbers
        .iter()
        .map(|number| match number {
            Item::Integer(number) => u64::try_from(*number).ok(),
            _ => None,
        })
        .collect();
    Some(match (name.as_str(), numbers?.as_slice()) {
        ("constant", [time]) => Latency::Constant(*time),
        ("uniform", [least, most]) => Latency::Uniform(*least, *most),
        ("exponential", [mean]) => Latency::Exponential(*mean as f64),
        ("normal", [mean, deviation]) => Latency::Normal(*mean as f64, *deviation as f64),
        _ => return None,
    })
}

fn standing(membership: &Membership, name: &str) -> Item {
    let word = |word| Item::Symbol(Symbol::intern(word).counted());
    match membership.world.standing(name) {
        Some(Standing::Runs) => word("running"),
        Some(Standing::Crashed) => word("crashed"),
        Some(Standing::Ended(status)) => Item::Integer(status.into()),
        None => Item::Boolean(false),
    }
}

/// A program in a file.
fn program(file: &str, arguments: &[Item]) -> Result<Program, String> {
    let path = PathBuf::from(file);
    let bytes = mound_base::read_source_file(&path)
        .map_err(|error| format!("cannot read {file}: {}", mound_session::why(&error)))?;
    let text = mound_base::decode(bytes).map_err(|error| error.render(file))?;
    let words = arguments.iter().map(|word| match word {
        Item::Text(word) => Ok(word.clone()),
        _ => Err("the arguments of a program are strings".to_owned()),
    });
    Ok(Program {
        name: file.to_owned(),
        path: Some(path),
        text,
        arguments: words.collect::<Result<_, _>>()?,
    })
}
