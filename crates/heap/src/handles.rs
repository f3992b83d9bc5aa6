//! What a process reaches outside its block, sorted by address.
//!
//! Four sorts of memory: fragments shared with others (a counted handle), small
//! fragments that it owns until its next collection moves them, large objects of its
//! own, and regions of its old memory. Beside them are the counted symbols it reaches, which have
//! no memory that can be pointed to ([`crate::symbols`]).
//!
//! A fragment that is only reached through another one needs no handle until a
//! pointer into it is met: then the edges of the fragments held are added
//! ([`HandleTable::locate`]). Immortal fragments are in no table.

use crate::code::Code;
use crate::fragment::{self, Fragment, FragmentRef};
use crate::memory::Region;
use crate::object::Object;
use crate::sparse::Use;
use crate::symbols::SymbolSet;
use crate::value::Value;
use mound_base::SymbolRef;
use std::collections::HashSet;

#[derive(Debug)]
pub(crate) enum Held {
    Shared(FragmentRef),
    /// This process has the only reference.
    Owned(#[expect(dead_code, reason = "kept to be dropped")] FragmentRef),
    Large(#[expect(dead_code, reason = "kept to be dropped")] Region),
    /// Old objects of this process.
    Old(Region),
    /// No memory, but the counted symbols of the process. There is one such handle at most. It has
    /// no addresses and is the first by address, so that it need not be searched for.
    Symbols(Box<SymbolSet>),
}

#[derive(Debug)]
pub(crate) struct Handle {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) held: Held,
    /// Met by the collection or copy in progress.
    pub(crate) seen: bool,
    /// Its edges have been added.
    expanded: bool,
    /// How a shared fragment is used.
    pub(crate) usage: Use,
}

/// Where an address outside the block lies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Outside {
    /// Index in the table.
    Handle(usize),
    Immortal,
}

#[derive(Default, Debug)]
pub(crate) struct HandleTable {
    /// By address, but for the newest.
    handles: Vec<Handle>,
    /// How many are sorted.
    sorted: u32,
    /// Index of the one that was met last.
    last: u32,
    /// Number of the immortal fragment that was met last.
    last_immortal: u32,
    /// Words of the owned fragments, and the addresses between which they lie.
    owned_words: u32,
    pub(crate) owned_start: usize,
    pub(crate) owned_bytes: usize,
}

impl Handle {
    fn new(start: usize, end: usize, held: Held) -> Handle {
        Handle {
            start,
            end,
            held,
            seen: false,
            expanded: false,
            usage: Use::default(),
        }
    }

    /// Makes it as new, if it is of a unit; the words of that.
    #[inline]
    fn renew_unit(&mut self) -> Option<usize> {
        self.seen = false;
        self.expanded = false;
        self.usage = Use::default();
        let Held::Shared(fragment) = &self.held else {
            return None;
        };
        fragment.is_unit().then(|| fragment.held_words())
    }

    fn contains(&self, address: usize) -> bool {
        self.start <= address && address < self.end
    }
}

impl HandleTable {
    /// Makes room for one more, of which there is none. Most processes need one handle, of the code they run.
    #[inline(never)]
    fn make_room(&mut self) {
        match self.handles.capacity() {
            0 => self.handles.reserve_exact(1),
            1 => self.handles.reserve_exact(3),
            _ => self.handles.reserve(1),
        }
    }

    // Inlined, so that the handle is made in its place: one that was just written in pieces and is then
    // moved as a whole has to wait for all of them.
    #[inline(always)]
    fn push(&mut self, handle: Handle) {
        if self.handles.len() == self.handles.capacity() {
            self.make_room();
        }
        self.handles.push(handle);
    }

    pub(crate) fn push_large(&mut self, region: Region) {
        let (start, end) = (region.start(), region.end());
        self.push(Handle::new(start, end, Held::Large(region)));
    }

    pub(crate) fn push_old(&mut self, region: Region) {
        let (start, end) = (region.start(), region.end());
        self.push(Handle::new(start, end, Held::Old(region)));
    }

    pub(crate) fn push_owned(&mut self, fragment: FragmentRef) {
        let (start, end) = (fragment.start(), fragment.end());
        if self.owned_words == 0 {
            (self.owned_start, self.owned_bytes) = (start, 0);
        }
        let last = end.max(self.owned_start + self.owned_bytes);
        self.owned_start = self.owned_start.min(start);
        self.owned_bytes = last - self.owned_start;
        self.owned_words += ((end - start) / 8) as u32;
        self.push(Handle::new(start, end, Held::Owned(fragment)));
    }

    /// Adds a handle to a shared fragment; the words it has if it is new here.
    pub(crate) fn hold(&mut self, fragment: &FragmentRef) -> usize {
        self.hold_with(fragment, FragmentRef::clone)
    }

    /// The same, without counting once more.
    pub(crate) fn hold_own(&mut self, fragment: FragmentRef) -> usize {
        self.hold_with(fragment, |fragment| fragment)
    }

    fn hold_with<F: std::borrow::Borrow<FragmentRef>>(
        &mut self,
        given: F,
        reference: impl FnOnce(F) -> FragmentRef,
    ) -> usize {
        let fragment: &FragmentRef = given.borrow();
        if fragment.is_immortal() {
            return 0;
        }
        let (start, end, words) = (fragment.start(), fragment.end(), fragment.held_words());
        if self.handles.is_empty() {
            // The code of a new process.
            self.push(Handle::new(start, end, Held::Shared(reference(given))));
            self.renumber();
            return words;
        }
        self.sort();
        let is_it = |handle: Option<&Handle>| handle.is_some_and(|handle| handle.start == start);
        if is_it(self.handles.get(self.last as usize)) {
            return 0;
        }
        let index = self.handles.partition_point(|handle| handle.start < start);
        self.last = index as u32;
        if is_it(self.handles.get(index)) {
            return 0;
        }
        let handle = Handle::new(start, end, Held::Shared(reference(given)));
        self.make_room();
        self.handles.insert(index, handle);
        self.sorted += 1;
        words
    }

    /// The counted symbols of the process, if it has any: they have the first handle.
    fn symbols(&self) -> Option<&SymbolSet> {
        let Held::Symbols(set) = &self.handles.first()?.held else {
            return None;
        };
        Some(set)
    }

    /// How much is held, in things that are dropped one by one.
    pub(crate) fn len(&self) -> usize {
        self.handles.len() + self.symbols().map_or(0, SymbolSet::len)
    }

    /// The counted symbols, made if need be; then indices from before are void.
    fn symbols_mut(&mut self) -> &mut SymbolSet {
        if self.symbols().is_none() {
            self.make_room();
            let set = Held::Symbols(Box::default());
            self.handles.insert(0, Handle::new(0, 0, set));
            self.sorted += 1;
            self.last = 0;
        }
        let Held::Symbols(set) = &mut self.handles[0].held else {
            unreachable!("the set has just been put there");
        };
        set
    }

    /// Holds a symbol; the words it has if it is new here. Indices from before are void.
    pub(crate) fn hold_symbol(&mut self, reference: SymbolRef) -> usize {
        match reference.symbol().is_counted() {
            true => self.symbols_mut().hold(reference),
            false => 0,
        }
    }

    /// Notes that the word of a counted symbol was met. Indices from before are void.
    pub(crate) fn meet_symbol(&mut self, value: Value) {
        self.symbols_mut().meet(value);
    }

    /// Notes that the word of a counted symbol was met in what is copied, and adds a reference to
    /// `symbols` if that is the first time. Indices from before are void.
    pub(crate) fn copy_symbol(&mut self, value: Value, symbols: &mut Vec<SymbolRef>) {
        symbols.extend(self.symbols_mut().meet_to_copy(value));
    }

    /// Forgets that these were met.
    pub(crate) fn clear_seen_symbols(&mut self, symbols: &[SymbolRef]) {
        if !symbols.is_empty() {
            self.symbols_mut().clear_seen(symbols);
        }
    }

    /// Whether a counted symbol is held here.
    pub(crate) fn has_symbol(&self, value: Value) -> bool {
        self.symbols().is_some_and(|set| set.has(value))
    }

    /// Sorts in what is new. Indices from before are void.
    pub(crate) fn sort(&mut self) {
        if !self.is_sorted() {
            self.handles.sort_by_key(|handle| handle.start);
            self.renumber();
        }
    }

    fn is_sorted(&self) -> bool {
        self.sorted as usize == self.handles.len()
    }

    /// All handles are sorted, and indices from before are void.
    fn renumber(&mut self) {
        self.sorted = self.handles.len() as u32;
        self.last = 0;
    }

    pub(crate) fn handle(&mut self, index: usize) -> &mut Handle {
        &mut self.handles[index]
    }

    /// The handle whose memory has `address`; the table is sorted.
    #[inline]
    fn find(&mut self, address: usize) -> Option<usize> {
        let last = self.last as usize;
        let handle = self.handles.get(last);
        if handle.is_some_and(|handle| handle.contains(address)) {
            return Some(last);
        }
        let above = self
            .handles
            .partition_point(|handle| handle.start <= address);
        let index = above.checked_sub(1)?;
        if !self.handles[index].contains(address) {
            return None;
        }
        self.last = index as u32;
        Some(index)
    }

    /// Where `address` lies, which is not in the block. Adds handles as needed, so
    /// indices from before are void.
    #[inline]
    pub(crate) fn locate(&mut self, address: usize) -> Outside {
        debug_assert!(self.is_sorted());
        match self.find(address) {
            Some(index) => Outside::Handle(index),
            None => self.locate_far(address),
        }
    }

    fn locate_far(&mut self, address: usize) -> Outside {
        if let Some(number) = fragment::immortal_at(address, self.last_immortal) {
            self.last_immortal = number;
            return Outside::Immortal;
        }
        if let Some(index) = self.find_far(address) {
            return Outside::Handle(index);
        }
        debug_assert!(false, "H4: {address:#x} is in no memory of this process");
        Outside::Immortal
    }

    /// As [`HandleTable::find`], in what has no handle yet, too.
    fn find_far(&mut self, address: usize) -> Option<usize> {
        while self.expand() {
            if let Some(index) = self.find(address) {
                return Some(index);
            }
        }
        None
    }

    /// The shared fragment in which `address` lies, which is not in the block; the table is sorted.
    pub(crate) fn fragment_at(&mut self, address: usize) -> Option<FragmentRef> {
        let found = self.find(address);
        if found.is_none()
            && let Some(fragment) = fragment::immortal_fragment(address)
        {
            return Some(fragment);
        }
        let index = found.or_else(|| self.find_far(address))?;
        match &self.handles[index].held {
            Held::Shared(fragment) => Some(fragment.clone()),
            Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => None,
        }
    }

    /// Adds the edges of all fragments held; whether there were any left to do.
    fn expand(&mut self) -> bool {
        let mut edges: Vec<FragmentRef> = Vec::new();
        let mut any = false;
        for handle in &mut self.handles {
            if let Held::Shared(fragment) = &handle.held
                && !handle.expanded
            {
                handle.expanded = true;
                any = true;
                edges.extend(fragment.edges().iter().cloned());
            }
        }
        for edge in &edges {
            self.hold(edge);
        }
        any
    }

    /// The units that have handles, or to which messages lead that have.
    pub(crate) fn units(&self) -> Vec<&FragmentRef> {
        let mut found = Vec::new();
        let mut met = HashSet::new();
        let mut open: Vec<&FragmentRef> = Vec::new();
        open.extend(self.handles.iter().filter_map(|handle| match &handle.held {
            Held::Shared(fragment) => Some(fragment),
            Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => None,
        }));
        while let Some(fragment) = open.pop() {
            if !met.insert(fragment.start()) {
                continue;
            }
            match fragment.is_unit() {
                // What it imports is needed by it, and not by the process.
                true => found.push(fragment),
                false => open.extend(fragment.edges()),
            }
        }
        found
    }

    /// All shared fragments that can be reached, whether they have handles or not.
    pub(crate) fn all_shared(&mut self) -> Vec<FragmentRef> {
        while self.expand() {}
        let shared = self.handles.iter().filter_map(|handle| match &handle.held {
            Held::Shared(fragment) => Some(fragment.clone()),
            Held::Owned(_) | Held::Large(_) | Held::Old(_) | Held::Symbols(_) => None,
        });
        shared.collect()
    }

    /// Index of the handle of the fragment that owns some code, made if need be.
    pub(crate) fn locate_fragment(&mut self, fragment: *const Fragment) -> Outside {
        // SAFETY: H4: the code is reachable, so its fragment lives.
        let fragment = unsafe { Fragment::by_pointer(fragment) };
        if fragment.is_immortal() {
            return Outside::Immortal;
        }
        if let Some(index) = self.find(fragment.start()) {
            return Outside::Handle(index);
        }
        self.hold(&fragment.to_ref());
        Outside::Handle(self.last as usize)
    }

    /// Drops everything, and keeps room for a few.
    #[inline(never)]
    pub(crate) fn clear(&mut self) {
        if !self.handles.is_empty() {
            self.handles.clear();
            self.handles.shrink_to(4);
        }
        self.no_owned();
        self.renumber();
    }

    /// As [`HandleTable::clear`], but keeps the unit whose code was run, if nothing else is here: the
    /// next process will most likely run it too. The words that are kept.
    #[inline]
    pub(crate) fn clear_but_unit(&mut self) -> usize {
        if let [only] = self.handles.as_mut_slice()
            && let Some(words) = only.renew_unit()
        {
            self.no_owned();
            self.renumber();
            return words;
        }
        self.clear();
        0
    }

    /// Whether all that there is here is the unit that has `code`.
    ///
    /// # Safety
    /// The code lives.
    #[inline]
    pub(crate) unsafe fn is_unit_of(&self, code: *const Code) -> bool {
        match self.handles.as_slice() {
            [
                Handle {
                    held: Held::Shared(fragment),
                    ..
                },
                // SAFETY: as required of the caller.
            ] => unsafe { fragment.has_code(code) },
            _ => false,
        }
    }

    /// Drops what was not seen, and all owned fragments and old memory, which have been
    /// moved. The words outside the block that stay in use.
    pub(crate) fn sweep(&mut self) -> usize {
        let mut words = 0;
        self.handles.retain_mut(|handle| {
            let kept = match &mut handle.held {
                Held::Owned(_) | Held::Old(_) => None,
                Held::Shared(fragment) => handle.seen.then(|| fragment.held_words()),
                Held::Large(_) => handle.seen.then_some((handle.end - handle.start) / 8),
                Held::Symbols(set) => Some(set.sweep()).filter(|_| !set.is_empty()),
            };
            words += kept.unwrap_or(0);
            handle.seen = false;
            handle.expanded = false;
            kept.is_some()
        });
        self.no_owned();
        self.renumber();
        if self.handles.is_empty() {
            self.handles = Vec::new();
        }
        words
    }

    /// Drops the owned fragments, which have been moved.
    pub(crate) fn drop_owned(&mut self) {
        if self.owned_words > 0 {
            self.sort();
            self.handles
                .retain(|handle| !matches!(handle.held, Held::Owned(_)));
            self.renumber();
        }
        self.no_owned();
    }

    /// As if owned fragments lay at both ends of the memory of the machine, until they are dropped:
    /// where the allocator puts them decides otherwise which addresses are looked for here.
    pub(crate) fn doubt_all(&mut self) {
        (self.owned_start, self.owned_bytes) = (0, usize::MAX);
    }

    fn no_owned(&mut self) {
        (self.owned_words, self.owned_start, self.owned_bytes) = (0, 0, 0);
    }

    /// Says how many words of the old memory at `start` are used; the table is sorted.
    pub(crate) fn recount_old(&mut self, start: usize, words: usize) {
        if let Some(index) = self.find(start)
            && let Held::Old(region) = &mut self.handles[index].held
        {
            region.recount(words);
        }
    }

    /// Overwrites old memory, from which everything has been moved.
    pub(crate) fn poison_old(&mut self) {
        for handle in &mut self.handles {
            if let Held::Old(region) = &mut handle.held {
                region.poison();
            }
        }
    }

    /// The large objects, by address.
    pub(crate) fn large(&self) -> impl Iterator<Item = usize> {
        let handles = self.handles.iter();
        let large = handles.filter(|handle| matches!(handle.held, Held::Large(_)));
        large.map(|handle| handle.start)
    }

    /// Words of the large objects that have values in them.
    pub(crate) fn scanned_words(&self) -> usize {
        let handles = self.handles.iter();
        let large = handles.filter(|handle| matches!(handle.held, Held::Large(_)));
        let scanned = large.filter(|handle| !Object::at(handle.start).header().is_raw());
        scanned.map(|handle| (handle.end - handle.start) / 8).sum()
    }

    /// Words of what is held for this process alone, without old memory, and of what is shared.
    pub(crate) fn held_words(&self) -> (usize, usize) {
        let (mut own, mut shared) = (0, 0);
        for handle in &self.handles {
            let words = (handle.end - handle.start) / 8;
            match handle.held {
                Held::Shared(_) => shared += words,
                Held::Owned(_) | Held::Large(_) => own += words,
                Held::Symbols(ref set) => own += set.words(),
                Held::Old(_) => {}
            }
        }
        (own, shared)
    }

    /// Words that are held for this process alone, without old memory, and of those that are shared a
    /// part, as many parts as there are references.
    pub(crate) fn fair_words(&self) -> usize {
        let words = |handle: &Handle| {
            let words = (handle.end - handle.start) / 8;
            match &handle.held {
                Held::Shared(fragment) => fragment.held_words() / fragment.count(),
                Held::Owned(_) | Held::Large(_) => words,
                Held::Symbols(set) => set.words(),
                Held::Old(_) => 0,
            }
        };
        self.handles.iter().map(words).sum()
    }

    /// The handles of shared fragments.
    pub(crate) fn shared(&mut self) -> impl Iterator<Item = &mut Handle> {
        let handles = self.handles.iter_mut();
        handles.filter(|handle| matches!(handle.held, Held::Shared(_)))
    }

    /// Forgets what was seen.
    pub(crate) fn clear_seen(&mut self) {
        for handle in &mut self.handles {
            handle.seen = false;
        }
    }

    /// Words of the owned fragments, which the next collection moves.
    pub(crate) fn owned_words(&self) -> usize {
        self.owned_words as usize
    }

    /// Whether there is an owned fragment at `address`; the table is sorted.
    #[inline(always)]
    pub(crate) fn is_owned(&mut self, address: usize) -> bool {
        self.may_be_owned(address) && self.is_found_owned(address)
    }

    fn is_found_owned(&mut self, address: usize) -> bool {
        self.find(address)
            .is_some_and(|index| matches!(self.handles[index].held, Held::Owned(_)))
    }

    /// Whether there may be an owned fragment at `address`.
    #[inline(always)]
    pub(crate) fn may_be_owned(&self, address: usize) -> bool {
        address.wrapping_sub(self.owned_start) < self.owned_bytes
    }
}
