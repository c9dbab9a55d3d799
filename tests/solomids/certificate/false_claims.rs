//! Claims that do not hold, with proofs made up for them: whatever is listed, they are refused.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write as _;

use solomids::certificate::CheckError;
use solomids::game::{COLUMNS, Move, Palette, Position, ROWS, Share, Square, TREES, parse_position, replay};
use solomids::solver::{Config, Solver, solve};

use super::{Random, check, late_position};

/// A claim about a position: a score, and a line that reaches it.
struct Claim {
    position: Position,
    line: Vec<Move>,
    score: u8,
}

impl Claim {
    fn new(position: &Position, line: &[Move]) -> Self {
        let score = replay(position, line).expect("a legal line").score();
        Self { position: *position, line: line.to_vec(), score }
    }

    /// Trees and swaps that have to be out of reach.
    fn goal(&self) -> (u8, u8) {
        if self.score < TREES { (self.score + 1, 2) } else { (TREES, 16 - self.score) }
    }

    /// A certificate with some statements, and their numbers of sets and boards.
    fn certificate(&self, (statements, sets, boards): &(String, usize, usize)) -> String {
        let (trees, swaps) = self.goal();
        format!(
            "solomids-certificate 1\nprogram by hand\nrules solomids-1\nposition {}\nswaps-used {}\nscore {}\n\
             impossible {trees} trees {swaps} swaps\nline {}\n\n{statements}end {sets} {boards}\n",
            Palette::default().position_line(&self.position),
            self.position.swaps_used(),
            self.score,
            Share { seed: String::new(), moves: self.line.clone() },
        )
    }

    /// All positions that moves lead to before the goal is reached, at most so many.
    fn reachable(&self, most: usize) -> Vec<Position> {
        let (trees, swaps) = self.goal();
        let is_before =
            |position: &Position| position.trees_banked() < trees && position.swaps_used() <= swaps;
        let mut all = vec![self.position];
        let mut seen = BTreeSet::from([self.position.to_bytes()]);
        let mut next = 0;
        while let Some(&position) = all.get(next).filter(|_| all.len() < most) {
            for mv in position.legal_moves() {
                let after = position.after(mv).expect("a legal move");
                if is_before(&after) && seen.insert(after.to_bytes()) {
                    all.push(after);
                }
            }
            next += 1;
        }
        all
    }
}

/// One board for each position. Each of its sets has one way for its column to stand; the order may name further trees, which
/// are banked then.
fn boards(positions: &[Position], with_trees: bool) -> (String, usize, usize) {
    let palette = Palette::default();
    let (mut text, mut sets) = (String::new(), HashMap::new());
    for position in positions {
        let numbers: Vec<String> = (0..COLUMNS)
            .map(|column| {
                let content: Vec<_> =
                    (0..ROWS).map(|depth| position.get(Square::new(column, depth))).collect();
                let mut order: Vec<String> =
                    content.iter().flatten().map(|&stack| palette.stack(stack)).collect();
                let further = if with_trees { ROWS - order.len() } else { 0 };
                order.splice(
                    0..0,
                    ["R123", "Y123", "G123"].iter().cycle().take(further).map(|&tree| tree.into()),
                );
                let mut letters = (b'a'..).map(char::from).skip(further);
                let way: String = content
                    .iter()
                    .map(|stack| if stack.is_some() { letters.next().expect("a letter") } else { '.' })
                    .collect();
                let order = if order.is_empty() { "-".into() } else { order.join(",") };
                let next = sets.len();
                let set = format!("s {order} {way}\n");
                let number = *sets.entry(set.clone()).or_insert_with(|| {
                    text.push_str(&set);
                    next
                });
                number.to_string()
            })
            .collect();
        writeln!(text, "b {} {}", position.swaps_used(), numbers.join(" ")).expect("a text");
    }
    (text, sets.len(), positions.len())
}

/// A line that wins with one swap more than a position needs; `None` if there is no such line.
fn wasteful_line(position: &Position, solver: &mut Solver) -> Option<Vec<Move>> {
    let swaps = position.legal_moves().into_iter().filter(|mv| matches!(mv, Move::Swap { .. }));
    swaps.take(20).find_map(|swap| {
        let after = position.after(swap).expect("a legal move");
        let outcome = solver.solve(&after, &Config::default());
        let is_won = outcome.verdict.score() == Some(TREES + 2 - after.swaps_used());
        is_won.then(|| [&[swap], &outcome.line[..]].concat())
    })
}

#[test]
fn made_up_proofs_prove_nothing() {
    let mut random = Random(4);
    let mut solver = Solver::new();
    let (mut trees, mut swaps) = (0, 0);
    for _ in 0..25 {
        let position = late_position(&mut random);
        let outcome = solver.solve(&position, &Config::default());
        let best = outcome.verdict.score().expect("a small position");
        let banks = (1..outcome.line.len()).filter(|&end| matches!(outcome.line[end], Move::Bank { .. }));
        let mut claims: Vec<Claim> = banks.map(|end| Claim::new(&position, &outcome.line[..end])).collect();
        claims.extend(wasteful_line(&position, &mut solver).map(|line| Claim::new(&position, &line)));
        for claim in claims.iter().filter(|claim| claim.score < best) {
            *(if claim.score < TREES { &mut trees } else { &mut swaps }) += 1;
            let reachable = claim.reachable(300);
            let proofs = [(String::new(), 0, 0), boards(&reachable, false), boards(&reachable, true)];
            for proof in &proofs {
                let text = claim.certificate(proof);
                let refused = check(text.as_bytes());
                assert!(matches!(refused, Err(CheckError::Refuted(_))), "{refused:?}\n{text}");
            }
        }
    }
    assert!(trees > 10 && swaps > 5, "{trees} claims of fewer trees, {swaps} of more swaps");
}

/// Two columns that name ten trees each, at ten places, of which one may stand: more stacks of a colour than a set of 16 bits has
/// room for, though no member has more pieces than there are.
#[test]
fn many_places_for_a_tree_hide_nothing() {
    let position = "Y1 Y2 Y3 . ./R1 R2 R3 . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . .";
    let ways = "a......... .b........ ..c....... ...d...... ....e..... .....f.... ......g... .......h.. ........i. .........j";
    let at_the_edge: Vec<String> = ('a'..='j').map(|letter| format!("{letter}.........")).collect();
    for (swaps_used, line) in [
        (2, "_M-A10>B10, M-B10>C10, B-C10"),
        (0, "_M-A10>B10, M-B10>C10, B-C10, W-A9>B9, S-B9>B10, M-A9>C9, S-C9>C10, M-B10>C10, B-C10"),
    ] {
        let start =
            parse_position(&format!("{position}\nswaps-used: {swaps_used}")).expect("a position").position;
        let line: Share = line.parse().expect("a line");
        let claim = Claim::new(&start, &line.moves);
        assert!(Some(claim.score) < solve(&start, &Config::default()).verdict.score());
        for ways in [ways, &at_the_edge.join(" ")] {
            let trees = ["R123"; ROWS].join(",");
            let sets =
                format!("s Y1,R1 ab........\ns Y2,R2 ab........\ns Y3,R3 ab........\ns {trees} {ways}\n");
            let text = claim.certificate(&(format!("{sets}b {swaps_used} 0 1 2 3 3\n"), 4, 1));
            let refused = check(text.as_bytes());
            assert!(matches!(refused, Err(CheckError::Refuted(_))), "{refused:?}\n{text}");
        }
    }
}

/// A certificate with a board, whose two sets are all that it takes.
const SMALL: &str = "solomids-certificate 1
program by hand
rules solomids-1
position . . . . B2/. . . . K12/. . . . B1/. . . . B3/. . . . K3/. . . . ./. . . . ./. . . . ./. . . . ./. . . . .
swaps-used 2
score 13
impossible 14 trees 2 swaps
line _

s - ..........
s B2,K12,B1,B3,K3 abcde.....
b 2 0 0 0 0 1
end 2 1
";

#[test]
fn one_text_has_one_meaning() {
    assert_eq!(check(SMALL.as_bytes()).expect("a proof").bounds.upper, 13);
    let start = parse_position(
        ". . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . . . ./. . R1 . ./R23 . . . .",
    );
    let start = start.expect("a position").position;
    let outcome = solve(&start, &Config::default());
    let good = super::certificate(&start);
    assert_eq!(
        check(good.as_bytes()).expect("a proof").header.score,
        outcome.verdict.score().expect("decided")
    );
    let refused = [
        ("something after the end", SMALL.to_owned() + "b 0 0 0 0 0 0\n"),
        ("an empty line after the end", SMALL.to_owned() + "\n"),
        ("no last line end", SMALL.trim_end().into()),
        ("carriage returns", SMALL.replace('\n', "\r\n")),
        ("a header line without a value", SMALL.replace(" by hand", "")),
        ("a zero", SMALL.replace("score ", "score 0")),
        ("a sign", SMALL.replace("swaps-used ", "swaps-used +")),
        ("a sign and zeros in a board", SMALL.replace("b 2", "b +002")),
        ("a zero in a board", SMALL.replace("b 2 0", "b 2 00")),
        ("a sign in a board", SMALL.replace("b 2 0", "b 2 -0")),
        ("a set that there is not", SMALL.replace("0 1\n", "0 2\n")),
        ("a word too many", SMALL.replace("0 1\n", "0 1 0\n")),
        ("a blank too many", SMALL.replace("0 1\n", "0 1 \n")),
    ];
    // The checker in Python takes any words for a position or a line.
    let further = [
        ("other letters", good.replace("position ", "position # ")),
        ("small letters", good.replace(" R1 ", " r1 ")),
        ("small letters in a set", SMALL.replace("s B", "s b")),
        ("a seed", good.replace("line _", "line 42_")),
        ("blanks", good.replace("line _", "line _ ")),
        ("a long line", good.replacen("program ", &format!("program {}", "x".repeat(1 << 21)), 1)),
    ];
    for (what, text) in refused.iter().chain(&further) {
        assert!(*text != good && text != SMALL, "{what}");
        let checked = check(text.as_bytes());
        assert!(matches!(checked, Err(CheckError::Format(_) | CheckError::Header(_))), "{what}: {checked:?}");
    }
    for (what, text) in &refused {
        let Some(answer) = super::in_python(text) else { break };
        assert!(answer.starts_with("refused"), "{what}: {answer}");
    }
}
