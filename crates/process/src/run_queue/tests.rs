//! The run queue beside its invariants.

use super::*;
use std::collections::VecDeque;

const FUEL: i64 = 4000;

fn push(queue: &mut RunQueue, slot: u32, priority: Priority) {
    queue.push(slot, priority, Cause::Woken);
}

#[test]
fn higher_priorities_come_first_and_nobody_starves() {
    let mut queue = RunQueue::fifo(FUEL);
    for slot in 0..64 {
        push(&mut queue, slot, Priority::High);
    }
    push(&mut queue, 100, Priority::Low);
    push(&mut queue, 101, Priority::Normal);
    let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).take(32).collect();
    assert_eq!(order.iter().filter(|&&slot| slot < 64).count(), 30);
    assert_eq!((order[15], order[31]), (100, 101));
}

/// Has each process that is picked use so much and come back; counts turns and fuel of those
/// below 100, which always wait, and of the others, which never do.
fn compete(waiting: u32, busy: u32, used_by_waiting: u64, turns: u32) -> [(u32, u64); 2] {
    let mut queue = RunQueue::fifo(FUEL);
    for slot in 0..waiting {
        queue.push(slot, Priority::Normal, Cause::Woken);
    }
    for slot in 0..busy {
        queue.push(100 + slot, Priority::Normal, Cause::Preempted);
    }
    let mut used = [(0, 0); 2];
    for _ in 0..turns {
        let slot = queue.pop().expect("each comes back");
        let (class, fuel, cause) = match slot < 100 {
            true => (0, used_by_waiting, Cause::Woken),
            false => (1, FUEL as u64, Cause::Preempted),
        };
        queue.charge(fuel);
        used[class].0 += 1;
        used[class].1 += fuel;
        queue.push(slot, Priority::Normal, cause);
    }
    used
}

#[test]
fn who_answers_quickly_waits_for_one_turn_of_the_busy() {
    let [waiting, busy] = compete(2, 50, 20, 10_000);
    // Fifty-eight turns of 20 + 50 use up the fuel of one.
    assert!(waiting.0 > 57 * busy.0, "{waiting:?} {busy:?}");
    assert!(busy.0 > 150, "{busy:?}");
}

#[test]
fn the_busy_get_half_whatever_the_woken_do() {
    for used in [1000, 3999] {
        let [waiting, busy] = compete(20, 20, used, 10_000);
        assert!(busy.1 * 10 > waiting.1 * 9, "{waiting:?} {busy:?}");
        assert!(waiting.1 * 2 > busy.1, "{waiting:?} {busy:?}");
    }
}

/// Processes that make processes fill the queue, and whoever waits for a message or the time is not late.
#[test]
fn who_waits_does_not_stand_behind_a_crowd_of_new_processes() {
    let mut queue = RunQueue::fifo(FUEL);
    let crowd = 100_000;
    for slot in 0..crowd {
        queue.push(slot, Priority::Normal, Cause::New);
    }
    // Nearly as many turns as use up the fuel of one.
    let most = (FUEL / (20 + FUEL_OF_A_SWITCH)) as usize + 1;
    for _ in 0..100 {
        push(&mut queue, crowd, Priority::Normal);
        let mut turns = 0;
        while queue.pop().expect("many are ready") != crowd {
            turns += 1;
            queue.charge(20);
            queue.push(0, Priority::Normal, Cause::New);
            queue.push(0, Priority::Normal, Cause::New);
        }
        queue.charge(20);
        assert!(turns <= most, "{turns} turns");
    }
}

/// Nor do the new stand behind those that wake each other, and each side goes on for a while.
#[test]
fn the_new_and_the_woken_have_the_same() {
    let mut queue = RunQueue::fifo(FUEL);
    for slot in 0..100 {
        queue.push(slot, Priority::Normal, Cause::Woken);
        queue.push(100 + slot, Priority::Normal, Cause::New);
    }
    let (mut turns, mut changes, mut before) = ([0; 2], 0, 0);
    for _ in 0..10_000 {
        let slot = queue.pop().expect("each comes back");
        let kind = usize::from(slot >= 100);
        queue.charge(20);
        queue.push(slot, Priority::Normal, [Cause::Woken, Cause::New][kind]);
        turns[kind] += 1;
        changes += usize::from(kind != before);
        before = kind;
    }
    assert!(turns.iter().all(|&turns| turns > 4900), "{turns:?}");
    assert!(changes < 200, "{changes}");
}

#[test]
fn processes_of_one_kind_take_turns() {
    let mut queue = RunQueue::fifo(FUEL);
    for slot in 0..5 {
        queue.push(slot, Priority::Normal, Cause::Preempted);
    }
    for turn in 0..50 {
        let slot = queue.pop().expect("each comes back");
        assert_eq!(slot, turn % 5);
        queue.charge(FUEL as u64);
        queue.push(slot, Priority::Normal, Cause::Preempted);
    }
}

/// Who is ready, beside a queue: looks at each pick for what the invariants promise.
struct Model {
    queue: RunQueue,
    random: Random,
    /// The slots of each level, in their order.
    ready: [VecDeque<u32>; LEVELS],
    /// Picks since normal and low priority had a turn, or since somebody there waits for one.
    waits: [u32; 2],
    /// Picks that passed by somebody of high priority, each as the number of the pick.
    passed_by: Vec<u32>,
    picks: u32,
    /// What the woken have used since the last turn of a preempted process (U1).
    used: i64,
    /// What the woken and the new have used, each while the other waited (U6).
    used_beside: [i64; 2],
    /// Turns of preempted processes since the last one of the woken, while these were ready.
    preempted_in_a_row: u32,
}

impl Model {
    fn new(seed: u64) -> Model {
        Model {
            queue: RunQueue::fifo(FUEL),
            random: Random::new(seed),
            ready: Default::default(),
            waits: [0; 2],
            passed_by: Vec::new(),
            picks: 0,
            used: 0,
            used_beside: [0; 2],
            preempted_in_a_row: 0,
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit).expect("there is a choice")
    }

    fn push(&mut self, slot: u32, priority: Priority, cause: Cause) {
        let hands_over = cause != Cause::Preempted && self.queue.hands_over(priority, cause);
        let is_first = self.ready[WOKEN].is_empty()
            && (cause == Cause::Woken || cause == Cause::New && self.ready[NEW].is_empty());
        assert_eq!(hands_over, priority == Priority::Normal && is_first);
        let is_given = hands_over && self.below(2) == 0;
        match is_given {
            true => self.queue.hand_over(slot),
            false => self.queue.push(slot, priority, cause),
        }
        let level = if is_given {
            WOKEN
        } else {
            level(priority, cause)
        };
        self.ready[level].push_back(slot);
        self.check_sizes();
    }

    fn check_sizes(&self) {
        let count = self.ready.iter().map(VecDeque::len).sum::<usize>();
        assert_eq!(self.queue.len(), count);
        let stealers = self.queue.stealers().expect("it has no seed");
        assert!(
            count - stealers.len() <= 1,
            "all but the front of the woken"
        );
        let shared = stealers.len();
        assert_eq!(stealers.is_empty(), shared == 0);
        assert_eq!(self.queue.has_work_to_share(), shared > 0);
        if self.queue.goes_straight_on() {
            assert_eq!(stealers.len(), 0, "somebody else is ready");
        }
    }

    /// The next turn: its slot and level, if somebody is ready.
    fn pop(&mut self) -> Option<(u32, usize)> {
        let waited = [
            [WOKEN, NEW, PREEMPTED]
                .iter()
                .any(|&level| !self.ready[level].is_empty()),
            !self.ready[LOW].is_empty(),
        ];
        let filled: [bool; LEVELS] = std::array::from_fn(|level| !self.ready[level].is_empty());
        self.picks += 1;
        let Some(slot) = self.queue.pop() else {
            assert_eq!(filled, [false; LEVELS]);
            return None;
        };
        let is_front = |level: &usize| self.ready[*level].front() == Some(&slot);
        let level = (0..LEVELS).find(is_front).expect("first in, first out");
        self.ready[level].pop_front();
        self.check_priority(level, filled);
        self.check_waits(level, waited);
        self.check_shares(level, filled);
        self.check_sizes();
        Some((slot, level))
    }

    /// The higher come first, but for two picks in so many (U2).
    fn check_priority(&mut self, level: usize, filled: [bool; LEVELS]) {
        let higher: &[usize] = match level {
            HIGH => &[],
            WOKEN | NEW | PREEMPTED => &[HIGH],
            _ => &[HIGH, WOKEN, NEW, PREEMPTED],
        };
        if higher.iter().any(|&level| filled[level]) {
            self.passed_by.push(self.picks);
        }
        let now = self.picks;
        self.passed_by
            .retain(|&pick| pick + TURNS_PER_FAIR_PICK > now);
        assert!(self.passed_by.len() <= 2, "{:?}", self.passed_by);
    }

    /// Nobody starves beside a higher priority (U2).
    fn check_waits(&mut self, level: usize, waited: [bool; 2]) {
        let served = [[WOKEN, NEW, PREEMPTED].contains(&level), level == LOW];
        for kind in 0..2 {
            match waited[kind] && !served[kind] {
                true => self.waits[kind] += 1,
                false => self.waits[kind] = 0,
            }
            assert!(self.waits[kind] < TURNS_PER_FAIR_PICK, "{kind} starves");
        }
    }

    /// The woken and the preempted share what normal priority gets (U1).
    fn check_shares(&mut self, level: usize, filled: [bool; LEVELS]) {
        let is_of_sides = level == WOKEN || level == NEW;
        if is_of_sides && filled[PREEMPTED] {
            assert!(self.used < FUEL, "the preempted are kept from their half");
        }
        if is_of_sides && filled[other_side(level)] {
            let used = self.used_beside[level - WOKEN];
            assert!(used < FUEL, "one side is kept from its half");
        }
        if level == PREEMPTED {
            if filled[WOKEN] || filled[NEW] {
                assert!(self.used >= FUEL, "the woken are kept from their half");
                self.preempted_in_a_row += 1;
            }
            assert!(self.preempted_in_a_row <= 1, "the woken starve");
        }
        if is_of_sides {
            self.preempted_in_a_row = 0;
        }
    }

    /// What the turn has used.
    fn charge(&mut self, level: usize, fuel: i64) {
        self.queue.charge(fuel as u64);
        let cost = fuel + FUEL_OF_A_SWITCH;
        match level {
            WOKEN | NEW => {
                if !self.ready[PREEMPTED].is_empty() {
                    self.used += cost;
                }
                let other = other_side(level);
                let is_shared = !self.ready[other].is_empty();
                self.used_beside[other - WOKEN] = 0;
                self.used_beside[level - WOKEN] += if is_shared { cost } else { 0 };
            }
            PREEMPTED => self.used = 0,
            _ => {}
        }
    }
}

#[test]
fn whatever_comes_and_goes_the_invariants_hold() {
    const PRIORITIES: [Priority; 3] = [Priority::High, Priority::Normal, Priority::Low];
    for seed in 0..200 {
        let mut model = Model::new(seed);
        // Who is ready often and who seldom differs from seed to seed.
        let shares: [usize; 5] = std::array::from_fn(|_| model.below(4));
        let fuel_max = [100, 1000, FUEL as usize][model.below(3)];
        for slot in 0..3000 {
            let kind = model.below(5);
            if model.below(4) < shares[kind] {
                let (priority, cause) = match kind {
                    0 => (Priority::Normal, Cause::Preempted),
                    4 => (Priority::Normal, Cause::New),
                    kind => (PRIORITIES[kind - 1], Cause::Woken),
                };
                model.push(slot, priority, cause);
            }
            // Whoever has a turn may wake somebody, or be ready again.
            if let Some((slot, level)) = model.pop() {
                if model.below(2) == 0 {
                    let woken = model.below(3);
                    let cause = [Cause::Woken, Cause::New][model.below(2)];
                    model.push(slot + 10_000, PRIORITIES[woken], cause);
                }
                let fuel = model.below(fuel_max);
                model.charge(level, fuel as i64);
            }
        }
        while let Some((_, level)) = model.pop() {
            model.charge(level, 1);
        }
    }
}

/// Two processes that wake each other leave the queue with one that is handed over, always.
#[test]
fn nobody_starves_beside_two_that_hand_over_to_each_other() {
    let others = [
        (Priority::Normal, Cause::Preempted),
        (Priority::Normal, Cause::New),
        (Priority::Low, Cause::Woken),
        (Priority::Low, Cause::Preempted),
        (Priority::High, Cause::Preempted),
    ];
    for (priority, cause) in others {
        let mut queue = RunQueue::fifo(FUEL);
        queue.push(0, Priority::Normal, Cause::Woken);
        queue.push(100, priority, cause);
        let mut turns = [0; 2];
        for _ in 0..2000 {
            let slot = queue.pop().expect("two are ready");
            turns[usize::from(slot == 100)] += 1;
            // Nearly all of a turn, so that the busy and the two have the same.
            queue.charge(FUEL as u64 - 50);
            match slot {
                100 => queue.push(100, priority, cause),
                player => queue.push(1 - player, Priority::Normal, Cause::Woken),
            }
        }
        let least = 2000 / TURNS_PER_FAIR_PICK;
        assert!(
            turns.iter().all(|&turns| turns >= least),
            "{priority:?} {turns:?}"
        );
    }
}

#[test]
fn what_is_stolen_keeps_its_priority() {
    for priority in [Priority::High, Priority::Normal, Priority::Low] {
        let (mut owner, mut thief) = (RunQueue::fifo(FUEL), RunQueue::fifo(FUEL));
        for slot in 0..21 {
            owner.push(slot, priority, Cause::Woken);
        }
        let stealers = owner.stealers().expect("it has no seed");
        // The front of the woken is not for others.
        let first = u32::from(priority == Priority::Normal);
        assert_eq!(stealers.len() as u32, 21 - first);
        assert_eq!(thief.steal_from(&stealers), Some(first));
        assert!(thief.len() > 0 && thief.has_work_to_share());
        assert_eq!(owner.len() + thief.len(), 20);
        // Among others, each comes when those of its priority do.
        thief.push(100, Priority::High, Cause::Preempted);
        thief.push(200, Priority::Low, Cause::Preempted);
        let place = |wanted: u32, queue: &mut RunQueue| {
            let order: Vec<u32> = std::iter::from_fn(|| queue.pop()).collect();
            order
                .iter()
                .position(|&slot| slot == wanted)
                .expect("it is there")
        };
        let stolen = thief.len() - 2;
        let expected = match priority {
            Priority::High => stolen,
            Priority::Normal | Priority::Low => 0,
        };
        assert_eq!(place(100, &mut thief), expected, "{priority:?}");
        let mut empty = RunQueue::fifo(FUEL);
        let rest: Vec<u32> = std::iter::from_fn(|| owner.pop()).collect();
        assert_eq!(rest.len() + stolen, 20);
        assert_eq!(empty.steal_from(&stealers), None);
        assert!(stealers.is_empty() && empty.len() == 0);
    }
}

#[test]
fn what_comes_from_outside_is_taken_in_its_order() {
    let injector = Injector::new();
    let mut queue = RunQueue::fifo(FUEL);
    assert_eq!(queue.take_injected(&injector), None);
    (0..10).for_each(|slot| injector.push(slot));
    let mut order = Vec::new();
    while let Some(slot) = queue.take_injected(&injector) {
        order.push(slot);
        order.extend(std::iter::from_fn(|| queue.pop()));
    }
    assert!(order.iter().copied().eq(0..10), "{order:?}");
}

#[test]
fn the_same_seed_picks_the_same_and_another_one_does_not() {
    let order = |seed: u64| {
        let mut queue = RunQueue::seeded(seed);
        assert!(queue.is_seeded() && queue.stealers().is_none());
        assert!(!queue.hands_over(Priority::Normal, Cause::Woken), "U5");
        let injector = Injector::new();
        for slot in 0..20 {
            match slot % 2 {
                0 => queue.push(slot, Priority::Normal, Cause::Woken),
                _ => injector.push(slot),
            }
        }
        assert_eq!(queue.len(), 10);
        let mut order: Vec<u32> = queue.take_injected(&injector).into_iter().collect();
        order.extend(std::iter::from_fn(|| queue.pop()));
        let mut all = order.clone();
        all.sort();
        assert!(all.into_iter().eq(0..20), "each once: {order:?}");
        order
    };
    assert_eq!(order(1), order(1));
    assert_ne!(order(1), order(2));
}
