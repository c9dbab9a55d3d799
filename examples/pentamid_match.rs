//! Plays the engine of Pentamid against a plain one at equal nodes, and prints how many games it won.
//!
//! ```sh
//! cargo run --release --example pentamid_match -- GAMES NODES SEED CAP > games.csv
//! ```
//!
//! The plain engine is a depth-first alpha-beta search, deepened ply by ply until its nodes are used up, that counts lines: 4^n for
//! a line that shows n pieces of one player and none of the other. Games come in pairs: the same four random plies, sides
//! exchanged. Rows go to standard output, the tally to standard error.

use anyhow::Context as _;
use solomids::pentamid::engine::Rng;
use solomids::pentamid::game::{Game, Move, Position, Rules, Side, Square};
use solomids::pentamid::selfplay::{GameSeries, Player, Strength, Tally, play_series, to_csv};
use solomids::stats::Confidence;

/// The plain engine.
struct Plain {
    lines: Vec<u64>,
    max_nodes: u64,
    nodes: u64,
}

impl Plain {
    fn new(rules: &Rules, max_nodes: u64) -> Self {
        Self { lines: rules.lines(), max_nodes, nodes: 0 }
    }

    fn evaluate(&self, rules: &Rules, position: &Position) -> i64 {
        let shown = |side: Side| -> u64 {
            let own = |square: &Square| position.top(*square).is_some_and(|piece| piece.side == side);
            rules.squares().filter(own).map(Square::bit).sum()
        };
        let (own, other) = (shown(position.side()), shown(position.side().other()));
        let worth = |bits: u64| 4_i64.pow(bits.count_ones());
        self.lines
            .iter()
            .map(|line| match (line & own, line & other) {
                (mine, 0) => worth(mine),
                (0, theirs) => -worth(theirs),
                _ => 0,
            })
            .sum()
    }

    /// The value of the game for its side to move, or nothing if the nodes are used up.
    fn search(&mut self, game: &mut Game, depth: u32, mut alpha: i64, beta: i64) -> Option<i64> {
        const WIN: i64 = 1 << 40;
        self.nodes += 1;
        if self.nodes > self.max_nodes {
            return None;
        }
        let status = game.status();
        if status.is_over() {
            let own = game.position().side();
            return Some(status.winner().map_or(0, |side| {
                let won = WIN + i64::from(depth);
                if side == own { won } else { -won }
            }));
        }
        if depth == 0 {
            return Some(self.evaluate(game.rules(), game.position()));
        }
        let mut best = i64::MIN + 1;
        for mv in game.legal_moves() {
            game.play(mv).ok()?;
            let value = self.search(game, depth - 1, -beta, -alpha);
            game.take_back();
            best = best.max(-value?);
            alpha = alpha.max(best);
            if alpha >= beta {
                break;
            }
        }
        Some(best)
    }
}

impl Player for Plain {
    fn name(&self) -> String {
        format!("plain-{}", self.max_nodes)
    }

    fn choose(&mut self, game: &Game) -> Option<Move> {
        self.nodes = 0;
        let mut game = game.clone();
        let mut moves = game.legal_moves();
        let mut chosen = *moves.first()?;
        for depth in 1..40 {
            let mut alpha = i64::MIN + 1;
            let mut best = chosen;
            let mut all = true;
            for &mv in &moves {
                game.play(mv).ok()?;
                let value = self.search(&mut game, depth - 1, i64::MIN + 1, -alpha);
                game.take_back();
                let Some(value) = value else {
                    all = false;
                    break;
                };
                if -value > alpha {
                    (alpha, best) = (-value, mv);
                }
            }
            chosen = best;
            if !all {
                break;
            }
            if let Some(place) = moves.iter().position(|&mv| mv == chosen) {
                moves[..=place].rotate_right(1);
            }
        }
        Some(chosen)
    }
}

fn main() -> anyhow::Result<()> {
    let numbers: Vec<u64> =
        std::env::args().skip(1).map(|arg| arg.parse().context("a number")).collect::<Result<_, _>>()?;
    let number = |i: usize, default: u64| numbers.get(i).copied().unwrap_or(default);
    let (games, nodes, seed, cap) = (number(0, 100), number(1, 20_000), number(2, 1), number(3, 300));
    let rules = Rules::default();
    let series =
        GameSeries { rules, games, seed, first: Vec::new(), random: 4, cap: cap as usize, pairs: true };
    let engine_side = |index: u64| Side::ALL[(index % 2) as usize];
    let rows = play_series(&series, |index| {
        let engine: Box<dyn Player> =
            Box::new(Strength::Nodes(nodes).player(&rules, Rng::new(1, 0), &std::sync::Arc::default()));
        let plain: Box<dyn Player> = Box::new(Plain::new(&rules, nodes));
        if engine_side(index) == Side::One { [engine, plain] } else { [plain, engine] }
    });
    let mut tally = Tally::default();
    for row in &rows {
        tally.add(row.result, engine_side(row.index));
    }
    print!("{}", to_csv(&rows));
    let confidence = Confidence::default();
    let (decided, all) = (tally.of_decided(confidence), tally.of_all(confidence));
    eprintln!("{tally:?}\nof decided games: {decided} %\nof all games: {all} %");
    Ok(())
}
