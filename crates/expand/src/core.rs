//! The core language: what the expander produces and the compiler reads.
//!
//! Every name is resolved. Local variables are numbers into
//! [`Program::variables`]; top-level variables are numbers into
//! [`Program::globals`]; what comes from a library is a [`Node::Imported`].
//! No symbol has to be looked up after this point, so hygiene is over.
//!
//! Invariants:
//! - K1. Each [`VariableId`] is bound by exactly one binding form.
//! - K2. `Variable::assigned` is true exactly if some `SetLocal` names it.
//! - K3. `Letrec` has `letrec*` order: initialisers run left to right.

use mound_base::{Span, Symbol};
use mound_syntax::Datum;
use std::collections::HashMap;
use std::rc::Rc;

/// A number into [`Program::variables`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct VariableId(pub u32);

/// A number into [`Program::globals`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct GlobalId(pub u32);

/// A number into [`Program::imports`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct ImportId(pub u32);

impl ImportId {
    /// In a [`HigherClause`]: the library that exports the procedure.
    pub const OWN: ImportId = ImportId(u32::MAX);
}

/// One unit of compilation: a library, a program, or one form typed at the REPL.
#[derive(Clone, Debug)]
pub struct Program {
    /// `scheme/base` for a library; empty for a program and for the REPL, whose
    /// top-level variables all live in the node's interactive environment.
    pub name: String,
    /// Libraries used at run time, each once.
    pub imports: Vec<Import>,
    /// Top-level variables that this unit defines or refers to by name.
    pub globals: Vec<Global>,
    pub variables: Vec<Variable>,
    /// Definitions and expressions in order of evaluation.
    pub body: Vec<TopForm>,
    /// Run-time exports: external name and the global it stands for.
    pub exports: Vec<(Symbol, GlobalId)>,
}

#[derive(Clone, Debug)]
pub struct Import {
    /// `scheme/base`
    pub library: String,
    /// Hash of the library's unit.
    pub hash: [u8; 32],
    /// What is known of the names that this unit uses from it and that are constant procedures.
    pub procedures: HashMap<Symbol, Rc<ConstantProcedure>>,
}

#[derive(Clone, Debug)]
pub struct Global {
    pub name: Symbol,
    /// Where it was defined or first referred to.
    pub span: Span,
    /// Defined by this unit (otherwise a reference into the interactive environment).
    pub defined: bool,
    /// Some `SetGlobal` names it, or it is defined more than once.
    pub assigned: bool,
}

#[derive(Clone, Debug)]
pub struct Variable {
    pub name: Symbol,
    pub span: Span,
    pub assigned: bool,
}

#[derive(Clone, Debug)]
pub enum TopForm {
    Define { global: GlobalId, value: Expression },
    Expression(Expression),
}

#[derive(Clone, Debug)]
pub struct Expression {
    pub span: Span,
    pub node: Node,
}

impl Expression {
    /// Calls `visit` for each direct part, in order of evaluation where there is one.
    pub fn children<'a>(&'a self, visit: &mut dyn FnMut(&'a Expression)) {
        match &self.node {
            Node::Constant(_)
            | Node::Unspecified
            | Node::Immediate(_)
            | Node::Local(_)
            | Node::Global(_)
            | Node::Imported { .. }
            | Node::RecordType(_) => {}
            Node::SetLocal(_, value) | Node::SetGlobal(_, value) => visit(value),
            Node::If(test, consequent, alternative) => {
                visit(test);
                visit(consequent);
                visit(alternative);
            }
            Node::Lambda(lambda) => {
                for clause in &lambda.clauses {
                    visit(&clause.body);
                }
            }
            Node::Sequence(expressions)
            | Node::Primitive {
                operands: expressions,
                ..
            } => expressions.iter().for_each(visit),
            Node::Let { bindings, body } | Node::Letrec { bindings, body } => {
                for (_, value) in bindings {
                    visit(value);
                }
                visit(body);
            }
            Node::Call { operator, operands } => {
                visit(operator);
                operands.iter().for_each(visit);
            }
        }
    }
}

/// The primitive that gives an element of a vector which nothing else has. A local variable that is
/// bound to its result needs no place of its own: to read or assign it is to read or assign the
/// element. So a form may bind very many variables, and each is as near as the first.
pub const PART: &str = "%part";

#[derive(Clone, Debug)]
pub enum Node {
    /// Literal data (quoted or self-evaluating).
    Constant(Datum),
    /// The value of forms that have none worth naming.
    Unspecified,
    /// The default value of an optional parameter that was not given, end of file, and the like:
    /// immediates without a written form. See `mound_bytecode::unit::Constant`.
    Immediate(Immediate),
    Local(VariableId),
    Global(GlobalId),
    /// An exported variable of an imported library, under the name it has there.
    Imported {
        import: ImportId,
        name: Symbol,
    },
    SetLocal(VariableId, Box<Expression>),
    SetGlobal(GlobalId, Box<Expression>),
    If(Box<Expression>, Box<Expression>, Box<Expression>),
    Lambda(Box<Lambda>),
    Sequence(Vec<Expression>),
    Let {
        bindings: Vec<(VariableId, Expression)>,
        body: Box<Expression>,
    },
    Letrec {
        bindings: Vec<(VariableId, Expression)>,
        body: Box<Expression>,
    },
    Call {
        operator: Box<Expression>,
        operands: Vec<Expression>,
    },
    /// `(%primitive name operand ...)`: only in libraries that are part of Mound.
    Primitive {
        name: Symbol,
        operands: Vec<Expression>,
    },
    /// A record type made when the unit is linked, so that its identity is its
    /// name and fields, on every node: `(%record-type name (field ...) parent?)`.
    RecordType(RecordType),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Immediate {
    Eof,
    /// Marks an argument that was not given.
    Absent,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordType {
    pub name: Symbol,
    /// What makes the type itself: the library (or empty) it was defined in.
    pub library: String,
    pub fields: Vec<Symbol>,
}

/// A procedure: one clause for `lambda`, several for `case-lambda`.
#[derive(Clone, Debug)]
pub struct Lambda {
    /// The name for stack traces and printing, if one is known.
    pub name: Option<Symbol>,
    pub clauses: Vec<Clause>,
    /// A piece of a long form (see `chain`): stays a procedure of its own.
    pub sealed: bool,
}

#[derive(Clone, Debug)]
pub struct Clause {
    pub required: Vec<VariableId>,
    pub rest: Option<VariableId>,
    pub body: Expression,
}

/// A clause of an exported procedure that importers may copy instead of calling:
/// its body holds only `Local` of its own variables, `Constant` (atoms without
/// identity), `Unspecified`, `Immediate`, `RecordType`, `If`, `Let` and `Primitive`.
#[derive(Clone, Debug)]
pub struct InlineClause {
    /// Variables of the clause; `VariableId` n is `variables[n]`, parameters first.
    pub variables: Vec<Variable>,
    pub parameter_count: u32,
    pub body: Expression,
}

/// A clause of an exported procedure that calls some of its parameters, such as that of
/// `for-each`. It is worth a copy if one of them is a `lambda` at the call. Beside what an
/// [`InlineClause`] holds there are `Lambda`, `Letrec`, `Sequence`, `Call`, and `Imported`
/// from [`ImportId::OWN`].
#[derive(Clone, Debug)]
pub struct HigherClause {
    pub clause: InlineClause,
    /// The parameters that are called and nothing else, by number, ascending.
    pub applied: Vec<u32>,
}

/// What is known of an exported procedure that never changes.
#[derive(Clone, Debug, Default)]
pub struct ConstantProcedure {
    /// Required arguments and whether there is a rest parameter, per clause.
    pub arities: Vec<(u32, bool)>,
    /// Names of the parameters of the first clause, for messages.
    pub parameters: Vec<Symbol>,
    pub inline: Vec<InlineClause>,
    pub higher: Vec<HigherClause>,
}
