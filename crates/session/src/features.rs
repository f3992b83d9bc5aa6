//! What this implementation says it is.

use crate::built_in::BuiltIn;

impl BuiltIn {
    /// Names that `cond-expand` and `features` know: those below, and `srfi-N` for each SRFI.
    pub fn features(&self) -> Vec<String> {
        let number = |path: &str| -> Option<u32> {
            let name = path.strip_prefix("srfi/")?.strip_suffix(".sld")?;
            name.parse().ok()
        };
        let mut srfis: Vec<u32> = self
            .sources
            .iter()
            .filter_map(|row| number(row.0))
            .collect();
        srfis.sort_unstable();
        let names = srfis.iter().map(|number| format!("srfi-{number}"));
        FIXED
            .iter()
            .map(|&name| name.to_owned())
            .chain(names)
            .collect()
    }
}

/// R7RS, appendix B. Names of processors and systems are not among them: code that was compiled
/// here may run elsewhere.
const FIXED: &[&str] = &[
    "r7rs",
    "exact-closed",
    "exact-complex",
    "ratios",
    "ieee-float",
    "full-unicode",
    "mound",
    concat!("mound-", env!("CARGO_PKG_VERSION")),
    "termite",
];
