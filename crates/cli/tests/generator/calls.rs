//! Calls of what the program has defined, and the order in which operands are evaluated.
//!
//! Why programs end: a procedure is *open* while its body, or that of a procedure in its nest, is
//! being written. A call of an open procedure is guarded, either by a counter (the procedure that
//! is written has a parameter that only falls and that it passes on, and it spends that at one
//! place only) or by the budget of the whole program, which `spend!` of the prelude takes from.

use super::{Form, Type, Writer};

/// A procedure of the program.
#[derive(Clone)]
pub struct Callable {
    pub name: String,
    pub parameters: Vec<Type>,
    /// Whether it also takes any number of integers.
    pub has_rest: bool,
    /// Whether there is a counter before its parameters.
    pub has_counter: bool,
    pub result: Type,
    pub nest: usize,
    pub is_open: bool,
}

impl Writer {
    /// `(operator operand ...)`, in the order of Mound if the form asks for that.
    pub(super) fn combination(&mut self, operator: &str, operands: Vec<String>) -> String {
        let mut parts = operands;
        let is_named = !operator.starts_with('(') || self.form != Form::Ordered;
        if !is_named {
            parts.insert(0, operator.to_owned());
        }
        let (bindings, mut operands) = self.in_order(parts);
        let operator = match is_named {
            true => operator.to_owned(),
            false => operands.remove(0),
        };
        let call = match operands.is_empty() {
            true => format!("({operator})"),
            false => format!("({operator} {})", operands.join(" ")),
        };
        match bindings.is_empty() {
            true => call,
            false => format!("(let* ({bindings}) {call})"),
        }
    }

    /// The bindings of a `let*` that fixes the order of these expressions, and what to write in
    /// their place. A variable is read before a later expression can assign it.
    pub(super) fn in_order(&mut self, operands: Vec<String>) -> (String, Vec<String>) {
        let compound = |text: &String| text.starts_with(['(', '`']);
        let some = operands.iter().filter(|text| compound(text)).count();
        if self.form != Form::Ordered || operands.len() < 2 || some == 0 {
            return (String::new(), operands);
        }
        let mut bindings = Vec::new();
        let operands = operands.into_iter().map(|text| {
            if !compound(&text) && !text.starts_with(|first: char| first.is_ascii_lowercase()) {
                return text;
            }
            self.temporaries += 1;
            let name = format!("o{}", self.temporaries);
            bindings.push(format!("({name} {text})"));
            name
        });
        let operands = operands.collect();
        (bindings.join(" "), operands)
    }

    /// `(keyword ((name value) ...) body)` for a keyword that says nothing of the order.
    pub(super) fn let_form(
        &mut self,
        keyword: &str,
        names: &[String],
        values: Vec<String>,
        body: &str,
    ) -> String {
        let (order, values) = self.in_order(values);
        let bindings: Vec<String> = names
            .iter()
            .zip(values)
            .map(|(name, value)| format!("({name} {value})"))
            .collect();
        let form = format!("({keyword} ({}) {body})", bindings.join(" "));
        match order.is_empty() {
            true => form,
            false => format!("(let* ({order}) {form})"),
        }
    }

    /// A call of a procedure of the program that gives something of this type.
    pub(super) fn known_call(&mut self, wanted: Type) -> String {
        let fitting: Vec<usize> = (0..self.callables.len())
            .filter(|&index| self.callables[index].result == wanted)
            .collect();
        if fitting.is_empty() {
            return match wanted {
                Type::Integer => self.procedure_call(),
                _ => self.operation(wanted),
            };
        }
        // Those defined last are the nearest.
        let near = match self.dice.below(3) {
            0 => fitting.len(),
            _ => fitting.len().min(6),
        };
        let index = self.dice.below(near);
        let callable = self.callables[fitting[fitting.len() - 1 - index]].clone();
        self.call_of(&callable)
    }

    pub(super) fn call_of(&mut self, callable: &Callable) -> String {
        let mine = |(_, nest): &&(String, usize)| *nest == callable.nest;
        let counter = self.counter.as_ref().filter(mine).cloned();
        if callable.is_open
            && callable.has_counter
            && self.loops == 0
            && let Some((counter, _)) = counter
        {
            self.counter = None;
            let less = match self.dice.below(4) {
                0 => format!("({} {counter} 2)", self.operator("-")),
                1 => format!("({} -1 {counter})", self.operator("+")),
                _ => format!("({} {counter} 1)", self.operator("-")),
            };
            let call = self.call_with(callable, Some(less));
            let fallback = self.atom(callable.result);
            let zero = self.constant("0");
            return match self.dice.below(3) {
                0 => format!(
                    "(if ({} {counter} {zero}) {call} {fallback})",
                    self.operator(">")
                ),
                1 => format!(
                    "(if ({} {zero} {counter}) {call} {fallback})",
                    self.operator("<")
                ),
                _ => format!(
                    "(if ({} {counter} {zero}) {fallback} {call})",
                    self.operator("<=")
                ),
            };
        }
        let count = callable.has_counter.then(|| {
            let count = self.dice.one_of(&["0", "1", "2", "3", "5"]);
            self.constant(count)
        });
        let call = self.call_with(callable, count);
        if !callable.is_open && self.loops == 0 && self.dice.below(3) > 0 {
            return call;
        }
        let fallback = self.atom(callable.result);
        format!("(if (spend!) {call} {fallback})")
    }

    fn call_with(&mut self, callable: &Callable, count: Option<String>) -> String {
        let mut operands: Vec<String> = count.into_iter().collect();
        // What is passed grows with the number of parameters only, or frames of twenty of them
        // would have large expressions in each place.
        let small = callable.parameters.len() > 4;
        for &parameter in &callable.parameters {
            let operand = match small {
                true => self.atom(parameter),
                false => self.expression(parameter),
            };
            operands.push(operand);
        }
        if callable.has_rest {
            for _ in 0..self.dice.below(4) {
                let operand = self.atom(Type::Integer);
                operands.push(operand);
            }
        }
        let operator = self.operator(&callable.name);
        if self.dice.once_in(12) {
            return self.applied(&operator, operands);
        }
        self.combination(&operator, operands)
    }

    /// The same call by `apply`.
    fn applied(&mut self, operator: &str, mut operands: Vec<String>) -> String {
        let split = self.dice.below(operands.len() + 1);
        let rest = operands.split_off(split);
        let list = self.operator("list");
        let last = self.combination(&list, rest);
        operands.insert(0, operator.to_owned());
        operands.push(last);
        let apply = self.operator("apply");
        self.combination(&apply, operands)
    }

    /// A call of a procedure that is a value.
    pub(super) fn procedure_call(&mut self) -> String {
        let procedure = self.expression(Type::Procedure);
        let operand = self.expression(Type::Integer);
        // A procedure may be what calls this place, so it pays.
        let fallback = self.atom(Type::Integer);
        let is_direct = self.dice.below(3) > 0;
        if is_direct {
            let call = self.combination(&procedure, vec![operand]);
            return format!("(if (spend!) {call} {fallback})");
        }
        self.combination("call-bounded", vec![procedure, operand])
    }
}
