//! The states of a slot, one step at a time.

use super::*;

type TestSlot = Slot<u32, Box<()>>;

fn running() -> (TestSlot, Box<()>) {
    let slot = TestSlot::new();
    slot.occupy(Box::new(()));
    let (resident, _) = slot.begin(|_, _| ()).expect("queued");
    (slot, resident)
}

#[test]
fn a_message_wakes_a_waiting_process_once() {
    let (slot, resident) = running();
    assert!(!slot.leave(resident, Leave::Wait));
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Wake(Priority::Normal)
    ));
    assert!(matches!(
        slot.post(1, Signal::Message(2), |_| 0),
        Posted::Delivered
    ));
}

#[test]
fn who_sends_to_a_long_queue_is_told() {
    let (slot, resident) = running();
    let posted = (0..=CROWD).map(|number| slot.post(1, Signal::Message(number as u32), |_| 0));
    let crowded = posted.filter(|posted| matches!(posted, Posted::Crowded));
    assert_eq!(crowded.count(), 1);
    // A process that waits is woken all the same.
    assert!(slot.leave(resident, Leave::Wait));
    assert!(matches!(
        slot.post(1, Signal::Message(0), |_| 0),
        Posted::Crowded
    ));
}

#[test]
fn the_end_of_a_monitor_waits_for_the_next_turn_once() {
    let (slot, resident) = running();
    assert!(!slot.leave(resident, Leave::Wait));
    let demonitor = || {
        let watcher = crate::Pid::new(0, crate::Serial::new(5, 1));
        let reference = 7;
        Signal::control(crate::signal::Control::Demonitor { watcher, reference })
    };
    assert!(matches!(
        slot.post(1, demonitor(), |_| 0),
        Posted::Delivered
    ));
    assert!(slot.has_signals());
    assert!(matches!(slot.post(1, demonitor(), |_| 0), Posted::Wake(_)));
}

#[test]
fn who_waits_is_begun_by_who_wakes_it() {
    let (slot, resident) = running();
    assert!(slot.begin_waiting(1).is_none(), "it runs");
    assert!(!slot.leave(resident, Leave::Wait));
    assert!(slot.begin_waiting(2).is_none(), "of another generation");
    let resident = slot.begin_waiting(1).expect("it waits");
    assert_eq!(slot.look().1, Status::Running);
    // What comes before its turn begins is seen then.
    assert!(!slot.has_news());
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Delivered
    ));
    assert!(!slot.notify(1, TIMED_OUT));
    assert!(slot.has_news());
    let mut fetched = 0;
    let flags = slot.catch_up(|outer| fetched = outer.len());
    assert_eq!((fetched, flags & NEWS), (1, SIGNALS | NOTIFIED | TIMED_OUT));
    drop(resident);
    slot.vacate(|_| ());
    assert!(slot.begin_waiting(1).is_none(), "it is dead");
}

#[test]
fn who_waits_is_changed_where_it_lies_if_nothing_has_come() {
    let slot: Slot<u32, Vec<u32>> = Slot::new();
    slot.occupy(Vec::new());
    let change = |generation, number| {
        let changed = slot.with_waiting(generation, |resident| resident.push(number));
        changed.is_some()
    };
    assert!(!change(1, 1), "it is queued");
    let (resident, _) = slot.begin(|_, _| ()).expect("queued");
    assert!(!change(1, 2), "it runs");
    assert!(!slot.leave(resident, Leave::Wait));
    assert!(change(1, 3));
    assert!(!change(2, 4), "of another generation");
    assert_eq!(slot.look().1, Status::Waiting, "nobody has woken it");
    let resident = slot.begin_waiting(1).expect("it waits");
    assert_eq!(resident, [3]);
    assert!(!slot.leave(resident, Leave::Wait));
    let watcher = crate::Pid::new(0, crate::Serial::new(5, 1));
    let reference = 7;
    let demonitor = Signal::control(crate::signal::Control::Demonitor { watcher, reference });
    assert!(matches!(slot.post(1, demonitor, |_| 0), Posted::Delivered));
    assert!(!change(1, 5), "a signal has come before");
}

#[test]
fn who_has_something_to_look_at_is_not_begun_at_once() {
    let (slot, resident) = running();
    assert!(!slot.leave(resident, Leave::Wait));
    assert!(slot.set_priority(1, Priority::High));
    assert!(slot.begin_waiting(1).is_none());
    assert!(slot.set_priority(1, Priority::Normal));
    let watcher = crate::Pid::new(0, crate::Serial::new(5, 1));
    let reference = 7;
    let demonitor = Signal::control(crate::signal::Control::Demonitor { watcher, reference });
    assert!(matches!(slot.post(1, demonitor, |_| 0), Posted::Delivered));
    assert!(slot.begin_waiting(1).is_none());
}

#[test]
fn a_message_during_a_turn_prevents_the_sleep() {
    let (slot, resident) = running();
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Delivered
    ));
    assert!(slot.leave(resident, Leave::Wait));
}

#[test]
fn the_serial_of_the_dead_reaches_nobody() {
    let (slot, resident) = running();
    drop(resident);
    slot.vacate(|_| ());
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Dead(_)
    ));
    slot.occupy(Box::new(()));
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Dead(_)
    ));
    assert!(matches!(
        slot.post(2, Signal::Message(1), |_| 0),
        Posted::Delivered
    ));
}

/// S5, also at the end of the node: whoever was there is dead, and a slot in which nobody was is as it was.
#[test]
fn what_is_cleared_is_free_for_the_next() {
    let (slot, resident) = running();
    assert!(!slot.leave(resident, Leave::Wait));
    slot.post(1, Signal::Message(7), |_| 0);
    let (signals, resident) = slot.clear();
    assert_eq!((signals.len(), resident), (1, Some(Box::new(()))));
    assert_eq!(slot.look(), (2, Status::Free));
    slot.occupy(Box::new(()));
    assert!(matches!(
        slot.post(1, Signal::Message(1), |_| 0),
        Posted::Dead(_)
    ));
    assert!(matches!(
        slot.post(2, Signal::Message(1), |_| 0),
        Posted::Delivered
    ));
    let unused = TestSlot::new();
    let (signals, resident) = unused.clear();
    assert_eq!((signals.len(), resident), (0, None));
    assert_eq!(unused.look(), (1, Status::Free));
}
