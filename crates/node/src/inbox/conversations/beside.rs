//! Who waits for whom among those that share a lane.

use super::*;
use crate::inbox::order::BUSY_MAX;

#[tokio::test]
async fn who_shares_a_lane_with_a_large_message_goes_on() {
    let (large, mate) = (5, beside_in_lane(5)[0]);
    for has_bulk_lane in [true, false] {
        let mut ends = Ends::speaking(&limits(64 << 20), has_bulk_lane);
        assert!(ends.sender.push(send(1, large, 10)).is_ok());
        assert!(ends.sender.push(send(2, large, 6 << 20)).is_ok());
        // A process waits with what it wants to send after its large message; news does not.
        let behind = send(3, large, 10);
        assert!(matches!(
            ends.sender.push(behind.clone()),
            Err(PushError::Full(_))
        ));
        let news = Signal::Link { from: large, to: 3 };
        assert!(ends.sender.push(news.clone()).is_ok());
        assert!(ends.sender.push(send(1, mate, 10)).is_ok());
        ends.pump(64 << 10).await;
        let seen = ends.seen();
        assert_eq!(seen.contains(&send(1, mate, 10)), has_bulk_lane);
        assert_eq!(seen.len(), 1 + usize::from(has_bulk_lane), "{seen:?}");
        assert_eq!(ends.drained, 0);
        ends.pump_all().await;
        assert_eq!(ends.drained, 1);
        assert!(ends.sender.push(behind.clone()).is_ok());
        ends.end().await;
        let of_it = ends.seen().into_iter();
        let of_it: Vec<Signal> = of_it.filter(|s| s.source() == Some(large)).collect();
        assert!(of_it == [send(1, large, 10), send(2, large, 6 << 20), news, behind]);
    }
}

#[tokio::test]
async fn a_slow_handler_holds_up_who_sent_it_and_no_other_of_its_lane() {
    let mut ends = Ends::new(&limits(64 << 20));
    let mate = beside_in_lane(5)[0];
    for signal in [
        send(0, 5, 2 << 20),
        send(1, mate, 10),
        Signal::Link { from: 5, to: 1 },
        Signal::Link { from: mate, to: 2 },
    ] {
        assert!(ends.sender.push(signal).is_ok());
    }
    ends.pump_all().await;
    let sources: Vec<Option<u64>> = ends.seen().iter().map(Signal::source).collect();
    assert_eq!(sources, [Some(mate), Some(mate), Some(5)]);
    ends.end().await;
    assert_eq!(ends.seen().len(), 4);
}

#[tokio::test]
async fn a_lane_of_which_too_many_wait_waits_and_keeps_every_order() {
    let mut ends = Ends::new(&limits(64 << 20));
    let mates: Vec<u64> = beside_in_lane(5).into_iter().take(3 * BUSY_MAX).collect();
    for number in 0..5 {
        for &mate in &mates {
            let to = u64::from(number % 2 == 1);
            assert!(ends.sender.push(send(to, mate, number)).is_ok());
        }
    }
    ends.pump_all().await;
    assert_eq!(ends.seen().len(), BUSY_MAX);
    // As many as wait at a time may end: others take their place.
    ends.slow.held.add_permits(BUSY_MAX);
    ends.pump_all().await;
    assert_eq!(ends.seen().len(), 2 * BUSY_MAX);
    ends.end().await;
    for &mate in &mates {
        let of_it = ends.seen().into_iter();
        let of_it: Vec<Signal> = of_it.filter(|s| s.source() == Some(mate)).collect();
        let sent = (0..5).map(|number| send(u64::from(number % 2 == 1), mate, number));
        assert!(of_it.into_iter().eq(sent), "{mate}");
    }
}
