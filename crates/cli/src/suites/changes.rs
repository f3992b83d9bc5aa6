//! Waits until a source changes, for `mound test --watch`.

use crate::run::Failure;
use crate::sources;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

/// Between two looks at the files.
const LOOK: Duration = Duration::from_millis(300);

/// What the sources below some directories were like at a time.
#[derive(PartialEq, Eq, Debug)]
pub struct Sources(Vec<(PathBuf, Option<(SystemTime, u64)>)>);

impl Sources {
    pub fn now(paths: &[PathBuf]) -> Result<Sources, Failure> {
        let files = sources::find(paths, sources::is_scheme)?;
        let state = |file: PathBuf| {
            let metadata = std::fs::metadata(&file);
            let state = metadata.and_then(|metadata| Ok((metadata.modified()?, metadata.len())));
            // One that is gone has no state, which is a change, too.
            (file, state.ok())
        };
        Ok(Sources(files.into_iter().map(state).collect()))
    }

    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns when they are no longer like this.
    pub fn wait_for_change(&self, paths: &[PathBuf]) -> Result<(), Failure> {
        while Sources::now(paths)? == *self {
            std::thread::sleep(LOOK);
        }
        Ok(())
    }
}
