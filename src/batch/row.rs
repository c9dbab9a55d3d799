//! One row for every deal of a batch: what it says, and how it is written as CSV.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::columns::{Extra, csv_line};
use crate::analysis::{Level, difficulty};
use crate::check::{Contradiction, check};
use crate::game::{Deal, MAX_SWAPS, Move, Palette, Share, TREES, parse_deal, replay};
use crate::solver::{Outcome, Verdict};

/// Who deals, as the column `dealer` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// The setup procedure of the rules.
    Tabletop,
    /// The web page.
    Web,
    /// Somebody else: the deals were given as text.
    Text,
}

impl Dealer {
    /// The name in the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tabletop => "tabletop",
            Self::Web => "web",
            Self::Text => "text",
        }
    }
}

impl fmt::Display for Dealer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What came of a deal, as the column `verdict` names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Finding {
    /// Proven: all trees can be banked, with `swaps` swaps and no fewer.
    Won,
    /// Proven: not all trees can be banked.
    Lost,
    /// A limit ended the search first.
    Undecided,
    /// The web page deals nothing for the seed.
    NoDeal,
    /// The solver broke down over the deal.
    Failed,
}

impl Finding {
    /// The name in the column.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Undecided => "undecided",
            Self::NoDeal => "no-deal",
            Self::Failed => "failed",
        }
    }
}

/// What is known of one deal. Fields are empty where they mean nothing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// Number of the deal in its batch.
    pub index: u64,
    /// Seed of the tabletop dealer; the web page's seed.
    pub seed: Option<u64>,
    /// Who dealt.
    pub dealer: Dealer,
    /// The deal in canonical notation.
    pub deal: String,
    /// What came of it.
    pub verdict: Finding,
    /// The best score, if decided.
    pub score: Option<u8>,
    /// Proven bounds on it.
    pub lower_bound: Option<u8>,
    /// Proven bounds on it.
    pub upper_bound: Option<u8>,
    /// The fewest swaps of a win.
    pub swaps: Option<u8>,
    /// Trees in the bank after the line found, which reaches the lower bound.
    pub trees: Option<u8>,
    /// Moves of the line.
    pub moves: Option<u32>,
    /// Those that moved a whole stack.
    pub stacks: Option<u32>,
    /// Those that were slides.
    pub slides: Option<u32>,
    /// Those that were banks.
    pub banks: Option<u32>,
    /// Those that moved the upper part of a stack.
    pub transfers: Option<u32>,
    /// Boards that the search expanded.
    pub nodes: Option<u64>,
    /// The line, with [`Extra::Line`].
    #[serde(default)]
    pub line: Option<String>,
    /// Microseconds of the search, with [`Extra::Elapsed`].
    #[serde(default)]
    pub elapsed_us: Option<u64>,
    /// How hard the deal is for a person, with [`Extra::DIFFICULTY`], as are all that follow.
    #[serde(default)]
    pub difficulty: Option<Level>,
    /// Share of its games that the random player wins.
    #[serde(default)]
    pub random_win_share: Option<f64>,
    /// Trees that the random player banks on average.
    #[serde(default)]
    pub random_trees: Option<f64>,
    /// Share of its games that the greedy player wins.
    #[serde(default)]
    pub greedy_win_share: Option<f64>,
    /// Trees that the greedy player banks on average.
    #[serde(default)]
    pub greedy_trees: Option<f64>,
    /// Moves of the line that were forced.
    #[serde(default)]
    pub forced: Option<u32>,
}

/// Which deal of a batch a row is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Number of the deal.
    pub index: u64,
    /// Its seed.
    pub seed: Option<u64>,
    /// Who dealt.
    pub dealer: Dealer,
}

impl Place {
    /// What a share string of a line names as the seed.
    fn share_seed(self) -> String {
        let seed = if self.dealer == Dealer::Web { self.seed } else { None };
        seed.map_or_else(String::new, |seed| seed.to_string())
    }
}

/// How many moves a line has: all, whole stacks, slides, banks, upper parts of stacks.
fn counts(line: &[Move]) -> [Option<u32>; 5] {
    let kinds: [fn(&Move) -> bool; 5] = [
        |_| true,
        |mv| matches!(mv, Move::Stack { .. }),
        |mv| matches!(mv, Move::Slide { .. }),
        |mv| matches!(mv, Move::Bank { .. }),
        |mv| matches!(mv, Move::Transfer { .. }),
    ];
    kinds.map(|kind| Some(line.iter().filter(|mv| kind(mv)).count() as u32))
}

impl Row {
    fn empty(place: Place, verdict: Finding) -> Self {
        let Place { index, seed, dealer } = place;
        Self {
            index,
            seed,
            dealer,
            deal: String::new(),
            verdict,
            score: None,
            lower_bound: None,
            upper_bound: None,
            swaps: None,
            trees: None,
            moves: None,
            stacks: None,
            slides: None,
            banks: None,
            transfers: None,
            nodes: None,
            line: None,
            elapsed_us: None,
            difficulty: None,
            random_win_share: None,
            random_trees: None,
            greedy_win_share: None,
            greedy_trees: None,
            forced: None,
        }
    }

    /// The row of a seed for which nothing is dealt.
    pub fn no_deal(place: Place) -> Self {
        Self::empty(place, Finding::NoDeal)
    }

    /// The row of a deal that the solver broke down over: nothing is known of it.
    pub fn failed(place: Place, deal: &Deal, palette: &Palette) -> Self {
        Self {
            deal: palette.canonical(deal.position()),
            lower_bound: Some(0),
            upper_bound: Some(TREES + MAX_SWAPS),
            ..Self::empty(place, Finding::Failed)
        }
    }

    /// The row of a deal that was searched.
    ///
    /// # Errors
    /// If the line of the outcome, replayed by the rules, does not bear out its verdict.
    pub fn searched(
        place: Place,
        deal: &Deal,
        palette: &Palette,
        outcome: &Outcome,
        extras: &[Extra],
    ) -> Result<Self, Contradiction> {
        let end = check(deal.position(), outcome)?;
        let (lower, upper) = outcome.verdict.bounds();
        let (verdict, swaps) = match outcome.verdict {
            Verdict::Won { swaps } => (Finding::Won, Some(swaps)),
            Verdict::Lost { .. } => (Finding::Lost, None),
            Verdict::Undecided { .. } => (Finding::Undecided, None),
        };
        let [moves, stacks, slides, banks, transfers] = counts(&outcome.line);
        let line = extras
            .contains(&Extra::Line)
            .then(|| Share { seed: place.share_seed(), moves: outcome.line.clone() }.to_string());
        let elapsed = outcome.stats.elapsed.as_micros();
        // Hints would cost a search for every first move, so what needs them is left out.
        let hard = extras
            .iter()
            .any(|extra| Extra::DIFFICULTY.contains(extra))
            .then(|| difficulty(deal.position(), outcome, None));
        let hard = hard.as_ref();
        Ok(Self {
            deal: palette.canonical(deal.position()),
            score: outcome.verdict.score(),
            lower_bound: Some(lower),
            upper_bound: Some(upper),
            swaps,
            trees: Some(end.trees_banked()),
            moves,
            stacks,
            slides,
            banks,
            transfers,
            nodes: Some(outcome.stats.nodes),
            line,
            elapsed_us: extras.contains(&Extra::Elapsed).then(|| u64::try_from(elapsed).unwrap_or(u64::MAX)),
            difficulty: hard.and_then(|hard| hard.level),
            random_win_share: hard.map(|hard| hard.random.win_share()),
            random_trees: hard.map(|hard| hard.random.mean_trees()),
            greedy_win_share: hard.map(|hard| hard.greedy.win_share()),
            greedy_trees: hard.map(|hard| hard.greedy.mean_trees()),
            forced: hard.map(|hard| hard.forced as u32),
            ..Self::empty(place, verdict)
        })
    }

    /// Proven bounds on the best score; `None` where there is no deal.
    pub fn bounds(&self) -> Option<(u8, u8)> {
        self.lower_bound.zip(self.upper_bound)
    }

    /// Whether the fields agree with the verdict.
    ///
    /// # Errors
    /// What does not agree, in words.
    pub fn check(&self) -> Result<(), String> {
        let best = TREES + MAX_SWAPS;
        let sound = match (self.verdict, self.bounds()) {
            (Finding::NoDeal, None) => self.score.is_none() && self.swaps.is_none(),
            (Finding::Won, Some((lower, upper))) => {
                (TREES..=best).contains(&lower)
                    && upper == lower
                    && self.score == Some(lower)
                    && self.swaps == Some(best - lower)
            }
            (Finding::Lost, Some((lower, upper))) => {
                lower < TREES && upper == lower && self.score == Some(lower) && self.swaps.is_none()
            }
            (Finding::Undecided | Finding::Failed, Some((lower, upper))) => {
                lower < upper && upper <= best && self.score.is_none() && self.swaps.is_none()
            }
            _ => false,
        };
        if sound {
            return Ok(());
        }
        let shown = |field: Option<u8>| field.map_or_else(|| "empty".into(), |number| number.to_string());
        Err(format!(
            "verdict `{}` does not go with score {}, bounds {} to {}, swaps {}",
            self.verdict.name(),
            shown(self.score),
            shown(self.lower_bound),
            shown(self.upper_bound),
            shown(self.swaps),
        ))
    }

    /// Whether the moves of its line can be as many as it says, if something was searched.
    ///
    /// # Errors
    /// What does not agree, in words.
    pub fn check_counts(&self) -> Result<(), String> {
        if matches!(self.verdict, Finding::NoDeal | Finding::Failed) {
            return Ok(());
        }
        let kinds =
            [self.stacks, self.slides, self.banks, self.transfers].into_iter().collect::<Option<Vec<_>>>();
        let (Some(lower), Some(moves), Some(kinds), Some(_)) =
            (self.lower_bound, self.moves, kinds, self.nodes)
        else {
            return Err("it lacks numbers of moves or nodes".into());
        };
        let trees = lower.min(TREES);
        if self.trees != Some(trees) || self.banks != Some(trees.into()) {
            return Err(format!("a line that scores {lower} banks {trees} trees"));
        }
        let kinds: u64 = kinds.into_iter().map(u64::from).sum();
        // What is left are swaps.
        let swaps = u64::from(moves).checked_sub(kinds).filter(|&swaps| swaps <= MAX_SWAPS.into());
        if swaps.is_none() || self.swaps.is_some_and(|used| swaps != Some(used.into())) {
            return Err("its moves are not as many as those of all kinds".into());
        }
        Ok(())
    }

    /// Whether the line, if there is one, is a line of the deal and all that the other fields say of it.
    ///
    /// # Errors
    /// What is wrong with it, in words that follow its name.
    pub fn check_line(&self) -> Result<(), String> {
        let Some(line) = &self.line else { return Ok(()) };
        let (Ok(start), Ok(share)) = (parse_deal(&self.deal), line.parse::<Share>()) else {
            return Err("has a line that cannot be read".into());
        };
        let end = replay(start.deal.position(), &share.moves)
            .map_err(|illegal| format!("has a line that cannot be played: {illegal}"))?;
        let place = Place { index: self.index, seed: self.seed, dealer: self.dealer };
        let says = [self.moves, self.stacks, self.slides, self.banks, self.transfers];
        let agrees = self.lower_bound == Some(end.score())
            && self.trees == Some(end.trees_banked())
            && says == counts(&share.moves)
            && share.seed == place.share_seed();
        if agrees { Ok(()) } else { Err("has a line that is not what the other columns say of it".into()) }
    }

    /// The row as a line of CSV, with its line end.
    ///
    /// # Errors
    /// None of the input; the writer's are passed on.
    pub fn to_csv(&self, extras: &[Extra]) -> Result<Vec<u8>, csv::Error> {
        fn text(field: Option<impl ToString>) -> String {
            field.map_or_else(String::new, |field| field.to_string())
        }
        let fields = [
            self.index.to_string(),
            text(self.seed),
            self.dealer.name().into(),
            self.deal.clone(),
            self.verdict.name().into(),
            text(self.score),
            text(self.lower_bound),
            text(self.upper_bound),
            text(self.swaps),
            text(self.trees),
            text(self.moves),
            text(self.stacks),
            text(self.slides),
            text(self.banks),
            text(self.transfers),
            text(self.nodes),
        ];
        let more = extras.iter().map(|extra| match extra {
            Extra::Line => self.line.clone().unwrap_or_default(),
            Extra::Elapsed => text(self.elapsed_us),
            Extra::Difficulty => text(self.difficulty),
            Extra::RandomWinShare => text(self.random_win_share),
            Extra::RandomTrees => text(self.random_trees),
            Extra::GreedyWinShare => text(self.greedy_win_share),
            Extra::GreedyTrees => text(self.greedy_trees),
            Extra::Forced => text(self.forced),
        });
        csv_line(fields.into_iter().chain(more))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::super::columns::header;
    use super::*;
    use crate::dealer::web;
    use crate::game::{Move, Square};
    use crate::solver::{Config, Stats, Stop, solve};

    const PLACE: Place = Place { index: 1, seed: Some(1), dealer: Dealer::Web };

    fn read(lines: &[Vec<u8>]) -> Vec<Row> {
        let bytes = lines.concat();
        csv::Reader::from_reader(bytes.as_slice()).into_deserialize().map(Result::unwrap).collect()
    }

    #[test]
    fn rows_are_read_as_they_were_written() {
        let deal = web::deal("1").unwrap();
        let palette = Palette::default();
        let solved = solve(deal.position(), &Config::default());
        let undecided = Outcome {
            verdict: Verdict::Undecided { lower: 0, upper: 17, stopped: Stop::Nodes },
            line: Vec::new(),
            stats: Stats { nodes: 7, boards: 9, elapsed: Duration::from_micros(12) },
        };
        for extras in [&[][..], &[Extra::Line], &[Extra::Line, Extra::Elapsed], &Extra::ALL] {
            let row = |outcome| Row::searched(PLACE, &deal, &palette, outcome, extras).unwrap();
            let rows = [
                row(&solved),
                row(&undecided),
                Row::no_deal(PLACE),
                Row::failed(Place { seed: None, dealer: Dealer::Text, ..PLACE }, &deal, &palette),
            ];
            let mut lines = vec![header(extras).unwrap()];
            lines.extend(rows.iter().map(|row| row.to_csv(extras).unwrap()));
            assert!(lines.iter().all(|line| line.iter().position(|&b| b == b'\n') == Some(line.len() - 1)));
            assert_eq!(read(&lines), rows);
            for row in &rows {
                assert_eq!(row.check(), Ok(()));
            }
        }
    }

    #[test]
    fn a_row_counts_the_moves_of_a_line_that_can_be_played_back() {
        let deal = web::deal("1").unwrap();
        let outcome = solve(deal.position(), &Config::default());
        let row = Row::searched(PLACE, &deal, &Palette::default(), &outcome, &[Extra::Line]).unwrap();
        assert_eq!((row.score, row.swaps, row.trees, row.banks), (Some(17), Some(0), Some(15), Some(15)));
        let [moves, stacks, slides, transfers] =
            [row.moves, row.stacks, row.slides, row.transfers].map(Option::unwrap);
        assert_eq!(moves, stacks + slides + 15 + transfers);
        assert!(stacks >= 30, "each of 15 trees takes two merges");
        let share: Share = row.line.unwrap().parse().unwrap();
        assert_eq!((share.seed.as_str(), share.moves), ("1", outcome.line));
    }

    #[test]
    fn a_line_that_is_not_what_the_row_says_is_seen() {
        let deal = web::deal("1").unwrap();
        let outcome = solve(deal.position(), &Config::default());
        let row = Row::searched(PLACE, &deal, &Palette::default(), &outcome, &[Extra::Line]).unwrap();
        assert_eq!(row.check_line(), Ok(()));
        assert_eq!(Row::no_deal(PLACE).check_line(), Ok(()));
        let line = row.line.clone().unwrap();
        let (start, _) = line.rsplit_once(", ").unwrap();
        let other = web::deal("2").unwrap();
        let failed = Row::failed(PLACE, &other, &Palette::default());
        for (wrong, message) in [
            (Row { line: Some(start.into()), ..row.clone() }, "not what the other columns say"),
            (Row { line: Some(line[1..].into()), ..row.clone() }, "not what the other columns say"),
            (Row { slides: Some(0), ..row.clone() }, "not what the other columns say"),
            (Row { trees: Some(14), ..row.clone() }, "not what the other columns say"),
            (Row { deal: failed.deal, ..row.clone() }, "cannot be played: move "),
            (Row { line: Some("1_X-A1".into()), ..row.clone() }, "cannot be read"),
        ] {
            let error = wrong.check_line().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn counts_that_contradict_each_other_are_seen() {
        let deal = web::deal("1").unwrap();
        let palette = Palette::default();
        let outcome = solve(deal.position(), &Config::default());
        let row = Row::searched(PLACE, &deal, &palette, &outcome, &[]).unwrap();
        assert_eq!(row.check_counts(), Ok(()));
        assert_eq!(Row::no_deal(PLACE).check_counts(), Ok(()));
        assert_eq!(Row::failed(PLACE, &deal, &palette).check_counts(), Ok(()));
        let more = |count: Option<u32>, by: u32| count.map(|count| count + by);
        for (wrong, message) in [
            (Row { trees: Some(14), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (Row { banks: Some(3), ..row.clone() }, "a line that scores 17 banks 15 trees"),
            (Row { moves: more(row.moves, 1), ..row.clone() }, "not as many"),
            (Row { slides: more(row.slides, 1), ..row.clone() }, "not as many"),
            (Row { stacks: None, ..row.clone() }, "it lacks"),
            (Row { nodes: None, ..row.clone() }, "it lacks"),
        ] {
            let error = wrong.check_counts().unwrap_err();
            assert!(error.contains(message), "{error}");
        }
    }

    #[test]
    fn an_outcome_that_is_wrong_makes_no_row() {
        let deal = web::deal("1").unwrap();
        let at = Square::new(0, 1);
        let outcome = Outcome {
            verdict: Verdict::Lost { trees: 1 },
            line: vec![Move::Bank { at }],
            stats: Stats::default(),
        };
        let error = Row::searched(PLACE, &deal, &Palette::default(), &outcome, &[]).unwrap_err();
        assert_eq!(error.to_string(), "move 1, B-A9, is illegal: the stack on A9 is not a tree");
    }

    #[test]
    fn fields_that_contradict_the_verdict_are_seen() {
        let won = Row {
            score: Some(16),
            lower_bound: Some(16),
            upper_bound: Some(16),
            swaps: Some(1),
            ..Row::empty(PLACE, Finding::Won)
        };
        assert_eq!(won.check(), Ok(()));
        let wrong = [
            Row { swaps: Some(0), ..won.clone() },
            Row { score: None, ..won.clone() },
            Row { upper_bound: Some(17), ..won.clone() },
            Row { verdict: Finding::Lost, ..won.clone() },
            Row { verdict: Finding::Undecided, ..won.clone() },
            Row { verdict: Finding::NoDeal, ..won.clone() },
            Row { score: Some(18), lower_bound: Some(18), upper_bound: Some(18), ..won.clone() },
            Row::empty(PLACE, Finding::Failed),
        ];
        assert!(wrong.iter().all(|row| row.check().is_err()));
        assert_eq!(
            wrong[0].check().unwrap_err(),
            "verdict `won` does not go with score 16, bounds 16 to 16, swaps 0"
        );
    }
}
