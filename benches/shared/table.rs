//! The table that a benchmark prints: each measurement, and whether its law holds.

use std::process::ExitCode;

pub(crate) struct Table {
    broken: u32,
}

impl Table {
    /// Prints the head.
    pub(crate) fn begin() -> Self {
        println!("{:<62} {:>12}   law", "what", "measured");
        Self { broken: 0 }
    }

    /// Prints a line; a law is whether it holds, and its text.
    pub(crate) fn row(&mut self, what: &str, measured: f64, unit: &str, law: Option<(bool, &str)>) {
        let verdict = match law {
            None => String::new(),
            Some((true, law)) => format!("{law}: holds"),
            Some((false, law)) => format!("{law}: DOES NOT HOLD"),
        };
        self.broken += u32::from(law.is_some_and(|(holds, _)| !holds));
        println!("{what:<62} {measured:>9.3} {unit:<2}   {verdict}");
    }

    /// Fails if a law did not hold.
    pub(crate) fn end(self) -> ExitCode {
        if self.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}
