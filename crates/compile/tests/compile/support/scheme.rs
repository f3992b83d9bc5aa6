//! Scheme text to the core language, for tests: no macros, no hygiene, no errors.

use mound_base::{SourceId, Span, Symbol};
use mound_expand::core::*;
use mound_numbers::Number;
use mound_syntax::{Datum, DatumKind};
use std::collections::HashMap;
use std::rc::Rc;

/// Procedures of the imported library that have an inline clause: name, primitive, operands.
const INLINE: &[(&str, &str, u32)] = &[
    ("+", "add", 2),
    ("-", "subtract", 2),
    ("*", "multiply", 2),
    ("quotient", "quotient", 2),
    ("remainder", "remainder", 2),
    ("<", "<", 2),
    ("<=", "<=", 2),
    (">", ">", 2),
    (">=", ">=", 2),
    ("=", "=", 2),
    ("zero?", "zero?", 1),
    ("eq?", "eq?", 2),
    ("not", "not", 1),
    ("null?", "null?", 1),
    ("pair?", "pair?", 1),
    ("symbol?", "symbol?", 1),
    ("cons", "cons", 2),
    ("car", "car", 1),
    ("cdr", "cdr", 1),
    ("set-car!", "set-car!", 2),
    ("vector-ref", "vector-ref", 2),
    ("vector-set!", "vector-set!", 3),
    ("vector-length", "vector-length", 1),
];
/// Procedures of the imported library without one.
const PLAIN: &[&str] = &["list", "vector", "trace", "memq"];

/// A program; each `define` of a name that is not exported by hand is exported.
pub fn program(name: &str, source: SourceId, text: &str) -> Program {
    let mut reader = Reader {
        source,
        text,
        at: 0,
    };
    let mut forms = Vec::new();
    while let Some(form) = reader.datum() {
        forms.push(form);
    }
    let mut translator = Translator {
        globals: Vec::new(),
        by_name: HashMap::new(),
        variables: Vec::new(),
        scope: Vec::new(),
    };
    for form in &forms {
        if let Some(name) = defined_name(form) {
            let id = translator.global(name);
            let global = &mut translator.globals[id.0 as usize];
            global.assigned |= global.defined;
            global.defined = true;
        }
    }
    let body = forms.iter().map(|form| translator.top(form)).collect();
    let exports = match name {
        "" => Vec::new(),
        _ => translator
            .globals
            .iter()
            .enumerate()
            .filter(|(_, global)| global.defined)
            .map(|(index, global)| (global.name, GlobalId(index as u32)))
            .collect(),
    };
    Program {
        name: name.into(),
        imports: vec![import()],
        globals: translator.globals,
        variables: translator.variables,
        body,
        exports,
    }
}

fn import() -> Import {
    let mut procedures = HashMap::new();
    for &(name, primitive, count) in INLINE {
        let variables: Vec<Variable> = (0..count)
            .map(|index| Variable {
                name: Symbol::intern(&format!("p{index}")),
                span: Span::NONE,
                assigned: false,
            })
            .collect();
        let operands = (0..count)
            .map(|index| expression(Span::NONE, Node::Local(VariableId(index))))
            .collect();
        let body = expression(
            Span::NONE,
            Node::Primitive {
                name: Symbol::intern(primitive),
                operands,
            },
        );
        let procedure = ConstantProcedure {
            arities: vec![(count, false)],
            parameters: variables.iter().map(|variable| variable.name).collect(),
            inline: vec![InlineClause {
                variables,
                parameter_count: count,
                body,
            }],
            higher: Vec::new(),
        };
        procedures.insert(Symbol::intern(name), Rc::new(procedure));
    }
    Import {
        library: "mound/base".into(),
        hash: [7; 32],
        procedures,
    }
}

fn expression(span: Span, node: Node) -> Expression {
    Expression { span, node }
}

struct Reader<'a> {
    source: SourceId,
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        loop {
            let next = self.text[self.at..].chars().next()?;
            if next == ';' {
                self.at += self.text[self.at..]
                    .find('\n')
                    .unwrap_or(self.text.len() - self.at);
            } else if next.is_whitespace() {
                self.at += next.len_utf8();
            } else {
                return Some(next);
            }
        }
    }

    fn datum(&mut self) -> Option<Datum> {
        let first = self.peek()?;
        let start = self.at;
        let kind = match first {
            '(' => {
                self.at += 1;
                let mut items = Vec::new();
                let mut tail = None;
                while self.peek()? != ')' {
                    let item = self.datum()?;
                    if matches!(&item.kind, DatumKind::Symbol(dot) if dot.name() == ".") {
                        tail = Some(Rc::new(self.datum()?));
                    } else {
                        items.push(item);
                    }
                }
                self.at += 1;
                DatumKind::List {
                    items: items.into(),
                    tail,
                }
            }
            '\'' => {
                self.at += 1;
                let quoted = self.datum()?;
                let quote = Datum {
                    span: quoted.span,
                    kind: DatumKind::Symbol(Symbol::intern("quote")),
                };
                DatumKind::List {
                    items: [quote, quoted].into(),
                    tail: None,
                }
            }
            '"' => {
                let end = self.text[self.at + 1..].find('"').unwrap() + self.at + 1;
                let text = &self.text[self.at + 1..end];
                self.at = end + 1;
                DatumKind::String(text.into())
            }
            _ => {
                let rest = &self.text[self.at..];
                let length = rest
                    .find(|one: char| one.is_whitespace() || "()'\";".contains(one))
                    .unwrap_or(rest.len());
                self.at += length;
                atom(&rest[..length])
            }
        };
        let span = Span {
            source: self.source,
            start: start as u32,
            end: self.at as u32,
        };
        Some(Datum { span, kind })
    }
}

fn atom(token: &str) -> DatumKind {
    match token {
        "#t" => DatumKind::Boolean(true),
        "#f" => DatumKind::Boolean(false),
        _ => match (token.parse::<i64>(), token.parse::<f64>()) {
            (Ok(value), _) => DatumKind::Number(Number::Integer(value.into())),
            (_, Ok(value)) if token.contains('.') => DatumKind::Number(Number::Flonum(value)),
            _ => match token.strip_prefix("#\\") {
                Some(character) => DatumKind::Character(character.chars().next().unwrap()),
                None => DatumKind::Symbol(Symbol::intern(token)),
            },
        },
    }
}

fn items(datum: &Datum) -> Option<&[Datum]> {
    match &datum.kind {
        DatumKind::List { items, tail: None } => Some(items),
        _ => None,
    }
}

fn symbol(datum: &Datum) -> Option<Symbol> {
    match datum.kind {
        DatumKind::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

fn head(datum: &Datum) -> Option<String> {
    symbol(items(datum)?.first()?).map(|symbol| symbol.to_string())
}

fn defined_name(form: &Datum) -> Option<Symbol> {
    if head(form)? != "define" {
        return None;
    }
    let target = &items(form)?[1];
    symbol(target).or_else(|| match &target.kind {
        DatumKind::List { items, .. } => symbol(&items[0]),
        _ => None,
    })
}

struct Translator {
    globals: Vec<Global>,
    by_name: HashMap<Symbol, GlobalId>,
    variables: Vec<Variable>,
    scope: Vec<(Symbol, VariableId)>,
}

impl Translator {
    fn global(&mut self, name: Symbol) -> GlobalId {
        let next = GlobalId(self.globals.len() as u32);
        *self.by_name.entry(name).or_insert_with(|| {
            self.globals.push(Global {
                name,
                span: Span::NONE,
                defined: false,
                assigned: false,
            });
            next
        })
    }

    fn bind(&mut self, datum: &Datum) -> VariableId {
        let name = symbol(datum).expect("a name");
        let id = VariableId(self.variables.len() as u32);
        self.variables.push(Variable {
            name,
            span: datum.span,
            assigned: false,
        });
        self.scope.push((name, id));
        id
    }

    fn local(&self, name: Symbol) -> Option<VariableId> {
        let found = self.scope.iter().rev().find(|(bound, _)| *bound == name);
        found.map(|(_, id)| *id)
    }

    fn top(&mut self, form: &Datum) -> TopForm {
        match defined_name(form) {
            Some(name) => TopForm::Define {
                global: self.by_name[&name],
                value: self.definition(form),
            },
            None => TopForm::Expression(self.expression(form)),
        }
    }

    /// The value of `(define name value)` or `(define (name . parameters) body ...)`.
    fn definition(&mut self, form: &Datum) -> Expression {
        let parts = items(form).unwrap();
        let DatumKind::List {
            items: target,
            tail,
        } = &parts[1].kind
        else {
            return self.expression(&parts[2]);
        };
        let parameters = DatumKind::List {
            items: target[1..].into(),
            tail: tail.clone(),
        };
        let clause = self.clause(&parameters, tail.as_deref(), &parts[2..]);
        self.lambda(form.span, symbol(&target[0]), vec![clause])
    }

    fn lambda(&self, span: Span, name: Option<Symbol>, clauses: Vec<Clause>) -> Expression {
        expression(
            span,
            Node::Lambda(Box::new(Lambda {
                name,
                clauses,
                sealed: false,
            })),
        )
    }

    fn clause(&mut self, parameters: &DatumKind, _: Option<&Datum>, body: &[Datum]) -> Clause {
        let depth = self.scope.len();
        let (required, rest) = match parameters {
            DatumKind::List { items, tail } => (
                items.iter().map(|one| self.bind(one)).collect(),
                tail.as_ref().map(|tail| self.bind(tail)),
            ),
            other => {
                let datum = Datum {
                    span: Span::NONE,
                    kind: other.clone(),
                };
                (Vec::new(), Some(self.bind(&datum)))
            }
        };
        let body = self.body(body);
        self.scope.truncate(depth);
        Clause {
            required,
            rest,
            body,
        }
    }

    /// A body with internal definitions.
    fn body(&mut self, forms: &[Datum]) -> Expression {
        let count = forms
            .iter()
            .take_while(|form| defined_name(form).is_some())
            .count();
        let span = forms.last().unwrap().span;
        if count == 0 {
            return self.sequence(span, forms);
        }
        let depth = self.scope.len();
        let names: Vec<VariableId> = forms[..count]
            .iter()
            .map(|form| {
                let kind = DatumKind::Symbol(defined_name(form).unwrap());
                self.bind(&Datum {
                    span: form.span,
                    kind,
                })
            })
            .collect();
        let bindings = names
            .into_iter()
            .zip(&forms[..count])
            .map(|(name, form)| (name, self.definition(form)))
            .collect();
        let body = Box::new(self.sequence(span, &forms[count..]));
        self.scope.truncate(depth);
        expression(span, Node::Letrec { bindings, body })
    }

    fn sequence(&mut self, span: Span, forms: &[Datum]) -> Expression {
        let forms = forms.iter().map(|form| self.expression(form)).collect();
        expression(span, Node::Sequence(forms))
    }

    fn boxed(&mut self, datum: &Datum) -> Box<Expression> {
        Box::new(self.expression(datum))
    }

    fn reference(&mut self, name: Symbol) -> Node {
        let text = name.to_string();
        if let Some(id) = self.local(name) {
            return Node::Local(id);
        }
        let is_defined = self.by_name.contains_key(&name);
        let is_imported =
            PLAIN.contains(&&*text) || INLINE.iter().any(|(inline, ..)| *inline == text);
        if is_imported && !is_defined {
            return Node::Imported {
                import: ImportId(0),
                name,
            };
        }
        Node::Global(self.global(name))
    }

    fn expression(&mut self, datum: &Datum) -> Expression {
        let node = match &datum.kind {
            DatumKind::Symbol(name) => self.reference(*name),
            DatumKind::List { items, .. } => {
                let is_name = symbol(&items[0]).filter(|name| self.local(*name).is_none());
                match is_name.and_then(|name| self.special(name.name(), datum, items)) {
                    Some(node) => node,
                    None => Node::Call {
                        operator: self.boxed(&items[0]),
                        operands: items[1..].iter().map(|one| self.expression(one)).collect(),
                    },
                }
            }
            _ => Node::Constant(datum.clone()),
        };
        expression(datum.span, node)
    }

    fn special(&mut self, name: &str, datum: &Datum, parts: &[Datum]) -> Option<Node> {
        let span = datum.span;
        let falsity = || expression(span, Node::Constant(boolean(span, false)));
        Some(match name {
            "quote" => Node::Constant(parts[1].clone()),
            "if" => Node::If(
                self.boxed(&parts[1]),
                self.boxed(&parts[2]),
                match parts.get(3) {
                    Some(alternative) => self.boxed(alternative),
                    None => Box::new(expression(span, Node::Unspecified)),
                },
            ),
            "begin" => self.sequence(span, &parts[1..]).node,
            "lambda" => {
                let clause = self.clause(&parts[1].kind, None, &parts[2..]);
                self.lambda(span, None, vec![clause]).node
            }
            "case-lambda" => {
                let clauses = parts[1..]
                    .iter()
                    .map(|clause| {
                        let clause = items(clause).unwrap();
                        self.clause(&clause[0].kind, None, &clause[1..])
                    })
                    .collect();
                self.lambda(span, None, clauses).node
            }
            "let" if symbol(&parts[1]).is_some() => self.named_let(span, parts),
            "let" | "let*" | "letrec" => self.binding_form(name, span, parts),
            "set!" => {
                let value = self.boxed(&parts[2]);
                match self.reference(symbol(&parts[1]).unwrap()) {
                    Node::Local(id) => {
                        self.variables[id.0 as usize].assigned = true;
                        Node::SetLocal(id, value)
                    }
                    Node::Global(id) => {
                        self.globals[id.0 as usize].assigned = true;
                        Node::SetGlobal(id, value)
                    }
                    _ => panic!("assignment to an import"),
                }
            }
            "and" => match &parts[1..] {
                [] => Node::Constant(boolean(span, true)),
                [only] => self.expression(only).node,
                [first, ..] => {
                    let rest = self.special("and", datum, &parts[1..])?;
                    let rest = Box::new(expression(span, rest));
                    Node::If(self.boxed(first), rest, Box::new(falsity()))
                }
            },
            "or" => match &parts[1..] {
                [] => falsity().node,
                [only] => self.expression(only).node,
                [first, ..] => {
                    let value = self.expression(first);
                    let kind = DatumKind::Symbol(Symbol::intern("or temporary"));
                    let id = self.bind(&Datum { span, kind });
                    let rest = self.special("or", datum, &parts[1..])?;
                    self.scope.pop();
                    let local = || Box::new(expression(span, Node::Local(id)));
                    let rest = Box::new(expression(span, rest));
                    Node::Let {
                        bindings: vec![(id, value)],
                        body: Box::new(expression(span, Node::If(local(), local(), rest))),
                    }
                }
            },
            "cond" => match parts.get(1) {
                None => Node::Unspecified,
                Some(clause) => {
                    let clause = items(clause)?;
                    let body = Box::new(self.sequence(span, &clause[1..]));
                    if symbol(&clause[0]).is_some_and(|name| name.name() == "else") {
                        return Some(body.node);
                    }
                    let test = self.boxed(&clause[0]);
                    let rest = self.special("cond", datum, &parts[1..])?;
                    Node::If(test, body, Box::new(expression(span, rest)))
                }
            },
            "%primitive" => Node::Primitive {
                name: symbol(&parts[1])?,
                operands: parts[2..].iter().map(|one| self.expression(one)).collect(),
            },
            "%record-type" => Node::RecordType(RecordType {
                name: symbol(&parts[1])?,
                library: "test".into(),
                fields: items(&parts[2])?.iter().filter_map(symbol).collect(),
            }),
            _ => return None,
        })
    }

    fn named_let(&mut self, span: Span, parts: &[Datum]) -> Node {
        let bindings: Vec<&[Datum]> = items(&parts[2]).unwrap().iter().filter_map(items).collect();
        let operands = bindings
            .iter()
            .map(|one| self.expression(&one[1]))
            .collect();
        let depth = self.scope.len();
        let id = self.bind(&parts[1]);
        let parameters = DatumKind::List {
            items: bindings.iter().map(|one| one[0].clone()).collect(),
            tail: None,
        };
        let clause = self.clause(&parameters, None, &parts[3..]);
        self.scope.truncate(depth);
        let value = self.lambda(span, None, vec![clause]);
        let body = Box::new(expression(span, Node::Local(id)));
        let operator = Node::Letrec {
            bindings: vec![(id, value)],
            body,
        };
        Node::Call {
            operator: Box::new(expression(span, operator)),
            operands,
        }
    }

    fn binding_form(&mut self, name: &str, span: Span, parts: &[Datum]) -> Node {
        let pairs: Vec<&[Datum]> = items(&parts[1]).unwrap().iter().filter_map(items).collect();
        let depth = self.scope.len();
        let node = match name {
            "let*" if pairs.len() > 1 => {
                let value = self.expression(&pairs[0][1]);
                let id = self.bind(&pairs[0][0]);
                let rest = DatumKind::List {
                    items: items(&parts[1]).unwrap()[1..].into(),
                    tail: None,
                };
                let mut inner = parts.to_vec();
                inner[1] = Datum { span, kind: rest };
                let body = self.binding_form(name, span, &inner);
                Node::Let {
                    bindings: vec![(id, value)],
                    body: Box::new(expression(span, body)),
                }
            }
            "letrec" => {
                let ids: Vec<VariableId> = pairs.iter().map(|one| self.bind(&one[0])).collect();
                let values = pairs.iter().map(|one| self.expression(&one[1]));
                let bindings = ids.into_iter().zip(values.collect::<Vec<_>>()).collect();
                let body = Box::new(self.body(&parts[2..]));
                Node::Letrec { bindings, body }
            }
            _ => {
                let values: Vec<Expression> =
                    pairs.iter().map(|one| self.expression(&one[1])).collect();
                let ids: Vec<VariableId> = pairs.iter().map(|one| self.bind(&one[0])).collect();
                let body = Box::new(self.body(&parts[2..]));
                Node::Let {
                    bindings: ids.into_iter().zip(values).collect(),
                    body,
                }
            }
        };
        self.scope.truncate(depth);
        node
    }
}

fn boolean(span: Span, value: bool) -> Datum {
    Datum {
        span,
        kind: DatumKind::Boolean(value),
    }
}
