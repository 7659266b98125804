//! Toasts: short messages about what was saved, replayed or recovered.
//!
//! Pushed by the app, shown by the panel of the same name. A toast without a question expires; one that asks
//! something stays until it is answered. Knows no clock: the caller passes the time.

use crate::command::Command;

/// Seconds until a toast expires.
const STAYS: f64 = 6.0;

/// Maximum number of toasts; the oldest is removed first, unless it waits for an answer.
const MOST: usize = 4;

/// A toast.
#[derive(Clone, Debug, PartialEq)]
pub struct Toast {
    /// Its id, never reused.
    pub id: u64,
    /// The message, a sentence.
    pub text: String,
    /// Buttons: a label and a command each.
    pub offers: Vec<(&'static str, Command)>,
    /// Seconds until it expires; `None` if it waits for an answer.
    stays: Option<f64>,
    until: Option<f64>,
}

impl Toast {
    /// Whether it stays until it is answered.
    fn waits(&self) -> bool {
        self.stays.is_none()
    }
}

/// The current toasts.
#[derive(Debug, Default)]
pub struct Toasts {
    all: Vec<Toast>,
    next: u64,
}

impl Toasts {
    /// All toasts, oldest first.
    pub fn all(&self) -> &[Toast] {
        &self.all
    }

    /// Shows a message.
    pub fn tell(&mut self, text: impl Into<String>) {
        self.push(text.into(), Vec::new(), Some(STAYS));
    }

    /// Shows a message until it is dismissed.
    pub fn keep(&mut self, text: impl Into<String>) {
        self.push(text.into(), Vec::new(), None);
    }

    /// Shows a message with buttons that need no answer.
    pub fn invite(&mut self, text: impl Into<String>, offers: Vec<(&'static str, Command)>) {
        self.push(text.into(), offers, Some(2.0 * STAYS));
    }

    /// Shows a message with buttons, until it is answered.
    pub fn offer(&mut self, text: impl Into<String>, offers: Vec<(&'static str, Command)>) {
        self.push(text.into(), offers, None);
    }

    /// Removes a toast.
    pub fn forget(&mut self, id: u64) {
        self.all.retain(|toast| toast.id != id);
    }

    /// Removes every toast that offers this command: it has been answered.
    pub fn answered(&mut self, command: &Command) {
        self.all.retain(|toast| !toast.offers.iter().any(|(_, offered)| offered == command));
    }

    /// Removes all toasts that need no answer.
    pub fn clear(&mut self) {
        self.all.retain(Toast::waits);
    }

    /// Removes expired toasts; returns the time until the next one expires.
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
    use crate::command::FileCommand;

    #[test]
    fn what_only_tells_goes_away_and_what_offers_stays() {
        let mut toasts = Toasts::default();
        toasts.tell("saved");
        toasts.offer("changed on disk", vec![("Reload", Command::File(FileCommand::Reload))]);
        assert_eq!(toasts.pass(10.0), Some(STAYS));
        assert_eq!(toasts.pass(10.0 + STAYS), None);
        assert_eq!(toasts.all().len(), 1);
        toasts.answered(&Command::File(FileCommand::Reload));
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
        toasts.offer("changed on disk", vec![("Reload", Command::File(FileCommand::Reload))]);
        (0..9).for_each(|number| toasts.tell(format!("saved {number}")));
        assert_eq!((toasts.all()[0].text.as_str(), toasts.all().len()), ("changed on disk", MOST));
        toasts.clear();
        assert_eq!(toasts.all().len(), 1);
    }
}
