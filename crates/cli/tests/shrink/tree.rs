//! Programs as trees, for what cuts them down: read from text and written again.
//!
//! Not a reader of Scheme for anything else: a number or a string is the text it has.

use std::fmt;

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Tree {
    /// A name or a constant as it stands in the text; also the dot of a pair.
    Atom(String),
    /// What stands before a datum (`'`, `,@`, `#` of a vector), and the datum.
    Marked(String, Box<Tree>),
    List(Vec<Tree>),
}

const MARKS: &[&str] = &[",@", "'", "`", ",", "#u8", "#"];

/// The forms of a text. Comments are lost.
pub fn read(text: &str) -> Vec<Tree> {
    let mut reader = Reader { rest: text };
    let mut forms = Vec::new();
    while let Some(form) = reader.tree() {
        forms.push(form);
    }
    forms
}

pub fn write(forms: &[Tree]) -> String {
    forms.iter().map(|form| format!("{form}\n")).collect()
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip(&mut self) {
        loop {
            self.rest = self.rest.trim_start();
            match self.rest.starts_with(';') {
                true => self.rest = self.rest.split_once('\n').map_or("", |(_, rest)| rest),
                false => return,
            }
        }
    }

    /// The next tree, or nothing at the end of the text and before a parenthesis that closes.
    fn tree(&mut self) -> Option<Tree> {
        self.skip();
        if self.rest.is_empty() || self.rest.starts_with(')') {
            return None;
        }
        if let Some(rest) = self.rest.strip_prefix('(') {
            self.rest = rest;
            let mut trees = Vec::new();
            while let Some(tree) = self.tree() {
                trees.push(tree);
            }
            self.rest = self.rest.strip_prefix(')').expect("a list is closed");
            return Some(Tree::List(trees));
        }
        let is_mark = |mark: &&&str| {
            let after = self.rest.strip_prefix(**mark);
            after.is_some_and(|after| !mark.starts_with('#') || after.starts_with('('))
        };
        if let Some(mark) = MARKS.iter().find(is_mark) {
            self.rest = &self.rest[mark.len()..];
            let tree = self.tree().expect("a mark stands before a datum");
            return Some(Tree::Marked((*mark).to_owned(), Box::new(tree)));
        }
        let (atom, rest) = self.rest.split_at(atom_length(self.rest));
        self.rest = rest;
        Some(Tree::Atom(atom.to_owned()))
    }
}

fn atom_length(text: &str) -> usize {
    let quoted = |mark: char| {
        let mut is_escaped = false;
        let end = text[1..].find(|character| {
            let is_end = character == mark && !is_escaped;
            is_escaped = character == '\\' && !is_escaped;
            is_end
        });
        end.map_or(text.len(), |end| end + 2)
    };
    match text.chars().next() {
        Some('"') => return quoted('"'),
        Some('|') => return quoted('|'),
        _ => {}
    }
    // The character after `#\` may be any.
    let start = match text
        .strip_prefix("#\\")
        .and_then(|rest| rest.chars().next())
    {
        Some(character) => 2 + character.len_utf8(),
        None => 1,
    };
    let ends = |character: char| character.is_whitespace() || "()\";".contains(character);
    text[start..]
        .find(ends)
        .map_or(text.len(), |end| start + end)
}

impl fmt::Display for Tree {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Tree::Atom(text) => formatter.write_str(text),
            Tree::Marked(mark, tree) => write!(formatter, "{mark}{tree}"),
            Tree::List(trees) => {
                formatter.write_str("(")?;
                for (index, tree) in trees.iter().enumerate() {
                    let space = if index == 0 { "" } else { " " };
                    write!(formatter, "{space}{tree}")?;
                }
                formatter.write_str(")")
            }
        }
    }
}

impl Tree {
    /// The same without one procedure around its parts: `(opaque 5)` is `5` again.
    pub fn without(&self, wrapper: &str) -> Tree {
        match self {
            Tree::Atom(_) => self.clone(),
            Tree::Marked(mark, tree) => Tree::Marked(mark.clone(), Box::new(tree.without(wrapper))),
            Tree::List(trees) => match &trees[..] {
                [Tree::Atom(name), wrapped] if name == wrapper => wrapped.without(wrapper),
                _ => Tree::List(trees.iter().map(|tree| tree.without(wrapper)).collect()),
            },
        }
    }

    pub fn size(&self) -> usize {
        match self {
            Tree::Atom(_) => 1,
            Tree::Marked(_, tree) => tree.size(),
            Tree::List(trees) => 1 + trees.iter().map(Tree::size).sum::<usize>(),
        }
    }
}
