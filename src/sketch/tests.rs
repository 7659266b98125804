//! Tests of sketches and edits as values: what they keep, and how they are written.
