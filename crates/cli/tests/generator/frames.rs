//! What is large: frames with hundreds of variables, twenty parameters, deep expressions, long
//! lists of arguments.

use super::bindings::{names, variable};
use super::{Type, Writer};

impl Writer {
    /// Many variables that are live across calls.
    pub(super) fn large_frame(&mut self, wanted: Type) -> String {
        let count = self.dice.one_of(&[5, 9, 20, 33, 70, 270]);
        let before = self.scope.len();
        let mut bindings = Vec::new();
        let mut used = Vec::new();
        let identity = self.operator("identity");
        for index in 0..count {
            let name = self.fresh("w");
            let value = match self.dice.below(12) {
                0 => self.expression(Type::Integer),
                1 => format!("({identity} {index})"),
                2 => self.atom(Type::Integer),
                // Others may add constants in another order.
                3 if self.is_whole() => format!("({} {})", self.operator("inexact"), index),
                _ => self.constant(&index.to_string()),
            };
            bindings.push(format!("({name} {value})"));
            used.push(name.clone());
            self.scope
                .push(variable(&name, Type::Integer, self.names.is_multiple_of(7)));
        }
        let body = self.body(wanted);
        self.scope.truncate(before);
        let name = self.fresh("t");
        let plus = self.operator("+");
        // In groups, or a call would have as many operands as the frame has variables.
        let groups: Vec<String> = used
            .chunks(7)
            .map(|group| format!("({plus} {})", group.join(" ")))
            .collect();
        let list = self.operator("list");
        format!(
            "(let* ({}) (let (({name} (let () {body}))) (note! ({list} {})) {name}))",
            bindings.join(" "),
            groups.join(" ")
        )
    }

    /// A procedure of up to twenty parameters that is called with its parameters in other places.
    pub(super) fn many_parameters(&mut self, wanted: Type) -> String {
        let count = self.dice.below(21);
        let held: Vec<Type> = (0..count).map(|_| self.any_type()).collect();
        let variables = self.variables(&held);
        let name = self.fresh("p");
        let counter = self.fresh("n");
        let body = self.within(&variables, |writer| writer.expression(wanted));
        // Parameters of one type change places with each turn.
        let turned: Vec<String> = (0..count)
            .map(|index| {
                let same: Vec<usize> = (0..count).filter(|&i| held[i] == held[index]).collect();
                let at = same
                    .iter()
                    .position(|&i| i == index)
                    .expect("it is one of them");
                variables[same[(at + 1) % same.len()]].text.clone()
            })
            .collect();
        let operands: Vec<String> = held.iter().map(|&held| self.atom(held)).collect();
        let turns = self.dice.below(4);
        let formals = names(&variables).join(" ");
        format!(
            "(let () (define ({name} {counter} {formals}) (if (= {counter} 0) {body} \
             ({name} (- {counter} 1) {}))) ({name} {turns} {}))",
            turned.join(" "),
            operands.join(" ")
        )
    }

    /// Operations nested a hundred deep, in the first or the last operand, or long lists.
    pub(super) fn deep(&mut self, wanted: Type) -> String {
        let inner = self.expression(Type::Integer);
        let depth = self.dice.one_of(&[10, 60, 130]);
        let (plus, identity) = (self.operator("+"), self.operator("identity"));
        let number = match self.dice.below(5) {
            0 => format!(
                "{}{inner}{}",
                format!("({plus} 1 ").repeat(depth),
                ")".repeat(depth)
            ),
            1 => format!(
                "{}{inner}{}",
                format!("({plus} ").repeat(depth),
                " 1)".repeat(depth)
            ),
            2 => format!(
                "{}{inner}{}",
                format!("({identity} ").repeat(depth),
                ")".repeat(depth)
            ),
            3 => {
                let (apply, make) = (self.operator("apply"), self.operator("make-list"));
                format!("({apply} {plus} {inner} ({make} {} 3))", depth * 4)
            }
            _ => {
                let (apply, list) = (self.operator("apply"), self.operator("list"));
                format!(
                    "(length ({apply} {list} {inner} (make-list {} 'x)))",
                    depth * 4
                )
            }
        };
        if wanted == Type::Integer {
            return number;
        }
        let name = self.fresh("t");
        let rest = self.within(&[variable(&name, Type::Integer, true)], |writer| {
            writer.expression(wanted)
        });
        format!("(let (({name} {number})) {rest})")
    }
}
