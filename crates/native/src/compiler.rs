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
    /// All, and each is looked at closely before it can run. Making it takes more than twice as long.
    Checked,
    /// About half of them, as this seed decides; for tests.
    Mixed(u64),
}

/// Whether there is machine code for this processor and system.
pub const IS_KNOWN_HERE: bool = cfg!(all(
    any(target_arch = "x86_64", target_arch = "aarch64"),
    target_os = "linux"
));

/// Is told in a sentence what is wrong with the machine code of a procedure, which is interpreted then.
/// That is a defect of the compiler, and never of the program.
pub type Report = Box<dyn Fn(&str) + Send + Sync>;

/// The compiler for this machine. `None` if there is none for its processor or system, or if it does
/// not let programs make machine code.
pub fn start(choice: Choice, report: Report) -> Option<Box<dyn Native>> {
    #[cfg(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    ))]
    {
        linux::Compiler::start(choice, report).map(|compiler| Box::new(compiler) as Box<dyn Native>)
    }
    #[cfg(not(all(
        any(target_arch = "x86_64", target_arch = "aarch64"),
        target_os = "linux"
    )))]
    {
        let _ = (choice, report);
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
    use super::{Choice, Report};
    use crate::arena::{Arena, Piece, maps_for_perf};
    use crate::check::Made;
    use crate::emit::{Emitted, emit};
    use crate::fault::Fault;
    use crate::listing::{self, Line, Marks};
    use crate::stubs::Offsets;
    use crate::unit::{UnitCode, UnitState};
    use crate::workspace::Workspace;
    use mound_heap::code::{Code, Point};
    use mound_heap::generation::WATERMARK;
    use mound_machine::native::Statistics;
    use mound_machine::{Context, LinkedUnit, Native, Stubs};
    use std::any::Any;
    use std::io::Write;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
    use std::time::Instant;

    /// Longer functions are interpreted: nobody writes them by hand, and they would hold up a scheduler.
    const WORDS_MAX: usize = 1 << 14;
    /// Bytes from the stubs to code that is only listed: more than code has, and less than jumps reach.
    const LISTED: usize = 1 << 26;
    /// Faults that are reported. Whatever makes more of them, these say what it is.
    const REPORTS_MAX: u64 = 10;

    pub struct Compiler {
        arena: &'static Arena,
        stubs: Offsets,
        choice: Choice,
        report: Report,
        /// Of code that was not right.
        faults: AtomicU64,
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
            let finished = assembler.finish(piece.address());
            finished.expect("the stubs are the same for every program");
            arena.fill(&mut piece, assembler.bytes());
            let stubs = offsets.at(piece.address());
            // The one point that no linker makes.
            WATERMARK.native.store(stubs.point, Ordering::Release);
            Some((stubs, piece))
        });
        stubs.as_ref().map(|(offsets, _)| *offsets)
    }

    impl Compiler {
        pub fn start(choice: Choice, report: Report) -> Option<Compiler> {
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
                report,
                faults: AtomicU64::new(0),
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
                Choice::All | Choice::Checked => true,
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

        /// Machine code that was found right, and where it is going to run; nothing if there is no
        /// sense in making it, or no room.
        fn make(
            &self,
            state: &UnitState,
            unit: &LinkedUnit,
            code: &Code,
        ) -> Result<Option<(Emitted, Piece)>, Fault> {
            let workspace = std::mem::take(&mut *self.workspace());
            // It reads the code and the state, and writes nothing but what it gives back.
            let attempt = AssertUnwindSafe(|| {
                let Some(mut emitted) = emit(code, unit, &self.stubs, state, workspace)? else {
                    return Ok(None);
                };
                let bytes = emitted.workspace.asm.position() as usize;
                let Some(piece) = self.arena.reserve(bytes) else {
                    return Ok(None);
                };
                let closely = cfg!(debug_assertions) || self.choice == Choice::Checked;
                let place = (piece.address(), closely);
                check(&mut emitted, code, &self.stubs, state, place)?;
                Ok(Some((emitted, piece)))
            });
            catch_unwind(attempt).unwrap_or_else(|panic| Err(Fault::Panic(text_of(&*panic))))
        }

        /// Tells of a fault.
        fn tell(&self, unit: &LinkedUnit, code: &Code, fault: &Fault) {
            if self.faults.fetch_add(1, Ordering::Relaxed) < REPORTS_MAX {
                (self.report)(&format!(
                    "the machine code of {} (function {} of {}) is not right, so it is interpreted: {fault}; \
                     this is a defect of Mound and not of the program",
                    unit.function_name(code.function),
                    code.function,
                    unit.hash
                ));
            }
        }

        /// Puts machine code where it can run, and leads points, calls and the function there.
        fn install(
            &self,
            state: &mut UnitState,
            code: &Code,
            emitted: &Emitted,
            mut piece: Piece,
        ) -> usize {
            let written = &emitted.workspace;
            let bytes = written.asm.position() as usize;
            let address = piece.address();
            self.arena.fill(&mut piece, written.asm.bytes());
            for &(block, label) in &written.points {
                if let Some(place) = written.asm.place(label) {
                    let place = address + place as usize;
                    code.points[block].native.store(place, Ordering::Release);
                }
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
            address + emitted.entry as usize
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

    /// Makes the bytes final, for an address, and looks at them at a glance or closely.
    fn check(
        emitted: &mut Emitted,
        code: &Code,
        stubs: &Offsets,
        state: &UnitState,
        (address, closely): (usize, bool),
    ) -> Result<(), Fault> {
        #[cfg(test)]
        let closely = closely && crate::sabotage::is_looked_at_closely();
        let written = &mut emitted.workspace;
        #[cfg(test)]
        crate::sabotage::of_labels(written);
        written.asm.finish(address)?;
        #[cfg(test)]
        crate::sabotage::of_bytes(written);
        let (asm, checker) = (&written.asm, &mut written.checker);
        checker.begin();
        for &(block, label) in &written.points {
            checker.enter_at(block, asm.place(label).ok_or(Fault::NoPoint(block))?);
        }
        let made = Made {
            bytes: asm.bytes(),
            address,
            stubs,
            slots: code.slots,
            known_calls: &written.known_calls,
            known_entries: &state.entries,
            entries: [emitted.entry, emitted.known_entry],
            sites: &written.sites,
        };
        let labels = &written.labels;
        let is_emitted = |block: usize| asm.place(labels[block]).is_some();
        checker.glance(&made, asm.ways_out(), &written.blocks, is_emitted)?;
        if closely {
            checker.look(&made)?;
            #[cfg(test)]
            crate::check::tests::compare_with_decoder(&made);
        }
        Ok(())
    }

    /// What a panic said.
    fn text_of(panic: &(dyn Any + Send)) -> String {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
        text.unwrap_or("it does not say why").to_owned()
    }

    /// The machine code of a function as text.
    pub fn list(unit: &LinkedUnit, code: &Code) -> Option<Vec<Line>> {
        let stubs = shared_stubs(Arena::get()?)?;
        let kept = UnitCode::of(unit)?;
        let emitted = emit(code, unit, &stubs, &*kept.lock(), Workspace::default());
        let emitted = emitted.ok()??;
        let mut written = emitted.workspace;
        let marks = Marks {
            entry: emitted.entry,
            instructions: written.marks,
            cold: emitted.cold,
        };
        // As if it were in the arena, but not where the stubs are.
        let address = stubs.run + LISTED;
        written.asm.finish(address).ok()?;
        let bytes = written.asm.bytes();
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
            let made = self.make(&state, unit, code);
            let entry = match made {
                Ok(Some((emitted, piece))) => {
                    let entry = self.install(&mut state, code, &emitted, piece);
                    *self.workspace() = emitted.workspace;
                    entry
                }
                Ok(None) => self.stubs.refused,
                Err(fault) => {
                    self.tell(unit, code, &fault);
                    self.stubs.refused
                }
            };
            let nanoseconds = begun.elapsed().as_nanos() as u64;
            self.procedures.fetch_add(1, Ordering::Relaxed);
            self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
            code.native.store(entry, Ordering::Release);
        }

        unsafe fn enter(&self, context: *mut Context, point: *const Point) {
            // SAFETY: the stubs begin with a C function of these arguments.
            let run: extern "C" fn(*mut Context, *const Point) =
                unsafe { std::mem::transmute(self.stubs.run) };
            run(context, point);
        }
    }
}
