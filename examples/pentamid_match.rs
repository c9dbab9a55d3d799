//! Plays two players of Pentamid against each other, and prints how many games each of them won, with confidence intervals.
//!
//! ```sh
//! cargo run --release --example pentamid_match -- level-3 level-2 games=200 seed=1
//! cargo run --release --example pentamid_match -- engine-2000 plain-2000 games=200
//! cargo run --release --example pentamid_match -- level-3 level-3 games=400 first=L@a1 opening=3 cap=1000
//! ```
//!
//! A player is `level-N`, the engine at a level; `engine-N`, the engine with N nodes a move; or `plain-N`, the plain engine with N
//! nodes a move: a depth-first alpha-beta search, deepened ply by ply until its nodes are used up, that counts lines: 4^n for a
//! line that shows n pieces of one player and none of the other. Two different players exchange sides after every game, and each
//! opening is played twice.
//!
//! `games` (100), `seed` (1) of the openings, random plies of an `opening` (4), moves before them (`first`, apart by commas; none),
//! and plies at which a game is left unfinished (`cap`, 300) are as in the parentheses unless they are given. The same arguments
//! give the same games for any number of threads.

use anyhow::{Context as _, bail};
use solomids::pentamid::engine::{EnginePlayer, GameSeries, Level, Player, Rng, Strength};
use solomids::pentamid::game::{Game, Move, Position, Rules, Side, Square, Status, parse_moves};
use solomids::stats::{Confidence, TextTable};

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

/// A player as the arguments name it.
fn player(name: &str, rules: &Rules, random: Rng) -> anyhow::Result<Box<dyn Player>> {
    let (kind, number) = name.split_once('-').context("a player is such as `level-3`")?;
    let number: u64 = number.parse().with_context(|| format!("`{name}` has no number"))?;
    let engine = |strength| Box::new(EnginePlayer::new(rules, strength, random));
    Ok(match kind {
        "level" => {
            let level = u8::try_from(number).ok().and_then(Level::new);
            engine(Strength::Level(level.with_context(|| format!("no level {number}"))?))
        }
        "engine" => engine(Strength::Nodes(number)),
        "plain" => Box::new(Plain::new(rules, number)),
        _ => bail!("no player `{name}`"),
    })
}

/// Games of one player by result.
#[derive(Default)]
struct Tally {
    won: u64,
    lost: u64,
    drawn: u64,
    unfinished: u64,
}

impl Tally {
    /// Counts a game for the player on this side.
    fn add(&mut self, status: Status, side: Side) {
        *match (status.winner(), status) {
            (Some(winner), _) if winner == side => &mut self.won,
            (Some(_), _) => &mut self.lost,
            (None, Status::Drawn) => &mut self.drawn,
            (None, _) => &mut self.unfinished,
        } += 1;
    }

    /// The row of a table: an unfinished game is not decided; among all games it counts as lost at the lower end of the interval, and as
    /// won at the upper end.
    fn row(&self, name: String) -> Vec<String> {
        let &Self { won, lost, drawn, unfinished } = self;
        let confidence = Confidence::default();
        let decided = confidence.interval(won, won, won + lost);
        let all = confidence.interval(won, won + unfinished, won + lost + drawn + unfinished);
        let numbers = [won, lost, drawn, unfinished].map(|number| number.to_string());
        [name].into_iter().chain(numbers).chain([decided.to_string(), all.to_string()]).collect()
    }
}

fn main() -> anyhow::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (options, names): (Vec<_>, Vec<_>) = arguments.iter().partition(|argument| argument.contains('='));
    let [one, two] = names[..] else { bail!("name two players, such as `level-3 level-2`") };
    let rules = Rules::default();
    let mut series =
        GameSeries { rules, games: 100, seed: 1, first: Vec::new(), random: 4, cap: 300, pairs: one != two };
    for option in options {
        let (name, value) = option.split_once('=').unwrap_or_default();
        let number = || value.parse::<u64>().with_context(|| format!("`{option}` has no number"));
        match name {
            "games" => series.games = number()?,
            "seed" => series.seed = number()?,
            "opening" => series.random = number()? as usize,
            "cap" => series.cap = number()? as usize,
            "first" => series.first = parse_moves(&rules, value)?.moves,
            _ => bail!("no option `{name}`"),
        }
    }
    // A name that is wrong is found before any game.
    for name in [one, two] {
        player(name, &rules, Rng::new(0, 0))?;
    }
    let first_side = |index: u64| Side::ALL[if one == two { 0 } else { (index % 2) as usize }];
    let games = series.play(|index| {
        let names = if first_side(index) == Side::One { [one, two] } else { [two, one] };
        // Slips of a level are drawn from other series than openings.
        let random = |side: u64| Rng::new(series.seed ^ (0x9E37_79B9 << side), index);
        let [one, two] = names;
        [(one, 1), (two, 2)].map(|(name, side)| {
            player(name, &rules, random(side)).unwrap_or_else(|error| unreachable!("{error}"))
        })
    });
    let (mut begins, mut first, mut plies) = (Tally::default(), Tally::default(), 0);
    for (index, played) in (0..).zip(&games) {
        let status = played.game.status();
        begins.add(status, Side::One);
        first.add(status, first_side(index));
        plies += played.game.moves().len();
    }
    println!("{} games, {:.1} plies on average\n", games.len(), plies as f64 / games.len() as f64);
    let head = ["wins of", "won", "lost", "drawn", "unfinished", "% of decided games", "% of all games"];
    let mut table = TextTable::new(&head);
    table.rows.push(begins.row("the player who begins".into()));
    if one != two {
        table.rows.push(first.row(format!("{one} against {two}")));
    }
    println!("{}", table.to_text());
    println!(
        "Intervals: 95 %, Wilson. Among all games, unfinished ones count as lost below and as won above."
    );
    Ok(())
}
