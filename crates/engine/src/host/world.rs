//! Clock, chance, console, and what of the operating system a process has or asks for.
//!
//! Who waits for a request and what is done meanwhile is in `requests`, what a resource is
//! in `resources`.

use super::{TurnHost, pid};
use crate::log::{Level, Subject};
use crate::{moment, resources};
use mound_base::Symbol;
use mound_heap::value::Name;
use mound_machine::resource::{Incoming, Put, Resources};
use mound_machine::{Input, Reply, Request, Requests, Stream, System};
use mound_process::Pid;
use ring::rand::{SecureRandom, SystemRandom};
use std::num::NonZeroU64;

impl Resources for TurnHost<'_, '_> {
    #[inline]
    fn with_incoming(&mut self, owner: Name, action: &mut dyn FnMut(&mut Incoming)) -> bool {
        // Most reads are of the resource that was read last.
        if let Some((last, resource)) = &self.resource
            && *last == owner
        {
            return resources::with_incoming(resource, action);
        }
        match self.find_resource(owner) {
            Some(resource) => resources::with_incoming(&resource, action),
            None => false,
        }
    }

    fn give_back(&mut self, owner: Name, consumed: usize) {
        if let Some(resource) = self.find_resource(owner) {
            resources::give_back(self.state, &resource, consumed);
        }
    }

    fn put_anyway(&mut self, owner: Name, bytes: &[u8]) {
        if let Some(resource) = self.find_resource(owner) {
            resources::put_anyway(self.state, &resource, bytes);
        }
    }

    fn prefetch(&mut self, owner: Name) {
        if let Some(owner) = pid(owner).and_then(Pid::as_local) {
            resources::prefetch(self.state, owner);
        }
    }

    fn put(&mut self, owner: Name, bytes: &[u8]) -> Put {
        if let Some((last, resource)) = &self.resource
            && *last == owner
        {
            return resources::put(self.state, resource, bytes);
        }
        match self.find_resource(owner) {
            Some(resource) => resources::put(self.state, &resource, bytes),
            None => Put::Closed,
        }
    }

    fn is_open(&self, owner: Name) -> bool {
        pid(owner)
            .and_then(Pid::as_local)
            .is_some_and(|owner| self.state.resources.is_open(owner))
    }
}

impl System for TurnHost<'_, '_> {
    fn now(&self) -> u64 {
        self.turn.now()
    }

    fn seconds(&self) -> f64 {
        moment::now(self.turn).as_secs_f64()
    }

    fn random(&mut self) -> u64 {
        self.turn.random()
    }

    fn cover(&mut self, number: usize) {
        if let Some(coverage) = &self.state.options.coverage {
            coverage.reach(number);
        }
    }

    fn hash_seed(&mut self) -> u64 {
        self.state.hash_seeds.next()
    }

    fn fill_secret(&mut self, bytes: &mut [u8]) -> bool {
        if self.state.options.seed.is_some() {
            return false;
        }
        SystemRandom::new()
            .fill(bytes)
            .expect("the system has random bytes, and TLS has used some");
        true
    }

    fn logs(&self, level: &str) -> bool {
        let level = Level::named(level);
        level.is_some_and(|level| self.state.console.logs(level, Subject::Program))
    }

    fn log(&mut self, level: &str, text: &str, fields: &[(&str, &str)]) {
        if let Some(level) = Level::named(level) {
            self.state
                .console
                .log(level, Subject::Program, text, fields);
        }
    }

    fn write(&mut self, stream: Stream, text: &str) -> Result<bool, String> {
        match stream {
            Stream::Output if self.state.options.seed.is_some() => {
                // How fast somebody reads the output must not matter.
                self.state.console.flush();
                self.state.console.write(text)
            }
            Stream::Output => self.state.console.write(text),
            Stream::Error => Ok(self.state.console.write_error(text)),
        }
    }

    fn is_flushed(&mut self, stream: Stream) -> bool {
        if self.state.options.seed.is_some() {
            self.state.console.flush();
        }
        self.state.console.is_flushed(stream)
    }

    fn command_line(&self) -> Vec<String> {
        self.state.options.command_line.clone()
    }

    fn environment_variables(&self) -> Vec<(String, String)> {
        let lossy = |text: std::ffi::OsString| text.to_string_lossy().into_owned();
        std::env::vars_os()
            .map(|(name, value)| (lossy(name), lossy(value)))
            .collect()
    }

    fn with_input(&mut self, action: &mut dyn FnMut(&mut Input)) {
        self.state.with_input(action);
    }

    fn features(&self) -> Vec<Symbol> {
        crate::features()
            .iter()
            .map(|name| Symbol::intern(name))
            .collect()
    }
}

impl Requests for TurnHost<'_, '_> {
    fn start(&mut self, request: Request) -> NonZeroU64 {
        let reference = self.turn.fresh_reference();
        crate::requests::start(self.state, self.turn.serial(), reference, request);
        NonZeroU64::new(reference).expect("references begin with 1")
    }

    fn poll(&mut self, request: u64) -> Option<Reply> {
        self.state.requests.poll(request)
    }

    fn cancel(&mut self, request: u64) {
        self.state.requests.cancel(request);
    }
}
