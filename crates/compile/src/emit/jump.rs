//! Jumps with arguments: calls of labels, and of a clause by itself.
//!
//! The arguments go to slots that other arguments may still read. An argument is
//! evaluated directly into its slot if no other needs the slot any more, else
//! into a temporary; what is left is one parallel move.

use super::{Context, Emitter};
use crate::code::Label;
use crate::ir::{Node, Term};
use mound_bytecode::ops::Op;

impl<'a> Emitter<'_, 'a> {
    /// Sets the slots to the arguments and goes to the label.
    pub(super) fn jump(&mut self, label: Label, slots: &[u32], arguments: &'a [Term]) {
        let saved = self.next;
        let mut moves: Vec<(u32, u32)> = Vec::new();
        let mut loads: Vec<usize> = Vec::new();
        let mut waiting: Vec<usize> = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            match self.slot_of(argument) {
                Some(from) => moves.push((slots[index], from)),
                // A pack may be in a slot that is about to be written.
                None if matches!(argument.node, Node::Packed(..)) => waiting.push(index),
                None if self.is_atom(argument) => loads.push(index),
                None => waiting.push(index),
            }
        }
        let any_order = waiting.iter().all(|&index| arguments[index].is_quiet());
        while !waiting.is_empty() {
            let choice = waiting.iter().position(|&index| {
                let others = waiting.iter().filter(|&&other| other != index);
                let needed = others
                    .clone()
                    .any(|&other| self.reads_slot(&arguments[other], slots[index]))
                    || moves.iter().any(|&(_, from)| from == slots[index]);
                !needed
            });
            // Without effects the order is ours to choose, else the first must be next.
            let choice = choice.filter(|&position| any_order || position == 0);
            let index = waiting.remove(choice.unwrap_or(0));
            let argument = &arguments[index];
            if choice.is_some() {
                let slot = slots[index];
                let scratch = !self.reads_slot(argument, slot);
                self.emit(argument, Context::Slot { slot, scratch });
            } else {
                let slot = self.allocate();
                self.emit(argument, Context::scratch(slot));
                moves.push((slots[index], slot));
            }
        }
        self.parallel_move(moves);
        for index in loads {
            self.load(&arguments[index], slots[index]);
        }
        self.goto(label);
        self.next = saved;
    }

    /// Moves `(to, from)` as if all at once; a cycle is broken by a temporary.
    fn parallel_move(&mut self, mut moves: Vec<(u32, u32)>) {
        moves.retain(|(to, from)| to != from);
        while !moves.is_empty() {
            let free = moves
                .iter()
                .position(|(to, _)| moves.iter().all(|(_, from)| from != to));
            match free {
                Some(index) => {
                    let (to, from) = moves.remove(index);
                    self.line(Op::Move, [to, from, 0], 0);
                }
                None => {
                    let (_, blocked) = moves[0];
                    let temporary = self.allocate();
                    self.line(Op::Move, [temporary, blocked, 0], 0);
                    for (_, from) in &mut moves {
                        if *from == blocked {
                            *from = temporary;
                        }
                    }
                }
            }
        }
    }
}
