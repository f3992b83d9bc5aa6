//! A package of Debian: an `ar` archive of a version, what is to be known, and the files.

use crate::Result;
use crate::archive::Archive;
use crate::build::Made;
use crate::contents::File;

const MAINTAINER: &str = "The developers of Mound <mound@localhost>";

const DESCRIPTION: &str = "Scheme for programs that run on many machines
 Programs are made of many small processes that share nothing, send each other
 messages and fail alone. Code is mobile: procedures and running computations
 can be sent to another machine.";

/// How Debian names a processor.
pub fn architecture(processor: &str) -> Result<&'static str> {
    match processor {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        _ => Err(format!("no name of Debian is known for the processor {processor}").into()),
    }
}

/// The bytes of the package.
pub fn package(files: &[File], version: &str, architecture: &str, made: &Made) -> Result<Vec<u8>> {
    let program = files.iter().find(|file| file.path == "bin/mound");
    let needed = glibc(&program.ok_or("there is no program")?.bytes);

    let mut data = Archive::new(".", made.seconds)?;
    let mut size = 0;
    for file in files {
        size += file.bytes.len().div_ceil(1024);
        data.add(&at(format!("usr/{}", file.path), file))?;
    }
    data.add(&copyright())?;

    let control = format!(
        "Package: mound\nVersion: {version}\nArchitecture: {architecture}\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {size}\nDepends: libc6 (>= {needed}), libgcc-s1\nRecommends: git\n\
         Section: interpreters\nPriority: optional\nDescription: {DESCRIPTION}\n"
    );
    let mut information = Archive::new(".", made.seconds)?;
    information.add(&File {
        path: "control".to_owned(),
        bytes: control.into_bytes(),
        is_program: false,
    })?;

    let mut package = ar::Builder::new(Vec::new());
    let parts = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", information.finish()?),
        ("data.tar.gz", data.finish()?),
    ];
    for (name, bytes) in parts {
        let mut header = ar::Header::new(name.as_bytes().to_vec(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(made.seconds);
        package.append(&header, &bytes[..])?;
    }
    Ok(package.into_inner()?)
}

fn at(path: String, file: &File) -> File {
    File {
        path,
        bytes: file.bytes.clone(),
        is_program: file.is_program,
    }
}

/// The terms of use, where Debian looks for them.
fn copyright() -> File {
    let text = "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n\
                Files: *\nCopyright: the developers of Mound\nLicense: MIT or Apache-2.0\n \
                See LICENSE-MIT and LICENSE-APACHE in this directory.\n";
    File {
        path: "usr/share/doc/mound/copyright".to_owned(),
        bytes: text.into(),
        is_program: false,
    }
}

/// The oldest C library that has what the program uses: the highest version among the names of symbols.
fn glibc(program: &[u8]) -> String {
    const NAME: &[u8] = b"GLIBC_";
    let mut newest = (2, 0);
    for (position, _) in program
        .windows(NAME.len())
        .enumerate()
        .filter(|(_, bytes)| *bytes == NAME)
    {
        let rest = &program[position + NAME.len()..];
        let end = rest
            .iter()
            .position(|byte| !(byte.is_ascii_digit() || *byte == b'.'));
        let text = std::str::from_utf8(&rest[..end.unwrap_or(rest.len())]).unwrap_or_default();
        let mut numbers = text.split('.').map(|number| number.parse::<u32>());
        if let (Some(Ok(major)), Some(Ok(minor))) = (numbers.next(), numbers.next()) {
            newest = newest.max((major, minor));
        }
    }
    format!("{}.{}", newest.0, newest.1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newest_symbols_decide() {
        assert_eq!(
            glibc(b"..GLIBC_2.4\0GLIBC_2.34\0GLIBC_2.9\0GLIBC_PRIVATE"),
            "2.34"
        );
        assert_eq!(glibc(b"GLIBC_2.17"), "2.17");
    }
}
