//! Nests: local procedures that call each other, in any order of definition, with values between
//! them; and named `let`, which is a nest of one.

use super::bindings::{names, variable};
use super::calls::Callable;
use super::{Type, Variable, Writer};

/// What stands in a nest.
enum Item {
    Procedure(Callable),
    /// A variable whose initial value may call the procedures.
    Value(String, Type),
}

impl Writer {
    /// Procedures that call each other, and an expression that enters them anywhere.
    pub(super) fn nest(&mut self, wanted: Type) -> String {
        self.nests += 1;
        let nest = self.nests;
        let (scope, callables) = (self.scope.len(), self.callables.len());
        let mut items = Vec::new();
        for _ in 0..self.dice.one_of(&[1, 2, 2, 3, 3, 4, 6]) {
            if self.dice.once_in(5) {
                let name = self.fresh("v");
                let held = self.any_type();
                items.push(Item::Value(name, held));
            }
            let procedure = self.procedure(wanted, nest);
            items.push(Item::Procedure(procedure));
        }
        let may_call_early = self.is_whole();
        for item in &items {
            match item {
                Item::Procedure(procedure) => self.callables.push(procedure.clone()),
                // Elsewhere its value does not call, and so is there before anything is called.
                Item::Value(name, held) => self.scope.push(variable(name, *held, true)),
            }
        }
        let mut written = Vec::new();
        for item in &items {
            written.push(match item {
                Item::Procedure(procedure) => {
                    let (formals, body) = self.procedure_body(procedure);
                    (procedure.name.clone(), Some(formals), body)
                }
                Item::Value(name, held) => {
                    let value = self.initial_value(*held, may_call_early, scope, callables);
                    (name.clone(), None, value)
                }
            });
        }
        for callable in &mut self.callables[callables..] {
            callable.is_open = false;
        }
        let body = self.entry(wanted, callables);
        self.scope.truncate(scope);
        self.callables.truncate(callables);
        self.nest_form(written, &body)
    }

    /// One procedure of a nest, without its body. Mostly it gives what the nest gives, so that it
    /// can be called in tail position.
    pub(super) fn procedure(&mut self, wanted: Type, nest: usize) -> Callable {
        let count = self.dice.one_of(&[0, 1, 1, 2, 2, 3, 4, 7, 13]);
        Callable {
            name: self.fresh("p"),
            parameters: (0..count).map(|_| self.any_type()).collect(),
            has_rest: self.dice.once_in(8),
            has_counter: self.dice.below(4) > 0,
            result: match self.dice.below(4) {
                0 => self.any_type(),
                _ => wanted,
            },
            nest,
            is_open: true,
        }
    }

    /// Its formals and its body.
    pub(super) fn procedure_body(&mut self, procedure: &Callable) -> (String, String) {
        let mut variables = self.variables(&procedure.parameters);
        let mut formals = names(&variables);
        let outer = self.counter.take();
        if procedure.has_counter {
            let counter = self.fresh("n");
            formals.insert(0, counter.clone());
            variables.push(variable(&counter, Type::Integer, false));
            self.counter = Some((counter, procedure.nest));
        }
        let mut text = formals.join(" ");
        if procedure.has_rest {
            let rest = self.fresh("rest");
            text.push_str(&format!(" . {rest}"));
            variables.push(variable(&rest, Type::List, true));
        }
        let loops = std::mem::take(&mut self.loops);
        let body = self.within(&variables, |writer| writer.procedure_body_within(procedure));
        self.loops = loops;
        self.counter = outer;
        (text, body)
    }

    /// Often a test and a call of a neighbour, as programs have it.
    fn procedure_body_within(&mut self, procedure: &Callable) -> String {
        match self.dice.below(4) {
            0 => self.body(procedure.result),
            1 => {
                let test = self.expression(Type::Boolean);
                let [one, other] = [0, 1].map(|_| self.neighbour(procedure));
                format!("(if {test} {one} {other})")
            }
            2 => {
                let statement = self.statement();
                let call = self.neighbour(procedure);
                format!("{statement} {call}")
            }
            _ => self.neighbour(procedure),
        }
    }

    /// A call of a procedure of the same nest, in tail position or within an operation.
    fn neighbour(&mut self, procedure: &Callable) -> String {
        let same = |other: &&Callable| other.nest == procedure.nest;
        let neighbours: Vec<Callable> = self.callables.iter().filter(same).cloned().collect();
        if neighbours.is_empty() {
            return self.expression(procedure.result);
        }
        let callee = neighbours[self.dice.below(neighbours.len())].clone();
        let call = self.call_of(&callee);
        match (callee.result == procedure.result, self.dice.below(3)) {
            (true, 0 | 1) => call,
            _ => {
                // Not in tail position: what it gives is used later.
                let held = variable(&self.fresh("t"), callee.result, true);
                let rest = self.within(std::slice::from_ref(&held), |writer| {
                    writer.expression(procedure.result)
                });
                format!("(let (({} {call})) {rest})", held.text)
            }
        }
    }

    /// Of other implementations one cannot know what calls find that come too early.
    fn initial_value(
        &mut self,
        held: Type,
        may_call_early: bool,
        scope: usize,
        callables: usize,
    ) -> String {
        if may_call_early {
            return self.expression(held);
        }
        let (variables, procedures) = (
            self.scope.split_off(scope),
            self.callables.split_off(callables),
        );
        let value = self.expression(held);
        self.scope.extend(variables);
        self.callables.extend(procedures);
        value
    }

    /// The expression in the body of the nest.
    fn entry(&mut self, wanted: Type, callables: usize) -> String {
        let procedures = self.callables[callables..].to_vec();
        let fitting: Vec<&Callable> = procedures
            .iter()
            .filter(|procedure| procedure.result == wanted)
            .collect();
        if fitting.is_empty() || self.dice.once_in(4) {
            return self.body(wanted);
        }
        let chosen = fitting[self.dice.below(fitting.len())].clone();
        let call = self.call_of(&chosen);
        if wanted == Type::Integer && self.dice.once_in(4) {
            // All of them as values.
            let name = self.fresh("t");
            let operands: Vec<String> = procedures.iter().map(|p| p.name.clone()).collect();
            let list = self.operator("list");
            return format!(
                "(let (({name} ({list} {}))) (+ (length {name}) {call}))",
                operands.join(" ")
            );
        }
        call
    }

    fn nest_form(&mut self, written: Vec<(String, Option<String>, String)>, body: &str) -> String {
        let has_values = written.iter().any(|(_, formals, _)| formals.is_none());
        let keyword = match self.dice.below(4) {
            0 => "letrec*",
            1 if !has_values || self.is_whole() => "letrec",
            _ => "define",
        };
        let mut text = String::new();
        for (name, formals, value) in written {
            let dotted = formals.as_ref().and_then(|text| text.strip_prefix(" . "));
            let lambda = match (&formals, dotted) {
                (_, Some(rest)) => format!("(lambda {rest} {value})"),
                (Some(formals), None) => format!("(lambda ({formals}) {value})"),
                (None, None) => value.clone(),
            };
            text.push_str(&match (keyword, &formals) {
                ("define", Some(formals)) if self.dice.below(4) > 0 => {
                    format!("(define ({name} {formals}) {value}) ")
                }
                ("define", _) => format!("(define {name} {lambda}) "),
                _ => format!("({name} {lambda}) "),
            });
        }
        match keyword {
            "define" => format!("(let () {text}{body})"),
            _ => format!("({keyword} ({text}) {body})"),
        }
    }

    /// A loop by name, whose body may call it anywhere and may be a loop itself.
    pub(super) fn named_let(&mut self, wanted: Type) -> String {
        self.nests += 1;
        let nest = self.nests;
        let count = self.dice.below(4);
        let mut held: Vec<Type> = (0..count).map(|_| self.any_type()).collect();
        held.push(wanted);
        let values: Vec<String> = held.iter().map(|&held| self.expression(held)).collect();
        let procedure = Callable {
            name: self.fresh("loop"),
            parameters: held.clone(),
            has_rest: false,
            has_counter: true,
            result: wanted,
            nest,
            is_open: true,
        };
        let (counter, variables) = (self.fresh("n"), self.variables(&held));
        let outer = self.counter.replace((counter.clone(), nest));
        let loops = std::mem::take(&mut self.loops);
        let callables = self.callables.len();
        self.callables.push(procedure.clone());
        let mut inside: Vec<Variable> = variables.clone();
        inside.push(variable(&counter, Type::Integer, false));
        let body = self.within(&inside, |writer| writer.loop_body(&procedure, &variables));
        self.callables.truncate(callables);
        self.loops = loops;
        self.counter = outer;
        let turns = self.dice.one_of(&["0", "1", "3", "5", "9"]);
        let mut names = names(&variables);
        names.insert(0, counter);
        let mut values = values;
        values.insert(0, self.constant(turns));
        self.let_form(&format!("let {}", procedure.name), &names, values, &body)
    }

    fn loop_body(&mut self, procedure: &Callable, variables: &[Variable]) -> String {
        if self.dice.once_in(3) {
            return self.body(procedure.result);
        }
        let last = &variables[variables.len() - 1].text;
        let (counter, _) = self.counter.take().expect("a loop has one");
        let steps: Vec<String> = variables
            .iter()
            .map(|variable| match self.dice.below(3) {
                0 => variable.text.clone(),
                _ => self.expression(variable.held),
            })
            .collect();
        let minus = self.operator("-");
        let mut operands = vec![format!("({minus} {counter} 1)")];
        operands.extend(steps);
        let operator = self.operator(&procedure.name);
        let call = self.combination(&operator, operands);
        let test = match self.dice.below(3) {
            0 => format!("({} {counter})", self.operator("zero?")),
            1 => format!("({} {counter} 0)", self.operator("=")),
            _ => format!("({} {counter} 1)", self.operator("<")),
        };
        match procedure.result {
            Type::Integer if self.dice.once_in(3) => {
                format!("(if {test} {last} (+ {counter} {call}))")
            }
            _ => format!("(if {test} {last} {call})"),
        }
    }
}
