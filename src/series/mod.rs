//! Series: rows that are written in order, survive crashes, and go on where they stopped, for any game.

pub mod ledger;
