//! Messages and processes whose outcome does not depend on the order in which they run.

use super::{Form, Type, Writer};

impl Writer {
    /// What is wanted, after it has gone through a mailbox.
    pub(super) fn message(&mut self, wanted: Type) -> String {
        let tag = self.fresh("tag");
        match self.dice.below(4) {
            0 => {
                let value = self.expression(wanted);
                let send = self.operator("!");
                format!("(begin ({send} (self) (list '{tag} {value})) (recv (('{tag} x) x)))")
            }
            1 => {
                // Received in another order than sent.
                let other = self.any_type();
                let [value, second] = self.texts([wanted, other]);
                format!(
                    "(let ((first {value})) (! (self) (list '{tag} first)) \
                     (! (self) (list 'later {second})) \
                     (recv (('later y) (note! 'later))) (recv (('{tag} x) x)))"
                )
            }
            _ => {
                // What `opaque` changes is frozen there.
                let form = self.form;
                if form == Form::Opaque {
                    self.form = Form::Plain;
                }
                let value = self.elsewhere(wanted);
                let fallback = self.fixed(wanted);
                self.form = form;
                format!(
                    "(let ((me (self))) (spawn (lambda () \
                     (! me (list '{tag} (guard (e (#t {fallback})) {value}))))) \
                     (recv (('{tag} x) x)))"
                )
            }
        }
    }

    /// An expression of another process. It uses no variables of this one: continuations and
    /// procedures among them would go on with the program there.
    fn elsewhere(&mut self, wanted: Type) -> String {
        let scope = std::mem::take(&mut self.scope);
        let callables = std::mem::take(&mut self.callables);
        let counter = self.counter.take();
        let value = self.expression(wanted);
        self.scope = scope;
        self.callables = callables;
        self.counter = counter;
        value
    }
}
