//! The games, and the one list of them. Every ruleset has the same parts: level, state, action, legality, apply, scene,
//! tests.
//!
//! Rulesets know [`crate::rules`], [`crate::scene`], random numbers and the codec; they do not know each other, files
//! or history.

pub mod azul;
pub mod fleet;
pub mod skirmish;
pub mod unseen;

/// The one list of rulesets, in the order in which they are shown to people: hands their types to a macro. What needs
/// types goes through it; everything else uses [`crate::catalog::RULESETS`].
#[macro_export]
macro_rules! for_each_ruleset {
    ($then:ident) => {
        $then!(
            $crate::rulesets::unseen::Unseen,
            $crate::rulesets::skirmish::Skirmish,
            $crate::rulesets::azul::Azul,
            $crate::rulesets::fleet::Fleet,
        )
    };
}
