//! scratch
use std::time::Instant;
use solomids::certificate::{CertificateWriter, Header, check, goal_above};
use solomids::dealer::tabletop;
use solomids::game::{COLUMNS, Palette, RULES, Share, Stack};
use solomids::solver::{Config, Recorder, Solver};

struct Sink(CertificateWriter<Vec<u8>>);
impl Recorder for Sink {
    fn set(&mut self, order: &[Stack], placements: &[Vec<Option<u8>>]) { self.0.set(order, placements).unwrap(); }
    fn board(&mut self, swaps: u8, sets: [u32; COLUMNS]) { self.0.board(swaps, sets).unwrap(); }
}
fn main() {
    for arg in std::env::args().skip(1) {
        let index: u64 = arg.parse().unwrap();
        let position = *tabletop::deal(1, index).position();
        let mut solver = Solver::new();
        let t = Instant::now();
        let outcome = solver.solve(&position, &Config::default());
        let solve = t.elapsed();
        let score = outcome.verdict.score().unwrap();
        let goal = goal_above(score);
        let palette = Palette::default();
        let header = Header { program: "x".into(), rules: RULES.into(), position: palette.canonical(&position).replace('\n', " "), score, goal, line: Share { seed: String::new(), moves: outcome.line.clone() }.to_string() };
        let t = Instant::now();
        let mut sink = Sink(CertificateWriter::new(Vec::new(), &header).unwrap());
        if let Some(goal) = goal { assert!(solver.refute(&position, (goal.trees, goal.swaps), &Config::default(), &mut sink).unwrap()); }
        let (bytes, sets, boards) = sink.0.finish().unwrap();
        let write = t.elapsed();
        let t = Instant::now();
        let checked = check(&bytes[..]);
        println!("{index}: score {score}, solve {solve:.2?} {} nodes, write {write:.2?}, {} bytes, {sets} sets {boards} boards, check {:.2?}: {}", outcome.stats.nodes, bytes.len(), t.elapsed(), match checked { Ok(c) => format!("{:?}", c.stats), Err(e) => e.to_string() });
        if std::env::var_os("DUMP").is_some() { std::fs::write(format!("/tmp/cert-{index}.txt"), bytes).unwrap(); }
    }
}
