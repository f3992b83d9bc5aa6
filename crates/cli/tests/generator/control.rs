//! What decides, repeats, leaves and comes back: conditionals, loops, continuations, winders,
//! errors, parameters, promises.

use super::bindings::variable;
use super::{Type, Writer};

impl Writer {
    pub(super) fn conditional(&mut self, wanted: Type) -> String {
        match self.dice.below(8) {
            0 => {
                let mut clauses = String::new();
                for _ in 0..1 + self.dice.below(4) {
                    let test = self.expression(Type::Boolean);
                    let value = self.body_of_clause(wanted);
                    clauses.push_str(&format!("({test} {value}) "));
                }
                let last = self.expression(wanted);
                format!("(cond {clauses}(else {last}))")
            }
            1 => self.receiving_clause(wanted),
            2 | 3 => self.case(wanted),
            4 => {
                let keyword = self.dice.one_of(&["and", "or"]);
                let first = self.expression(Type::Boolean);
                let [value, other] = self.texts([wanted, wanted]);
                match keyword {
                    "and" => format!("(or (and {first} {value}) {other})"),
                    _ => format!("(and (or {first} #t) {value})"),
                }
            }
            _ => {
                let test = self.expression(Type::Boolean);
                let [consequent, alternative] = self.texts([wanted, wanted]);
                format!("(if {test} {consequent} {alternative})")
            }
        }
    }

    fn body_of_clause(&mut self, wanted: Type) -> String {
        match self.dice.below(4) {
            0 => {
                let (statement, value) = (self.statement(), self.expression(wanted));
                format!("{statement} {value}")
            }
            _ => self.expression(wanted),
        }
    }

    /// `=>` in `cond`.
    fn receiving_clause(&mut self, wanted: Type) -> String {
        let (item, list) = (self.expression(Type::Integer), self.expression(Type::List));
        let memv = self.operator("memv");
        let test = self.combination(&memv, vec![item, list]);
        let found = self.fresh("found");
        let held = [variable(&found, Type::List, true)];
        let value = self.within(&held, |writer| writer.expression(wanted));
        let other = self.expression(wanted);
        format!("(cond ({test} => (lambda ({found}) {value})) (else {other}))")
    }

    fn case(&mut self, wanted: Type) -> String {
        const LABELS: &[(Type, &[&str])] = &[
            (
                Type::Integer,
                &[
                    "0 1",
                    "2",
                    "3 4 5 6 7",
                    "-1 100 1152921504606846975",
                    "-13",
                    "1152921504606846976 10",
                    "8",
                    "9",
                    "11 12",
                ],
            ),
            (
                Type::Character,
                &["#\\a", "#\\Z #\\0", "#\\space #\\newline", "#\\xff #\\x100"],
            ),
            (Type::Symbol, &["a b", "hello", "if lambda", "+"]),
            (Type::Boolean, &["#t", "#f", "0"]),
        ];
        let (held, labels) = self.dice.one_of(LABELS);
        let key = self.expression(held);
        let mut clauses = String::new();
        let (first, count) = (
            self.dice.below(labels.len()),
            1 + self.dice.below(labels.len()),
        );
        for index in 0..count {
            let label = labels[(first + index) % labels.len()];
            let value = self.body_of_clause(wanted);
            clauses.push_str(&format!("(({label}) {value}) "));
        }
        let last = match (held == wanted, self.dice.below(3)) {
            (true, 0) if self.is_whole() => format!("=> {}", self.operator("values")),
            _ => self.expression(wanted),
        };
        format!("(case {key} {clauses}(else {last}))")
    }

    pub(super) fn control(&mut self, wanted: Type) -> String {
        match self.dice.below(16) {
            0 | 1 => self.escape(wanted),
            2 => self.reentered(wanted),
            3 => self.generator(wanted),
            4 | 5 => self.winders(wanted),
            6 | 7 => self.guard(wanted),
            8 => self.handler(wanted),
            9 => self.parameters(wanted),
            10 => self.promise(wanted),
            11 | 12 if self.loops < 2 => self.do_loop(wanted),
            _ => {
                let statements: Vec<String> = (0..1 + self.dice.below(3))
                    .map(|_| self.statement())
                    .collect();
                let value = self.expression(wanted);
                format!("(begin {} {value})", statements.join(" "))
            }
        }
    }

    /// A continuation that is called before its expression has ended, or is not.
    fn escape(&mut self, wanted: Type) -> String {
        let name = self.fresh("k");
        let (test, way_out) = (self.expression(Type::Boolean), self.expression(wanted));
        let out = format!("(if {test} ({name} {way_out}) #f)");
        let body = self.expression(wanted);
        let capture = self
            .dice
            .one_of(&["call/cc", "call-with-current-continuation"]);
        let capture = self.operator(capture);
        match self.dice.below(4) {
            0 => format!("({capture} (lambda ({name}) {out} {body}))"),
            1 => {
                // Out of a procedure that is called by one of the library.
                let list = self.proper_list();
                let each = self.operator("for-each");
                format!(
                    "({capture} (lambda ({name}) ({each} (lambda (item) {out}) {list}) {body}))"
                )
            }
            2 => format!(
                "({capture} (lambda ({name}) (dynamic-wind (lambda () (note! 'in)) \
                 (lambda () {out} {body}) (lambda () (note! 'out)))))"
            ),
            _ => format!("(let (({name} (lambda (x) x))) {out} {body})"),
        }
    }

    /// A continuation that is entered again after its expression has ended, a few times.
    fn reentered(&mut self, wanted: Type) -> String {
        let (again, count) = (self.fresh("again"), self.fresh("count"));
        let held = self.any_type();
        let (value, other) = (self.expression(held), self.expression(held));
        let name = self.fresh("t");
        let body = self.within(
            &[
                variable(&name, held, true),
                variable(&count, Type::Integer, false),
            ],
            |writer| writer.body(wanted),
        );
        let capture = self.operator("call/cc");
        let turns = self.dice.one_of(&["1", "2", "3"]);
        format!(
            "(let (({count} 0) ({again} #f)) \
             (let (({name} ({capture} (lambda (here) (set! {again} here) {value})))) \
             (set! {count} (+ {count} 1)) \
             (if (< {count} {turns}) ({again} {other}) (let () {body}))))"
        )
    }

    /// A walk that is left at each item and gone on with later.
    fn generator(&mut self, wanted: Type) -> String {
        let (name, next) = (self.fresh("generator"), self.fresh("next"));
        let list = self.proper_list();
        let item = self.fresh("item");
        let passed = self.repeated(|writer| {
            writer.within(&[variable(&item, Type::Integer, true)], |writer| {
                writer.expression(Type::Integer)
            })
        });
        let first = self.fresh("t");
        let held = [
            variable(&format!("({next})"), Type::Integer, false),
            variable(&first, Type::Integer, true),
        ];
        let body = self.within(&held, |writer| writer.expression(wanted));
        let each = self.operator("for-each");
        format!(
            "(let* (({name} (make-generator (lambda (yield) \
             ({each} (lambda ({item}) (yield {passed})) {list})))) \
             ({next} (lambda () ({name}))) ({first} ({next}))) {body})"
        )
    }

    fn winders(&mut self, wanted: Type) -> String {
        let [before, after] = [0, 1].map(|_| self.note());
        let body = self.body(wanted);
        let wind = self.operator("dynamic-wind");
        format!("({wind} (lambda () {before}) (lambda () {body}) (lambda () {after}))")
    }

    fn guard(&mut self, wanted: Type) -> String {
        let name = self.fresh("e");
        let body = match self.dice.below(3) {
            0 => self.raised(wanted),
            // Of other implementations some take no definitions there.
            1 => format!("(let () {})", self.body(wanted)),
            _ => self.later_body(wanted),
        };
        let handled = self.expression(wanted);
        match self.dice.below(5) {
            0 => {
                let held = [variable(&name, Type::Integer, false)];
                let caught = self.within(&held, |writer| writer.expression(wanted));
                format!("(guard ({name} ((number? {name}) {caught}) (#t {handled})) {body})")
            }
            1 => format!("(guard ({name} ((symbol? {name}) {handled})) {body})"),
            2 => {
                let note = self.note();
                format!(
                    "(guard ({name} ((assq 'tag (if (list? {name}) '() '())) => cdr) \
                     ((string? {name}) {note} {handled}) (else {handled})) {body})"
                )
            }
            _ => format!("(guard ({name} (#t {handled})) {body})"),
        }
    }

    /// What raises, perhaps.
    fn raised(&mut self, wanted: Type) -> String {
        let test = self.expression(Type::Boolean);
        let other = self.expression(wanted);
        let held = self.dice.one_of(&[Type::Integer, Type::Symbol, Type::Text]);
        let object = self.expression(held);
        let raise = match self.dice.below(3) {
            0 => format!("({} \"message\" {object})", self.operator("error")),
            _ => format!("({} {object})", self.operator("raise")),
        };
        let statement = self.statement();
        format!("(begin (if {test} {raise} {statement}) {other})")
    }

    /// A handler that gives a value back to where the condition was raised.
    fn handler(&mut self, wanted: Type) -> String {
        let name = self.fresh("e");
        let held = self.dice.one_of(&[Type::Integer, Type::Symbol]);
        let object = self.expression(held);
        let answer = self.within(&[variable(&name, held, true)], |writer| {
            writer.expression(wanted)
        });
        let raise = self.operator("raise-continuable");
        let raised = format!("({raise} {object})");
        let result = self.fresh("t");
        let body = self.within(
            &[variable(&result, wanted, wanted != Type::Procedure)],
            |writer| writer.body(wanted),
        );
        let with = self.operator("with-exception-handler");
        match self.dice.below(3) {
            0 => {
                // Handlers in handlers: the inner one asks the outer one.
                let note = self.note();
                format!(
                    "({with} (lambda ({name}) {answer}) (lambda () \
                     ({with} (lambda (inner) {note} (raise-continuable inner)) \
                     (lambda () (let (({result} {raised})) {body})))))"
                )
            }
            _ => format!(
                "({with} (lambda ({name}) {answer}) \
                 (lambda () (let (({result} {raised})) {body})))"
            ),
        }
    }

    fn parameters(&mut self, wanted: Type) -> String {
        let value = self.expression(Type::Integer);
        let held = [variable("(level)", Type::Integer, false)];
        let body = self.within(&held, |writer| writer.body(wanted));
        match self.dice.below(3) {
            0 => {
                let other = self.expression(Type::Text);
                let (order, values) = self.in_order(vec![value, other]);
                let [value, other] = &values[..] else {
                    unreachable!("two go in")
                };
                let form = format!("(parameterize ((level {value}) (title {other})) {body})");
                match order.is_empty() {
                    true => form,
                    false => format!("(let* ({order}) {form})"),
                }
            }
            _ => format!("(parameterize ((level {value})) {body})"),
        }
    }

    fn promise(&mut self, wanted: Type) -> String {
        let value = self.expression(wanted);
        let force = self.operator("force");
        match self.dice.below(3) {
            0 if self.is_whole() => format!("({force} (delay-force (delay {value})))"),
            1 => {
                let name = self.fresh("promise");
                format!("(let (({name} (delay {value}))) ({force} {name}) ({force} {name}))")
            }
            _ => format!("({force} (delay {value}))"),
        }
    }

    pub(super) fn do_loop(&mut self, wanted: Type) -> String {
        let (index, sum) = (self.fresh("i"), self.fresh("t"));
        let first = self.expression(wanted);
        let held = [
            variable(&index, Type::Integer, false),
            variable(&sum, wanted, wanted != Type::Procedure),
        ];
        let (step, statement) = self.repeated(|writer| {
            writer.within(&held, |writer| {
                (writer.expression(wanted), writer.statement())
            })
        });
        let turns = 1 + self.dice.below(4);
        format!(
            "(do (({index} 0 (+ {index} 1)) ({sum} {first} {step})) ((= {index} {turns}) {sum}) \
             {statement})"
        )
    }
}
