//! The memory of a database, as it is counted.
//!
//! A file is in memory as far as the cache of its connection goes, which is counted as a whole. What is in memory only
//! is counted by its pages, after each request. SQLite counts exactly, but says so to nobody who writes no `unsafe`;
//! what it takes beyond this (statements, values under way) is in its own bound, [`crate::Options::memory`].

use crate::CACHE_BYTES;
use rusqlite::Connection;
use std::cell::Cell;

/// See the top of this file. What was counted is taken back when it is dropped.
pub struct Memory {
    /// Whether the database has no file.
    is_all: bool,
    counted: Cell<isize>,
    count: fn(isize),
}

impl Memory {
    pub fn new(connection: &Connection, count: fn(isize)) -> Memory {
        let memory = Memory {
            // A file that is there for the moment has no path either, and SQLite keeps of it in memory what it can.
            is_all: connection.path().is_none_or(str::is_empty),
            counted: Cell::new(0),
            count,
        };
        memory.set(CACHE_BYTES);
        memory
    }

    /// Looks how large the database is now.
    pub fn look(&self, connection: &Connection) {
        if !self.is_all {
            return;
        }
        let number = |name: &str| -> rusqlite::Result<i64> {
            let mut statement = connection.prepare_cached(name)?;
            statement.query_row([], |row| row.get(0))
        };
        // It can be asked at any time; if it could not, what was counted last stays.
        if let (Ok(pages), Ok(bytes)) = (number("pragma page_count"), number("pragma page_size")) {
            let bytes = usize::try_from(pages.saturating_mul(bytes)).unwrap_or(0);
            self.set(CACHE_BYTES.max(bytes));
        }
    }

    fn set(&self, bytes: usize) {
        let bytes = isize::try_from(bytes).unwrap_or(isize::MAX);
        let more = bytes - self.counted.replace(bytes);
        if more != 0 {
            (self.count)(more);
        }
    }
}

impl Drop for Memory {
    fn drop(&mut self) {
        self.set(0);
    }
}
