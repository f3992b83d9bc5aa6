//! A reference of libraries as pages of HTML: `mound doc`.
//!
//! ```text
//!   sources ---- documentation comments --+
//!                                         +--> entries --> pages, index of the search
//!   exports of each library --------------+
//! ```
//!
//! It is given the texts of the libraries and what they export, and gives the texts of the pages: it
//! reads no files, writes none and runs nothing. The examples are shown with the results that their
//! comments say, which the tests of a library compare.
//!
//! Invariants:
//! - REFERENCE-1. Each page can be reached from `index.html` by links, all links are relative, and
//!   each leads to a page of the reference and a place in it.
//! - REFERENCE-2. What comes from a source is escaped; there is no other way into a page
//!   (`html::Page`).
//!
//! Start reading at [`Library`], then `entry`, then `pages`.

#![forbid(unsafe_code)]
#![cfg_attr(not(test), deny(clippy::wildcard_enum_match_arm))]

mod entry;
mod files;
mod html;
mod library;
mod pages;

pub use entry::{Described, described};
pub use files::{included, name_of_library, root_of_library, summary};
pub use library::{Library, Owner, Source};
pub use pages::{File, pages};
