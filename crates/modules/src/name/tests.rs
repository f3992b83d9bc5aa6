//! Tables of names: what they mean, and which are refused.

use super::*;

fn meaning(parts: &[&str]) -> Result<String, Malformed> {
    ModuleName::from_parts(parts).map(|name| name.to_string())
}

#[test]
fn all_spellings_are_one_name() {
    for parts in [
        &["github.com/fred", "hello", "@1.0"][..],
        &["github.com", "fred", "hello", "@1.0"],
        &["github.com/fred", "hello@1.0"],
        &["github.com", "fred", "hello@1.0"],
        &["github.com/fred/hello@1.0"],
        &["github.com/fred/hello", "@1.0"],
        &["GitHub.com/fred/hello", "@1.0"],
    ] {
        let expected = Ok("github.com/fred/hello@1.0".to_owned());
        assert_eq!(meaning(parts), expected, "{parts:?}");
    }
}

#[test]
fn repositories_and_paths_inside() {
    for (text, repository, inside) in [
        ("github.com/fred/hello", "github.com/fred/hello", ""),
        (
            "github.com/fred/hello/demo/a@v2",
            "github.com/fred/hello",
            "demo/a",
        ),
        (
            "gitlab.com/group/sub/tool.git",
            "gitlab.com/group/sub/tool.git",
            "",
        ),
        (
            "gitlab.com/group/sub/tool.git/x",
            "gitlab.com/group/sub/tool.git",
            "x",
        ),
        (
            "git.example.org/tool.git/x",
            "git.example.org/tool.git",
            "x",
        ),
        ("git.sr.ht/~ann/foo.scm", "git.sr.ht/~ann/foo.scm", ""),
        ("localhost:8080/ann/tool/x", "localhost:8080/ann/tool", "x"),
        ("127.0.0.1:3000/ann/tool", "127.0.0.1:3000/ann/tool", ""),
        ("mylib/sub@v1", "mylib", "sub"),
        ("mylib", "mylib", ""),
    ] {
        let name = ModuleName::parse(text).expect(text);
        assert_eq!(name.repository(), repository, "{text}");
        assert_eq!(name.inside().join("/"), inside, "{text}");
        let is_local = text.starts_with("mylib");
        assert_eq!(name.is_hosted(), !is_local, "{text}");
    }
}

#[test]
fn malformed_names_are_refused() {
    let part = |part: &str| Malformed::Part(part.to_owned());
    let version = |version: &str| Malformed::Version(version.to_owned());
    for (parts, expected) in [
        (&[][..], Malformed::Empty),
        (
            &["github.com/fred", "@1.0", "hello"],
            Malformed::VersionInside,
        ),
        (&["hello", "@1.0", "demo"], Malformed::VersionInside),
        (&["hello@1.0", "@1.0"], Malformed::VersionInside),
        (&["hello@1.0@2.0"], Malformed::VersionInside),
        (&["hello", "@"], version("")),
        (&["hello@"], version("")),
        (&["hello@.1"], version(".1")),
        (&["hello@1."], version("1.")),
        (&["hello@1..2"], version("1..2")),
        (&["hello@-f"], version("-f")),
        (&["hello@a.lock"], version("a.lock")),
        (&["hello@a b"], version("a b")),
        (&["@1.0"], Malformed::Empty),
        (&["a//b"], Malformed::EmptyPart),
        (&["/a"], Malformed::EmptyPart),
        (&["a/"], Malformed::EmptyPart),
        (&["a", ""], Malformed::EmptyPart),
        (&["github.com/fred", "hello."], part("hello.")),
        (&["github.com/fred/.hidden"], part(".hidden")),
        (&["github.com/fred/../x"], part("..")),
        (&["github.com/fred/a..b"], part("a..b")),
        (&["github.com/fred/-f"], part("-f")),
        (&["github.com/fred/a b"], part("a b")),
        (&["github.com", "fred", "@1.0"], Malformed::NoRepository),
        (&["..", "x", "@1.0"], Malformed::RelativeVersion),
        (&["host:0/a/b"], part("host:0")),
        (&["host:99999/a/b"], part("host:99999")),
    ] {
        assert_eq!(ModuleName::from_parts(parts), Err(expected), "{parts:?}");
    }
}

#[test]
fn relative_names_keep_repository_and_version() {
    for (importer, relative, expected) in [
        (
            "github.com/fred/hello/demo@2.3",
            "..",
            Ok("github.com/fred/hello@2.3"),
        ),
        (
            "github.com/fred/hello/demo@2.3",
            "../test",
            Ok("github.com/fred/hello/test@2.3"),
        ),
        (
            "github.com/fred/hello@2.3",
            "./demo",
            Ok("github.com/fred/hello/demo@2.3"),
        ),
        (
            "github.com/fred/hello/a/b",
            ".../c",
            Ok("github.com/fred/hello/c"),
        ),
        (
            "github.com/fred/hello/a/b",
            "../../c",
            Ok("github.com/fred/hello/c"),
        ),
        ("a/b/c", "../d", Ok("a/b/d")),
        ("a", "../d", Ok("d")),
        (
            "github.com/fred/hello",
            "../other",
            Err(Malformed::TooFarUp),
        ),
        (
            "github.com/fred/hello/a",
            ".../other",
            Err(Malformed::TooFarUp),
        ),
        ("a", ".../d", Err(Malformed::TooFarUp)),
        ("a", "..", Err(Malformed::TooFarUp)),
    ] {
        let importer = ModuleName::parse(importer).expect("a name");
        let relative = ModuleName::parse(relative).expect("a name");
        assert!(relative.is_relative());
        let found = relative
            .relative_to(Some(&importer))
            .map(|name| name.to_string());
        assert_eq!(
            found,
            expected.map(str::to_owned),
            "{relative} in {importer}"
        );
    }
    let relative = ModuleName::parse("../x").expect("a name");
    assert_eq!(
        relative.relative_to(None),
        Err(Malformed::NothingToBeRelativeTo)
    );
}

#[test]
fn names_cover_others_on_boundaries() {
    for (above, below, expected) in [
        ("github.com/fred", "github.com/fred/hello@1.0", true),
        ("github.com/fred/hello", "github.com/fred/hello@1.0", true),
        (
            "github.com/fred/hello",
            "github.com/fred/hello/demo@1.0",
            true,
        ),
        (
            "github.com/fred/hello@1.0",
            "github.com/fred/hello/demo@1.0",
            true,
        ),
        (
            "github.com/fred/hello@1.0",
            "github.com/fred/hello@1.5",
            false,
        ),
        ("github.com/fre", "github.com/fred/hello", false),
        ("github.com/fred", "github.com/fredXYZ/hello", false),
        ("github.com/fred/hello", "github.com/fred/hello2", false),
    ] {
        let above = ModuleName::parse(above).expect("a name");
        let below = ModuleName::parse(below).expect("a name");
        assert_eq!(above.covers(&below), expected, "{above} {below}");
    }
}

#[test]
fn names_read_back() {
    for text in [
        "github.com/fred/hello@1.0",
        "a/b/c",
        "x@v1",
        "h:22/a/b.git/c@0f",
    ] {
        let name = ModuleName::parse(text).expect(text);
        assert_eq!(name.to_string(), text);
    }
}
