//! The vectors of the specification for reasons of ends and for options of spawn requests.

use super::reasons::encode_reason;
use super::spawning::{RemoteSpawn, encode_options};
use crate::{Engine, Options};
use mound_base::SymbolRef;
use mound_heap::value::Name;
use mound_heap::{FragmentBuilder, Value};
use mound_process::{Pid, Reason, Serial};

#[path = "../../../../tests/protocol/vectors.rs"]
mod vectors;

fn serial(number: u64) -> Serial {
    Serial::from_number(number).expect("it is small")
}

/// Options for process 7, which asks, with links to other ones.
fn options(name: Option<&str>, told: bool, links: &[u64]) -> Vec<u8> {
    let links = links.iter().map(|&serial| Name { node: 0, serial });
    let spawn = RemoteSpawn {
        thunk: Vec::new(),
        name: name.and_then(SymbolRef::intern),
        links: links.collect(),
        told,
    };
    encode_options(serial(7), &spawn).expect("they are of this node")
}

#[test]
fn the_vectors_of_reasons_are_up_to_date() {
    let engine = Engine::start(Options::default()).expect("it starts");
    let mut builder = FragmentBuilder::new();
    let object = builder.list(&[Value::fixnum(1), Value::TRUE]);
    let object = builder.finish_message(object);
    let reasons = [
        ("normal", Reason::Normal),
        ("failure", Reason::Failure(object)),
        ("terminated", Reason::Terminated),
        ("noproc", Reason::NoProcess),
        ("node-down", Reason::NodeDown),
    ];
    let mut all: Vec<(String, Vec<u8>)> = Vec::new();
    for (name, reason) in reasons {
        let alone = encode_reason(engine.state(), None, reason.clone());
        all.push((format!("reason-{name}"), alone));
        let origin = Pid::local(serial(3));
        let with_origin = encode_reason(engine.state(), Some(origin), reason);
        all.push((format!("reason-{name}-of-another"), with_origin));
    }
    engine.shutdown();
    all.push(("options-none".into(), options(None, false, &[])));
    all.push(("options-named".into(), options(Some("λ"), false, &[])));
    all.push(("options-told".into(), options(None, true, &[])));
    all.push((
        "options-linked".into(),
        options(Some("a"), true, &[8, 4194304]),
    ));
    let about = "The rests of `exit` and `down`, which are values: a reason of the process itself, and one of\n\
                 another origin (serial 3 of a node with id and incarnation 0 and no address).\n\
                 Then options of `spawn request` by process 7.";
    vectors::check("reasons.txt", about, &all);
}
