//! What the tests share: a small Scheme to core translator and a checking
//! evaluator of bytecode.

pub mod machine;
pub mod reference;
pub mod scheme;
pub mod value;

use mound_base::SourceMap;
use mound_compile::{Compiled, Options, compile};
use mound_expand::core::Program;

/// The three ways to compile a program.
pub const MODES: [(&str, bool); 3] = [("test/library", false), ("", false), ("", true)];

/// Runs `body` on a stack as large as the compiler asks for.
pub fn with_stack<T: Send + 'static>(body: impl FnOnce() -> T + Send + 'static) -> T {
    std::thread::Builder::new()
        .stack_size(mound_compile::STACK_BYTES)
        .spawn(body)
        .unwrap()
        .join()
        .unwrap()
}

pub fn parse(name: &str, text: &str) -> (Program, SourceMap) {
    let mut sources = SourceMap::default();
    let source = sources.add("test.scm", text);
    (scheme::program(name, source, text), sources)
}

pub fn compiled(name: &str, interactive: bool, text: &str) -> Compiled {
    let (program, sources) = parse(name, text);
    let compiled = compile(
        &program,
        &sources,
        Options {
            interactive,
            ..Options::default()
        },
    );
    let compiled = compiled.unwrap_or_else(|errors| panic!("{errors:#?}"));
    if let Err(error) = mound_bytecode::verify::verify(&compiled.unit) {
        let listing = mound_bytecode::disasm::disassemble(&compiled.unit);
        panic!("{error:?}\n{listing}");
    }
    compiled
}

/// The printed value of the last form, after what the program traced.
pub fn run(name: &str, interactive: bool, text: &str) -> String {
    let unit = compiled(name, interactive, text).unit;
    machine::run(&unit)
}
