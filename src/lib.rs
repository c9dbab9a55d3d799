//! Exact solver for *Solomids*, a one-player game of 45 pyramids.

pub mod dealer;
pub mod game;
pub mod solver;
pub mod view;
