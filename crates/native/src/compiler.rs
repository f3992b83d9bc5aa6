//! The compiler as the machine sees it: which functions it takes, where their code
//! goes, and who is told where it is.

use crate::listing::Line;
use mound_heap::code::Code;
use mound_machine::{LinkedUnit, Native};

/// Which functions get machine code.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    #[default]
    All,
    /// About half of them, as this seed decides; for tests.
    Mixed(u64),
}

/// Whether there is machine code for this processor and system.
pub const IS_KNOWN_HERE: bool = cfg!(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
));

/// The compiler for this machine. `None` if there is none for its processor or system, or if it does
/// not let programs make machine code.
pub fn start(choice: Choice) -> Option<Box<dyn Native>> {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    ))]
    {
        linux::Compiler::start(choice).map(|compiler| Box::new(compiler) as Box<dyn Native>)
    }
    #[cfg(not(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    )))]
    {
        let _ = choice;
        None
    }
}

/// The machine code that a function gets, as text, if it gets some.
pub fn list(unit: &LinkedUnit, code: &Code) -> Option<Vec<Line>> {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    ))]
    {
        linux::list(unit, code)
    }
    #[cfg(not(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    )))]
    {
        let _ = (unit, code);
        None
    }
}

#[cfg(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
))]
mod linux {
    use super::Choice;
    use crate::arena::{Arena, Piece, maps_for_perf};
    use crate::emit::{Emitted, emit};
    use crate::listing::{self, Line, Marks};
    use crate::stubs::Offsets;
    use crate::unit::{UnitCode, UnitState};
    use crate::workspace::Workspace;
    use mound_heap::code::{Code, Point};
    use mound_heap::generation::WATERMARK;
    use mound_machine::native::Statistics;
    use mound_machine::{Context, LinkedUnit, Native, Stubs};
    use std::io::Write;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
    use std::time::Instant;

    /// Longer functions are interpreted: nobody writes them by hand, and they would hold up a scheduler.
    const WORDS_MAX: usize = 1 << 14;
    /// Bytes from the stubs to code that is only listed: more than code has, and less than jumps reach.
    const LISTED: usize = 1 << 26;

    pub struct Compiler {
        arena: &'static Arena,
        stubs: Offsets,
        choice: Choice,
        procedures: AtomicU64,
        bytes: AtomicU64,
        nanoseconds: AtomicU64,
        /// Of the function that was compiled last; nothing while one is.
        workspace: Mutex<Workspace>,
        /// What `perf` reads to name machine code, if it was asked for.
        map: Option<Mutex<std::fs::File>>,
    }

    /// The stubs, of which all nodes of a program have the same.
    fn shared_stubs(arena: &Arena) -> Option<Offsets> {
        static STUBS: OnceLock<Option<(Offsets, Piece)>> = OnceLock::new();
        let stubs = STUBS.get_or_init(|| {
            let (mut assembler, offsets) = crate::processor::stubs::assemble();
            let mut piece = arena.reserve(assembler.position() as usize)?;
            let code = assembler.finish(piece.address());
            arena.fill(&mut piece, code);
            let stubs = offsets.at(piece.address());
            // The one point that no linker makes.
            WATERMARK.native.store(stubs.point, Ordering::Release);
            Some((stubs, piece))
        });
        stubs.as_ref().map(|(offsets, _)| *offsets)
    }

    impl Compiler {
        pub fn start(choice: Choice) -> Option<Compiler> {
            let arena = Arena::get()?;
            let stubs = shared_stubs(arena)?;
            let map = maps_for_perf().then(|| {
                let path = format!("/tmp/perf-{}.map", std::process::id());
                let mut options = std::fs::File::options();
                options.create(true).append(true).open(path)
            });
            // A map that cannot be written is no reason to stop.
            let map = map.and_then(Result::ok).map(Mutex::new);
            Some(Compiler {
                arena,
                stubs,
                choice,
                procedures: AtomicU64::new(0),
                bytes: AtomicU64::new(0),
                nanoseconds: AtomicU64::new(0),
                workspace: Mutex::new(Workspace::new()),
                map,
            })
        }

        fn takes(&self, unit: &LinkedUnit, code: &Code) -> bool {
            if code.instructions.is_empty() || code.instructions.len() > WORDS_MAX {
                return false;
            }
            match self.choice {
                Choice::All => true,
                Choice::Mixed(seed) => {
                    let mut mixed = seed ^ u64::from(code.function) << 32;
                    for byte in unit.hash.0 {
                        mixed = (mixed ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
                    }
                    mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 63 == 0
                }
            }
        }

        fn workspace(&self) -> MutexGuard<'_, Workspace> {
            // Whatever is in it, it is cleared.
            self.workspace
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
        }

        /// Puts machine code where it can run, and leads points, calls and the function there.
        fn install(
            &self,
            state: &mut UnitState,
            code: &Code,
            emitted: &mut Emitted,
        ) -> Option<usize> {
            let written = &mut emitted.workspace;
            let bytes = written.asm.position() as usize;
            let mut piece = self.arena.reserve(bytes)?;
            let address = piece.address();
            self.arena.fill(&mut piece, written.asm.finish(address));
            for &(block, label) in &written.points {
                let place = address + written.asm.offset(label) as usize;
                code.points[block].native.store(place, Ordering::Release);
            }
            for &(site, function) in &written.sites {
                state.waiting[function as usize].push(address + site as usize);
            }
            let function = code.function as usize;
            let known_entry = address + emitted.known_entry as usize;
            state.entries[function] = known_entry;
            for site in std::mem::take(&mut state.waiting[function]) {
                self.arena.patch(site, known_entry);
            }
            state.pieces.push(piece);
            self.bytes.fetch_add(bytes as u64, Ordering::Relaxed);
            self.note(code, address, bytes);
            Some(address + emitted.entry as usize)
        }

        fn note(&self, code: &Code, address: usize, bytes: usize) {
            let Some(map) = &self.map else { return };
            // SAFETY: the code is being compiled, so its unit lives.
            let unit = unsafe { LinkedUnit::of(code) };
            let name = unit.function_name(code.function);
            let mut file = map.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            // A map that cannot be written is no reason to stop.
            let _ = writeln!(file, "{address:x} {bytes:x} mound: {name}");
        }
    }

    /// The machine code of a function as text.
    pub fn list(unit: &LinkedUnit, code: &Code) -> Option<Vec<Line>> {
        let stubs = shared_stubs(Arena::get()?)?;
        let kept = UnitCode::of(unit)?;
        let emitted = emit(code, unit, &stubs, &*kept.lock(), Workspace::default())?;
        let mut written = emitted.workspace;
        let marks = Marks {
            entry: emitted.entry,
            instructions: written.marks,
            cold: emitted.cold,
        };
        // As if it were in the arena, but not where the stubs are.
        let address = stubs.run + LISTED;
        let bytes = written.asm.finish(address);
        Some(listing::lines(bytes, &marks, address, &stubs))
    }

    impl Native for Compiler {
        fn stubs(&self) -> Stubs {
            Stubs {
                untried: self.stubs.untried,
                refused: self.stubs.refused,
                point: self.stubs.point,
            }
        }

        fn statistics(&self) -> Statistics {
            Statistics {
                procedures: self.procedures.load(Ordering::Relaxed),
                bytes: self.bytes.load(Ordering::Relaxed),
                nanoseconds: self.nanoseconds.load(Ordering::Relaxed),
            }
        }

        fn compile(&self, unit: &LinkedUnit, code: &Code) {
            let kept = UnitCode::of(unit).filter(|_| self.takes(unit, code));
            let Some(kept) = kept else {
                return code.native.store(self.stubs.refused, Ordering::Release);
            };
            let mut state = kept.lock();
            if code.native.load(Ordering::Acquire) != self.stubs.untried {
                return;
            }
            let begun = Instant::now();
            let workspace = std::mem::take(&mut *self.workspace());
            let emitted = emit(code, unit, &self.stubs, &*state, workspace);
            let entry = emitted.and_then(|mut emitted| {
                let entry = self.install(&mut state, code, &mut emitted);
                *self.workspace() = emitted.workspace;
                entry
            });
            let nanoseconds = begun.elapsed().as_nanos() as u64;
            self.procedures.fetch_add(1, Ordering::Relaxed);
            self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
            code.native
                .store(entry.unwrap_or(self.stubs.refused), Ordering::Release);
        }

        unsafe fn enter(&self, context: *mut Context, point: *const Point) {
            // SAFETY: the stubs begin with a C function of these arguments.
            let run: extern "C" fn(*mut Context, *const Point) =
                unsafe { std::mem::transmute(self.stubs.run) };
            run(context, point);
        }
    }
}
