//! What binds variables: `let` and its relatives, definitions, multiple values, records, closures.

use super::{DEPTH, Type, Variable, Writer};

impl Writer {
    /// A form that binds something and then gives what is wanted.
    pub(super) fn binding(&mut self, wanted: Type) -> String {
        match self.dice.below(14) {
            0 | 1 => self.plain_let(wanted),
            2 => self.sequential_let(wanted),
            3 => self.direct_lambda(wanted),
            4 => self.assigned_by_closure(wanted),
            5 | 6 => self.several_values(wanted),
            7 => self.recursive_values(wanted),
            8 => self.local_record(wanted),
            9 => self.closures_of_a_loop(wanted),
            10 => self.optional_parameters(wanted),
            11 => self.read_through(wanted),
            _ => format!("(let () {})", self.definitions(wanted)),
        }
    }

    fn types(&mut self, most: usize) -> Vec<Type> {
        let count = 1 + self.dice.below(most);
        (0..count).map(|_| self.any_type()).collect()
    }

    fn plain_let(&mut self, wanted: Type) -> String {
        let held = self.types(4);
        let values = held.iter().map(|&held| self.expression(held)).collect();
        let variables = self.variables(&held);
        let body = self.within(&variables, |writer| writer.body(wanted));
        self.let_form("let", &names(&variables), values, &body)
    }

    fn sequential_let(&mut self, wanted: Type) -> String {
        let before = self.scope.len();
        let mut bindings = Vec::new();
        for held in self.types(5) {
            let value = self.expression(held);
            // The same name may come twice.
            let [variable] = &self.variables(&[held])[..] else {
                unreachable!("one type gives one variable")
            };
            bindings.push(format!("({} {value})", variable.text));
            self.scope.push(variable.clone());
        }
        let body = self.body(wanted);
        self.scope.truncate(before);
        format!("(let* ({}) {body})", bindings.join(" "))
    }

    fn direct_lambda(&mut self, wanted: Type) -> String {
        let held = self.types(3);
        let values: Vec<String> = held.iter().map(|&held| self.expression(held)).collect();
        let variables = self.variables(&held);
        let body = self.within(&variables, |writer| writer.body(wanted));
        let names = names(&variables).join(" ");
        self.combination(&format!("(lambda ({names}) {body})"), values)
    }

    /// A variable that a closure assigns and another reads.
    fn assigned_by_closure(&mut self, wanted: Type) -> String {
        let held = self.any_type();
        let held = if held == Type::Procedure {
            Type::Integer
        } else {
            held
        };
        let value = self.expression(held);
        let variables = self.variables(&[held]);
        let name = variables[0].text.clone();
        let change = self.fresh("change!");
        let changed = self.within(&variables, |writer| writer.expression(held));
        let body = self.within(&variables, |writer| writer.later_body(wanted));
        let read = self.fresh("read");
        let called = self.operator(&change);
        format!(
            "(let* (({name} {value}) ({read} (lambda () {name})) \
             ({change} (lambda () (set! {name} {changed}) ({read})))) ({called}) {body})"
        )
    }

    /// Values by one of the forms that receive them.
    fn several_values(&mut self, wanted: Type) -> String {
        let held = self.types(4);
        let values = held.iter().map(|&held| self.expression(held)).collect();
        let operator = self.operator("values");
        let mut producer = self.combination(&operator, values);
        if self.dice.once_in(4) {
            // The values come by a way that a call cannot see.
            let test = self.expression(Type::Boolean);
            let others = held.iter().map(|&held| self.atom(held)).collect();
            let other = self.combination(&operator, others);
            producer = format!("(if {test} {producer} {other})");
        }
        let mut variables = self.variables(&held);
        let mut formals = names(&variables);
        let mut formals_text = formals.join(" ");
        if held.len() > 1 && self.dice.once_in(3) {
            let rest = formals.pop().expect("there are two");
            formals_text = format!("{} . {rest}", formals.join(" "));
            let rest = variables.pop().expect("there are two");
            variables.push(Variable {
                held: Type::List,
                ..rest
            });
        }
        let body = self.within(&variables, |writer| writer.body(wanted));
        match self.dice.below(5) {
            0 => format!("(let-values ((({formals_text}) {producer})) {body})"),
            1 => {
                let (name, value) = (self.fresh("t"), self.atom(Type::Integer));
                format!("(let*-values ((({formals_text}) {producer}) (({name}) {value})) {body})")
            }
            2 => format!("(receive ({formals_text}) {producer} {body})"),
            3 => format!("(let () (define-values ({formals_text}) {producer}) {body})"),
            _ => {
                let operator = self.operator("call-with-values");
                format!("({operator} (lambda () {producer}) (lambda ({formals_text}) {body}))")
            }
        }
    }

    /// `letrec` whose values are not procedures alone.
    fn recursive_values(&mut self, wanted: Type) -> String {
        let held = self.types(3);
        let values = held.iter().map(|&held| self.expression(held)).collect();
        // The values are in the scope of these names, and mean what has the same name outside.
        let variables: Vec<_> = held
            .iter()
            .map(|&held| variable(&self.fresh("t"), held, held != Type::Procedure))
            .collect();
        let body = self.within(&variables, |writer| writer.body(wanted));
        let keyword = self.dice.one_of(&["letrec", "letrec*"]);
        self.let_form(keyword, &names(&variables), values, &body)
    }

    /// Definitions at the beginning of a body, and the expression after them.
    pub(super) fn definitions(&mut self, wanted: Type) -> String {
        let (before, callables) = (self.scope.len(), self.callables.len());
        let mut text = String::new();
        for _ in 0..1 + self.dice.below(4) {
            let definition = match self.dice.below(6) {
                0 if self.depth < DEPTH => self.definition_of_closed_procedure(),
                1 => self.definition_of_record(),
                2 => self.definition_of_values(),
                _ => {
                    let held = self.any_type();
                    let value = self.expression(held);
                    let name = self.fresh("d");
                    self.scope
                        .push(variable(&name, held, held != Type::Procedure));
                    format!("(define {name} {value})")
                }
            };
            text.push_str(&definition);
            text.push(' ');
        }
        text.push_str(&self.expression(wanted));
        self.scope.truncate(before);
        self.callables.truncate(callables);
        text
    }

    /// A procedure that what comes after it may call.
    fn definition_of_closed_procedure(&mut self) -> String {
        self.nests += 1;
        let nest = self.nests;
        let wanted = self.any_type();
        let mut procedure = self.procedure(wanted, nest);
        procedure.has_counter = false;
        let (formals, body) = self.procedure_body(&procedure);
        procedure.is_open = false;
        let text = format!("(define ({} {formals}) {body})", procedure.name);
        self.callables.push(procedure);
        text
    }

    fn definition_of_values(&mut self) -> String {
        let held = self.types(3);
        let values = held.iter().map(|&held| self.expression(held)).collect();
        let operator = self.operator("values");
        let producer = self.combination(&operator, values);
        let names: Vec<String> = held.iter().map(|_| self.fresh("d")).collect();
        for (name, &held) in names.iter().zip(&held) {
            self.scope.push(variable(name, held, false));
        }
        format!("(define-values ({}) {producer})", names.join(" "))
    }

    fn definition_of_record(&mut self) -> String {
        let kind = self.fresh("kind");
        let first = self.expression(Type::Integer);
        let second = self.expression(Type::Text);
        let object = self.fresh("object");
        let make = self.operator(&format!("make-{kind}"));
        let made = self.combination(&make, vec![first, second]);
        let (one, two) = (format!("{kind}-one"), format!("{kind}-two"));
        self.scope
            .push(variable(&format!("({one} {object})"), Type::Integer, false));
        self.scope
            .push(variable(&format!("({two} {object})"), Type::Text, false));
        format!(
            "(define-record-type {kind} (make-{kind} one two) {kind}? \
             (one {one} set-{one}!) (two {two})) (define {object} {made})"
        )
    }

    fn local_record(&mut self, wanted: Type) -> String {
        let before = self.scope.len();
        let definition = self.definition_of_record();
        let body = self.expression(wanted);
        self.scope.truncate(before);
        format!("(let () {definition} {body})")
    }

    /// A list of closures, each of which has its own variable of a loop; one of them is called.
    fn closures_of_a_loop(&mut self, wanted: Type) -> String {
        let (index, list, chosen) = (self.fresh("i"), self.fresh("made"), self.fresh("chosen"));
        let held = [variable(&index, Type::Integer, false)];
        let body =
            self.repeated(|writer| writer.within(&held, |writer| writer.expression(Type::Integer)));
        let which = self.dice.below(4);
        let body_after = self.within(
            &[variable(&format!("({chosen})"), Type::Integer, false)],
            |writer| writer.expression(wanted),
        );
        let cons = self.operator("cons");
        format!(
            "(let ((made '())) (do (({index} 0 (+ {index} 1))) ((= {index} 4)) \
             (set! made ({cons} (lambda () (if (spend!) {body} {index})) made))) \
             (let* (({list} made) ({chosen} (list-ref {list} {which}))) {body_after}))"
        )
    }

    /// A procedure of several arities, called with one of them.
    fn optional_parameters(&mut self, wanted: Type) -> String {
        let name = self.fresh("case");
        let mut clauses = String::new();
        let arities = 1 + self.dice.below(3);
        for arity in 0..=arities {
            let variables = self.variables(&vec![Type::Integer; arity]);
            let names = names(&variables).join(" ");
            let rest = self.fresh("rest");
            let held = [&variables[..], &[variable(&rest, Type::List, true)]].concat();
            let (formals, held) = match arity == arities {
                true if arity > 0 => (format!("({names} . {rest})"), held),
                true => (rest, held),
                false => (format!("({names})"), variables),
            };
            let body = self.within(&held, |writer| writer.expression(wanted));
            clauses.push_str(&format!(" ({formals} {body})"));
        }
        let count = self.dice.below(arities + 3);
        let operands = (0..count).map(|_| self.atom(Type::Integer)).collect();
        let operator = self.operator(&name);
        let call = self.combination(&operator, operands);
        format!("(let (({name} (case-lambda{clauses}))) {call})")
    }

    /// A variable of the scope that is read through a promise, a parameter, a box or a table.
    fn read_through(&mut self, wanted: Type) -> String {
        let held = self.any_type();
        let value = self.expression(held);
        let name = self.fresh("t");
        let force = self.operator("force");
        let (make, read) = match self.dice.below(6) {
            0 => (format!("(delay {value})"), format!("({force} {name})")),
            1 => (
                format!("({} {value})", self.operator("make-promise")),
                format!("({force} {name})"),
            ),
            2 => (
                format!("({} {value})", self.operator("make-parameter")),
                format!("({name})"),
            ),
            3 => (
                format!("({} {value})", self.operator("vector")),
                format!("(vector-ref {name} 0)"),
            ),
            4 => (
                format!("({} {value})", self.operator("list")),
                format!("(car {name})"),
            ),
            _ => {
                let key = self
                    .dice
                    .one_of(&["'key", "1152921504606846976", "\"text\"", "2.5"]);
                let read = self.operator("hash-table-ref/default");
                (
                    format!("(table-with {key} {value})"),
                    format!("({read} {name} {key} 'none)"),
                )
            }
        };
        let body = self.within(&[variable(&read, held, false)], |writer| {
            writer.body(wanted)
        });
        format!("(let (({name} {make})) {body})")
    }

    /// A closure from an integer to an integer.
    pub(super) fn closure(&mut self) -> String {
        let variables = self.variables(&[Type::Integer]);
        let name = variables[0].text.clone();
        let body =
            self.repeated(|writer| writer.within(&variables, |writer| writer.body(Type::Integer)));
        match self.dice.below(4) {
            0 => format!("(lambda ({name} . rest) {body})"),
            1 => format!("(case-lambda ((one two) one) (({name}) {body}))"),
            _ => format!("(lambda ({name}) {body})"),
        }
    }
}

pub(super) fn names(variables: &[Variable]) -> Vec<String> {
    variables
        .iter()
        .map(|variable| variable.text.clone())
        .collect()
}

pub(super) fn variable(text: &str, held: Type, is_assignable: bool) -> Variable {
    Variable {
        text: text.to_owned(),
        held,
        is_assignable,
    }
}
