//! An evaluator of the core language in continuation-passing style, for the
//! part of it that random programs use. Shares nothing with the compiler.

use mound_base::Symbol;
use mound_bytecode::unit::Immediate;
use mound_expand::core::*;
use mound_syntax::DatumKind;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

/// Steps after which a program is given up.
const STEPS_MAX: u64 = 20_000;

#[derive(Clone)]
enum Value<'a> {
    Number(i64),
    Boolean(bool),
    Unspecified,
    Pair(Rc<(Value<'a>, Value<'a>)>),
    Procedure(&'a Lambda, Scope<'a>),
    Continuation(Rest<'a>),
    Imported(Symbol),
}

type Cellular<'a> = Rc<RefCell<Value<'a>>>;
type Scope<'a> = Rc<HashMap<VariableId, Cellular<'a>>>;
type Rest<'a> = Rc<dyn Fn(&Run<'a>, Value<'a>) -> Step<'a> + 'a>;
type Step<'a> = Option<Bounce<'a>>;

/// The next thing to do; run by a loop, so that nothing nests deeply.
struct Bounce<'a>(Box<dyn FnOnce(&Run<'a>) -> Step<'a> + 'a>);

fn bounce<'a>(next: impl FnOnce(&Run<'a>) -> Step<'a> + 'a) -> Step<'a> {
    Some(Bounce(Box::new(next)))
}

struct Run<'a> {
    program: &'a Program,
    globals: RefCell<HashMap<GlobalId, Value<'a>>>,
    output: RefCell<String>,
    last: RefCell<Value<'a>>,
    gave_up: Cell<bool>,
}

/// What was traced and the printed result; nothing if the program takes too long.
pub fn run(program: &Program) -> Option<String> {
    let run = Run {
        program,
        globals: RefCell::default(),
        output: RefCell::default(),
        last: RefCell::new(Value::Unspecified),
        gave_up: Cell::new(false),
    };
    let mut steps = 0;
    let mut next = form(0);
    while let Some(bounce) = next.take() {
        steps += 1;
        if steps > STEPS_MAX {
            return None;
        }
        next = (bounce.0)(&run);
    }
    if run.gave_up.get() {
        return None;
    }
    let result = show(&run.last.borrow());
    let output = run.output.borrow();
    Some(format!("{output}{result}"))
}

fn show(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        Value::Boolean(true) => "#t".into(),
        Value::Boolean(false) => "#f".into(),
        Value::Unspecified => format!("{:?}", Immediate::Unspecified).to_lowercase(),
        Value::Pair(_) => "a pair".into(),
        Value::Procedure(..) | Value::Continuation(_) | Value::Imported(_) => "#<procedure>".into(),
    }
}

/// Runs the top-level forms from number `index` on.
fn form<'a>(index: usize) -> Step<'a> {
    bounce(move |run| {
        let scope = Scope::default();
        match run.program.body.get(index)? {
            TopForm::Expression(expression) => evaluate(
                expression,
                scope,
                Rc::new(move |run, value| {
                    *run.last.borrow_mut() = value;
                    form(index + 1)
                }),
            ),
            TopForm::Define { global, value } => evaluate(
                value,
                scope,
                Rc::new(move |run, value| {
                    run.globals.borrow_mut().insert(*global, value);
                    *run.last.borrow_mut() = Value::Unspecified;
                    form(index + 1)
                }),
            ),
        }
    })
}

fn evaluate<'a>(expression: &'a Expression, scope: Scope<'a>, rest: Rest<'a>) -> Step<'a> {
    bounce(move |run| step(run, expression, scope, rest))
}

fn step<'a>(
    run: &Run<'a>,
    expression: &'a Expression,
    scope: Scope<'a>,
    rest: Rest<'a>,
) -> Step<'a> {
    match &expression.node {
        Node::Constant(datum) => {
            let value = match &datum.kind {
                DatumKind::Boolean(value) => Value::Boolean(*value),
                DatumKind::Number(number) => Value::Number(number.to_i64().unwrap()),
                _ => Value::Unspecified,
            };
            rest(run, value)
        }
        Node::Local(id) => {
            let value = scope[id].borrow().clone();
            rest(run, value)
        }
        Node::Global(id) => {
            let value = run.globals.borrow()[id].clone();
            rest(run, value)
        }
        Node::Imported { name, .. } => rest(run, Value::Imported(*name)),
        Node::SetLocal(id, value) => {
            let cell = scope[id].clone();
            let rest: Rest<'a> = Rc::new(move |run, value| {
                *cell.borrow_mut() = value;
                rest(run, Value::Unspecified)
            });
            evaluate(value, scope, rest)
        }
        Node::SetGlobal(id, value) => {
            let rest: Rest<'a> = Rc::new(move |run, value| {
                run.globals.borrow_mut().insert(*id, value);
                rest(run, Value::Unspecified)
            });
            evaluate(value, scope, rest)
        }
        Node::If(test, consequent, alternative) => {
            let inner = scope.clone();
            let rest: Rest<'a> = Rc::new(move |_, value| {
                let is_true = !matches!(value, Value::Boolean(false));
                let branch = if is_true { consequent } else { alternative };
                evaluate(branch, inner.clone(), rest.clone())
            });
            evaluate(test, scope, rest)
        }
        Node::Lambda(lambda) => rest(run, Value::Procedure(lambda, scope)),
        Node::Sequence(expressions) => {
            let expressions: Vec<&Expression> = expressions.iter().collect();
            let last = Rc::new(move |run: &Run<'a>, mut values: Vec<Value<'a>>| {
                rest(run, values.pop().unwrap_or(Value::Unspecified))
            });
            all(expressions, scope, Vec::new(), last)
        }
        Node::Let { bindings, body } => {
            let values: Vec<&Expression> = bindings.iter().map(|(_, value)| value).collect();
            let outer = scope.clone();
            let last = Rc::new(move |_: &Run<'a>, values: Vec<Value<'a>>| {
                let mut inner = (*outer).clone();
                for ((id, _), value) in bindings.iter().zip(values) {
                    inner.insert(*id, Rc::new(RefCell::new(value)));
                }
                evaluate(body, Rc::new(inner), rest.clone())
            });
            all(values, scope, Vec::new(), last)
        }
        Node::Letrec { bindings, body } => {
            let mut inner = (*scope).clone();
            for (id, _) in bindings {
                inner.insert(*id, Rc::new(RefCell::new(Value::Unspecified)));
            }
            for (id, value) in bindings {
                // Random programs bind only procedures here.
                let Node::Lambda(_) = &value.node else {
                    panic!("not a procedure");
                };
                assert!(inner.contains_key(id));
            }
            let inner = Rc::new(inner);
            for (id, value) in bindings {
                if let Node::Lambda(lambda) = &value.node {
                    *inner[id].borrow_mut() = Value::Procedure(lambda, inner.clone());
                }
            }
            evaluate(body, inner, rest)
        }
        Node::Call { operator, operands } => {
            let mut parts: Vec<&Expression> = vec![operator];
            parts.extend(operands);
            let last = Rc::new(move |run: &Run<'a>, mut values: Vec<Value<'a>>| {
                let operator = values.remove(0);
                apply(run, operator, values, rest.clone())
            });
            all(parts, scope, Vec::new(), last)
        }
        Node::Primitive { name, operands } if name.name() == "%call/cc" => {
            let inner: Rest<'a> = Rc::new(move |run, procedure| {
                let continuation = Value::Continuation(rest.clone());
                apply(run, procedure, vec![continuation], rest.clone())
            });
            evaluate(&operands[0], scope, inner)
        }
        Node::Primitive { .. } | Node::RecordType(_) | Node::Immediate(_) | Node::Unspecified => {
            panic!("not in random programs")
        }
    }
}

type Values<'a> = Rc<dyn Fn(&Run<'a>, Vec<Value<'a>>) -> Step<'a> + 'a>;

/// Evaluates from left to right.
fn all<'a>(
    expressions: Vec<&'a Expression>,
    scope: Scope<'a>,
    done: Vec<Value<'a>>,
    last: Values<'a>,
) -> Step<'a> {
    let index = done.len();
    if index == expressions.len() {
        return bounce(move |run| last(run, done));
    }
    let next = expressions[index];
    let inner = scope.clone();
    let rest: Rest<'a> = Rc::new(move |_, value| {
        let mut done = done.clone();
        done.push(value);
        all(expressions.clone(), inner.clone(), done, last.clone())
    });
    evaluate(next, scope, rest)
}

fn apply<'a>(
    run: &Run<'a>,
    operator: Value<'a>,
    operands: Vec<Value<'a>>,
    rest: Rest<'a>,
) -> Step<'a> {
    match operator {
        Value::Continuation(continuation) => continuation(run, operands[0].clone()),
        Value::Procedure(lambda, scope) => {
            let clause = &lambda.clauses[0];
            let mut inner = (*scope).clone();
            for (id, value) in clause.required.iter().zip(operands) {
                inner.insert(*id, Rc::new(RefCell::new(value)));
            }
            evaluate(&clause.body, Rc::new(inner), rest)
        }
        Value::Imported(name) => {
            let value = imported(run, name.name(), &operands);
            match value {
                Some(value) => rest(run, value),
                None => {
                    // An error; what compiled code does then is not compared.
                    run.gave_up.set(true);
                    None
                }
            }
        }
        Value::Number(_) | Value::Boolean(_) | Value::Unspecified | Value::Pair(_) => {
            run.gave_up.set(true);
            None
        }
    }
}

fn imported<'a>(run: &Run<'a>, name: &str, operands: &[Value<'a>]) -> Option<Value<'a>> {
    let value = match (name, operands) {
        ("trace", [value]) => {
            run.output
                .borrow_mut()
                .push_str(&format!("{} ", show(value)));
            value.clone()
        }
        ("not", [value]) => Value::Boolean(matches!(value, Value::Boolean(false))),
        ("cons", [car, cdr]) => Value::Pair(Rc::new((car.clone(), cdr.clone()))),
        ("car", [Value::Pair(pair)]) => pair.0.clone(),
        ("cdr", [Value::Pair(pair)]) => pair.1.clone(),
        ("zero?", [Value::Number(value)]) => Value::Boolean(*value == 0),
        (_, [Value::Number(left), Value::Number(right)]) => match name {
            "+" => Value::Number(left + right),
            "-" => Value::Number(left - right),
            "*" => Value::Number(left * right),
            "remainder" => Value::Number(left % right),
            "<" => Value::Boolean(left < right),
            "<=" => Value::Boolean(left <= right),
            ">" => Value::Boolean(left > right),
            ">=" => Value::Boolean(left >= right),
            "=" => Value::Boolean(left == right),
            _ => return None,
        },
        _ => return None,
    };
    Some(value)
}
