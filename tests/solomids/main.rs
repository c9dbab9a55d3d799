//! Solomids: rules, search, verdicts, analyses and certificates, against a plain implementation and against known answers.
//!
//! A file a subject, in one program, since each program takes seconds to link: `cargo test --test solomids differential` runs one.

#![allow(unreachable_pub, reason = "a program of tests has no other crate to be reached from")]

mod analysis;
mod benchmark;
mod certificate;
mod checks;
mod common;
mod differential;
mod endgames;
mod known_answers;
mod known_deals;
mod pasted;
mod perft;
mod readers;
mod reference;
mod rules_agree;
mod shortest;
mod signature;
mod threads;
