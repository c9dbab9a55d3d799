//! Tests of the game in the terminal, with a terminal that is none.
