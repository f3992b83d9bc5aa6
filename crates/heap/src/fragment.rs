//! Immutable memory that processes share.
//!
//! ```text
//!   | count | words | edges -> other fragments | symbols; unit: code, hash | words ... |
//! ```
//!
//! A fragment is filled before anyone else can see it and never written again.
//! It is counted: by handles of processes, edges of other fragments, messages
//! under way, and tables of linked units. Since its edges lead to older fragments
//! only, there are no cycles (H5), and it is freed when the count reaches zero.
//!
//! All reads come before the memory is freed: see `crate::count`.
//!
//! Immortal fragments (units that are never unloaded) are not counted. They are
//! listed in one table, so that an address can be told to be in one.

pub use crate::builder::FragmentBuilder;
pub use crate::freeze::Frozen;

use crate::budget;
use crate::code::Code;
use crate::count::Count;
use crate::heap::OutOfMemory;
use crate::memory::{self, store};
use crate::value::Value;
use mound_base::SymbolRef;
use std::alloc::Layout;
use std::any::Any;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// See the top of this file. Its words follow it in memory.
#[repr(C, align(8))]
#[derive(Debug)]
pub struct Fragment {
    count: Count,
    words: usize,
    edges: Vec<FragmentRef>,
    immortal: bool,
    more: Option<Box<More>>,
}

/// What most fragments do not have.
#[derive(Debug)]
pub(crate) struct More {
    pub(crate) unit: Option<UnitPart>,
    /// The counted symbols among its words, once each.
    symbols: Vec<SymbolRef>,
    symbol_words: usize,
}

impl More {
    /// The part of a unit and symbols, if there is any of them.
    pub(crate) fn of(unit: Option<UnitPart>, symbols: Vec<SymbolRef>) -> Option<Box<More>> {
        if unit.is_none() && symbols.is_empty() {
            return None;
        }
        let bytes: usize = symbols.iter().map(SymbolRef::bytes).sum();
        Some(Box::new(More {
            unit,
            symbols,
            symbol_words: bytes.div_ceil(8),
        }))
    }
}

/// What the fragment of a linked unit has besides constants.
#[derive(Debug)]
pub(crate) struct UnitPart {
    pub(crate) codes: Codes,
    pub(crate) hash: Option<[u8; 32]>,
    /// What the machine keeps for the unit, dropped with it.
    pub(crate) attached: OnceLock<Box<dyn Any + Send + Sync>>,
}

/// The functions of a unit at fixed addresses.
#[derive(Debug)]
pub(crate) struct Codes(*mut [Code]);

impl Codes {
    pub(crate) fn new(codes: Vec<Code>) -> Codes {
        let codes = Codes(Box::into_raw(codes.into_boxed_slice()));
        let first = codes.0.cast::<Code>();
        for index in 0..codes.0.len() {
            let code = first.wrapping_add(index);
            // SAFETY: the slice is this object's, and nobody else has seen it.
            let points = unsafe { &mut (*code).points };
            points.iter_mut().for_each(|point| point.code = code);
        }
        codes
    }

    pub(crate) fn slice(&self) -> &[Code] {
        // SAFETY: the slice lives until drop and is not written but for atomics.
        unsafe { &*self.0 }
    }
}

impl Drop for Codes {
    fn drop(&mut self) {
        // SAFETY: made by `Box::into_raw` in `new`; nobody points to it (H4).
        drop(unsafe { Box::from_raw(self.0) });
    }
}

// SAFETY: codes are immutable once their fragment stands; the back pointer is atomic.
unsafe impl Send for Codes {}
// SAFETY: as above.
unsafe impl Sync for Codes {}

/// What counts as used with each fragment: its handles, and its places in queues and mailboxes.
const BESIDE_BYTES: usize = 128;

const HEADER_BYTES: usize = size_of::<Fragment>();

fn layout_for(words: usize) -> Layout {
    Layout::array::<u64>(words.max(1) + HEADER_BYTES / 8).expect("a fragment fits in memory")
}

/// Memory for a fragment of `words` words, if there is any.
fn allocate(words: usize) -> Option<NonNull<Fragment>> {
    // SAFETY: the layout is not empty.
    let memory = memory::asking(|| unsafe { std::alloc::alloc(layout_for(words)) });
    NonNull::new(memory.cast())
}

const _: () = assert!(HEADER_BYTES.is_multiple_of(8) && align_of::<Fragment>() == 8);

impl Fragment {
    /// The fragment that some code names.
    ///
    /// # Safety
    /// The fragment lives for `'a`.
    pub(crate) unsafe fn by_pointer<'a>(fragment: *const Fragment) -> &'a Fragment {
        // SAFETY: as required of the caller.
        unsafe { &*fragment }
    }

    fn raw(&self) -> NonNull<Fragment> {
        NonNull::from(self)
    }

    /// Another reference to it.
    pub fn to_ref(&self) -> FragmentRef {
        if !self.immortal {
            self.count.increment();
        }
        FragmentRef(self.raw())
    }

    pub fn is_immortal(&self) -> bool {
        self.immortal
    }

    /// Address of its first word.
    #[inline]
    pub(crate) fn start(&self) -> usize {
        self as *const Fragment as usize + HEADER_BYTES
    }

    /// Address after its last word; there is always one word.
    #[inline]
    pub(crate) fn end(&self) -> usize {
        self.start() + 8 * self.words.max(1)
    }

    pub fn words(&self) -> usize {
        self.words
    }

    /// What holding it comes to: its words, and the names of its symbols.
    pub fn held_words(&self) -> usize {
        self.words + self.more.as_ref().map_or(0, |more| more.symbol_words)
    }

    /// The counted symbols among its words, once each.
    pub(crate) fn symbols(&self) -> &[SymbolRef] {
        self.more.as_ref().map_or(&[], |more| &more.symbols)
    }

    fn unit(&self) -> Option<&UnitPart> {
        self.more.as_ref()?.unit.as_ref()
    }

    /// Whether `value` leads into it.
    pub fn contains(&self, value: Value) -> bool {
        let address = value.address();
        value.is_pointer() && self.start() <= address && address < self.end()
    }

    /// Whether it has data only, and no code.
    pub(crate) fn is_message(&self) -> bool {
        self.unit().is_none()
    }

    /// The fragments into which it points.
    pub fn edges(&self) -> &[FragmentRef] {
        &self.edges
    }

    /// The functions of the unit, if it is one's.
    pub fn codes(&self) -> &[Code] {
        self.unit().map_or(&[], |unit| unit.codes.slice())
    }

    /// Ties `data` to the life of the fragment of a unit. Whether it was: only
    /// units take data, and only once.
    pub fn attach(&self, data: Box<dyn Any + Send + Sync>) -> bool {
        let unit = self.unit();
        unit.is_some_and(|unit| unit.attached.set(data).is_ok())
    }

    /// What [`Fragment::attach`] was given.
    pub fn attached(&self) -> Option<&(dyn Any + Send + Sync)> {
        self.unit()?.attached.get().map(|data| &**data)
    }

    pub(crate) fn is_unit(&self) -> bool {
        self.unit().is_some()
    }

    pub fn unit_hash(&self) -> Option<[u8; 32]> {
        self.unit().and_then(|unit| unit.hash)
    }
}

/// A counted reference to a fragment.
#[derive(Debug)]
pub struct FragmentRef(NonNull<Fragment>);

impl FragmentRef {
    /// A fragment of `words` words, written by `fill` at the address it is given, if a
    /// process that has `held` words may have so many more.
    ///
    /// # Safety
    /// `fill` initialises all words.
    pub(crate) unsafe fn new(
        words: usize,
        edges: Vec<FragmentRef>,
        symbols: Vec<SymbolRef>,
        held: usize,
        fill: impl FnOnce(usize),
    ) -> Result<FragmentRef, OutOfMemory> {
        budget::admit(8 * words, 8 * held)?;
        let memory = allocate(words).ok_or(OutOfMemory::of_machine(words))?;
        // SAFETY: as required of the caller.
        Ok(unsafe {
            let more = More::of(None, symbols);
            FragmentRef::made(memory, words, edges, more, false, fill)
        })
    }

    /// As [`FragmentRef::new`], of a unit or where the size has been seen to; without memory the
    /// program ends, as everywhere in Rust.
    ///
    /// # Safety
    /// `fill` initialises all words.
    pub(crate) unsafe fn must(
        words: usize,
        edges: Vec<FragmentRef>,
        more: Option<Box<More>>,
        immortal: bool,
        fill: impl FnOnce(usize),
    ) -> FragmentRef {
        let memory = memory::insist(layout_for(words));
        // SAFETY: as required of the caller.
        unsafe { FragmentRef::made(memory, words, edges, more, immortal, fill) }
    }

    /// # Safety
    /// The memory is new and has room for the header and the words, and `fill` initialises them.
    unsafe fn made(
        memory: NonNull<Fragment>,
        words: usize,
        edges: Vec<FragmentRef>,
        more: Option<Box<More>>,
        immortal: bool,
        fill: impl FnOnce(usize),
    ) -> FragmentRef {
        budget::count((layout_for(words).size() + BESIDE_BYTES) as isize);
        let fragment = Fragment {
            count: Count::new(),
            words,
            edges,
            immortal,
            more,
        };
        // SAFETY: the memory is new and large enough for the header.
        unsafe { memory.write(fragment) };
        // SAFETY: it is large enough for one word more at least.
        unsafe { store(memory.as_ptr() as usize + HEADER_BYTES, 0, 0) };
        fill(memory.as_ptr() as usize + HEADER_BYTES);
        let fragment = FragmentRef(memory);
        for code in fragment.codes() {
            code.fragment.store(memory.as_ptr(), Ordering::Release);
        }
        if immortal {
            budget::count_immortal(layout_for(words).size() + BESIDE_BYTES);
            register_immortal(fragment.start(), fragment.end());
        }
        fragment
    }

    /// The fragment that owns `code`, if it has one.
    ///
    /// # Safety
    /// The code lives.
    pub unsafe fn of_code(code: *const Code) -> Option<FragmentRef> {
        // SAFETY: as required of the caller.
        let fragment = unsafe { (*code).fragment.load(Ordering::Acquire) };
        // SAFETY: code lives in its fragment.
        unsafe { fragment.as_ref() }.map(Fragment::to_ref)
    }

    /// Whether `code` lies here.
    ///
    /// # Safety
    /// The code lives.
    pub unsafe fn has_code(&self, code: *const Code) -> bool {
        // SAFETY: as required of the caller.
        let fragment = unsafe { (*code).fragment.load(Ordering::Acquire) };
        std::ptr::eq(fragment, self.0.as_ptr())
    }

    /// Whether both lead to the same fragment.
    pub fn is_same(&self, other: &FragmentRef) -> bool {
        self.0 == other.0
    }

    /// Takes the edges out of a fragment that nobody else knows.
    pub(crate) fn take_edges(&mut self) -> Vec<FragmentRef> {
        debug_assert!(self.count.is_one() && !self.immortal);
        // SAFETY: the only reference is borrowed mutably.
        std::mem::take(unsafe { &mut self.0.as_mut().edges })
    }

    /// Takes the symbols out of a fragment that nobody else knows.
    pub(crate) fn take_symbols(&mut self) -> Vec<SymbolRef> {
        debug_assert!(self.count.is_one() && !self.immortal);
        // SAFETY: the only reference is borrowed mutably.
        let more = unsafe { &mut self.0.as_mut().more };
        more.as_mut()
            .map_or_else(Vec::new, |more| std::mem::take(&mut more.symbols))
    }

    /// Whether this is the only reference, as far as can be known while others may be made.
    pub fn is_sole(&self) -> bool {
        !self.is_immortal() && self.count.is_one()
    }

    /// How many references there are, as far as can be known while others may be made. What was done
    /// before one was given up that this does not count is seen afterwards.
    pub fn count(&self) -> usize {
        self.count.get().max(1)
    }
}

impl std::ops::Deref for FragmentRef {
    type Target = Fragment;

    #[inline]
    fn deref(&self) -> &Fragment {
        // SAFETY: a reference keeps its fragment alive.
        unsafe { self.0.as_ref() }
    }
}

impl Clone for FragmentRef {
    fn clone(&self) -> FragmentRef {
        self.to_ref()
    }
}

impl Drop for FragmentRef {
    #[inline]
    fn drop(&mut self) {
        // SAFETY: this reference is given up here.
        if unsafe { release(self.0) } {
            free(self.0);
        }
    }
}

/// Takes one from the count; whether it was the last.
///
/// # Safety
/// The caller has a reference and gives it up.
#[inline]
unsafe fn release(fragment: NonNull<Fragment>) -> bool {
    // SAFETY: the reference that is given up keeps it alive until here.
    let fragment = unsafe { fragment.as_ref() };
    !fragment.immortal && fragment.count.decrement()
}

/// Frees a fragment nobody refers to, and those that only it referred to. Not by
/// recursion: chains of fragments can be long.
fn free(first: NonNull<Fragment>) {
    // SAFETY: the count is zero, so this is the only access.
    if unsafe { first.as_ref() }.edges.is_empty() {
        // SAFETY: as above; it is not used again.
        drop(unsafe { dispose(first) });
        return;
    }
    let mut current = Some(first);
    let mut waiting: Vec<FragmentRef> = Vec::new();
    while let Some(fragment) = current {
        // SAFETY: the count is zero, so this is the only access; it is not used again.
        waiting.append(&mut unsafe { dispose(fragment) });
        current = None;
        while let Some(edge) = waiting.pop() {
            let edge = std::mem::ManuallyDrop::new(edge);
            // SAFETY: the edge is given up, and not dropped again.
            if unsafe { release(edge.0) } {
                current = Some(edge.0);
                break;
            }
        }
    }
}

/// Frees the memory of a fragment; its edges.
///
/// # Safety
/// The count is zero, and nobody uses it any more.
#[inline]
unsafe fn dispose(fragment: NonNull<Fragment>) -> Vec<FragmentRef> {
    // SAFETY: as required of the caller.
    let words = unsafe { fragment.as_ref().words };
    let layout = layout_for(words);
    budget::count(-((layout.size() + BESIDE_BYTES) as isize));
    // What we were given may come from a shared reference, which must not write.
    let whole = std::ptr::with_exposed_provenance_mut::<Fragment>(fragment.addr().get());
    // SAFETY: as required of the caller: nobody else has it.
    let edges = std::mem::take(unsafe { &mut (*whole).edges });
    // SAFETY: the same; it is not used after this.
    unsafe { std::ptr::drop_in_place(whole) };
    // SAFETY: it was allocated with this layout.
    unsafe { std::alloc::dealloc(whole.cast(), layout) };
    edges
}

// SAFETY: a fragment is immutable and its count atomic.
unsafe impl Send for FragmentRef {}
// SAFETY: as above.
unsafe impl Sync for FragmentRef {}
// SAFETY: as above.
unsafe impl Send for Fragment {}
// SAFETY: as above.
unsafe impl Sync for Fragment {}

type Ranges = Vec<(usize, usize)>;

/// The ranges of all immortal fragments, sorted. A list is never changed: a
/// longer one takes its place and the old one is kept for those who read it,
/// which is a few kilobytes, as units are made immortal at the start only.
static IMMORTAL: AtomicPtr<Ranges> = AtomicPtr::new(std::ptr::null_mut());
static IMMORTAL_WRITER: Mutex<()> = Mutex::new(());

fn immortal_ranges() -> &'static [(usize, usize)] {
    let ranges = IMMORTAL.load(Ordering::Acquire);
    // SAFETY: a list that was published is never changed or freed.
    unsafe { ranges.as_ref() }.map_or(&[], |ranges| ranges.as_slice())
}

fn register_immortal(start: usize, end: usize) {
    let _writer = IMMORTAL_WRITER
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    let mut ranges = immortal_ranges().to_vec();
    let index = ranges.partition_point(|range| range.0 < start);
    ranges.insert(index, (start, end));
    IMMORTAL.store(Box::into_raw(Box::new(ranges)), Ordering::Release);
}

/// The number of the immortal fragment in which `address` lies, perhaps `guess`. Numbers change
/// when there are more, so one is only good as a guess.
pub(crate) fn immortal_at(address: usize, guess: u32) -> Option<u32> {
    let ranges = immortal_ranges();
    if ranges
        .get(guess as usize)
        .is_some_and(|range| has(range, address))
    {
        return Some(guess);
    }
    u32::try_from(index_of(ranges, address)?).ok()
}

fn has(range: &(usize, usize), address: usize) -> bool {
    range.0 <= address && address < range.1
}

/// Where the range is in which `address` lies.
fn index_of(ranges: &[(usize, usize)], address: usize) -> Option<usize> {
    let above = ranges.partition_point(|range| range.0 <= address);
    let index = above.checked_sub(1)?;
    has(ranges.get(index)?, address).then_some(index)
}

/// The immortal fragment in which `address` lies.
pub(crate) fn immortal_fragment(address: usize) -> Option<FragmentRef> {
    // One list for both steps: another one may have other numbers.
    let ranges = immortal_ranges();
    let (start, _) = ranges[index_of(ranges, address)?];
    let fragment = std::ptr::with_exposed_provenance::<Fragment>(start - HEADER_BYTES);
    // SAFETY: the header stands before the words, and an immortal fragment is never freed.
    Some(unsafe { &*fragment }.to_ref())
}
