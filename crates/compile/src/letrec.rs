//! `letrec*` to `let` and mutually recursive procedures.
//!
//! The bindings are sorted by what refers to what. A component of the graph that
//! is one binding that does not refer to itself becomes a `let`; one that
//! consists of procedures becomes a [`Node::Fix`]; in any other the variables that
//! are not procedures get boxes, which hold `absent` until their initialiser has run;
//! reading one too early raises. Initialisers that can have effects keep their order. (Ghuloum and Dybvig, "Fixing Letrec (reloaded)", 2009.)

use crate::ir::{Literal, Node, Procedure, Term, Variable};
use crate::lower::{new_box, unbox};
use crate::primitive;
use mound_base::{Span, Symbol};
use mound_bytecode::unit::Immediate;
use std::collections::HashMap;

/// One binding of a `letrec*`.
pub struct Binding {
    pub variable: Variable,
    pub name: Symbol,
    /// Mentions are unboxed already.
    pub assigned: bool,
    pub value: Term,
}

/// The term that binds all of `bindings` around `body`.
pub fn bind(bindings: Vec<Binding>, body: Term) -> Term {
    let graph = dependencies(&bindings);
    let components = components(&graph);
    let mut bindings: Vec<Option<Binding>> = bindings.into_iter().map(Some).collect();
    // Those that nothing depends on are innermost.
    components.iter().rev().fold(body, |body, component| {
        let recursive = component.len() > 1 || graph[component[0]].contains(&component[0]);
        let mut members: Vec<Binding> = component
            .iter()
            .filter_map(|&index| bindings[index].take())
            .collect();
        match members.pop() {
            Some(only) if !recursive => bind_once(only, body),
            Some(last) => {
                members.push(last);
                bind_component(members, body)
            }
            None => body,
        }
    })
}

fn bind_once(binding: Binding, body: Term) -> Term {
    let value = if binding.assigned {
        new_box(binding.value)
    } else {
        binding.value
    };
    body.bind(binding.variable, value)
}

fn bind_component(members: Vec<Binding>, body: Term) -> Term {
    let span = body.span;
    let mut procedures: Vec<(Variable, Procedure)> = Vec::new();
    let mut others: Vec<Binding> = Vec::new();
    for member in members {
        if !member.assigned
            && let Node::Lambda(procedure) = member.value.node
        {
            procedures.push((member.variable, *procedure));
        } else {
            others.push(member);
        }
    }
    let boxed: Boxed = others
        .iter()
        .map(|other| (other.variable, (other.assigned, other.name)))
        .collect();
    let variables: Vec<Variable> = others.iter().map(|other| other.variable).collect();
    let mut terms: Vec<Term> = others
        .into_iter()
        .map(|other| {
            let operands = vec![Term::local(span, other.variable), other.value];
            Term::new(
                span,
                Node::Primitive(primitive::known("set-box!"), operands),
            )
        })
        .collect();
    // The target of an initialising `set-box!` stays a box.
    for term in &mut terms {
        if let Node::Primitive(_, operands) = &mut term.node {
            unbox_mentions(&mut operands[1], &boxed);
        }
    }
    let mut body = body;
    unbox_mentions(&mut body, &boxed);
    for (_, procedure) in &mut procedures {
        for clause in &mut procedure.clauses {
            unbox_mentions(&mut clause.body, &boxed);
        }
    }
    let mut whole = if terms.is_empty() {
        body
    } else {
        terms.push(body);
        Term::new(span, Node::Sequence(terms))
    };
    if !procedures.is_empty() {
        whole = Term::new(span, Node::Fix(procedures, Box::new(whole)));
    }
    variables.into_iter().rev().fold(whole, |whole, variable| {
        whole.bind(variable, new_box(Term::immediate(span, Immediate::Absent)))
    })
}

/// Variables in boxes: whether their mentions are unboxed already, and their names.
type Boxed = HashMap<Variable, (bool, Symbol)>;

/// Makes each read of a boxed variable one that raises if it has no value yet.
fn unbox_mentions(term: &mut Term, boxed: &Boxed) {
    if boxed.is_empty() {
        return;
    }
    if let Node::Local(variable) = term.node
        && let Some(&(false, name)) = boxed.get(&variable)
    {
        *term = checked(
            term.span,
            unbox(term.span, Term::local(term.span, variable)),
            name,
        );
        return;
    }
    if let Node::Primitive(op, operands) = &term.node
        && op.name == "unbox"
        && let [operand] = operands.as_slice()
        && let Node::Local(variable) = operand.node
        && let Some(&(true, name)) = boxed.get(&variable)
    {
        *term = checked(term.span, term.clone(), name);
        return;
    }
    term.children_mut(&mut |child| unbox_mentions(child, boxed));
}

fn checked(span: Span, value: Term, name: Symbol) -> Term {
    let name = Term::new(span, Node::Constant(Literal::Symbol(name)));
    let check = primitive::known("%check-defined");
    Term::new(span, Node::Primitive(check, vec![value, name]))
}

/// For each binding those that must come before it, or with it.
fn dependencies(bindings: &[Binding]) -> Vec<Vec<usize>> {
    let numbers: HashMap<Variable, usize> = bindings
        .iter()
        .enumerate()
        .map(|(index, binding)| (binding.variable, index))
        .collect();
    let mut previous = None;
    bindings
        .iter()
        .enumerate()
        .map(|(index, binding)| {
            let mut needed: Vec<usize> = Vec::new();
            binding.value.mentions(&mut |variable| {
                needed.extend(numbers.get(&variable));
            });
            let value = &binding.value;
            let is_before = |other| numbers.get(&other).is_none_or(|&other| other < index);
            if value.as_constant().is_some() {
                // It comes after what is evaluated before it, but nothing waits for it.
                needed.extend(previous);
            } else if !matches!(value.node, Node::Lambda(_))
                && !value.as_local().is_some_and(is_before)
            {
                needed.extend(previous.replace(index));
            }
            needed.sort_unstable();
            needed.dedup();
            needed
        })
        .collect()
}

/// The strongly connected components, those that are depended on first; each ascending.
pub fn components(graph: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut search = Search {
        graph,
        order: vec![None; graph.len()],
        low: vec![0; graph.len()],
        open: vec![false; graph.len()],
        stack: Vec::new(),
        count: 0,
        found: Vec::new(),
    };
    for node in 0..graph.len() {
        if search.order[node].is_none() {
            search.visit(node);
        }
    }
    search.found
}

/// Tarjan's algorithm.
struct Search<'a> {
    graph: &'a [Vec<usize>],
    order: Vec<Option<usize>>,
    low: Vec<usize>,
    open: Vec<bool>,
    stack: Vec<usize>,
    count: usize,
    found: Vec<Vec<usize>>,
}

impl Search<'_> {
    /// Without recursion: the graph of a long body is one long path.
    fn visit(&mut self, node: usize) {
        let mut open = vec![self.enter(node)];
        while let Some((node, seen)) = open.last_mut() {
            let node = *node;
            let Some(&next) = self.graph[node].get(*seen) else {
                open.pop();
                self.close(node);
                if let Some(&(from, _)) = open.last() {
                    self.low[from] = self.low[from].min(self.low[node]);
                }
                continue;
            };
            *seen += 1;
            match self.order[next] {
                None => {
                    let entered = self.enter(next);
                    open.push(entered);
                }
                Some(order) if self.open[next] => self.low[node] = self.low[node].min(order),
                Some(_) => {}
            }
        }
    }

    /// The node, and how many of its edges have been looked at.
    fn enter(&mut self, node: usize) -> (usize, usize) {
        self.order[node] = Some(self.count);
        self.low[node] = self.count;
        self.count += 1;
        self.open[node] = true;
        self.stack.push(node);
        (node, 0)
    }

    /// All that the node leads to has been seen.
    fn close(&mut self, node: usize) {
        if self.order[node] != Some(self.low[node]) {
            return;
        }
        let mut component = Vec::new();
        while let Some(member) = self.stack.pop() {
            self.open[member] = false;
            component.push(member);
            if member == node {
                break;
            }
        }
        component.sort_unstable();
        self.found.push(component);
    }
}

#[cfg(test)]
mod tests {
    use super::components;

    #[test]
    fn components_come_after_what_they_depend_on() {
        let graph = [vec![1], vec![2], vec![1], vec![0, 3], vec![]];
        assert_eq!(components(&graph), [vec![1, 2], vec![0], vec![3], vec![4]]);
    }
}
