//! A plain search that answers `solve` as `docs/service.md` says, to compare the program with:
//! `data/benchmark.py --tier 2 target/release/examples/plain`.
//!
//! Depth first over single moves, with a set of all positions that were seen, and no other rule than that of the best score still
//! possible, 17 less a point for each swap used. It answers one request a line; the limit `seconds` alone is looked at.

use std::collections::HashSet;
use std::io::{self, BufRead as _};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use solomids::game::{Position, parse_position};

struct Search {
    seen: HashSet<Vec<u8>>,
    best: u8,
    end: Option<Instant>,
}

impl Search {
    /// Looks at all that can be reached; returns false if the time is over.
    fn visit(&mut self, start: Position) -> bool {
        let mut open = vec![start];
        while let Some(position) = open.pop() {
            if self.seen.len().is_multiple_of(256) && self.end.is_some_and(|end| Instant::now() > end) {
                return false;
            }
            self.best = self.best.max(position.score());
            for mv in position.legal_moves().into_iter().rev() {
                let mut next = position;
                let played = next.play(mv);
                let can_gain = 17 - next.swaps_used() > self.best;
                if played.is_ok() && can_gain && self.seen.insert(next.to_bytes().to_vec()) {
                    open.push(next);
                }
            }
        }
        true
    }
}

fn answer(request: &Value) -> Result<Value, String> {
    let text = request["text"].as_str().ok_or("a request has a `text`")?;
    let start = parse_position(text).map_err(|error| error.to_string())?.position;
    let end = request["seconds"].as_f64().map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let mut search = Search { seen: HashSet::new(), best: 0, end };
    let is_over = search.visit(start);
    let best = search.best;
    let upper = if is_over { best } else { 17 };
    let nodes = search.seen.len();
    Ok(json!({ "lower_bound": best, "upper_bound": upper, "stats": { "nodes": nodes } }))
}

fn main() {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).unwrap_or_default();
        let id = &request["id"];
        match answer(&request) {
            Ok(ok) => println!("{}", json!({ "id": id, "ok": ok })),
            Err(message) => println!("{}", json!({ "id": id, "error": { "message": message } })),
        }
    }
}
