//! Who is granted how much of the budget. It is one for the program, so this test is alone in its own.

use mound_heap::{OutOfMemory, Shortage, budget};

const MEGABYTE: usize = 1 << 20;
/// What all processes may take, and what its parts are then.
const LIMIT: usize = 1024 * MEGABYTE;
const NOT_FOR_THE_LARGE: usize = 128 * MEGABYTE;
const LARGE: usize = 16 * MEGABYTE;
const BEYOND: usize = 64 * MEGABYTE;
const SMALL: usize = 1 << 16;

/// Counts until exactly `bytes` are in use.
fn use_bytes(bytes: usize) {
    // What is as large as this is told to all threads at once.
    let large = 1 << 40;
    budget::count(large);
    budget::count(bytes as isize - budget::used() as isize);
    if budget::used() != bytes {
        budget::count(-large);
    }
    assert_eq!(budget::used(), bytes);
}

/// The most that may be in use before for a process that has `held` to get `bytes`.
#[track_caller]
fn assert_most(bytes: usize, held: usize, most: usize) {
    use_bytes(most);
    assert_eq!(budget::admit(bytes, held), Ok(()), "{bytes} beside {held}");
    use_bytes(most + SMALL);
    let refused = OutOfMemory {
        words_needed: bytes.div_ceil(8),
        shortage: Shortage::Node { limit: LIMIT, held },
    };
    assert_eq!(
        budget::admit(bytes, held),
        Err(refused),
        "{bytes} beside {held}"
    );
}

#[test]
fn the_less_one_has_the_more_one_gets() {
    assert_eq!(budget::limit(), None);
    use_bytes(8 * LIMIT);
    assert_eq!(
        budget::admit(100 * LIMIT, LIMIT),
        Ok(()),
        "there is no limit"
    );
    assert!(!budget::is_exhausted());
    budget::set_limit(Some(LIMIT));
    assert_eq!(budget::limit(), Some(LIMIT));
    assert_eq!(budget::room(), 0);
    // What is small is granted whatever there is.
    assert_eq!(budget::admit(SMALL - 1, LIMIT), Ok(()));
    assert!(budget::admit(SMALL, LIMIT).is_err());

    // Who has much, or would have, leaves a part to the others.
    for held in [0, 1, LARGE, 10 * LARGE] {
        let bytes = LARGE + 1;
        assert_most(bytes, held, LIMIT - NOT_FOR_THE_LARGE - bytes);
    }
    assert_most(MEGABYTE, LARGE, LIMIT - NOT_FOR_THE_LARGE - MEGABYTE);
    assert_most(LARGE, 1, LIMIT - NOT_FOR_THE_LARGE - LARGE);
    // Others may have all of it.
    assert_most(LARGE, 0, LIMIT - LARGE);
    assert_most(MEGABYTE, MEGABYTE, LIMIT - MEGABYTE);
    assert_most(MEGABYTE, LARGE - MEGABYTE, LIMIT - MEGABYTE);
    assert_most(MEGABYTE, 8, LIMIT - MEGABYTE);
    // Who has little gets more than there is, the more the less it has.
    assert_most(MEGABYTE, 0, LIMIT - MEGABYTE);
    assert_most(MEGABYTE / 2, 0, LIMIT + BEYOND / 2 - MEGABYTE / 2);
    assert_most(
        MEGABYTE / 4,
        MEGABYTE / 4,
        LIMIT + BEYOND / 2 - MEGABYTE / 4,
    );
    assert_most(SMALL, 0, LIMIT + BEYOND - BEYOND / 16 - SMALL);
    // No sum overflows.
    use_bytes(0);
    assert!(budget::admit(usize::MAX, 5).is_err());
    assert!(budget::admit(MEGABYTE, usize::MAX).is_ok());
    assert_eq!(budget::room(), LIMIT);

    use_bytes(LIMIT + BEYOND);
    assert!(!budget::is_exhausted());
    use_bytes(LIMIT + BEYOND + SMALL);
    assert!(budget::is_exhausted());
    use_bytes(LIMIT - 3 * SMALL);
    assert_eq!(budget::room(), 3 * SMALL);
}
