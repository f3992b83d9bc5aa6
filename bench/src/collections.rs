//! How the tables of the collections are written: programs of one row, with the number that
//! `benchmark` gets and the right answer.

/// Name, number, answer; the name of the collection stands first.
macro_rules! programs {
    ($collection:ident $($name:literal $size:literal $answer:literal;)*) => {
        &[$(Program {
            name: $name,
            shape: $crate::catalogue::Shape::Collected(
                $crate::catalogue::Collection::$collection,
                $size,
            ),
            rows: {
                const ROWS: &[$crate::catalogue::Row] = &[$crate::catalogue::row(
                    $name,
                    concat!($name, " ", $size),
                    $crate::catalogue::Unit::Milliseconds,
                    $answer,
                )];
                ROWS
            },
            peers: &[
                $crate::systems::Language::Gambit,
                $crate::systems::Language::Chez,
                $crate::systems::Language::Guile,
            ],
            concurrent: false,
            slow: false,
        }),*]
    };
}

pub(crate) use programs;
