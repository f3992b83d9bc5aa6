//! Small faults in Scheme sources: where they can be made, and what then stands there.
//!
//! A source is read as data, and each expression of a procedure or of a template of a macro
//! offers the faults of its form. A fault replaces one range of the text. Quoted data, names that
//! are bound, and what is said of errors are left as they are: what an error is called is no
//! matter of these tests.

use mound_base::{SourceId, Span};
use mound_syntax::{Datum, DatumKind};

/// A fault that can be made in a source.
#[derive(Clone, Debug)]
pub struct Fault {
    /// Of the text, in bytes.
    pub start: usize,
    pub end: usize,
    pub replacement: String,
    /// The procedure, macro or variable that is defined there.
    pub definition: String,
    pub kind: &'static str,
}

impl Fault {
    pub fn apply(&self, text: &str) -> String {
        let (before, after) = (&text[..self.start], &text[self.end..]);
        format!("{before}{}{after}", self.replacement)
    }
}

/// Operators, each with one that is easily mistaken for it.
const MISTAKEN: &[(&str, &str)] = &[
    ("<", "<="),
    ("<=", "<"),
    (">", ">="),
    (">=", ">"),
    ("=", "<="),
    ("+", "-"),
    ("-", "+"),
    ("add", "subtract"),
    ("subtract", "add"),
    ("car", "cdr"),
    ("cdr", "car"),
    ("caar", "cdar"),
    ("cdar", "caar"),
    ("cadr", "cddr"),
    ("cddr", "cadr"),
    ("min", "max"),
    ("max", "min"),
    ("and", "or"),
    ("or", "and"),
    ("quotient", "modulo"),
    ("odd?", "even?"),
    ("even?", "odd?"),
    ("append", "list"),
    ("reverse", "values"),
];

/// Operators for which the order of two arguments means nothing.
const SYMMETRIC: &[&str] = &[
    "+",
    "*",
    "=",
    "eq?",
    "eqv?",
    "equal?",
    "max",
    "min",
    "add",
    "multiply",
    "char=?",
    "string=?",
    "and",
    "or",
    "append-map!",
    "list-tail=?",
    "bitwise-and",
    "bitwise-ior",
    "bitwise-xor",
    "char-set-union",
];

/// What tells of errors: its arguments are left as they are.
const COMPLAINTS: &[&str] = &[
    "error",
    "%type-error",
    "%error-of-kind",
    "%index-error",
    "raise",
    "syntax-error",
    "%range-error",
    "%complain",
    "%unknown-grammar",
    "%too-short",
    "%pony-error",
    "%unknown-request",
];

/// Forms with at least two parts behind their name, as far as there is something to be made of them.
const SYNTAX: &[&str] = &[
    "define",
    "define-syntax",
    "lambda",
    "let",
    "let*",
    "letrec",
    "letrec*",
    "let-values",
    "let*-values",
    "parameterize",
    "do",
    "if",
    "case",
    "when",
    "unless",
    "set!",
];

/// All faults that can be made in a text.
pub fn faults(text: &str) -> Vec<Fault> {
    let data = mound_syntax::read_all(SourceId(0), text).expect("the libraries can be read");
    let mut finder = Finder {
        text,
        definition: String::new(),
        found: Vec::new(),
    };
    for datum in &data {
        finder.top(datum);
    }
    finder.found
}

struct Finder<'a> {
    text: &'a str,
    definition: String,
    found: Vec<Fault>,
}

fn symbol(datum: &Datum) -> Option<String> {
    datum.as_symbol().map(|symbol| symbol.to_string())
}

fn items(datum: &Datum) -> &[Datum] {
    match &datum.kind {
        DatumKind::List { items, .. } => items,
        _ => &[],
    }
}

fn head(datum: &Datum) -> String {
    items(datum).first().and_then(symbol).unwrap_or_default()
}

impl Finder<'_> {
    fn text_of(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn add(&mut self, span: Span, replacement: String, kind: &'static str) {
        if self.text_of(span) == replacement {
            return;
        }
        self.found.push(Fault {
            start: span.start as usize,
            end: span.end as usize,
            replacement,
            definition: self.definition.clone(),
            kind,
        });
    }

    fn top(&mut self, datum: &Datum) {
        let parts = items(datum);
        match head(datum).as_str() {
            "define" | "define-syntax" => {
                let name = &parts[1];
                let name = symbol(name).unwrap_or_else(|| head(name));
                self.definition = name;
                self.definition_parts(datum);
            }
            "begin" => parts[1..].iter().for_each(|part| self.top(part)),
            _ => {}
        }
    }

    fn definition_parts(&mut self, datum: &Datum) {
        let parts = items(datum);
        match (head(datum).as_str(), symbol(&parts[1]).is_some()) {
            ("define-syntax", _) => self.macro_rules(&parts[2]),
            // (define name expression)
            (_, true) => parts[2..].iter().for_each(|part| self.expression(part)),
            (_, false) => self.body(&parts[2..]),
        }
    }

    /// The templates of syntax-rules.
    fn macro_rules(&mut self, rules: &Datum) {
        if head(rules) != "syntax-rules" {
            return;
        }
        let clauses: Vec<&Datum> = items(rules)[1..]
            .iter()
            .filter(|part| items(part).len() == 2 && part.as_list().is_some())
            .collect();
        for clause in &clauses {
            if clauses.len() > 1 {
                self.add(clause.span, String::new(), "drop a clause");
            }
            self.expression(&items(clause)[1]);
        }
    }

    /// The forms of a body, of which each but the last can be dropped.
    fn body(&mut self, forms: &[Datum]) {
        let Some((last, before)) = forms.split_last() else {
            return;
        };
        for form in before {
            let is_definition = head(form).starts_with("define");
            if !is_definition && symbol(form).is_none() {
                self.add(form.span, String::new(), "drop a form");
            }
            self.expression(form);
        }
        self.expression(last);
    }

    /// A result of a branch or a body: it can be #f.
    fn result(&mut self, datum: &Datum) {
        if !COMPLAINTS.contains(&head(datum).as_str()) {
            self.add(datum.span, "#f".to_owned(), "replace by #f");
        }
        self.expression(datum);
    }

    fn expression(&mut self, datum: &Datum) {
        match &datum.kind {
            DatumKind::Boolean(value) => {
                let other = if *value { "#f" } else { "#t" };
                self.add(datum.span, other.to_owned(), "another constant");
            }
            DatumKind::Number(_) => {
                let text = self.text_of(datum.span).to_owned();
                let next = text.parse::<i64>().ok().and_then(|n| n.checked_add(1));
                if let Some(number) = next {
                    self.add(datum.span, number.to_string(), "another constant");
                }
            }
            DatumKind::List { items, .. } if !items.is_empty() => self.form(datum),
            _ => {}
        }
    }

    fn form(&mut self, datum: &Datum) {
        let parts = items(datum);
        if parts.len() < 3 && SYNTAX.contains(&head(datum).as_str()) {
            // A template of a macro that makes such a form, or one without a body.
            return;
        }
        match head(datum).as_str() {
            "quote" | "quasiquote" | "syntax-rules" | "define-record-type" | "%immediate"
            | "import" | "define-values" => {}
            "define" | "define-syntax" => self.definition_parts(datum),
            "lambda" => self.body(&parts[2..]),
            "case-lambda" => self.clauses(&parts[1..], Finder::body),
            "let" | "let*" | "letrec" | "letrec*" | "let-values" | "let*-values"
            | "parameterize" => self.binding(parts),
            "do" => {
                parts[3..].iter().for_each(|part| self.expression(part));
                for part in &parts[1..3] {
                    items(part).iter().for_each(|part| self.expression(part));
                }
            }
            "if" => self.conditional(datum),
            "cond" | "guard" => self.conditions(parts),
            "case" => {
                self.expression(&parts[1]);
                self.clauses(&parts[2..], |finder, results| {
                    if symbol(&results[0]).as_deref() != Some("=>") {
                        finder.results(results);
                    }
                });
            }
            "match" => {
                self.expression(&parts[1]);
                self.patterns(&parts[2..]);
            }
            "recv" => self.patterns(&parts[1..]),
            "when" | "unless" => {
                self.expression(&parts[1]);
                self.body(&parts[2..]);
            }
            "begin" => self.body(&parts[1..]),
            "and" | "or" => {
                self.mistaken(&parts[0], &parts[1..]);
                for part in &parts[1..] {
                    if parts.len() > 2 {
                        self.add(part.span, String::new(), "drop an operand");
                    }
                    self.expression(part);
                }
            }
            "set!" => self.expression(&parts[2]),
            complaint if COMPLAINTS.contains(&complaint) => {}
            "%primitive" => self.call(&parts[1..]),
            _ => self.call(parts),
        }
    }

    fn binding(&mut self, parts: &[Datum]) {
        // A named let has its name before its bindings.
        let at = if symbol(&parts[1]).is_some() { 2 } else { 1 };
        let Some(bindings) = parts.get(at) else {
            return;
        };
        for binding in items(bindings) {
            if let Some(value) = items(binding).get(1) {
                self.expression(value);
            }
        }
        self.body(&parts[at + 1..]);
    }

    fn conditional(&mut self, datum: &Datum) {
        let parts = items(datum);
        if self.text_of(datum.span) == "(if #f #f)" {
            // The unspecified value.
            return;
        }
        let test = &parts[1];
        let negated = format!("(if {} #f #t)", self.text_of(test.span));
        self.add(test.span, negated, "negate a test");
        self.expression(test);
        parts[2..].iter().for_each(|part| self.result(part));
    }

    /// The clauses of cond, and those of guard, before which is (name clause ...).
    fn conditions(&mut self, parts: &[Datum]) {
        let clauses = match head_of(&parts[0]) {
            true => {
                self.body(parts.get(2..).unwrap_or_default());
                let clauses = parts.get(1).map_or(&[][..], items);
                clauses.get(1..).unwrap_or_default()
            }
            false => &parts[1..],
        };
        for clause in clauses {
            // In a template a clause may be the name of one.
            let forms = items(clause);
            if forms.is_empty() {
                continue;
            }
            let is_else = symbol(&forms[0]).as_deref() == Some("else");
            if clauses.len() > 1 && !is_else {
                self.add(clause.span, String::new(), "drop a clause");
            }
            if !is_else {
                let negated = format!("(if {} #f #t)", self.text_of(forms[0].span));
                if forms.len() > 1 && symbol(&forms[1]).as_deref() != Some("=>") {
                    self.add(forms[0].span, negated, "negate a test");
                }
                self.expression(&forms[0]);
            }
            if forms.len() > 1 && symbol(&forms[1]).as_deref() != Some("=>") {
                self.results(&forms[1..]);
            }
        }
    }

    /// The forms behind a test.
    fn results(&mut self, forms: &[Datum]) {
        if let [only] = forms {
            self.result(only);
        } else {
            self.body(forms);
        }
    }

    fn clauses(&mut self, clauses: &[Datum], inside: impl Fn(&mut Self, &[Datum])) {
        for clause in clauses {
            let forms = items(clause);
            if forms.is_empty() {
                continue;
            }
            if clauses.len() > 1 && symbol(&forms[0]).as_deref() != Some("else") {
                self.add(clause.span, String::new(), "drop a clause");
            }
            if forms.len() > 1 {
                inside(self, &forms[1..]);
            }
        }
    }

    /// The clauses of match and recv: a pattern, maybe (where test), and a body; or (after timeout body).
    /// Their order means nothing where no two patterns match the same, as nearly always.
    fn patterns(&mut self, clauses: &[Datum]) {
        for clause in clauses {
            let forms = items(clause);
            if forms.len() < 2 {
                continue;
            }
            if clauses.len() > 1 {
                self.add(clause.span, String::new(), "drop a clause");
            }
            let first = match symbol(&forms[0]).as_deref() {
                Some("after") => {
                    self.expression(&forms[1]);
                    2
                }
                _ => 1,
            };
            let is_test = forms.get(first).is_some_and(|form| head(form) == "where");
            if is_test && let Some(test) = items(&forms[first]).get(1) {
                let negated = format!("(if {} #f #t)", self.text_of(test.span));
                self.add(test.span, negated, "negate a test");
                self.expression(test);
            }
            let body = &forms[first + usize::from(is_test)..];
            if !body.is_empty() {
                self.results(body);
            }
        }
    }

    fn mistaken(&mut self, operator: &Datum, operands: &[Datum]) {
        let name = symbol(operator).unwrap_or_default();
        // What is compared with 0 is nearly always a count, which is never less.
        let is_zero = |datum: &Datum| {
            matches!(datum.kind, DatumKind::Number(_)) && self.text_of(datum.span) == "0"
        };
        if name == "=" && operands.iter().any(is_zero) {
            return;
        }
        if let Some((_, other)) = MISTAKEN.iter().find(|(known, _)| *known == name) {
            self.add(operator.span, (*other).to_owned(), "another operator");
        }
    }

    /// An operator, or the name of a primitive, and operands.
    fn call(&mut self, parts: &[Datum]) {
        let Some((operator, operands)) = parts.split_first() else {
            return;
        };
        self.mistaken(operator, operands);
        let name = symbol(operator).unwrap_or_default();
        if !SYMMETRIC.contains(&name.as_str()) {
            for pair in operands.windows(2) {
                if symbol(&pair[0]).as_deref() == Some("...")
                    || symbol(&pair[1]).as_deref() == Some("...")
                {
                    continue;
                }
                let swapped = format!(
                    "{} {}",
                    self.text_of(pair[1].span),
                    self.text_of(pair[0].span)
                );
                let both = pair[0].span.to(pair[1].span);
                self.add(both, swapped, "swap operands");
            }
        }
        parts.iter().for_each(|part| self.expression(part));
    }
}

fn head_of(datum: &Datum) -> bool {
    datum.is_symbol("guard")
}
