//! A disk on which one call fails, in one of several ways: for tests that make every call fail in turn.
//!
//! Wraps any other disk and counts its calls. Knows no games and no files.

use std::collections::BTreeMap;
use std::io;
use std::sync::{Arc, Mutex};

use timeloom::journal::storage::Storage;

/// Way in which a call fails.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// Nothing is done, and an error is returned.
    Refused,
    /// The disk is full: nothing is done.
    Full,
    /// Half of the bytes are read or written. A call without bytes is done, and then an error is returned.
    Half,
    /// The call is done, but an error is returned.
    Done,
}

impl Way {
    pub(crate) const ALL: [Self; 4] = [Self::Refused, Self::Full, Self::Half, Self::Done];

    fn error<T>(self) -> io::Result<T> {
        Err(match self {
            Self::Full => io::ErrorKind::StorageFull.into(),
            _ => io::Error::other("the disk has failed"),
        })
    }

    /// Fails; makes the call first if this way does.
    fn fail<T>(self, call: impl FnOnce() -> io::Result<T>) -> io::Result<T> {
        if matches!(self, Self::Half | Self::Done) {
            call()?;
        }
        self.error()
    }
}

/// The call that fails, counted from 1; later ones are refused too if the disk is broken permanently.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fault {
    pub(crate) call: usize,
    pub(crate) way: Way,
    pub(crate) for_good: bool,
}

impl Fault {
    /// Returns every fault of a disk with this number of calls.
    pub(crate) fn all(calls: usize) -> impl Iterator<Item = Self> {
        let ways = Way::ALL.into_iter().flat_map(|way| [(way, false), (way, true)]);
        (1..=calls)
            .flat_map(move |call| ways.clone().map(move |(way, for_good)| Self { call, way, for_good }))
    }
}

/// The fault, and the calls so far. Clones share it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Plan {
    fault: Option<Fault>,
    called: Arc<Mutex<BTreeMap<&'static str, usize>>>,
}

impl Plan {
    pub(crate) fn new(fault: Option<Fault>) -> Self {
        Self { fault, called: Arc::default() }
    }

    /// Returns the number of calls by name.
    pub(crate) fn called(&self) -> BTreeMap<&'static str, usize> {
        self.called.lock().unwrap().clone()
    }

    /// Counts a call; returns the way in which it fails, if it does.
    fn count(&self, name: &'static str) -> Option<Way> {
        let mut called = self.called.lock().unwrap();
        *called.entry(name).or_default() += 1;
        let (now, fault) = (called.values().sum::<usize>(), self.fault?);
        let later = now > fault.call && fault.for_good;
        if now == fault.call { Some(fault.way) } else { later.then_some(Way::Refused) }
    }
}

/// A disk that fails as planned.
#[derive(Clone, Debug)]
pub(crate) struct Faulty<S> {
    pub(crate) inner: S,
    pub(crate) plan: Plan,
}

impl<S: Storage> Storage for Faulty<S> {
    fn size(&self) -> io::Result<u64> {
        self.plan.count("size").map_or_else(|| self.inner.size(), Way::error)
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> io::Result<usize> {
        let half = buffer.len().div_ceil(2);
        match self.plan.count("read") {
            None => self.inner.read_at(offset, buffer),
            // The caller requests the rest.
            Some(Way::Half) => self.inner.read_at(offset, &mut buffer[..half]),
            Some(way) => way.error(),
        }
    }

    fn write_at(&mut self, offset: u64, bytes: &[u8]) -> io::Result<usize> {
        match self.plan.count("write") {
            None => self.inner.write_at(offset, bytes),
            Some(Way::Half) => Way::Half.fail(|| self.inner.write_at(offset, &bytes[..bytes.len() / 2])),
            Some(way) => way.fail(|| self.inner.write_at(offset, bytes)),
        }
    }

    fn truncate(&mut self, size: u64) -> io::Result<()> {
        let way = self.plan.count("cut");
        let mut call = || self.inner.truncate(size);
        if let Some(way) = way { way.fail(call) } else { call() }
    }

    fn sync(&mut self) -> io::Result<()> {
        let way = self.plan.count("sync");
        let mut call = || self.inner.sync();
        if let Some(way) = way { way.fail(call) } else { call() }
    }

    fn set_aside(&mut self, bytes: &[u8]) -> io::Result<()> {
        let way = self.plan.count("set aside");
        let mut call = || self.inner.set_aside(bytes);
        if let Some(way) = way { way.fail(call) } else { call() }
    }
}
