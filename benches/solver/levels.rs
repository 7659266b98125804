//! Levels for the solver's benchmark: one for each kind of search, with more states than the search visits.

/// Sokoban: nothing depends on time.
pub(crate) const TIMELESS: &str = "\
#############
#     #     #
# $ $   $ $ #
#  .  #  .  #
#   ## ##   #
# .   @   . #
#   ## ##   #
#  .  #  .  #
# $     $   #
#     #     #
#############
Title: Four rooms
";

/// Guards, and no rift: time runs forward.
pub(crate) const FORWARD: &str = include_str!("forward.toml");

/// Rifts both ways, boxes and a guard.
pub(crate) const FOLDED: &str = include_str!("folded.toml");
