//! The world of a transformer: its form, and the meanings of names.

use mound_base::Symbol;
use mound_expand::UseShape;
use mound_heap::Value;
use mound_heap::freeze::Frozen;
use mound_machine::{Cluster, Host, Item, Processes, Reply, Request, Requests, Resources, System};
use mound_primitives::alone::LoneHost;
use std::collections::HashMap;
use std::num::NonZeroU64;

/// Room for the symbols that one run generates, between its numbers and those of the next.
const SYMBOLS_MAX: u64 = 1 << 32;

/// A host that answers what `lib/mound/macro.scm` asks, and refuses all else.
pub(super) struct Sealed<'a> {
    /// What primitives that are not refused ask for: numbers for new symbols.
    alone: LoneHost,
    form: Option<Frozen>,
    shape: UseShape,
    same: &'a mut dyn FnMut(Symbol, Symbol) -> bool,
    replies: HashMap<u64, Reply>,
    asked: u64,
}

impl Sealed<'_> {
    /// `serial` tells this run from others of the same unit: symbols it generates differ from theirs.
    pub(super) fn new(
        form: Option<Frozen>,
        shape: UseShape,
        serial: u32,
        same: &mut dyn FnMut(Symbol, Symbol) -> bool,
    ) -> Sealed<'_> {
        Sealed {
            alone: LoneHost::numbered_from(u64::from(serial) * SYMBOLS_MAX),
            form,
            shape,
            same,
            replies: HashMap::new(),
            asked: 0,
        }
    }

    fn answer(&mut self, name: Symbol, arguments: &[Item]) -> Option<Reply> {
        match (&*name.text(), arguments) {
            ("macro-form", []) => self.form.take().map(Reply::Value),
            ("macro-use", []) => {
                let shape = match self.shape {
                    UseShape::Form => "form",
                    UseShape::Name => "name",
                    UseShape::Assignment => "assignment",
                };
                let shape = Symbol::intern(shape).counted();
                Some(Reply::Value(Frozen::symbol(shape, true)))
            }
            ("same-name?", [Item::Symbol(one), Item::Symbol(other)]) => {
                let same = Value::boolean((self.same)(one.symbol(), other.symbol()));
                Frozen::immediate(same).map(Reply::Value)
            }
            _ => None,
        }
    }
}

impl Requests for Sealed<'_> {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        let answer = match request {
            Request::Operation { name, arguments } => self.answer(name, &arguments),
            Request::Compute(computation) => computation.run(),
            _ => None,
        };
        let reply = answer.unwrap_or_else(|| Reply::Raise {
            kind: Symbol::intern("error"),
            message: mound_primitives::SEALED.to_owned(),
        });
        self.asked += 1;
        let number = NonZeroU64::MIN.saturating_add(self.asked);
        self.replies.insert(number.get(), reply);
        number
    }

    fn poll(&mut self, request: u64) -> Option<Reply> {
        self.replies.remove(&request)
    }

    fn cancel(&mut self, request: u64) {
        self.replies.remove(&request);
    }
}

impl Host for Sealed<'_> {
    fn system(&mut self) -> &mut dyn System {
        &mut self.alone
    }

    fn processes(&mut self) -> &mut dyn Processes {
        &mut self.alone
    }

    fn cluster(&mut self) -> &mut dyn Cluster {
        &mut self.alone
    }

    fn requests(&mut self) -> &mut dyn Requests {
        self
    }

    fn resources(&mut self) -> &mut dyn Resources {
        &mut self.alone
    }
}
