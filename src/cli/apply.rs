//! `timeloom apply`: a ruleset as a filter over JSON lines.

use std::io::{self, BufRead, Read};

use timeloom::answer;
use timeloom::catalog::{self, Ruleset};

use super::output::{Answer, Failure, Output};

/// Answer JSON lines: apply actions to states, for bots and other languages
///
/// Reads one request per line from standard input and prints one answer per line. Requests:
/// {"level":..,"seed":n} returns the first state, {"state":..,"action":..} the next state and the outcome,
/// {"state":..,"list":true} the legal actions. A request that cannot be answered returns
/// {"error":{"code","message","context"}}, and the next line is still answered. A line has at most 4 MiB.
/// There is no log: turns in unseen's messages count steps since the start or the last restart.
#[derive(clap::Args)]
#[command(
    after_help = "Example:\n  echo '{\"state\":{\"width\":3,\"height\":1,\"tick\":0,\"rng_state\":1,\"characters\":[]},\"list\":true}' \
| timeloom apply skirmish"
)]
pub(super) struct Arguments {
    /// Name of the ruleset
    ruleset: String,
}

/// Maximum length of a line in bytes; the rest of a longer one is skipped and not stored. JSON takes up to 25
/// times its length in memory while it is answered.
const LONGEST_LINE: u64 = 4 << 20;

pub(super) fn run(arguments: &Arguments, output: &mut Output) -> Result<Answer, Failure> {
    let ruleset = catalog::find(&arguments.ruleset)?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = (&mut input).take(LONGEST_LINE).read_until(b'\n', &mut line);
        if read.map_err(|error| Failure::bad(format!("the input could not be read: {error}")))? == 0 {
            return Ok(Answer::Yes);
        }
        let whole = line.ends_with(b"\n") || (line.len() as u64) < LONGEST_LINE;
        if !whole {
            skip_line(&mut input)?;
        }
        if !line.trim_ascii().is_empty() {
            output.data(&reply(ruleset, &line, whole))?;
            output.flush()?;
        }
    }
}

fn reply(ruleset: &dyn Ruleset, line: &[u8], whole: bool) -> serde_json::Value {
    if !whole {
        return answer::unreadable(&format!(
            "it is longer than {LONGEST_LINE} bytes (4 MiB), the limit for one request"
        ));
    }
    match serde_json::from_slice(line) {
        Ok(request) => ruleset.answer(request),
        Err(error) => answer::unreadable(&error.to_string()),
    }
}

fn skip_line(input: &mut impl BufRead) -> Result<(), Failure> {
    loop {
        let held = input.fill_buf()?;
        let (used, done) = match held.iter().position(|&byte| byte == b'\n') {
            Some(end) => (end + 1, true),
            None => (held.len(), held.is_empty()),
        };
        input.consume(used);
        if done {
            return Ok(());
        }
    }
}
