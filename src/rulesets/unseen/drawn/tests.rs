//! Tests of drawing levels of unseen.
