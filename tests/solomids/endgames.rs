//! Endgames of `data/endgames.csv`: the way to each is replayed, its best score and what is said of it are found again, and stars are
//! ordered by what careless players win.

use solomids::analysis::endgame::{Endgame, LEAST_NARROWNESS, MOST_GREEDY_WINS};
use solomids::analysis::hints;
use solomids::dealer::tabletop;
use solomids::game::{Move, Position, parse_position, replay};
use solomids::pentamid::game::{Game, Repetition, Rules, parse_moves};
use solomids::pentamid::prover::{self, prove_from};
use solomids::solver::{Config, Solver};

const LIST: &str = include_str!("../../data/endgames.csv");

fn rows() -> impl Iterator<Item = Vec<&'static str>> {
    LIST.lines().skip(1).map(|row| row.split(',').collect())
}

fn moves(text: &str) -> Vec<Move> {
    text.split(' ').map(|token| token.parse().expect("a move")).collect()
}

/// The position of a row of Solomids, replayed by the rules alone.
fn position(row: &[&str]) -> Position {
    let number = |text: &str| text.parse().expect("a number");
    let deal = tabletop::deal(number(row[3]), number(row[4]));
    replay(deal.position(), &moves(row[5])).expect("a legal way")
}

#[test]
fn endgames_can_be_won_without_a_swap_and_are_what_the_list_says() {
    let mut solver = Solver::new();
    let config = Config::with_nodes(20_000);
    let mut count = [0; 4];
    for (number, row) in (1..).zip(rows()) {
        assert_eq!(row[1], number.to_string());
        if row[0] != "solomids" {
            continue;
        }
        let position = position(&row);
        count[row[2].parse::<usize>().expect("stars") - 1] += 1;
        assert_eq!((15 - position.trees_banked()).to_string(), row[6], "endgame {number}");
        assert_eq!(position.swaps_used(), 0, "endgame {number}");
        let end = replay(&position, &moves(row[13])).expect("a legal solution");
        assert_eq!(end.score(), 17, "endgame {number}");
        if number % 8 == 0 {
            let outcome = solver.solve(&position, &config);
            assert_eq!(outcome.verdict.score(), Some(17), "endgame {number}");
            let no_swap = |mv: &Move| !matches!(mv, Move::Swap { .. });
            let judged = hints(&mut solver, &position, &config).moves;
            let of =
                |keeps| judged.iter().filter(|hint| no_swap(&hint.mv) && hint.keeps == Some(keeps)).count();
            let (keep, lose) = (of(true), of(false));
            assert_eq!([(keep + lose).to_string(), keep.to_string()], row[11..13], "endgame {number}");
        }
    }
    assert_eq!(count, [60; 4]);
}

/// What pages carry of the list, which `web/endgames.mjs` makes of it.
#[test]
fn pages_have_the_positions_of_the_list() {
    let positions = include_str!("../../src/draw/page/script/positions.js");
    let (_, entries) = positions.split_once("ENDGAMES = ").expect("a list");
    let entries: Vec<(u8, String, Option<u8>)> =
        serde_json::from_str::<Vec<serde_json::Value>>(entries.trim_end().trim_end_matches(';'))
            .expect("a list in JSON")
            .into_iter()
            .map(|entry| {
                let number = |n: usize| entry[n].as_u64().map(|number| number as u8);
                (number(0).expect("stars"), entry[1].as_str().expect("a text").into(), number(2))
            })
            .collect();
    assert_eq!(entries.len(), rows().count());
    for (row, (stars, text, turns)) in rows().zip(entries) {
        assert_eq!(row[2], stars.to_string());
        if row[0] == "solomids" {
            assert_eq!(
                parse_position(&text).expect("a position").position,
                position(&row),
                "endgame {}",
                row[1]
            );
        } else {
            assert_eq!((row[5], row[7]), (&*text, &*format!("win-in-{}", turns.expect("own moves"))));
        }
    }
}

#[test]
fn endgames_are_made_again() {
    let mut solver = Solver::new();
    for row in rows().filter(|row| row[0] == "solomids").step_by(40) {
        let (deal, trees) =
            (tabletop::deal(1, row[4].parse().expect("an index")), row[6].parse().expect("trees"));
        let endgame = Endgame::of_deal(&mut solver, deal.position(), trees).expect("an endgame");
        assert_eq!(endgame.moves, moves(row[5]));
        assert_eq!(endgame.solution, moves(row[13]));
        assert_eq!((endgame.stars().to_string(), endgame.point.name()), (row[2].into(), row[7]));
        assert!(endgame.narrowness() >= LEAST_NARROWNESS && endgame.greedy.win_share() <= MOST_GREEDY_WINS);
        assert_eq!(format!("{:.4}", endgame.greedy.win_share()), row[9]);
    }
}

#[test]
fn stars_are_ordered_by_what_careless_players_win() {
    let mean = |stars: &str, column: usize| {
        let shares = rows().filter(|row| row[0] == "solomids" && row[2] == stars);
        shares.map(|row| row[column].parse::<f64>().expect("a share")).sum::<f64>() / 60.0
    };
    for column in [8, 9] {
        let means = ["1", "2", "3", "4"].map(|stars| mean(stars, column));
        assert!(means.is_sorted_by(|easy, hard| *easy > hard + 0.05), "{means:?}");
    }
}

#[test]
fn wins_of_pentamid_are_forced_in_as_many_moves() {
    for row in rows().filter(|row| row[0] == "pentamid").step_by(6) {
        let rules = Rules::default();
        let mut game = Game::new(rules, Repetition::Barred, solomids::pentamid::game::Position::START);
        for mv in parse_moves(&rules, row[5]).expect("moves").moves {
            game.play(mv).expect("a legal way");
        }
        let own: u32 = row[7].strip_prefix("win-in-").and_then(|moves| moves.parse().ok()).expect("a number");
        let config = prover::Config { plies: 2 * own - 1, ..prover::Config::default() };
        let found = prove_from(&rules, game.history(), &config);
        assert_eq!(found.verdict, prover::Verdict::Win { plies: 2 * own - 1 }, "endgame {}", row[1]);
    }
}
