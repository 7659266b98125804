//! A small set of numbers: none or one in nearly every case, and then nothing is allocated.
//!
//! Used by the overlay. Knows nothing of what the numbers mean.

use std::sync::Arc;

/// A small ascending set of numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Few {
    #[default]
    None,
    One(u32),
    /// At least two.
    Many(Arc<Vec<u32>>),
}

impl Few {
    pub(crate) fn as_slice(&self) -> &[u32] {
        match self {
            Self::None => &[],
            Self::One(number) => std::slice::from_ref(number),
            Self::Many(numbers) => numbers,
        }
    }

    pub(crate) fn with(&self, number: u32) -> Self {
        if matches!(self, Self::None) {
            return Self::One(number);
        }
        let rest = self.as_slice().iter().copied().filter(|own| *own != number);
        let mut all: Vec<u32> = rest.chain([number]).collect();
        all.sort_unstable();
        Self::of(all)
    }

    pub(crate) fn without(&self, number: u32) -> Self {
        match self {
            Self::None => Self::None,
            Self::One(own) if *own == number => Self::None,
            Self::One(own) => Self::One(*own),
            Self::Many(numbers) => Self::of(numbers.iter().copied().filter(|own| *own != number).collect()),
        }
    }

    fn of(numbers: Vec<u32>) -> Self {
        match numbers[..] {
            [] => Self::None,
            [number] => Self::One(number),
            _ => Self::Many(Arc::new(numbers)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_and_go() {
        let set = Few::None.with(7).with(3).with(7);
        assert_eq!(set.as_slice(), [3, 7]);
        assert_eq!(set.without(5).as_slice(), [3, 7]);
        assert_eq!(set.without(3), Few::One(7));
        assert_eq!(Few::One(7).without(7), Few::None);
    }
}
