//! What importers may know of a library's procedures: arities, parameter names,
//! and bodies small enough to copy.
//!
//! Calls of other small procedures inside a body are copied first, so that `cadr`
//! becomes one `cdr` and one `car` wherever it is used. A clause that calls its
//! parameters, such as that of `for-each`, may be larger and hold loops: it is copied
//! only where a `lambda` is given, which then needs neither closure nor call.

use crate::core::{
    Clause, ConstantProcedure, Expression, GlobalId, HigherClause, InlineClause, Lambda, Node,
    TopForm, Variable, VariableId,
};
use crate::expander::Unit;
use mound_base::Symbol;
use mound_syntax::{Datum, DatumKind};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// Largest body that is copied, in nodes. Larger ones cost more code than the call.
const NODES_MAX: u32 = 24;
/// The same for a clause that calls its parameters.
const HIGHER_NODES_MAX: u32 = 48;
/// The primitive that calls its first operand.
const CALLER: &str = "%receive";
/// Longest chain of calls followed, which bounds recursion.
const CHAIN_MAX: u32 = 32;

/// Each procedure of the unit that is defined once and never assigned.
pub(crate) fn constant_procedures(unit: &Unit) -> HashMap<GlobalId, Rc<ConstantProcedure>> {
    let mut lambdas = HashMap::new();
    for form in &unit.body {
        if let TopForm::Define { global, value } = form
            && let Node::Lambda(lambda) = &value.node
            && !unit.globals[global.0 as usize].assigned
        {
            lambdas.insert(*global, &**lambda);
        }
    }
    let mut inliner = Inliner {
        unit,
        lambdas,
        known: HashMap::new(),
        chain: 0,
    };
    let globals: Vec<GlobalId> = inliner.lambdas.keys().copied().collect();
    let mut sorted = globals;
    sorted.sort_unstable();
    sorted
        .into_iter()
        .map(|global| (global, Rc::new(inliner.summary(global))))
        .collect()
}

struct Inliner<'a> {
    unit: &'a Unit,
    lambdas: HashMap<GlobalId, &'a Lambda>,
    /// Empty while the procedure is looked at, so that recursion ends.
    known: HashMap<GlobalId, Rc<[InlineClause]>>,
    chain: u32,
}

/// A copy in the making.
struct Copy {
    variables: Vec<Variable>,
    nodes: u32,
    nodes_max: u32,
    /// Whether it may hold procedures and calls.
    higher: bool,
    /// The variables that are called.
    applied: BTreeSet<VariableId>,
    /// The variables that are mentioned otherwise: a procedure given for one of them has
    /// to be an object anyway.
    mentioned: BTreeSet<VariableId>,
}

/// What the variables of the copied body stand for.
type Environment = HashMap<VariableId, Expression>;

impl Inliner<'_> {
    fn summary(&mut self, global: GlobalId) -> ConstantProcedure {
        let lambda = self.lambdas[&global];
        let arity = |clause: &Clause| (clause.required.len() as u32, clause.rest.is_some());
        let parameters = lambda.clauses.first().map_or(Vec::new(), |clause| {
            let all = clause.required.iter().chain(&clause.rest);
            all.map(|&variable| self.name(variable)).collect()
        });
        ConstantProcedure {
            arities: lambda.clauses.iter().map(arity).collect(),
            parameters,
            inline: self.clauses(global).to_vec(),
            higher: self.higher_clauses(global),
        }
    }

    fn name(&self, variable: VariableId) -> Symbol {
        self.unit.variables[variable.0 as usize].name
    }

    fn clauses(&mut self, global: GlobalId) -> Rc<[InlineClause]> {
        if let Some(known) = self.known.get(&global) {
            return known.clone();
        }
        let Some(&lambda) = self.lambdas.get(&global) else {
            return Rc::from([]);
        };
        if self.chain >= CHAIN_MAX {
            return Rc::from([]);
        }
        self.known.insert(global, Rc::from([]));
        self.chain += 1;
        let clauses: Rc<[InlineClause]> = lambda
            .clauses
            .iter()
            .filter_map(|clause| self.clause(clause))
            .collect();
        self.chain -= 1;
        self.known.insert(global, clauses.clone());
        clauses
    }

    /// The clauses that are not copied anyway and call a parameter.
    fn higher_clauses(&mut self, global: GlobalId) -> Vec<HigherClause> {
        let lambda = self.lambdas[&global];
        let simple = self.clauses(global);
        let is_simple = |clause: &Clause| {
            let count = clause.required.len() as u32;
            simple.iter().any(|simple| simple.parameter_count == count)
        };
        let clauses = lambda.clauses.iter().filter(|clause| !is_simple(clause));
        let mut found = Vec::new();
        for clause in clauses {
            let copy = Copy::new(HIGHER_NODES_MAX, true);
            if let Some((clause, applied)) = self.copied(clause, copy) {
                let applied: Vec<u32> = applied.iter().map(|variable| variable.0).collect();
                if !applied.is_empty() {
                    found.push(HigherClause { clause, applied });
                }
            }
        }
        found
    }

    fn clause(&mut self, clause: &Clause) -> Option<InlineClause> {
        let copy = Copy::new(NODES_MAX, false);
        self.copied(clause, copy).map(|(clause, _)| clause)
    }

    /// A copy of the clause, and the parameters that are called in it; none if one of them is
    /// also used otherwise.
    fn copied(
        &mut self,
        clause: &Clause,
        mut copy: Copy,
    ) -> Option<(InlineClause, BTreeSet<VariableId>)> {
        if clause.rest.is_some() {
            return None;
        }
        let mut environment = Environment::new();
        for &parameter in &clause.required {
            let variable = &self.unit.variables[parameter.0 as usize];
            if variable.assigned {
                return None;
            }
            let span = variable.span;
            let fresh = copy.variable(variable);
            let node = Node::Local(fresh);
            environment.insert(parameter, Expression { span, node });
        }
        let variables = self.unit.variables.as_slice();
        let body = self.copy(&clause.body, variables, &mut environment, &mut copy)?;
        let clause = InlineClause {
            variables: copy.variables,
            parameter_count: clause.required.len() as u32,
            body,
        };
        // If one of them is needed as an object, the copy gains little and says less in errors.
        let parameters = VariableId(clause.parameter_count);
        let mut applied = copy.applied;
        applied.retain(|variable| *variable < parameters);
        if !applied.is_disjoint(&copy.mentioned) {
            applied.clear();
        }
        Some((clause, applied))
    }

    /// A copy of a small closed expression whose variables are `variables`.
    fn copy(
        &mut self,
        expression: &Expression,
        variables: &[Variable],
        environment: &mut Environment,
        copy: &mut Copy,
    ) -> Option<Expression> {
        copy.nodes += 1;
        if copy.nodes > copy.nodes_max {
            return None;
        }
        let span = expression.span;
        let node = match &expression.node {
            Node::Local(variable) => {
                let stands = environment.get(variable)?;
                if let Node::Local(new) = stands.node {
                    copy.mentioned.insert(new);
                }
                return Some(stands.clone());
            }
            Node::Constant(datum) if is_plain(datum) => Node::Constant(datum.clone()),
            Node::Unspecified => Node::Unspecified,
            Node::Immediate(immediate) => Node::Immediate(*immediate),
            Node::RecordType(record_type) => Node::RecordType(record_type.clone()),
            Node::If(test, consequent, alternative) => Node::If(
                Box::new(self.copy(test, variables, environment, copy)?),
                Box::new(self.copy(consequent, variables, environment, copy)?),
                Box::new(self.copy(alternative, variables, environment, copy)?),
            ),
            Node::Primitive { name, operands } => {
                let mut copied = Vec::with_capacity(operands.len());
                for (index, operand) in operands.iter().enumerate() {
                    let is_called = copy.higher && index == 0 && *name.text() == *CALLER;
                    copied.push(match is_called {
                        true => self.operator(operand, variables, environment, copy)?,
                        false => self.copy(operand, variables, environment, copy)?,
                    });
                }
                Node::Primitive {
                    name: *name,
                    operands: copied,
                }
            }
            Node::Let { bindings, body } => {
                let mut copied = Vec::with_capacity(bindings.len());
                for (variable, value) in bindings {
                    let known = variables.get(variable.0 as usize)?;
                    if known.assigned {
                        return None;
                    }
                    let value = self.copy(value, variables, environment, copy)?;
                    copied.push((*variable, copy.variable(known), value));
                }
                for (old, new, value) in &copied {
                    let node = Node::Local(*new);
                    let span = value.span;
                    environment.insert(*old, Expression { span, node });
                }
                let body = Box::new(self.copy(body, variables, environment, copy)?);
                let bindings = copied.into_iter().map(|(_, new, value)| (new, value));
                Node::Let {
                    bindings: bindings.collect(),
                    body,
                }
            }
            Node::Call { operator, operands } => {
                let operands = self.copies(operands, variables, environment, copy)?;
                if let Some(callee) = self.callee(operator, operands.len() as u32) {
                    return self.call(&callee, operands, copy);
                }
                if !copy.higher {
                    return None;
                }
                let operator = Box::new(self.operator(operator, variables, environment, copy)?);
                Node::Call { operator, operands }
            }
            Node::Sequence(expressions) if copy.higher => {
                Node::Sequence(self.copies(expressions, variables, environment, copy)?)
            }
            Node::Lambda(lambda) if copy.higher => Node::Lambda(Box::new(self.lambda(
                lambda,
                variables,
                environment,
                copy,
            )?)),
            Node::Letrec { bindings, body } if copy.higher => {
                let names = bindings.iter().map(|(variable, _)| variable);
                let fresh = copy.declare(names, variables, environment)?;
                let values = bindings.iter().map(|(_, value)| value);
                let copied: Option<Vec<(VariableId, Expression)>> = fresh
                    .into_iter()
                    .zip(values)
                    .map(|(new, value)| {
                        Some((new, self.copy(value, variables, environment, copy)?))
                    })
                    .collect();
                Node::Letrec {
                    bindings: copied?,
                    body: Box::new(self.copy(body, variables, environment, copy)?),
                }
            }
            Node::Constant(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::Lambda(_)
            | Node::Sequence(_)
            | Node::Letrec { .. } => return None,
        };
        Some(Expression { span, node })
    }

    /// What is called in a higher clause: a variable, a procedure of this library that
    /// never changes, or something that is copied.
    fn operator(
        &mut self,
        operator: &Expression,
        variables: &[Variable],
        environment: &mut Environment,
        copy: &mut Copy,
    ) -> Option<Expression> {
        if let Node::Global(global) = operator.node {
            copy.nodes += 1;
            return self.lambdas.contains_key(&global).then(|| operator.clone());
        }
        if let Node::Local(variable) = operator.node {
            let stands = environment.get(&variable)?;
            if let Node::Local(new) = stands.node {
                copy.applied.insert(new);
            }
            return Some(stands.clone());
        }
        self.copy(operator, variables, environment, copy)
    }

    fn lambda(
        &mut self,
        lambda: &Lambda,
        variables: &[Variable],
        environment: &mut Environment,
        copy: &mut Copy,
    ) -> Option<Lambda> {
        if lambda.sealed {
            return None;
        }
        let mut clauses = Vec::new();
        for clause in &lambda.clauses {
            if clause.rest.is_some() {
                return None;
            }
            let required = copy.declare(clause.required.iter(), variables, environment)?;
            clauses.push(Clause {
                required,
                rest: None,
                body: self.copy(&clause.body, variables, environment, copy)?,
            });
        }
        Some(Lambda {
            name: lambda.name,
            clauses,
            sealed: false,
        })
    }

    fn copies(
        &mut self,
        expressions: &[Expression],
        variables: &[Variable],
        environment: &mut Environment,
        copy: &mut Copy,
    ) -> Option<Vec<Expression>> {
        expressions
            .iter()
            .map(|expression| self.copy(expression, variables, environment, copy))
            .collect()
    }

    /// The clause that a call of so many arguments runs, if it is small.
    fn callee(&mut self, operator: &Expression, count: u32) -> Option<InlineClause> {
        let fits = |clause: &&InlineClause| clause.parameter_count == count;
        match &operator.node {
            Node::Global(global) => self.clauses(*global).iter().find(fits).cloned(),
            Node::Imported { import, name } => {
                let import = &self.unit.imports[import.0 as usize];
                let procedure = import.procedures.get(name)?;
                procedure.inline.iter().find(fits).cloned()
            }
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::SetLocal(..)
            | Node::SetGlobal(..)
            | Node::If(..)
            | Node::Lambda(_)
            | Node::Sequence(_)
            | Node::Let { .. }
            | Node::Letrec { .. }
            | Node::Call { .. }
            | Node::Primitive { .. }
            | Node::RecordType(_) => None,
        }
    }

    /// The body of the callee with the operands in place of its parameters.
    fn call(
        &mut self,
        callee: &InlineClause,
        operands: Vec<Expression>,
        copy: &mut Copy,
    ) -> Option<Expression> {
        let mut environment = Environment::new();
        let mut bindings = Vec::new();
        for (number, operand) in operands.into_iter().enumerate() {
            let parameter = VariableId(number as u32);
            let stands = if matches!(operand.node, Node::Local(_) | Node::Constant(_)) {
                operand
            } else {
                let fresh = copy.variable(callee.variables.get(number)?);
                let span = operand.span;
                bindings.push((fresh, operand));
                let node = Node::Local(fresh);
                Expression { span, node }
            };
            environment.insert(parameter, stands);
        }
        let body = self.copy(&callee.body, &callee.variables, &mut environment, copy)?;
        if bindings.is_empty() {
            return Some(body);
        }
        Some(Expression {
            span: body.span,
            node: Node::Let {
                bindings,
                body: Box::new(body),
            },
        })
    }
}

impl Copy {
    fn new(nodes_max: u32, higher: bool) -> Copy {
        Copy {
            variables: Vec::new(),
            nodes: 0,
            nodes_max,
            higher,
            applied: BTreeSet::new(),
            mentioned: BTreeSet::new(),
        }
    }

    /// New variables in the place of these, none of which may be assigned.
    fn declare<'a>(
        &mut self,
        names: impl Iterator<Item = &'a VariableId>,
        variables: &[Variable],
        environment: &mut Environment,
    ) -> Option<Vec<VariableId>> {
        let mut declared = Vec::new();
        for &old in names {
            let known = variables.get(old.0 as usize)?;
            if known.assigned {
                return None;
            }
            let new = self.variable(known);
            let (span, node) = (known.span, Node::Local(new));
            environment.insert(old, Expression { span, node });
            declared.push(new);
        }
        Some(declared)
    }

    fn variable(&mut self, like: &Variable) -> VariableId {
        self.variables.push(like.clone());
        VariableId(self.variables.len() as u32 - 1)
    }
}

/// Constants without an identity that a copy would lose.
fn is_plain(datum: &Datum) -> bool {
    match &datum.kind {
        DatumKind::Boolean(_)
        | DatumKind::Character(_)
        | DatumKind::Number(_)
        | DatumKind::Symbol(_) => true,
        DatumKind::List { items, .. } => items.is_empty(),
        DatumKind::String(_)
        | DatumKind::Bytevector(_)
        | DatumKind::Numbers(..)
        | DatumKind::Object { .. }
        | DatumKind::Vector(_)
        | DatumKind::Labelled { .. }
        | DatumKind::Reference(_) => false,
    }
}
