//! Throwaway measurements.
#![allow(missing_docs, clippy::all, clippy::pedantic, unused)]
use super::lattice::*;
use super::board::*;
use super::layers::*;
use super::limits::*;
use crate::game::*;
use std::time::Instant;

pub struct Proto { lat: Lattice }
impl Proto {
    pub fn new() -> Self { Proto { lat: Lattice::new() } }
    pub fn run(&mut self, position: &Position, swaps: u8, widths: &[usize]) -> (String, u64, f64) {
        let t = Instant::now();
        let root = Board::new(position, &mut self.lat);
        let mut budget = Budget::new(Limits::default());
        let mut res = "?".to_string();
        for &w in widths {
            match pass(&mut self.lat, root, Goal { trees: 15, swaps }, w, &mut budget) {
                Pass::Reached(_) => { res = format!("won@{w}"); break; }
                Pass::Exhausted => { res = format!("dead@{w}"); break; }
                _ => {}
            }
        }
        (res, budget.nodes, t.elapsed().as_secs_f64())
    }
    pub fn sets(&self) -> (usize, usize) { (self.lat.len(), self.lat.memo_len()) }
}
