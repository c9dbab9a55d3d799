//! Solace II: the library held against a plain search, known answers, and its own theorems.

mod answers;
mod differential;
mod players;
mod reference;
mod rules;
mod theorems;
