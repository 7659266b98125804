//! A persistent append-only list with logarithmic access to any element.
//!
//! Each element links to its predecessor and to one element further back, at distances that follow the skew binary
//! numbers (Myers, "An applicative random-access stack", 1983). Appending costs a single small node, which no later
//! clone copies: that makes a long history cheap to keep. Knows nothing of its elements.

use std::fmt::{self, Debug};
use std::sync::Arc;

/// A persistent append-only list.
pub struct Trace<T> {
    head: Link<T>,
}

type Link<T> = Option<Arc<Node<T>>>;

struct Node<T> {
    value: T,
    /// Number of elements up to and including this one.
    len: u32,
    next: Link<T>,
    jump: Link<T>,
}

impl<T> Trace<T> {
    /// Number of elements.
    pub fn len(&self) -> usize {
        len(&self.head) as usize
    }

    /// Whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.head.is_none()
    }

    /// The last element.
    pub fn last(&self) -> Option<&T> {
        self.head.as_deref().map(|node| &node.value)
    }

    /// Appends an element.
    ///
    /// # Panics
    /// At more than `u32::MAX` elements.
    pub fn push(&mut self, value: T) {
        let len = len(&self.head).checked_add(1).expect("a list this long would not fit into memory");
        let next = self.head.take();
        self.head = Some(Arc::new(Node { value, len, jump: jump_over(&next), next }));
    }

    /// Returns the element at `index`; the first one is 0.
    pub fn get(&self, index: usize) -> Option<&T> {
        let wanted = u32::try_from(index).ok()?.checked_add(1)?;
        let mut node = self.head.as_deref().filter(|head| wanted <= head.len)?;
        while node.len > wanted {
            let far = node.jump.as_deref().filter(|jump| jump.len >= wanted);
            node = far.or(node.next.as_deref())?;
        }
        Some(&node.value)
    }

    /// Returns the newest element for which `is_old` is true. `is_old` must be true for a prefix of the list and
    /// false after.
    pub fn newest_old(&self, is_old: impl Fn(&T) -> bool) -> Option<&T> {
        let mut node = self.head.as_deref()?;
        while !is_old(&node.value) {
            let far = node.jump.as_deref().filter(|jump| !is_old(&jump.value));
            node = far.or(node.next.as_deref())?;
        }
        Some(&node.value)
    }

    /// Returns the oldest element for which `is_old` is false. `is_old` must be true for a prefix of the list and
    /// false after.
    pub fn oldest_new(&self, is_old: impl Fn(&T) -> bool) -> Option<&T> {
        let mut node = self.head.as_deref().filter(|head| !is_old(&head.value))?;
        while let Some(next) = node.next.as_deref().filter(|next| !is_old(&next.value)) {
            node = node.jump.as_deref().filter(|jump| !is_old(&jump.value)).unwrap_or(next);
        }
        Some(&node.value)
    }

    /// Iterates from the last element to the first.
    pub fn newest_first(&self) -> impl Iterator<Item = &T> {
        std::iter::successors(self.head.as_deref(), |node| node.next.as_deref()).map(|node| &node.value)
    }

    /// Iterates from the first element to the last.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = &T> + ExactSizeIterator {
        let mut all: Vec<&T> = self.newest_first().collect();
        all.reverse();
        all.into_iter()
    }
}

fn len<T>(link: &Link<T>) -> u32 {
    link.as_deref().map_or(0, |node| node.len)
}

/// Returns the jump target of the element after `last`: past two jumps of equal length, or else `last` itself.
fn jump_over<T>(last: &Link<T>) -> Link<T> {
    let node = last.as_ref()?;
    let Some(jump) = &node.jump else { return Some(Arc::clone(node)) };
    let same = node.len - jump.len == jump.len - len(&jump.jump);
    if same { jump.jump.clone() } else { Some(Arc::clone(node)) }
}

impl<T> Default for Trace<T> {
    fn default() -> Self {
        Self { head: None }
    }
}

impl<T> Clone for Trace<T> {
    fn clone(&self) -> Self {
        Self { head: self.head.clone() }
    }
}

impl<T> FromIterator<T> for Trace<T> {
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Self {
        let mut trace = Self::default();
        values.into_iter().for_each(|value| trace.push(value));
        trace
    }
}

impl<T: PartialEq> PartialEq for Trace<T> {
    fn eq(&self, other: &Self) -> bool {
        let same = |(a, b): (&Arc<Node<T>>, &Arc<Node<T>>)| Arc::ptr_eq(a, b);
        self.len() == other.len()
            && (self.head.as_ref().zip(other.head.as_ref()).is_some_and(same)
                || self.newest_first().eq(other.newest_first()))
    }
}

impl<T: Debug> Debug for Trace<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

/// Drops nodes in a loop: dropping a long list recursively would overflow the stack. The target of a jump is also
/// held by the neighbours in between, so releasing a jump never frees anything.
impl<T> Drop for Trace<T> {
    fn drop(&mut self) {
        let mut link = self.head.take();
        while let Some(mut node) = link.and_then(Arc::into_inner) {
            node.jump = None;
            link = node.next.take();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_element_is_where_it_was_put() {
        let mut trace = Trace::default();
        for value in 0..1000 {
            assert_eq!(trace.get(value), None);
            trace.push(value);
            assert_eq!(trace.len(), value + 1);
            assert!((0..=value).all(|index| trace.get(index) == Some(&index)));
        }
        assert!((0..1000).all(|limit| trace.newest_old(|value| *value <= limit) == Some(&limit)));
        assert!((0..999).all(|limit| trace.oldest_new(|value| *value <= limit) == Some(&(limit + 1))));
        assert_eq!((trace.newest_old(|_| false), trace.oldest_new(|_| true)), (None, None));
        assert_eq!(trace.oldest_new(|_| false), Some(&0));
        assert!(trace.iter().copied().eq(0..1000));
        assert_eq!(trace.last(), Some(&999));
    }

    #[test]
    fn a_clone_grows_apart_from_the_original() {
        let mut trace = Trace::default();
        trace.push('a');
        let mut other = trace.clone();
        trace.push('b');
        other.push('c');
        assert_eq!(trace.iter().collect::<String>(), "ab");
        assert_eq!(other.iter().collect::<String>(), "ac");
        assert_ne!(trace, other);
    }

    #[test]
    fn far_elements_are_reached_in_few_steps() {
        let mut trace = Trace::default();
        (0..1_000_000u32).for_each(|value| trace.push(value));
        assert!((0..1_000_000).step_by(9973).all(|index| trace.get(index) == Some(&(index as u32))));
    }

    #[test]
    fn a_long_list_can_be_dropped() {
        let mut trace = Trace::default();
        (0..1_000_000u32).for_each(|value| trace.push(value));
        let copy = trace.clone();
        drop(trace);
        drop(copy);
    }
}
