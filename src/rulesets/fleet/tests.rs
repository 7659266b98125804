//! Tests of the match, filled below.
