//! The memory of mailboxes in the budget of all processes, which is one for the program: so these
//! tests are not beside others, and one at a time.

use mound_heap::{Value, budget};
use mound_machine::Mailbox;
use mound_machine::mailbox::Arrival;
use std::sync::Mutex;

static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());

/// Messages that take some room, but are too few to be asked for.
const SOME: i64 = 1000;

/// Bytes in use, exactly: a thread tells what it has counted when that is much.
fn used() -> usize {
    let much = 1 << 40;
    budget::count(much);
    budget::count(-much);
    budget::used()
}

#[test]
fn room_is_counted_and_given_back() {
    let _alone = ONE_AT_A_TIME.lock();
    let ways_to_empty: [fn(&mut Mailbox); 3] = [
        |mailbox| while mailbox.take_first().is_some() {},
        |mailbox| {
            while mailbox.advance().is_some() {
                mailbox.accept();
            }
        },
        |mailbox| mailbox.clear(),
    ];
    for empty in ways_to_empty {
        let before = used();
        let mut mailbox = Mailbox::default();
        assert_eq!(used(), before, "an empty one has no room");
        let mut rooms = vec![before];
        for number in 0..SOME {
            assert!(mailbox.push(Value::fixnum(number), Some(0)) == Arrival::Kept);
            if used() != rooms[rooms.len() - 1] {
                rooms.push(used());
            }
            let bytes = used() - before;
            let needed = 16 * mailbox.len();
            assert!(
                bytes >= needed,
                "{bytes} bytes for {} messages",
                mailbox.len()
            );
            assert!(bytes <= 2 * needed + 64, "{bytes} for {}", mailbox.len());
        }
        // It grows by as much as it has, and not by a little each time.
        assert!(rooms.len() < 12, "{rooms:?}");
        assert_eq!(mailbox.len() as i64, SOME);
        empty(&mut mailbox);
        assert!(mailbox.is_empty());
        let kept = used() - before;
        assert!(kept <= 64 * 16, "{kept} bytes of an empty mailbox");
        // And again, for it is as good as new.
        assert!(mailbox.push(Value::TRUE, Some(0)) == Arrival::Kept);
        assert_eq!(mailbox.take_first(), Some(Value::TRUE));
        drop(mailbox);
        assert_eq!(used(), before);
    }
}

#[test]
fn a_long_mailbox_without_memory_for_more_starves() {
    let _alone = ONE_AT_A_TIME.lock();
    let before = used();
    let mut mailbox = Mailbox::default();
    for number in 0..100_000 {
        assert!(mailbox.push(Value::fixnum(number), Some(0)) == Arrival::Kept);
    }
    budget::set_limit(Some(1 << 20));
    let kept = (0..200_000).take_while(|_| mailbox.push(Value::TRUE, Some(0)) == Arrival::Kept);
    let kept = kept.count();
    assert!(kept < 100_000, "there was room for {kept} more");
    // What must not be lost is kept all the same.
    let length = mailbox.len();
    mailbox.push(Value::FALSE, None);
    assert_eq!(mailbox.len(), length + 1);
    budget::set_limit(None);
    assert!(mailbox.push(Value::TRUE, Some(0)) == Arrival::Kept);
    drop(mailbox);
    assert_eq!(used(), before);
}
