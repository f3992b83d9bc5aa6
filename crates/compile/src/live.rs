//! Which slots are live at the start of each block.
//!
//! Backward over the finished lines, until nothing changes. A slot is live if it
//! may be read before it is written; so a dead value is never kept alive by a
//! suspended frame, nor sent to another node with it.

use crate::code::Line;
use mound_bytecode::SlotSet;
use mound_bytecode::ops::Flow;

/// The live slots of each block. Block 0 counts as having `defined` live, since
/// whatever goes back to it must provide all of them.
pub fn live_slots(blocks: &[Vec<Line>], defined: SlotSet) -> Vec<SlotSet> {
    let mut live = vec![SlotSet::EMPTY; blocks.len()];
    if let Some(first) = live.first_mut() {
        *first = defined;
    }
    let mut changed = true;
    while changed {
        changed = false;
        for index in (1..blocks.len()).rev() {
            let start = live_at_start(&blocks[index], live.get(index + 1), &live);
            if start != live[index] {
                live[index] = start;
                changed = true;
            }
        }
    }
    live
}

fn live_at_start(block: &[Line], next: Option<&SlotSet>, live: &[SlotSet]) -> SlotSet {
    let mut slots = next.copied().unwrap_or_default();
    for line in block.iter().rev() {
        if matches!(line.flow(), Flow::Jump | Flow::Tail | Flow::Return) {
            slots = SlotSet::EMPTY;
        }
        if let Some(slot) = line.writes() {
            slots.remove(slot);
        }
        if let Some(target) = line.target() {
            slots = slots.union(&live[target as usize]);
        }
        slots = slots.union(&line.reads());
    }
    slots
}
