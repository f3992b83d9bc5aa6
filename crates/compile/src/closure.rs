//! Decides what each procedure is at run time, and what it needs to run.
//!
//! ```text
//!   Label      blocks of the frame around it           (contify)
//!   Constant   a function without free values          nothing is needed
//!   Lifted     a function that is only called, with    what is needed is passed
//!              what it needs as further parameters     first
//!   Closure    an object                               what is needed is captured
//! ```
//!
//! Starts from the belief that no procedure is a closure, and computes what each
//! needs; those for which the belief can not hold become closures, which others
//! may then need; again until nothing changes. (Johnsson's lambda lifting, with
//! closures for what escapes.)
//!
//! Invariant L1: what a procedure needs is in scope wherever the procedure is,
//! with the same values, since no variable is ever assigned (R1).

use crate::contify;
use crate::ir::{Clause, Form, Node, Procedure, Term, Variable, Variables};
use mound_expand::core::GlobalId;
use std::collections::{BTreeSet, HashMap};

/// Parameters up to which passing what is needed is cheaper than a closure.
const LIFTED_PARAMETERS_MAX: usize = 12;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Label,
    Constant,
    Lifted,
    Closure,
}

/// What is known of one procedure.
pub struct Info<'a> {
    pub procedure: &'a Procedure,
    pub kind: Kind,
    /// For `Lifted` and `Closure`: variables of the surroundings, ascending.
    pub needs: Vec<Variable>,
}

/// All procedures of a unit that have a name, by that name.
pub struct Procedures<'a> {
    infos: HashMap<Variable, Info<'a>>,
    globals: Vec<Option<Variable>>,
}

impl<'a> Procedures<'a> {
    pub fn get(&self, variable: Variable) -> Option<&Info<'a>> {
        self.infos.get(&variable)
    }

    /// The name of the procedure that a constant global stands for.
    pub fn of_global(&self, global: GlobalId) -> Option<Variable> {
        self.globals[global.0 as usize]
    }
}

/// Analyses all forms. A constant global whose value is a procedure stands for it.
pub fn analyse<'a>(
    forms: &'a [Form],
    variables: &mut Variables,
    constant: &[bool],
) -> Procedures<'a> {
    let mut procedures = Procedures {
        infos: HashMap::new(),
        globals: vec![None; constant.len()],
    };
    for form in forms {
        if let Some((global, variable, procedure)) = constant_procedure(form, constant) {
            procedures.globals[global.0 as usize] = Some(variable);
            procedures.infos.insert(
                variable,
                Info {
                    procedure,
                    kind: Kind::Constant,
                    needs: Vec::new(),
                },
            );
        }
    }
    let mut uses = vec![0; variables.len()];
    let mut labels = vec![false; variables.len()];
    for form in forms {
        contify::count_uses(form.term(), &mut uses);
    }
    for form in forms {
        contify::contify(form.term(), &uses, &mut labels);
        analyse_form(form.term(), &labels, &mut procedures);
    }
    procedures
}

/// After outlining, a procedure that is a value is a `Fix` around its own name.
fn constant_procedure<'a>(
    form: &'a Form,
    constant: &[bool],
) -> Option<(GlobalId, Variable, &'a Procedure)> {
    let Form::Define { global, value, .. } = form else {
        return None;
    };
    if !constant[global.0 as usize] {
        return None;
    }
    let Node::Fix(bindings, body) = &value.node else {
        return None;
    };
    let [(variable, procedure)] = &bindings[..] else {
        return None;
    };
    (body.as_local() == Some(*variable)).then_some((*global, *variable, procedure))
}

/// A procedure while it is analysed; number 0 stands for the form itself.
#[derive(Default)]
struct Vertex<'a> {
    name: Option<Variable>,
    procedure: Option<&'a Procedure>,
    /// Variables bound in its frame.
    bound: BTreeSet<Variable>,
    /// Variables mentioned in its frame, names of procedures among them.
    mentions: BTreeSet<Variable>,
    /// Procedures made in its frame, by number.
    makes: Vec<usize>,
    escapes: bool,
    closure: bool,
    needs: BTreeSet<Variable>,
}

struct Analysis<'a, 'b> {
    labels: &'b [bool],
    vertices: Vec<Vertex<'a>>,
    /// Names of the procedures that are not labels.
    numbers: HashMap<Variable, usize>,
}

fn analyse_form<'a>(term: &'a Term, labels: &[bool], procedures: &mut Procedures<'a>) {
    let mut analysis = Analysis {
        labels,
        vertices: vec![Vertex::default()],
        numbers: HashMap::new(),
    };
    analysis.collect(term, 0, &mut procedures.infos);
    analysis.solve();
    for node in analysis.vertices {
        let (Some(name), Some(procedure)) = (node.name, node.procedure) else {
            continue;
        };
        let kind = match (node.needs.is_empty(), node.closure) {
            (true, _) => Kind::Constant,
            (false, true) => Kind::Closure,
            (false, false) => Kind::Lifted,
        };
        procedures.infos.insert(
            name,
            Info {
                procedure,
                kind,
                needs: node.needs.into_iter().collect(),
            },
        );
    }
}

impl<'a> Analysis<'a, '_> {
    /// Fills the vertices from `term`, which is in the frame of vertex `owner`.
    fn collect(&mut self, term: &'a Term, owner: usize, infos: &mut HashMap<Variable, Info<'a>>) {
        match &term.node {
            Node::Local(variable) => {
                self.mention(*variable, owner);
                if let Some(&number) = self.numbers.get(variable) {
                    self.vertices[number].escapes = true;
                }
            }
            Node::Packed(variable, _) => self.mention(*variable, owner),
            Node::Let(variable, value, body) => {
                self.vertices[owner].bound.insert(*variable);
                self.collect(value, owner, infos);
                self.collect(body, owner, infos);
            }
            Node::Fix(bindings, body) => {
                self.declare(bindings, owner, infos);
                for (variable, procedure) in bindings {
                    let inner = self.numbers.get(variable).copied().unwrap_or(owner);
                    for clause in &procedure.clauses {
                        self.vertices[inner].bound.extend(clause.parameters());
                        self.collect(&clause.body, inner, infos);
                    }
                }
                self.collect(body, owner, infos);
            }
            Node::Call(operator, operands) => {
                match operator.as_local() {
                    Some(variable) => {
                        self.mention(variable, owner);
                        self.note_call(variable, operands.len());
                    }
                    None => self.collect(operator, owner, infos),
                }
                for operand in operands {
                    self.collect(operand, owner, infos);
                }
            }
            Node::If(test, consequent, alternative) => {
                self.collect(test, owner, infos);
                self.collect(consequent, owner, infos);
                self.collect(alternative, owner, infos);
            }
            Node::Sequence(terms) | Node::Primitive(_, terms) => {
                for one in terms {
                    self.collect(one, owner, infos);
                }
            }
            Node::SetGlobal(_, value) => self.collect(value, owner, infos),
            Node::Lambda(procedure) => {
                // Outlining has named them all; treat a stray one as code of this frame.
                for clause in &procedure.clauses {
                    self.vertices[owner].bound.extend(clause.parameters());
                    self.collect(&clause.body, owner, infos);
                }
            }
            Node::Constant(_) | Node::Global(_) | Node::Imported(..) => {}
        }
    }

    fn declare(
        &mut self,
        bindings: &'a [(Variable, Procedure)],
        owner: usize,
        infos: &mut HashMap<Variable, Info<'a>>,
    ) {
        for (variable, procedure) in bindings {
            self.vertices[owner].bound.insert(*variable);
            if self.labels[variable.index()] {
                let info = Info {
                    procedure,
                    kind: Kind::Label,
                    needs: Vec::new(),
                };
                infos.insert(*variable, info);
                continue;
            }
            let number = self.vertices.len();
            self.vertices.push(Vertex {
                name: Some(*variable),
                procedure: Some(procedure),
                ..Vertex::default()
            });
            self.numbers.insert(*variable, number);
            self.vertices[owner].makes.push(number);
        }
    }

    fn mention(&mut self, variable: Variable, owner: usize) {
        let is_label = self.labels[variable.index()];
        if !is_label {
            self.vertices[owner].mentions.insert(variable);
        }
    }

    fn note_call(&mut self, variable: Variable, count: usize) {
        if let Some(&number) = self.numbers.get(&variable) {
            let node = &mut self.vertices[number];
            let fits = node
                .procedure
                .is_some_and(|procedure| procedure.clause_for(count).is_some());
            node.escapes |= !fits;
        }
    }

    /// Repeats until no further procedure has to be a closure.
    fn solve(&mut self) {
        loop {
            self.compute_needs();
            let mut changed = false;
            for node in self.vertices.iter_mut().skip(1) {
                let parameters = node.procedure.map_or(0, parameter_count);
                let too_many = parameters + node.needs.len() > LIFTED_PARAMETERS_MAX;
                let must = !node.needs.is_empty() && (node.escapes || too_many);
                changed |= must && !node.closure;
                node.closure |= must;
            }
            if !changed {
                return;
            }
        }
    }

    /// The least solution, given which procedures are closures.
    fn compute_needs(&mut self) {
        for node in &mut self.vertices {
            node.needs.clear();
        }
        let mut changed = true;
        while changed {
            changed = false;
            for number in (0..self.vertices.len()).rev() {
                let needs = self.needs_of(number);
                if needs.len() > self.vertices[number].needs.len() {
                    self.vertices[number].needs = needs;
                    changed = true;
                }
            }
        }
    }

    fn needs_of(&self, number: usize) -> BTreeSet<Variable> {
        let node = &self.vertices[number];
        let mut needs = BTreeSet::new();
        for mention in &node.mentions {
            match self
                .numbers
                .get(mention)
                .map(|&other| &self.vertices[other])
            {
                Some(other) if !other.closure => needs.extend(&other.needs),
                _ => {
                    needs.insert(*mention);
                }
            }
        }
        for &made in &node.makes {
            if self.vertices[made].closure {
                needs.extend(&self.vertices[made].needs);
            }
        }
        for bound in &node.bound {
            needs.remove(bound);
        }
        // A closure has itself in slot 1.
        if let Some(name) = node.name.filter(|_| node.closure) {
            needs.remove(&name);
        }
        needs
    }
}

fn parameter_count(procedure: &Procedure) -> usize {
    procedure
        .clauses
        .iter()
        .map(|clause: &Clause| clause.parameters().count())
        .max()
        .unwrap_or(0)
}
