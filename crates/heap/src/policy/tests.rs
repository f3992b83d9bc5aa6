//! What the policy says of processes of each kind, by the numbers of programs.

use super::*;

/// A process of which nothing is known yet.
const NEW: State = State {
    candidates: 0,
    scanned: 0,
    need: 0,
    survival: 128,
    activity: 0,
    limit: 1 << 40,
    old: None,
    is_due: false,
    zeal: None,
};

/// One that has old memory, and little to look at.
const WITH_OLD: State = State {
    candidates: 1 << 20,
    old: Some(Old {
        words: 1 << 20,
        major_at: 1 << 21,
        allocated: 0,
    }),
    ..NEW
};

fn plan(state: State) -> Plan {
    USUAL.plan(&state)
}

#[test]
fn a_small_process_stays_in_one_block_three_times_what_lives() {
    let state = State {
        candidates: 4000,
        scanned: 500,
        need: 10,
        ..NEW
    };
    // Half is expected to live on.
    assert_eq!(plan(state), Plan::Small(3 * (2000 + 500) + 10, 4510));
    let nothing = State {
        survival: 0,
        ..state
    };
    assert_eq!(plan(nothing), Plan::Small(4510, 4510));
}

#[test]
fn a_block_grows_with_the_collections_it_has_seen() {
    let sizes = [0, 1, 5, 6, 63, 64].map(|activity| USUAL.busy_words(activity));
    assert_eq!(sizes, [96, 192, 3072, 4096, 4096, 8192]);
    let busy = State {
        activity: 64,
        ..NEW
    };
    assert_eq!(plan(busy), Plan::Small(8192, 0));
}

#[test]
fn a_block_is_no_larger_than_the_limit_but_holds_what_may_live() {
    let state = State {
        candidates: 3000,
        activity: 64,
        limit: 1000,
        ..NEW
    };
    assert_eq!(plan(state), Plan::Small(3000, 3000));
}

#[test]
fn who_wants_more_than_a_small_block_gets_old_memory() {
    let fits = State {
        candidates: USUAL.small_max / 3 * 2,
        ..NEW
    };
    assert!(matches!(plan(fits), Plan::Small(..)));
    let more = State {
        candidates: fits.candidates + 8,
        ..fits
    };
    assert_eq!(plan(more), Plan::Major);
    // What is needed for one large step is not what lives.
    let needs = State {
        need: 1 << 20,
        ..fits
    };
    assert!(matches!(plan(needs), Plan::Small(..)));
    let limited = State {
        limit: USUAL.generation_limit_min - 1,
        ..more
    };
    assert!(matches!(plan(limited), Plan::Small(..)));
}

#[test]
fn old_memory_is_left_alone_until_it_has_grown_or_much_was_allocated() {
    assert_eq!(plan(WITH_OLD), Plan::Minor);
    let with = |old: Old| State {
        old: Some(old),
        ..WITH_OLD
    };
    let old = WITH_OLD.old.expect("it has some");
    let grown = Old {
        words: old.major_at,
        ..old
    };
    assert_eq!(plan(with(grown)), Plan::Major);
    let patience = USUAL.old_patience * (old.words + 1);
    let allocated = |allocated| with(Old { allocated, ..old });
    assert_eq!(plan(allocated(patience - 1)), Plan::Minor);
    assert_eq!(plan(allocated(patience)), Plan::Major);
    let due = State {
        is_due: true,
        ..WITH_OLD
    };
    assert_eq!(plan(due), Plan::Major);
    // Nothing of it is expected to be alive.
    assert!(matches!(
        plan(State { survival: 0, ..due }),
        Plan::Small(..)
    ));
}

#[test]
fn in_zeal_mode_each_sort_has_its_turn() {
    let sorts = |state: State| {
        let plans = (0..8).map(|number| {
            plan(State {
                zeal: Some(number),
                ..state
            })
        });
        plans.collect::<Vec<Plan>>()
    };
    let young = sorts(NEW);
    assert_eq!(young.iter().filter(|&&it| it == Plan::Major).count(), 1);
    let old = sorts(State {
        survival: 0,
        ..WITH_OLD
    });
    let count = |wanted: fn(&Plan) -> bool| old.iter().filter(|it| wanted(it)).count();
    assert_eq!(count(|it| *it == Plan::Major), 1);
    assert_eq!(count(|it| matches!(it, Plan::Small(..))), 1);
    assert_eq!(count(|it| *it == Plan::Minor), 6);
}

#[test]
fn a_collection_is_due_when_more_was_gained_than_there_was() {
    let gained = |gained, block, outside, old| USUAL.has_gained_much(gained, block, outside, old);
    assert!(!gained(8192, 48, 0, 0));
    assert!(gained(8193, 48, 0, 0));
    assert!(!gained(8193, 48, 8193, 0));
    assert!(!gained(8193, 48, 0, 8193));
    assert!(!gained(8193, 8193, 0, 0));
    let over = |gained, block, outside| USUAL.is_over_limit(gained, block, outside, 8000);
    assert!(!over(0, 8000, 8000));
    assert!(over(0, 8001, 0));
    assert!(over(1, 48, 8001));
    assert!(!over(1000, 7500, 1000));
    assert!(over(1001, 7500, 1001));
}

#[test]
fn a_sparse_block_becomes_smaller() {
    let smaller = |size, scanned| USUAL.smaller_block(size, scanned, scanned, 6, 0, 1 << 40);
    assert_eq!(smaller(8192, 10), None);
    assert_eq!(smaller(8200, 10), Some(4096));
    assert_eq!(smaller(80_000, 10_000), None);
    assert_eq!(smaller(80_001, 10_000), Some(40_000));
    // Beside what there is elsewhere, it must stay in the limit, but hold what it has.
    let beside = |outside| USUAL.smaller_block(4000, 500, 500, 0, outside, 5000);
    assert_eq!(beside(1000), None);
    assert_eq!(beside(4000), Some(1000));
    assert_eq!(beside(4900), Some(500));
}

#[test]
fn the_room_for_young_objects_follows_from_what_lives_on() {
    let nursery = |adapted, old| USUAL.nursery(adapted, old, 0, 1 << 40);
    // Least and most, beside little, some, more and very much.
    let bounds =
        [1 << 10, 1 << 14, 1 << 20, 1 << 23].map(|old| (nursery(0, old), nursery(1 << 30, old)));
    assert_eq!(
        bounds,
        [
            (1 << 13, 1 << 13),
            (1 << 15, 1 << 15),
            (1 << 16, 1 << 18),
            (1 << 15, 1 << 15)
        ]
    );
    assert_eq!(USUAL.nursery(1 << 30, 1 << 20, 0, 4000), 1000);
    assert_eq!(USUAL.nursery(1 << 30, 1 << 20, 0, 4), BIRTH_WORDS);
    let adapted = |allocated, survived| USUAL.adapted(1000, allocated, survived);
    assert_eq!(adapted(1000, 251), 2000);
    assert_eq!(adapted(1000, 250), 1000);
    assert_eq!(adapted(1000, 63), 1000);
    assert_eq!(adapted(1000, 62), 500);
    // A collection that came early says nothing.
    assert_eq!(adapted(499, 499), 1000);
}

#[test]
fn the_stack_may_double_beside_old_memory_within_its_limits() {
    let roomy = |stack_room, outside| USUAL.roomy_block(1000, 400, stack_room, 7, outside, 10_000);
    assert_eq!(roomy(1 << 40, 0), 1807);
    assert_eq!(roomy(100, 0), 1507);
    assert_eq!(roomy(1 << 40, 8500), 1500);
    // What is needed is there whatever the limit.
    assert_eq!(roomy(1 << 40, 9999), 1407);
    assert_eq!(USUAL.scanty_block(1 << 18, 400, 7), (1 << 15) + 507);
    let stays = |size, stack| USUAL.is_good_block(size, stack, 7, 800, 1207);
    assert!(stays(907, 400));
    assert!(!stays(906, 400));
    assert!(stays(3620, 400));
    assert!(!stays(3621, 400));
}

#[test]
fn regions_of_old_memory_are_few() {
    assert_eq!(USUAL.least_region(100), 400);
    assert_eq!(USUAL.least_region(1 << 20), 1 << 17);
    assert_eq!(USUAL.major_region(1000, 100), 1900);
    assert_eq!(USUAL.major_at(1000, 100), 2400);
    assert_eq!(USUAL.next_region(1 << 20, 100, 5), 1 << 19);
    assert_eq!(USUAL.next_region(0, 100, 5000), 5000);
}

#[test]
fn little_of_a_fragment_is_an_eighth_for_all_its_holders() {
    assert_eq!(USUAL.little_of(8000, 1), 1000);
    assert_eq!(USUAL.little_of(8000, 4), 250);
    assert!(!USUAL.is_crowded(500, 8000));
    assert!(USUAL.is_crowded(501, 8000));
    let rests = [1, 2, 6, 7, 8, 200].map(|patience| USUAL.rest(patience));
    assert_eq!(rests, [1, 3, 63, 127, 127, 127]);
}

#[test]
fn survival_is_a_part_of_256() {
    assert_eq!(survival(0, 0), 0);
    assert_eq!(survival(50, 100), 128);
    assert_eq!(survival(200, 100), 256);
}
