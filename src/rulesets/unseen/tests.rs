//! The ruleset as a whole: levels set up, played, shown and told.
