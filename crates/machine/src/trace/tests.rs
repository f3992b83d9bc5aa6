//! Tests of the names in reports.

use super::*;

fn extent(name: &str) -> Extent {
    Extent {
        source: 0,
        start: 0,
        end: 1,
        kind: ExtentKind::Procedure(None),
        name: mound_base::Symbol::intern(name),
    }
}

#[test]
fn procedures_are_called_by_the_names_around_them() {
    // The innermost comes first; "" is one without a name.
    for (names, of_program, of_library) in [
        (&["a"][..], "a", "a"),
        (&[""], "an anonymous procedure", "an anonymous procedure"),
        (
            &["", ""],
            "an anonymous procedure",
            "an anonymous procedure",
        ),
        (
            &["", "a"],
            "an anonymous procedure in a",
            "an anonymous procedure in a",
        ),
        (&["a", ""], "a", "a"),
        (&["a", "b"], "a in b", "b"),
        (&["", "a", "b"], "an anonymous procedure in b", "b"),
        (&["a", "", "b"], "a in b", "b"),
        (&["a", "b", ""], "a in b", "b"),
        (&["a", "b", "c"], "a in c", "c"),
    ] {
        let extents: Vec<Extent> = names.iter().map(|name| extent(name)).collect();
        let around: Vec<&Extent> = extents.iter().collect();
        assert_eq!(procedure_text(&around, false), of_program, "{names:?}");
        assert_eq!(procedure_text(&around, true), of_library, "{names:?}");
    }
}

#[test]
fn texts_overlap_if_they_share_a_letter_of_a_source() {
    let extent = |start, end| Extent {
        start,
        end,
        ..extent("a")
    };
    let edges = 0..5_u32;
    for start in edges.clone() {
        for end in edges.clone() {
            for other_start in edges.clone() {
                for other_end in edges.clone() {
                    let shared = (start..end).any(|at| (other_start..other_end).contains(&at));
                    let one = extent(start, end);
                    let found = extent_overlaps(&one, 0, other_start, other_end);
                    if start < end && other_start < other_end {
                        assert_eq!(found, shared, "{one:?} {other_start} {other_end}");
                    }
                    assert!(!extent_overlaps(&one, 1, other_start, other_end));
                }
            }
        }
    }
}

/// Of nested procedures and others, in a text of two sources.
#[test]
fn procedures_around_a_place_come_from_the_inside() {
    let of = |source, start, end, kind, name: &str| Extent {
        source,
        start,
        end,
        kind,
        name: mound_base::Symbol::intern(name),
    };
    let procedure = ExtentKind::Procedure(None);
    let debug = Debug {
        extents: vec![
            of(0, 10, 50, procedure, "outer"),
            of(0, 20, 30, procedure, "inner"),
            of(0, 20, 40, procedure, "middle"),
            of(0, 22, 24, ExtentKind::Inlined, "inlined"),
            of(1, 0, 100, procedure, "elsewhere"),
        ],
        ..Debug::default()
    };
    let at = |source, start, end| {
        let place = Place {
            word: 0,
            source,
            start,
            end,
        };
        let around = procedures_around(&debug, &place);
        let names: Vec<String> = around.iter().map(|one| one.name.to_string()).collect();
        let last = outermost(&debug, &place).map(|name| name.to_string());
        assert_eq!(last.as_ref(), names.last());
        names.join(" ")
    };
    for (start, end, expected) in [
        (22, 24, "inner middle outer"),
        (20, 30, "inner middle outer"),
        (19, 30, "outer"),
        (20, 31, "middle outer"),
        (20, 40, "middle outer"),
        (20, 41, "outer"),
        (10, 50, "outer"),
        (9, 50, ""),
        (10, 51, ""),
        (60, 61, ""),
    ] {
        assert_eq!(at(0, start, end), expected, "{start} to {end}");
    }
    assert_eq!(at(1, 22, 24), "elsewhere");
}

#[test]
fn an_instruction_is_from_the_last_place_before_it() {
    let place = |word, start| Place {
        word,
        source: 0,
        start,
        end: start + 1,
    };
    let debug = Debug {
        functions: vec![mound_bytecode::unit::FunctionDebug {
            places: vec![place(2, 10), place(5, 20), place(6, 30)],
            ..Default::default()
        }],
        ..Debug::default()
    };
    let starts = [
        None,
        None,
        Some(10),
        Some(10),
        Some(10),
        Some(20),
        Some(30),
        Some(30),
    ];
    for (word, start) in starts.into_iter().enumerate() {
        let found = place_of(&debug, 0, word as u32);
        assert_eq!(found.map(|place| place.start), start, "word {word}");
    }
    assert!(place_of(&debug, 1, 7).is_none());
}

#[test]
fn places_are_told_by_lines_and_columns() {
    let text = "first\n  äö (second line)\n\nlast";
    let debug = Debug {
        sources: vec![("test.scm".into(), text.into())],
        ..Debug::default()
    };
    for (found, line, column, source_line) in [
        ("first", 1, 1, "first"),
        ("irst", 1, 2, "first"),
        ("äö", 2, 3, "  äö (second line)"),
        ("(second line)", 2, 6, "  äö (second line)"),
        ("last", 4, 1, "last"),
    ] {
        let start = text.find(found).expect("it stands there");
        let place = Place {
            word: 0,
            source: 0,
            start: start as u32,
            end: (start + found.len()) as u32,
        };
        let told = trace_place(&debug, &place).expect("the source is there");
        assert_eq!((told.line, told.column), (line, column), "{found}");
        assert_eq!((&*told.source_line, &*told.text), (source_line, found));
        assert_eq!(told.file, "test.scm");
    }
    let nowhere = Place {
        word: 0,
        source: 1,
        start: 0,
        end: 1,
    };
    assert!(trace_place(&debug, &nowhere).is_none());
}

#[test]
fn each_line_of_a_long_source_is_found() {
    // Some lines are empty, and more end in a piece than a byte can count.
    let lines: Vec<String> = (0..2000)
        .map(|line| match line % 700 {
            0..600 => String::new(),
            _ => format!("line {line}"),
        })
        .collect();
    let text = lines.join("\n");
    let debug = Debug {
        sources: vec![("test.scm".into(), text.as_str().into())],
        ..Debug::default()
    };
    let mut start = 0;
    for (number, line) in lines.iter().enumerate() {
        let place = Place {
            word: 0,
            source: 0,
            start,
            end: start + line.len() as u32,
        };
        let told = trace_place(&debug, &place).expect("the source is there");
        assert_eq!(
            (told.line as usize, told.column, &told.source_line),
            (number + 1, 1, line)
        );
        start += line.len() as u32 + 1;
    }
}

#[test]
fn internal_procedures_are_those_of_libraries_with_a_percent_sign() {
    for (unit, procedure, plumbing, internal) in [
        ("mound/base", "raise", true, false),
        ("mound/base", "raise-continuable", true, false),
        ("mound/base", "error", true, false),
        ("mound/base", "car", false, false),
        ("mound/base", "%type-error", true, true),
        ("mound/base", "an anonymous procedure in %map", true, true),
        ("termite/server", "%serve", true, true),
        ("termite/server", "error", true, false),
        ("srfi/1", "%kept?", false, true),
        ("srfi/1", "error", false, false),
        ("program", "%mine", false, false),
        ("program", "raise", false, false),
    ] {
        let line = TraceLine {
            procedure: procedure.to_owned(),
            unit: unit.to_owned(),
            place: None,
            is_generated: false,
        };
        assert_eq!(is_plumbing(&line), plumbing, "{procedure} of {unit}");
        assert_eq!(is_internal(&line), internal, "{procedure} of {unit}");
    }
}

#[test]
fn libraries_of_mound_are_known_by_their_first_part() {
    for (unit, expected) in [
        ("mound/base", true),
        ("mound", true),
        ("pony/actor", true),
        ("scheme/base", true),
        ("srfi/1", true),
        ("termite", true),
        ("util/concurrent", true),
        ("util/concurrent/future", true),
        ("util/other", false),
        ("util", false),
        ("mounds/base", false),
        ("my/mound", false),
        ("", false),
    ] {
        assert_eq!(is_built_in(unit), expected, "{unit}");
    }
}
