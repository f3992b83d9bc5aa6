//! What is done for its effect: assignments, mutations, notes.

use super::{Type, Writer};

impl Writer {
    /// An expression whose value is not used.
    pub(super) fn statement(&mut self) -> String {
        match self.dice.below(12) {
            0..=2 => self.assignment(),
            3 => self.mutation(Type::Vector),
            4 => self.mutation(Type::Couple),
            5 => self.mutation(Type::List),
            6 => self.mutation(Type::Bytes),
            7 => {
                let test = self.expression(Type::Boolean);
                let keyword = self.dice.one_of(&["when", "unless"]);
                let (one, other) = (self.note(), self.assignment());
                format!("({keyword} {test} {one} {other})")
            }
            8 => {
                let held = self.any_type();
                self.expression(held)
            }
            9 => self.walk(),
            _ => self.note(),
        }
    }

    /// A line in the trace, which is shown at the end.
    pub(super) fn note(&mut self) -> String {
        let held = self
            .dice
            .one_of(&[Type::Integer, Type::Symbol, Type::Flonum]);
        let value = match self.dice.below(2) {
            0 => self.atom(held),
            _ => self.expression(held),
        };
        format!("(note! {value})")
    }

    fn assignment(&mut self) -> String {
        let held = self.any_type();
        match self.variable(held, true) {
            Some(name) if !name.starts_with('(') => {
                let value = self.expression(held);
                format!("(set! {name} {value})")
            }
            _ => self.note(),
        }
    }

    /// Changes a part of what a variable holds. In the common dialect that is never a literal.
    fn mutation(&mut self, held: Type) -> String {
        let Some(name) = self.variable(held, false) else {
            return self.assignment();
        };
        match held {
            Type::Vector => {
                let (index, value) = (self.index(), self.expression(Type::Integer));
                let operator = self.operator("vector-set!");
                self.combination(&operator, vec![name, index, value])
            }
            Type::Couple => {
                let value = self.expression(Type::Integer);
                let operator = self.operator("set-couple-left!");
                self.combination(&operator, vec![name, value])
            }
            Type::Bytes => {
                let index = self.index();
                let operator = self.operator("bytevector-u8-set!");
                self.combination(&operator, vec![name, index, "7".to_owned()])
            }
            _ if self.is_whole() => {
                let value = self.expression(Type::Integer);
                let operator = self.operator("set-car!");
                self.combination(&operator, vec![name, value])
            }
            _ => self.note(),
        }
    }

    /// An index that mostly is in range.
    pub(super) fn index(&mut self) -> String {
        if self.dice.once_in(3) {
            return self.dice.one_of(&["0", "1", "2"]).to_owned();
        }
        let index = self.expression(Type::Integer);
        format!("({} {index} 3)", self.operator("modulo"))
    }

    /// A list that ends in the empty list, in the common dialect: when `for-each` complains of
    /// others, before or after it has called anything, is left open.
    pub(super) fn proper_list(&mut self) -> String {
        let list = self.expression(Type::List);
        match self.is_whole() {
            true => list,
            false => format!("(at-most 99 {list})"),
        }
    }

    /// A procedure that walks through something and notes what it sees.
    fn walk(&mut self) -> String {
        let (walker, held, item) = self.dice.one_of(&[
            ("for-each", Type::List, Type::Integer),
            ("vector-for-each", Type::Vector, Type::Integer),
            ("string-for-each", Type::Text, Type::Character),
        ]);
        let variables = self.variables(&[item]);
        let name = variables[0].text.clone();
        let body = self.repeated(|writer| writer.within(&variables, Self::note));
        let walked = match held {
            Type::List => self.proper_list(),
            _ => self.expression(held),
        };
        let operator = self.operator(walker);
        format!("({operator} (lambda ({name}) {body}) {walked})")
    }
}
