//! What is left of ended processes is found, and there is nothing.

use super::*;
use crate::left::Left;
use crate::remote::Watch;
use crate::timers::Event;
use std::num::NonZeroU64;
use std::time::Instant;

/// Long: it is only waited for if something is wrong.
const PATIENCE: Duration = Duration::from_secs(60);

/// Looks until these kinds of entries, and no others, have stayed; gives those that have stayed at last.
fn left(handle: &Handle<Script>, expected: &[&'static str]) -> Vec<&'static str> {
    let start = Instant::now();
    let mut left = handle.left(PATIENCE);
    loop {
        let kinds: Vec<&'static str> = left.iter().map(|Left { kind, .. }| *kind).collect();
        if kinds == expected || start.elapsed() > PATIENCE {
            return kinds;
        }
        let now = handle.left(PATIENCE);
        left.retain(|entry| now.contains(entry));
    }
}

macro_rules! assert_left {
    ($runtime:expr, $expected:expr) => {
        let expected: &[&'static str] = &$expected;
        assert_eq!(left(&$runtime, expected), expected);
    };
}

/// Waits for an hour.
fn sleeper() -> Script {
    script(|turn| {
        while turn.receive().is_some() {}
        let deadline = NonZeroU64::new(turn.now() + 3_600_000_000_000);
        Next::Wait { deadline }
    })
}

fn ended(runtime: &Runtime<Script>) -> Serial {
    let process = start(runtime, sleeper());
    runtime.terminate(process.into());
    runtime.wait_for(process);
    process
}

#[test]
fn nothing_is_left_of_processes_that_have_ended() {
    let runtime = threads(2);
    let watchers: Vec<Serial> = (0..20).map(|_| start(&runtime, sleeper())).collect();
    for round in 0..10 {
        let victims: Vec<Serial> = (0..20)
            .map(|number| {
                let others = watchers.clone();
                let victim = once(move |turn| {
                    for &other in &others {
                        turn.link(other.into(), LinkDirection::Outbound);
                        turn.monitor(other.into());
                    }
                });
                let victim = start(&runtime, victim);
                let name = format!("victim {number}");
                runtime.publish(&name, victim.into()).expect("it lives");
                victim
            })
            .collect();
        for &watcher in &watchers {
            for &victim in &victims {
                let (watcher, reference) = (watcher.into(), round * 100 + 1);
                let monitor = Control::Monitor { watcher, reference };
                runtime.deliver(victim, Signal::control(monitor));
            }
        }
        for victim in victims {
            runtime.terminate(victim.into());
        }
        assert_left!(runtime, []);
    }
    for watcher in watchers {
        runtime.terminate(watcher.into());
        runtime.wait_for(watcher);
    }
    assert_left!(runtime, []);
    assert_eq!(runtime.timer_count(), 0);
}

#[test]
fn each_kind_that_stays_is_told_of() {
    let runtime = threads(1);
    let (dead, living) = (ended(&runtime), start(&runtime, sleeper()));
    let shared = &runtime.shared;
    let elsewhere = Pid::new(3, living);
    assert_left!(runtime, []);

    shared.names.enter("of the dead", dead.into());
    assert_left!(runtime, ["names"]);
    shared.names.remove("of the dead");
    shared.names.enter("of the living", living.into());

    let watch = Watch::Link { process: elsewhere };
    shared.watches.add(dead, watch);
    shared.watches.add(living, watch);
    assert_left!(runtime, ["watches"]);
    shared.watches.remove(dead, watch);

    shared.claims.add(dead, elsewhere);
    shared.claims.add(living, elsewhere);
    assert_left!(runtime, ["claims"]);
    shared.claims.remove(dead, elsewhere);

    // One of the living is for its wait; messages come at their time.
    let timer = shared.timers.set(0, u64::MAX, Event::Wake(dead));
    assert_left!(runtime, ["timers"]);
    assert!(shared.timers.cancel(timer));
    let timer = shared.timers.set(0, u64::MAX, Event::Wake(living));
    assert_left!(runtime, ["timers"]);
    assert!(shared.timers.cancel(timer));
    runtime.send_at(u64::MAX, dead.into(), text("late"));
    assert_left!(runtime, []);
}

#[test]
fn monitors_of_the_dead_are_told_of_and_links_beyond_their_bound() {
    let runtime = threads(1);
    let living: Vec<Pid> = (0..40).map(|_| start(&runtime, sleeper()).into()).collect();
    let dead: Vec<Pid> = (0..40).map(|_| ended(&runtime).into()).collect();
    let elsewhere: Vec<Pid> = (0..40)
        .map(|number| Pid::new(2, Serial::new(number, 9)))
        .collect();
    let info = |links: &[Pid], monitors: &[Pid], monitored_by: &[Pid]| ProcessInfo {
        waited: None,
        details: String::new(),
        stack: String::new(),
        code: Vec::new(),
        serial: Serial::new(1, 1),
        name: None,
        state: ProcessState::Waiting,
        priority: Priority::Normal,
        mailbox_length: 0,
        links: links.to_vec(),
        monitors: monitors.to_vec(),
        monitored_by: monitored_by.to_vec(),
        reductions: 0,
        body: Description::default(),
    };
    let kinds = |info: ProcessInfo| -> Vec<&'static str> {
        let left = runtime.shared.left_in(&info);
        left.into_iter().map(|entry| entry.kind).collect()
    };
    let all = [&living[..], &elsewhere[..]].concat();
    assert_eq!(kinds(info(&all, &all, &all)), [""; 0]);
    assert_eq!(kinds(info(&[], &dead[..2], &[])), ["monitors"; 2]);
    assert_eq!(kinds(info(&[], &[], &dead[..1])), ["monitors by others"]);
    // As many as there are living ones, and 32 at least.
    assert_eq!(kinds(info(&dead[..32], &[], &[])), [""; 0]);
    assert_eq!(kinds(info(&dead[..33], &[], &[])), ["links"]);
    let mixed = [&living[..], &dead[..]].concat();
    assert_eq!(kinds(info(&mixed, &[], &[])), [""; 0]);
    assert_eq!(kinds(info(&mixed[1..], &[], &[])), ["links"]);
    // What is told names who has it and who has ended.
    let told = |info: ProcessInfo| -> Vec<String> {
        let left = runtime.shared.left_in(&info);
        left.into_iter().map(|entry| entry.what).collect()
    };
    let ended = dead[0].serial();
    assert_eq!(
        told(info(&dead[..33], &dead[..1], &dead[..1])),
        [
            format!("process 2 has process {ended}"),
            format!("process 2 has process {ended}"),
            "process 2 has 33 that have ended".to_owned(),
        ]
    );
}
