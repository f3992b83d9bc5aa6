//! What there is to say about a name: how it is used, its documentation, where it is from.

use crate::meaning::{Meaning, Meanings};
use mound_reference::Described;
use mound_syntax::Datum;
use mound_syntax::documentation::{self, Documentation};
use serde_json::{Value, json};

/// A name in the words that editors show.
pub(crate) struct About {
    pub(crate) uses: Vec<String>,
    pub(crate) documentation: Documentation,
    /// `(scheme base)`
    pub(crate) library: Option<String>,
}

impl About {
    /// What there is to say about what a name means.
    pub(crate) fn new(meanings: &Meanings<'_>, meaning: &Meaning) -> Option<About> {
        match meaning {
            Meaning::Mound { unit, name } => {
                let names = meanings.workspace.catalog.described(unit);
                Some(About::of_mound(unit, names.get(name)?))
            }
            Meaning::Here { .. } => About::of_binding(meanings, meaning),
        }
    }

    pub(crate) fn of_mound(unit: &str, described: &Described) -> About {
        About {
            uses: described.signatures.clone(),
            documentation: described.documentation.clone(),
            library: Some(format!("({})", unit.replace('/', " "))),
        }
    }

    fn of_binding(meanings: &Meanings<'_>, meaning: &Meaning) -> Option<About> {
        let (_, document, binding) = meanings.binding(meaning)?;
        let name = binding.name.name();
        let mut comments = documentation::comments(&document.text).into_iter();
        let comment = comments.find(|comment| binding.is_global && comment.is_about(name));
        let documentation = comment.map(|comment| comment.parts()).unwrap_or_default();
        // A form that was closed for the text ends behind it.
        let end = document.text.len().min(binding.form.end as usize);
        let form = document.text.get(binding.form.start as usize..end)?;
        let signature = match documentation.signature.starts_with('(') {
            true => documentation.signature.clone(),
            false => definition(form, name).unwrap_or_else(|| name.to_owned()),
        };
        Some(About {
            uses: vec![signature],
            documentation,
            library: None,
        })
    }

    /// All of it as Markdown.
    pub(crate) fn markdown(&self) -> String {
        let mut parts = vec![format!("```scheme\n{}\n```", self.uses.join("\n"))];
        if !self.documentation.text.is_empty() {
            parts.push(self.documentation.text.clone());
        }
        let examples = self.documentation.examples.iter();
        let examples: Vec<String> = examples
            .map(|(expression, value)| match value {
                Some(value) => format!("{expression}\n;=> {value}"),
                None => expression.clone(),
            })
            .collect();
        if !examples.is_empty() {
            parts.push(format!("```scheme\n{}\n```", examples.join("\n")));
        }
        if let Some(library) = &self.library {
            parts.push(format!("From `{library}`."));
        }
        parts.join("\n\n")
    }
}

/// How a definition says that its name is used: `(f x . rest)` of `(define (f x . rest) ...)`.
fn definition(form: &str, name: &str) -> Option<String> {
    let form = crate::reading::data(form).into_iter().next()?;
    let [head, target, rest @ ..] = form.as_list()? else {
        return None;
    };
    if !head.is_symbol("define") {
        return None;
    }
    if target.as_dotted().is_some() && !target.is_empty_list() {
        return Some(mound_syntax::write(target));
    }
    let [head, formals, ..] = rest.first()?.as_list()? else {
        return None;
    };
    let is_lambda = head.is_symbol("lambda");
    is_lambda.then(|| call(name, formals))
}

fn call(name: &str, formals: &Datum) -> String {
    let formals = mound_syntax::write(formals);
    match formals.strip_prefix('(') {
        Some(")") => format!("({name})"),
        Some(rest) => format!("({name} {rest}"),
        None => format!("({name} . {formals})"),
    }
}

pub(crate) fn hover(meanings: &Meanings<'_>, file: &std::path::Path, offset: usize) -> Value {
    let Some(one) = meanings.at(file, offset) else {
        return Value::Null;
    };
    let (Some(about), Some(document)) =
        (About::new(meanings, &one.meaning), meanings.document(file))
    else {
        return Value::Null;
    };
    json!({
        "contents": { "kind": "markdown", "value": about.markdown() },
        "range": crate::workspace::range(document, one.span),
    })
}
