//! What a library exports, as data: for documentation and for editors.
//!
//! Compiles the library if need be, and runs nothing but transformers.

use crate::session::Session;
use mound_base::Span;
use mound_expand::{Export, LibraryName, LibraryProvider, syntax_library};

/// A name that a library exports, and what it is in the library that defines it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exported {
    pub name: String,
    pub kind: ExportKind,
    /// Unit name of the library that defines it: `mound/base`.
    pub library: String,
    /// Its name in that library.
    pub inner: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExportKind {
    /// A procedure that never changes.
    Procedure {
        signatures: Vec<String>,
    },
    /// Any other variable.
    Variable,
    Macro,
    /// A form of the core language, and what has to follow its name.
    CoreForm {
        grammar: String,
    },
}

impl Session {
    /// The exports of a library, in the order of their names, or rendered errors.
    pub fn exports(&mut self, name: &LibraryName) -> Result<Vec<Exported>, String> {
        let syntax = syntax_library();
        let interface = match *name == syntax.name {
            true => syntax,
            false => self.needed(name)?,
        };
        let exports = interface.exports.iter();
        let mut found: Vec<Exported> = exports
            .map(|(name, export)| exported(name.name(), export, &syntax_library().name))
            .collect();
        found.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(found)
    }

    fn needed(
        &mut self,
        name: &LibraryName,
    ) -> Result<std::rc::Rc<mound_expand::LibraryInterface>, String> {
        let mut found = None;
        self.rendered(|session| {
            let interface = session.interface(name, Span::NONE);
            found = Some(interface.map_err(|error| vec![error])?);
            Ok(None)
        })?;
        found.ok_or_else(|| format!("error: there is no library {name}\n"))
    }
}

fn exported(name: &str, export: &Export, syntax: &LibraryName) -> Exported {
    let name = name.to_owned();
    match export {
        Export::Variable(variable) => Exported {
            kind: match &variable.procedure {
                Some(procedure) => ExportKind::Procedure {
                    signatures: signatures(&name, procedure),
                },
                None => ExportKind::Variable,
            },
            library: variable.library.to_string(),
            inner: variable.name.to_string(),
            name,
        },
        Export::Macro(one) => Exported {
            kind: ExportKind::Macro,
            library: one.table.library.to_string(),
            inner: one.table.macros[one.index as usize].name.to_string(),
            name,
        },
        Export::Form(form) => Exported {
            kind: ExportKind::CoreForm {
                grammar: form.grammar().to_owned(),
            },
            library: syntax.unit_name(),
            inner: form.name().to_owned(),
            name,
        },
    }
}

/// A call of each clause: parameters are known by name in the first one only.
fn signatures(name: &str, procedure: &mound_expand::core::ConstantProcedure) -> Vec<String> {
    let of_clause = |(index, &(required, has_rest)): (usize, &(u32, bool))| {
        let known = |place: u32| {
            let parameter = procedure.parameters.get(place as usize)?;
            (index == 0).then(|| parameter.to_string())
        };
        let mut words = vec![name.to_owned()];
        words.extend((0..required).map(|place| known(place).unwrap_or_else(|| "_".to_owned())));
        if has_rest {
            let rest = known(required).unwrap_or_else(|| "_".to_owned());
            words.extend([".".to_owned(), rest]);
        }
        format!("({})", words.join(" "))
    };
    procedure
        .arities
        .iter()
        .enumerate()
        .map(of_clause)
        .collect()
}
