//! Solace II: the library held against a plain search, known answers, and its own theorems.

mod answers;
mod differential;
mod players;
#[path = "../reference/solace2.rs"]
mod reference;
mod rules;
mod theorems;
