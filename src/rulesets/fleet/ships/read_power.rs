//! Reads one power: its phase or hook decides which keys and timings it may have.
//!
//! Called by the reader of ships. The only place that knows which phase goes with which timing.

use crate::level_text::{Offset, Reader, Table};
use crate::rulesets::fleet::id::Kind;
use crate::rulesets::fleet::phase::{
    HOOK_WORDS, Hook, PHASE_WORDS, Phase, TIMING_WORDS, TRIGGER_WORDS, Timing, Trigger,
};
use crate::rulesets::fleet::power::{Condition, Effect, Often, Power, Query, Rule, Standard};

/// Owner of the power that is read; named in every message about it.
pub(super) struct Owner<'d> {
    /// Id of the ship.
    pub(super) ship: &'d str,
    /// Number of the power among the ship's, from 1.
    pub(super) number: usize,
    /// Position of the power in the file.
    pub(super) at: Offset,
}

/// Reads a power; `None` if it is invalid, which is reported.
pub(super) fn power(reader: &mut Reader, owner: &Owner<'_>, table: &Table) -> Option<Power> {
    let name = reader.text(table, "name").map(|(_, name)| name);
    if name.is_none() && table.get("name").is_none() {
        reader.fault(owner.at, format!("power {} needs `name`", owner.number));
    }
    let name = name.map_or_else(|| owner.number.to_string(), str::to_owned);
    let rule = reader.about(format!("the ship \"{}\", power \"{name}\"", owner.ship), |reader| {
        Reading { reader, table, at: owner.at }.rule()
    });
    Some(Power { name: name.into(), rule: rule? })
}

struct Reading<'r, 'd> {
    reader: &'r mut Reader,
    table: &'d Table,
    at: Offset,
}

const STANDARD: [(&str, StandardWord); 5] = [
    ("damage", StandardWord::Amount(Standard::Damage)),
    ("heal", StandardWord::Amount(Standard::Heal)),
    ("gain_lines", StandardWord::Amount(Standard::GainLines)),
    ("build", StandardWord::Build),
    ("destroy", StandardWord::Destroy),
];

#[derive(Clone, Copy)]
enum StandardWord {
    Amount(fn(u16) -> Standard),
    Build,
    Destroy,
}

impl Reading<'_, '_> {
    fn rule(&mut self) -> Option<Rule> {
        let phase = self.reader.word(self.table, "phase", &PHASE_WORDS);
        let hook = self.reader.word(self.table, "hook", &HOOK_WORDS);
        let given = |key| self.table.get(key).is_some();
        match (phase, hook) {
            _ if given("phase") == given("hook") => self.wrong(
                "needs either `phase` (of the schedule) or `hook` (event, dice_manipulation or passive)",
            ),
            (Some(phase), _) => self.scheduled(phase),
            (_, Some(Hook::Event)) => self.event(),
            (_, Some(Hook::DiceManipulation)) => self.dice(),
            (_, Some(Hook::Passive)) => self.passive(),
            // The word is unknown, which is already reported; the rest may be wrong as well.
            (None, None) => {
                self.timing().and(self.effect(true));
                None
            }
        }
    }

    fn scheduled(&mut self, phase: Phase) -> Option<Rule> {
        self.keys(&["phase", "timing", "spends"], true);
        // Everything is read before anything is checked, so that all mistakes are reported.
        let (timing, effect) = (self.timing(), self.effect(self.table.get("spends").is_some()));
        let price = self.reader.number(self.table, "spends", 1..=9).map(|(_, price)| price as u8);
        match often(phase, timing?, price) {
            Ok(often) => Some(Rule::Scheduled { phase, often, effect: effect? }),
            Err(why) => self.wrong(why),
        }
    }

    fn event(&mut self) -> Option<Rule> {
        self.keys(&["hook", "timing", "trigger"], true);
        let (effect, timing) = (self.effect(false), self.reader.word(self.table, "timing", &TIMING_WORDS));
        if self.table.get("trigger").is_none() {
            return self.wrong("an event needs `trigger`: on_destroyed or on_ship_completed");
        }
        let trigger = self.reader.word(self.table, "trigger", &TRIGGER_WORDS)?;
        match (trigger, timing, self.table.get("timing")) {
            (Trigger::OnDestroyed, Some(Timing::UponDestruction), _) => effect.map(Rule::Destroyed),
            (Trigger::OnDestroyed, ..) => {
                self.wrong("an event on_destroyed has timing = \"upon_destruction\"")
            }
            (Trigger::OnShipCompleted, _, None) => effect.map(Rule::Completed),
            (Trigger::OnShipCompleted, ..) => {
                self.wrong("an event on_ship_completed fires whenever that happens: it has no `timing`")
            }
        }
    }

    fn dice(&mut self) -> Option<Rule> {
        match self.timing()? {
            Timing::Passive => self.passive(),
            Timing::Continuous => {
                self.keys(&["hook", "timing", "effect", "value"], false);
                self.reader.word(self.table, "effect", &[("reroll", ())]).or_else(|| self.lack("effect"))?;
                self.number("value", 1..=5).map(|upto| Rule::Reroll(upto as u8))
            }
            Timing::OnceOnlyAutomatic | Timing::UponDestruction => {
                self.wrong("a change of dice is continuous (reroll) or passive (reads)")
            }
        }
    }

    fn passive(&mut self) -> Option<Rule> {
        self.keys(&["hook", "timing", "query", "value", "amount", "effect"], false);
        let fine = self.forbid(
            "amount",
            "a passive answers questions and has no amount: write `value` if it needs a number",
        ) & self.forbid("effect", "a passive is never executed and has no effect: write `query`");
        if self.timing()? != Timing::Passive {
            return self.wrong("the hook passive has timing = \"passive\"");
        }
        const QUERIES: [(&str, Query); 4] = [
            ("reads", Query::Reads(0)),
            ("doubles_healing", Query::DoublesHealing),
            ("protects", Query::Protects),
            ("counts_consumed", Query::CountsConsumed),
        ];
        let query = match self.reader.word(self.table, "query", &QUERIES).or_else(|| self.lack("query"))? {
            Query::Reads(_) => Query::Reads(self.number("value", 1..=6)? as u8),
            other => other,
        };
        fine.then_some(Rule::Passive(query))
    }

    fn timing(&mut self) -> Option<Timing> {
        self.reader.word(self.table, "timing", &TIMING_WORDS).or_else(|| self.lack("timing"))
    }

    fn effect(&mut self, aimed: bool) -> Option<Effect> {
        const CONDITIONS: [(&str, Condition); 3] = [
            ("die_at_least", Condition::DieAtLeast(0)),
            ("die_even", Condition::DieEven),
            ("behind", Condition::Behind),
        ];
        match self.reader.text(self.table, "effect").map(|(_, word)| word) {
            Some("conditional") => {
                let condition =
                    match self.reader.word(self.table, "if", &CONDITIONS).or_else(|| self.lack("if"))? {
                        Condition::DieAtLeast(_) => Condition::DieAtLeast(self.number("value", 2..=6)? as u8),
                        other => other,
                    };
                let (then, otherwise) =
                    (self.inner("then").or_else(|| self.lack("then"))?, self.inner("else"));
                Some(Effect::Conditional { condition, then, otherwise })
            }
            Some("custom") => {
                self.reader.word(self.table, "logic", &[("per_ships", ())]).or_else(|| self.lack("logic"))?;
                let each = self.number("each", 1..=50)? as u8;
                Some(Effect::PerShips { each, then: self.inner("then").or_else(|| self.lack("then"))? })
            }
            _ => self.standard(self.table, aimed).map(Effect::Standard),
        }
    }

    /// Reads the standard effect that a conditional or custom power expands to.
    fn inner(&mut self, key: &str) -> Option<Standard> {
        let entry = self.table.get(key)?;
        let Some(table) = entry.as_table() else {
            return self
                .wrong(format!("`{key}` must be an effect such as {{ effect = \"heal\", amount = 3 }}"));
        };
        self.reader.keys(table, &format!("`{key}`"), &["effect", "amount", "ship"]);
        self.standard(table, false)
    }

    fn standard(&mut self, table: &Table, aimed: bool) -> Option<Standard> {
        if table.get("effect").is_none() {
            return self.lack_in(table, "effect");
        }
        let word = table.get("effect").and_then(|entry| entry.as_text());
        if word.is_some_and(|word| ["conditional", "custom"].contains(&word)) {
            return self.wrong("a conditional or custom power must lead to a standard effect");
        }
        match self.reader.word(table, "effect", &STANDARD)? {
            StandardWord::Amount(make) => {
                self.number_in(table, "amount", 1..=100).map(|amount| make(amount as u16))
            }
            StandardWord::Build => {
                let Some((_, kind)) = self.reader.text(table, "ship") else {
                    return self.lack_in(table, "ship");
                };
                let count =
                    if table.get("amount").is_some() { self.number_in(table, "amount", 1..=9)? } else { 1 };
                Some(Standard::Build(Kind::from(kind), count as u16))
            }
            StandardWord::Destroy if aimed => Some(Standard::Destroy),
            StandardWord::Destroy => {
                self.wrong("destroying needs a target, which a player must choose: give it `spends`")
            }
        }
    }

    fn keys(&mut self, own: &[&str], effects: bool) {
        const EFFECT: [&str; 9] =
            ["effect", "amount", "ship", "if", "value", "then", "else", "logic", "each"];
        let mut known = vec!["name"];
        known.extend(own);
        known.extend(EFFECT.iter().filter(|_| effects));
        self.reader.keys(self.table, "such a power", &known);
    }

    fn number(&mut self, key: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        self.number_in(self.table, key, range)
    }

    fn number_in(&mut self, table: &Table, key: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        if table.get(key).is_none() {
            return self.lack_in(table, key);
        }
        self.reader.number(table, key, range).map(|(_, number)| number)
    }

    /// Returns whether a key is absent; reports it if it is present.
    fn forbid(&mut self, key: &str, why: &str) -> bool {
        if let Some(entry) = self.table.get(key) {
            self.reader.fault(entry.at, why);
        }
        self.table.get(key).is_none()
    }

    fn lack<T>(&mut self, key: &str) -> Option<T> {
        self.lack_in(self.table, key)
    }

    /// Reports that a key is missing; one that is present but wrong was reported by its reader.
    fn lack_in<T>(&mut self, table: &Table, key: &str) -> Option<T> {
        if table.get(key).is_some() { None } else { self.wrong(format!("needs `{key}`")) }
    }

    fn wrong<T>(&mut self, why: impl Into<String>) -> Option<T> {
        self.reader.fault(self.at, why);
        None
    }
}

/// Returns how often a power fires, or why its timing does not go with its phase.
fn often(phase: Phase, timing: Timing, price: Option<u8>) -> Result<Often, &'static str> {
    match (timing, price) {
        (Timing::UponDestruction, _) => Err(
            "upon_destruction is an event, not a phase: write hook = \"event\" and trigger = \"on_destroyed\"",
        ),
        (Timing::Passive, _) => Err("a passive is asked, never scheduled: write hook = \"passive\""),
        _ if phase == Phase::DiceRoll => {
            Err("nothing fires in dice_roll: what changes the die has hook = \"dice_manipulation\"")
        }
        (Timing::OnceOnlyAutomatic, Some(_)) => {
            Err("fires by itself, so it cannot spend charges: make it continuous")
        }
        (Timing::OnceOnlyAutomatic, None) if phase == Phase::LineGeneration => {
            Err("can never fire: no ship is completed before line_generation is over")
        }
        (Timing::Continuous, Some(_)) if !phase.takes_charges() => {
            Err("charges are spent in first_strike, simultaneous_declaration and conditional_response only")
        }
        (Timing::OnceOnlyAutomatic, None) => Ok(Often::Once),
        (Timing::Continuous, Some(price)) => Ok(Often::Charged(price)),
        (Timing::Continuous, None) => Ok(Often::Continuous),
    }
}
