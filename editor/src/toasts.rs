//! Small notices about results: what was saved, replayed, recovered.
//!
//! Pushed by the app, shown by the panel of the same name. One that only tells or invites goes away by itself; one that
//! offers something stays until it is answered. Knows no clock: whoever shows them says what time it is.

use crate::command::Command;

/// How long one stays that only tells.
const STAYS: f64 = 6.0;

/// More are never shown; the oldest goes first, but not before it is answered, if it asks something.
const MOST: usize = 4;

/// A small notice.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its number, never given twice.
    pub id: u64,
    /// A sentence.
    pub text: String,
    /// What can be done about it: words for a button each.
    pub offers: Vec<(&'static str, Command)>,
    /// How long it stays; for ever, if nothing is said.
    stays: Option<f64>,
    until: Option<f64>,
}

impl Toast {
    /// Whether it stays until it is answered.
    fn waits(&self) -> bool {
        self.stays.is_none()
    }
}

/// The small notices that are there.
#[derive(Debug, Default)]
pub struct Toasts {
    all: Vec<Toast>,
    next: u64,
}

impl Toasts {
    /// Those that are there, oldest first.
    pub fn all(&self) -> &[Toast] {
        &self.all
    }

    /// Tells something.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.push(text.into(), Vec::new(), Some(STAYS));
    }

    /// Tells something and offers more about it, which nobody need answer.
    pub fn invite(&mut self, text: impl Into<String>, offers: Vec<(&'static str, Command)>) {
        self.push(text.into(), offers, Some(2.0 * STAYS));
    }

    /// Tells something and offers what can be done about it.
    pub fn offer(&mut self, text: impl Into<String>, offers: Vec<(&'static str, Command)>) {
        self.push(text.into(), offers, None);
    }

    /// Puts one away.
    pub fn forget(&mut self, id: u64) {
        self.all.retain(|toast| toast.id != id);
    }

    /// Puts away whatever offers one of the commands that this one offers: it has been answered.
    pub fn answered(&mut self, command: &Command) {
        self.all.retain(|toast| !toast.offers.iter().any(|(_, offered)| offered == command));
    }

    /// Puts all of them away that need no answer.
    pub fn clear(&mut self) {
        self.all.retain(Toast::waits);
    }

    /// Lets go what has been there long enough; how long it is until the next one goes.
    pub fn pass(&mut self, now: f64) -> Option<f64> {
        for toast in &mut self.all {
            toast.until = toast.until.or(toast.stays.map(|stays| now + stays));
        }
        self.all.retain(|toast| toast.until.is_none_or(|until| until > now));
        self.all.iter().filter_map(|toast| toast.until).reduce(f64::min).map(|until| until - now)
    }

    fn push(&mut self, text: String, offers: Vec<(&'static str, Command)>, stays: Option<f64>) {
        self.all.retain(|toast| toast.text != text);
        let id = self.next;
        self.next += 1;
        self.all.push(Toast { id, text, offers, stays, until: None });
        if self.all.len() > MOST {
            let oldest = self.all.iter().position(|toast| !toast.waits()).unwrap_or_default();
            self.all.remove(oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::File;

    #[test]
    fn what_only_tells_goes_away_and_what_offers_stays() {
        let mut toasts = Toasts::default();
        toasts.tell("saved");
        toasts.offer("changed on disk", vec![("Reload", Command::File(File::Reload))]);
        assert_eq!(toasts.pass(10.0), Some(STAYS));
        assert_eq!(toasts.pass(10.0 + STAYS), None);
        assert_eq!(toasts.all().len(), 1);
        toasts.answered(&Command::File(File::Reload));
        assert!(toasts.all().is_empty());
    }

    #[test]
    fn the_same_words_stand_there_once_and_there_are_never_many() {
        let mut toasts = Toasts::default();
        (0..9).for_each(|number| toasts.tell(format!("saved {}", number / 2)));
        assert_eq!(toasts.all().len(), MOST);
    }

    #[test]
    fn what_asks_something_is_neither_pushed_out_nor_put_away_with_the_others() {
        let mut toasts = Toasts::default();
        toasts.offer("changed on disk", vec![("Reload", Command::File(File::Reload))]);
        (0..9).for_each(|number| toasts.tell(format!("saved {number}")));
        assert_eq!((toasts.all()[0].text.as_str(), toasts.all().len()), ("changed on disk", MOST));
        toasts.clear();
        assert_eq!(toasts.all().len(), 1);
    }
}
