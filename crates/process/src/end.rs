//! The end of a process.
//!
//! Order: (1) what others hold for it is released, files for example, so that
//! nobody who learns of the death finds it open; (2) its serial becomes dead, so
//! from here on senders are refused; (3) signals that came before still count, so
//! that a link or monitor set just before the death is told the true reason;
//! (4) the body is dropped, kept for another process, or given to a thread that
//! drops it; (5) names, timers and watches go; (6) callbacks are called; (7) links
//! and monitors are told; (8) the slot is free for the next generation.

use crate::body::Body;
use crate::pid::Pid;
use crate::private::Resident;
use crate::queue::SignalQueue;
use crate::remote::Watch;
use crate::scheduler::Scheduler;
use crate::shared::{Shared, contain};
use crate::signal::{Control, Ending, Reason, Signal};
use crate::slot::{NAMED, SIGNALS, Slot};

/// Ends a process that has done what it was made for.
#[inline(always)]
pub(crate) fn end_normally<B: Body>(
    shared: &Shared<B>,
    scheduler: &mut Scheduler<B>,
    slot: &Slot<B::Message, Resident<B>>,
    resident: Resident<B>,
) {
    match resident.private.ends_quietly() {
        true => end_quietly(shared, scheduler, slot, resident),
        false => {
            let normally = Ending::Ended(Reason::Normal);
            end_process(shared, scheduler, slot, resident, normally);
        }
    }
}

/// The same for one with [`crate::private::Private::ends_quietly`]: if nothing has come for it, only (2), (4) and (8) are left.
#[inline(always)]
pub(crate) fn end_quietly<B: Body>(
    shared: &Shared<B>,
    scheduler: &mut Scheduler<B>,
    slot: &Slot<B::Message, Resident<B>>,
    mut resident: Resident<B>,
) {
    let kept = scheduler.has_room_for_vacant(shared) && slot.vacate_quietly();
    if !kept {
        let normally = Ending::Ended(Reason::Normal);
        return end_process(shared, scheduler, slot, resident, normally);
    }
    match vacate(shared, &mut resident.body) {
        true => {
            resident.private.renew();
            scheduler.vacant.keep(resident);
        }
        false => abandon(shared, scheduler, resident),
    }
}

#[inline(always)]
fn vacate<B: Body>(shared: &Shared<B>, body: &mut B) -> bool {
    contain(|| body.vacate(&shared.node)) == Some(true)
}

/// Drops what is left of a process, whose slot is free.
#[inline(never)]
fn abandon<B: Body>(shared: &Shared<B>, scheduler: &mut Scheduler<B>, resident: Resident<B>) {
    let number = resident.private.serial.slot();
    let Resident { private, body } = resident;
    contain(|| drop(private));
    bury(shared, body);
    scheduler.give_free_slot(shared, number);
}

/// Drops a body; not on the scheduler if that takes long.
#[inline(never)]
fn bury<B: Body>(shared: &Shared<B>, body: B) {
    if contain(|| body.is_much_to_drop()) != Some(true) {
        contain(|| drop(body));
    } else if !shared.blocking.submit(Box::new(move || drop(body))) {
        // There is no thread for it.
        shared.blocking.run_one();
    }
}

#[inline(never)]
pub(crate) fn end_process<B: Body>(
    shared: &Shared<B>,
    scheduler: &mut Scheduler<B>,
    slot: &Slot<B::Message, Resident<B>>,
    resident: Resident<B>,
    ending: Ending<B::Message>,
) {
    let Resident {
        mut private,
        mut body,
    } = resident;
    let serial = private.serial;
    private.release();
    let mut batch = SignalQueue::new();
    let (flags, waiting) = slot.vacate(|outer| private.fetch(outer, &mut batch));
    if flags & SIGNALS != 0 {
        private.handle_signals(shared, flags, batch);
        private.release();
    } else {
        // It is empty; the compiler would look for what is in it, to drop it.
        std::mem::forget(batch);
    }
    let kept = match scheduler.has_room_for_vacant(shared) && vacate(shared, &mut body) {
        true => Some(body),
        false => {
            bury(shared, body);
            None
        }
    };

    for waiter in waiting {
        shared.wake_waiter(scheduler, serial, waiter);
    }
    if flags & NAMED != 0 {
        shared.names.remove_all(serial);
    }
    private.disarm(shared);
    private.end_claims(shared);
    let me = Pid::local(serial);
    let (origin, reason, tell_links) = match ending {
        Ending::Halted => (me, Reason::Normal, false),
        Ending::Ended(reason) => (me, reason, true),
        Ending::Forwarded { origin, reason } => (origin, reason, true),
    };
    if let Some(extras) = private.take_extras() {
        // It may have been woken to send, and somebody else can do that now (U1 in `bound`).
        if let Some(receiver) = extras.suspended_by {
            shared.offer_room(scheduler, receiver);
        }
        for &watch in &extras.watches {
            shared.watches.remove(serial, watch);
            // The other process need no longer tell this one. An exit says so too.
            if let Watch::Link { process } = watch
                && !(tell_links && private.links.contains(process))
            {
                let unlink = Signal::control(Control::Unlink { to: me });
                shared.signal(scheduler, Some(serial), process, unlink);
            }
        }
        for callback in extras.end_callbacks {
            contain(|| callback(&reason));
        }
        for ((watcher, reference), ()) in extras.monitored_by.into_entries() {
            let down = Control::Down {
                reference,
                process: me,
                reason: reason.clone(),
            };
            shared.signal(scheduler, Some(serial), watcher, Signal::control(down));
        }
        for (reference, process) in extras.monitors.into_entries() {
            let demonitor = Control::Demonitor {
                watcher: me,
                reference,
            };
            shared.signal(scheduler, Some(serial), process, Signal::control(demonitor));
        }
        for request in extras.info_requests {
            contain(|| (request.callback)(None));
        }
    }
    if tell_links {
        for to in private.links.iter() {
            let exit = Control::Exit {
                from: me,
                origin,
                reason: reason.clone(),
            };
            shared.signal(scheduler, Some(serial), to, Signal::control(exit));
        }
    }
    // Messages that nobody will read.
    contain(|| private.drop_signals());
    if slot.is_reusable() {
        match kept {
            Some(body) => {
                private.clear();
                scheduler.vacant.keep(Resident { private, body });
            }
            None => scheduler.give_free_slot(shared, serial.slot()),
        }
    }
}
