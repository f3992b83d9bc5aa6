//! Makes a program small that shows a fault, by leaving out what the fault does not need.
//!
//! Delta debugging on trees: whole forms are left out first, in large groups and then in small
//! ones. Then expressions, the largest first, become constants or parts of themselves, or lose
//! some of their parts, until nothing more can go or
//! the time is over. What counts as the same fault, the caller decides: it gives a procedure that
//! says whether a text still fails.

pub mod tree;

use std::time::{Duration, Instant};
use tree::Tree;

/// Where a tree is: the indices on the way to it.
type Path = Vec<usize>;

struct Shrinker<'a> {
    forms: Tree,
    fails: &'a mut dyn FnMut(&str) -> bool,
    end: Instant,
}

/// A smaller text that still fails, if one is found in the time.
pub fn shrunk(text: &str, time: Duration, fails: &mut dyn FnMut(&str) -> bool) -> String {
    let mut shrinker = Shrinker {
        forms: Tree::List(tree::read(text)),
        fails,
        end: Instant::now() + time,
    };
    loop {
        let before = shrinker.forms.size();
        shrinker.leave_out(&[]);
        shrinker.cut_largest();
        if shrinker.forms.size() == before || shrinker.is_late() {
            return shrinker.text();
        }
    }
}

impl Shrinker<'_> {
    fn is_late(&self) -> bool {
        Instant::now() >= self.end
    }

    fn text(&self) -> String {
        match &self.forms {
            Tree::List(forms) => tree::write(forms),
            form => form.to_string(),
        }
    }

    /// Takes the change if the program still fails with it.
    fn try_with(&mut self, path: &[usize], tree: Tree) -> bool {
        if self.is_late() {
            return false;
        }
        let before = std::mem::replace(at(&mut self.forms, path), tree);
        let text = self.text();
        if (self.fails)(&text) {
            return true;
        }
        *at(&mut self.forms, path) = before;
        false
    }

    fn parts(&mut self, path: &[usize]) -> Vec<Tree> {
        match at(&mut self.forms, path) {
            Tree::List(trees) => trees.clone(),
            Tree::Atom(_) | Tree::Marked(..) => Vec::new(),
        }
    }

    /// Leaves out neighbours from the list at this place, many at once and then fewer.
    fn leave_out(&mut self, path: &[usize]) {
        let mut count = self.parts(path).len().div_ceil(2);
        while count > 0 && !self.is_late() {
            // From the end, where nothing depends on what is left out.
            let mut end = self.parts(path).len();
            while end > 0 {
                let mut parts = self.parts(path);
                let start = end.saturating_sub(count);
                parts.drain(start..end);
                self.try_with(path, Tree::List(parts));
                end = start;
            }
            count /= 2;
        }
    }

    /// Visits all places from the largest tree to the smallest, and starts again where a change
    /// was taken.
    fn cut_largest(&mut self) {
        let mut limit = usize::MAX;
        while !self.is_late() {
            let mut places = Vec::new();
            collect(&self.forms, &mut Vec::new(), &mut places);
            places.retain(|(size, path)| *size < limit && !path.is_empty());
            let Some(largest) = places.iter().map(|(size, _)| *size).max() else {
                return;
            };
            let mut same: Vec<Path> = places
                .into_iter()
                .filter_map(|(size, path)| (size == largest).then_some(path))
                .collect();
            // Changes after a place leave the paths before it as they are.
            same.reverse();
            for path in same {
                self.cut(&path);
            }
            limit = largest;
        }
    }

    /// Makes what is at this place smaller, if that can be done.
    fn cut(&mut self, path: &[usize]) {
        loop {
            let whole = at(&mut self.forms, path).clone();
            let mut candidates = ["0", "#f", "'()"]
                .map(|text| Tree::Atom(text.into()))
                .to_vec();
            let mut parts = match &whole {
                Tree::Marked(_, tree) => vec![(**tree).clone()],
                _ => self.parts(path),
            };
            parts.sort_by_key(Tree::size);
            candidates.extend(parts);
            candidates.retain(|candidate| candidate.size() < whole.size());
            if !candidates
                .into_iter()
                .any(|candidate| self.try_with(path, candidate))
            {
                break;
            }
        }
        self.leave_out(path);
    }
}

/// The sizes and places of all lists and marked trees.
fn collect(tree: &Tree, path: &mut Path, places: &mut Vec<(usize, Path)>) {
    if !matches!(tree, Tree::Atom(_)) {
        places.push((tree.size(), path.clone()));
    }
    if let Tree::List(trees) = tree {
        for (index, tree) in trees.iter().enumerate() {
            path.push(index);
            collect(tree, path, places);
            path.pop();
        }
    }
}

fn at<'a>(tree: &'a mut Tree, path: &[usize]) -> &'a mut Tree {
    path.iter().fold(tree, |tree, &index| match tree {
        Tree::List(trees) => &mut trees[index],
        Tree::Atom(_) | Tree::Marked(..) => unreachable!("paths lead through lists"),
    })
}
