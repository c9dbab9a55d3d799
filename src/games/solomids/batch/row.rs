//! Row of a deal in a batch: its fields, by name and as a line of CSV.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

use super::columns::{Columns, ExtraColumn, csv_line};
use crate::games::solomids::analysis::{Level, difficulty};
use crate::games::solomids::check::{Contradiction, check};
use crate::games::solomids::game::{MAX_SWAPS, Move, Palette, Position, Share, TREES};
use crate::games::solomids::solver::{Bounds, Outcome, Verdict};

/// Dealer of a deal: column `dealer`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Dealer {
    /// The setup procedure of the rules.
    Tabletop,
    /// The web page.
    Web,
    /// No dealer: the deals are given as text.
    Text,
}

impl Dealer {
    /// Name in the column.
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

/// Result of a deal: column `verdict`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowVerdict {
    /// Proven win, with the least number of swaps proven.
    Won,
    /// Proven loss: not all trees can be banked.
    Lost,
    /// Search ended by a limit.
    Undecided,
    /// Seed for which the web page deals nothing.
    NoDeal,
    /// Search that panicked or contradicted the rules.
    Failed,
}

impl RowVerdict {
    /// Name in the column.
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

/// Row of one deal. Fields are `None` where they mean nothing.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Row {
    /// Index of the deal.
    pub index: u64,
    /// Seed of the tabletop dealer or of the web page.
    pub seed: Option<u64>,
    /// Dealer.
    pub dealer: Dealer,
    /// Deal, or other position, in canonical notation on one line; empty if nothing is dealt, or if the column is left out.
    #[serde(default)]
    pub deal: String,
    /// Result.
    pub verdict: RowVerdict,
    /// Best score, if decided.
    pub score: Option<u8>,
    /// Proven lower bound on the best score.
    pub lower_bound: Option<u8>,
    /// Proven upper bound on the best score.
    pub upper_bound: Option<u8>,
    /// Least number of swaps of a win.
    pub swaps: Option<u8>,
    /// Trees banked after the line of play, which reaches the lower bound.
    pub trees: Option<u8>,
    /// Moves of the line of play.
    pub moves: Option<u32>,
    /// Moves of a whole stack onto another (M1).
    pub stacks: Option<u32>,
    /// Slides (M3).
    pub slides: Option<u32>,
    /// Banks (M4).
    pub banks: Option<u32>,
    /// Moves of the upper part of a stack onto another (M1, M2).
    pub transfers: Option<u32>,
    /// Nodes expanded by the search.
    pub nodes: Option<u64>,
    /// Line of play as a share string: [`ExtraColumn::Line`].
    #[serde(default)]
    pub line: Option<String>,
    /// Time of the search in microseconds: [`ExtraColumn::Elapsed`].
    #[serde(default)]
    pub elapsed_us: Option<u64>,
    /// Difficulty for a person: [`ExtraColumn::Difficulty`].
    #[serde(default)]
    pub difficulty: Option<Level>,
    /// Share of games that the random player wins: [`ExtraColumn::RandomWinShare`].
    #[serde(default)]
    pub random_win_share: Option<f64>,
    /// Mean number of trees that the random player banks: [`ExtraColumn::RandomTrees`].
    #[serde(default)]
    pub random_trees: Option<f64>,
    /// Share of games that the greedy player wins: [`ExtraColumn::GreedyWinShare`].
    #[serde(default)]
    pub greedy_win_share: Option<f64>,
    /// Mean number of trees that the greedy player banks: [`ExtraColumn::GreedyTrees`].
    #[serde(default)]
    pub greedy_trees: Option<f64>,
    /// Forced moves of the line of play: [`ExtraColumn::Forced`].
    #[serde(default)]
    pub forced: Option<u32>,
}

/// Identification of a deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DealId {
    /// Index in the batch.
    pub index: u64,
    /// Seed; none for deals given as text.
    pub seed: Option<u64>,
    /// Dealer.
    pub dealer: Dealer,
}

impl DealId {
    /// Seed in the share string of a line: empty unless the web page deals it.
    pub(super) fn share_seed(self) -> String {
        let seed = if self.dealer == Dealer::Web { self.seed } else { None };
        seed.map_or_else(String::new, |seed| seed.to_string())
    }
}

/// A position in canonical notation on one line: column `deal`.
pub(super) fn position_field(position: &Position, palette: &Palette) -> String {
    palette.canonical(position).replace('\n', "/")
}

/// Numbers of moves of a line: all, stacks, slides, banks, transfers.
pub(super) fn counts(line: &[Move]) -> [Option<u32>; 5] {
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
    pub(super) fn empty(id: DealId, verdict: RowVerdict) -> Self {
        let DealId { index, seed, dealer } = id;
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
    pub fn no_deal(id: DealId) -> Self {
        Self::empty(id, RowVerdict::NoDeal)
    }

    /// The row of a deal whose search failed; its bounds are the trivial ones.
    pub fn failed(id: DealId, position: &Position, palette: &Palette) -> Self {
        Self { deal: position_field(position, palette), ..Self::undealt(id) }
    }

    /// The row of a deal that could not even be dealt.
    pub(super) fn undealt(id: DealId) -> Self {
        Self {
            lower_bound: Some(0),
            upper_bound: Some(TREES + MAX_SWAPS),
            ..Self::empty(id, RowVerdict::Failed)
        }
    }

    /// The row of a searched deal.
    ///
    /// # Errors
    /// If the line of the outcome, replayed by the rules, contradicts its verdict.
    pub fn searched(
        id: DealId,
        position: &Position,
        palette: &Palette,
        outcome: &Outcome,
        extras: &[ExtraColumn],
    ) -> Result<Self, Contradiction> {
        let end = check(position, outcome)?;
        let Bounds { lower, upper } = outcome.verdict.bounds();
        let (verdict, swaps) = match outcome.verdict {
            Verdict::Won { swaps } => (RowVerdict::Won, Some(swaps)),
            Verdict::Lost { .. } => (RowVerdict::Lost, None),
            Verdict::Undecided { .. } => (RowVerdict::Undecided, None),
        };
        let [moves, stacks, slides, banks, transfers] = counts(&outcome.line);
        let line = extras
            .contains(&ExtraColumn::Line)
            .then(|| Share { seed: id.share_seed(), moves: outcome.line.clone() }.to_string());
        let elapsed = outcome.stats.elapsed.as_micros();
        // No hints, which would cost a search for every first move.
        let hard = extras
            .iter()
            .any(|extra| ExtraColumn::DIFFICULTY.contains(extra))
            .then(|| difficulty(position, outcome, None));
        let hard = hard.as_ref();
        Ok(Self {
            deal: position_field(position, palette),
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
            elapsed_us: extras
                .contains(&ExtraColumn::Elapsed)
                .then(|| u64::try_from(elapsed).unwrap_or(u64::MAX)),
            difficulty: hard.and_then(|hard| hard.level),
            random_win_share: hard.map(|hard| hard.random.win_share()),
            random_trees: hard.map(|hard| hard.random.mean_trees()),
            greedy_win_share: hard.map(|hard| hard.greedy.win_share()),
            greedy_trees: hard.map(|hard| hard.greedy.mean_trees()),
            forced: hard.map(|hard| hard.forced as u32),
            ..Self::empty(id, verdict)
        })
    }

    /// Identification of the deal.
    pub const fn id(&self) -> DealId {
        DealId { index: self.index, seed: self.seed, dealer: self.dealer }
    }

    /// Proven lower and upper bound on the best score; `None` if nothing is dealt.
    pub fn bounds(&self) -> Option<(u8, u8)> {
        self.lower_bound.zip(self.upper_bound)
    }

    /// The fields of these columns, in order.
    pub fn fields(&self, columns: &Columns) -> Vec<RowField<'_>> {
        use RowField::{Number, Text, Whole};
        let text = |text: &'static str| Text(Some(Cow::Borrowed(text)));
        let small = |number: Option<u8>| Whole(number.map(u64::from));
        let count = |number: Option<u32>| Whole(number.map(u64::from));
        let mut fields = vec![Whole(Some(self.index)), Whole(self.seed), text(self.dealer.name())];
        if columns.deals {
            fields.push(Text((!self.deal.is_empty()).then_some(Cow::Borrowed(&self.deal))));
        }
        fields.extend([
            text(self.verdict.name()),
            small(self.score),
            small(self.lower_bound),
            small(self.upper_bound),
            small(self.swaps),
            small(self.trees),
            count(self.moves),
            count(self.stacks),
            count(self.slides),
            count(self.banks),
            count(self.transfers),
            Whole(self.nodes),
        ]);
        fields.extend(columns.extras.iter().map(|extra| match extra {
            ExtraColumn::Line => Text(self.line.as_deref().map(Cow::Borrowed)),
            ExtraColumn::Elapsed => Whole(self.elapsed_us),
            ExtraColumn::Difficulty => Text(self.difficulty.map(|level| Cow::Owned(level.to_string()))),
            ExtraColumn::RandomWinShare => Number(self.random_win_share),
            ExtraColumn::RandomTrees => Number(self.random_trees),
            ExtraColumn::GreedyWinShare => Number(self.greedy_win_share),
            ExtraColumn::GreedyTrees => Number(self.greedy_trees),
            ExtraColumn::Forced => count(self.forced),
        }));
        fields
    }

    /// The line of CSV, with its line end.
    ///
    /// # Errors
    /// Errors of the CSV writer.
    pub fn to_csv(&self, columns: &Columns) -> Result<Vec<u8>, csv::Error> {
        csv_line(self.fields(columns).iter().map(ToString::to_string))
    }
}

/// Field of a row; `None` where it means nothing.
#[derive(Clone, Debug, PartialEq)]
pub enum RowField<'a> {
    /// A whole number.
    Whole(Option<u64>),
    /// A number that need not be whole.
    Number(Option<f64>),
    /// A text.
    Text(Option<Cow<'a, str>>),
}

impl fmt::Display for RowField<'_> {
    /// The field as CSV has it, without quotes. Numbers that need not be whole have a decimal point even if they are: readers
    /// that guess the types of columns must not depend on the rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Whole(Some(number)) => write!(f, "{number}"),
            Self::Number(Some(number)) => write!(f, "{number:?}"),
            Self::Text(Some(text)) => f.write_str(text),
            Self::Whole(None) | Self::Number(None) | Self::Text(None) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::games::solomids::dealer::web;
    use crate::games::solomids::game::{Move, Square};
    use crate::games::solomids::solver::{Config, Stats, StopReason, solve};

    const ID: DealId = DealId { index: 1, seed: Some(1), dealer: Dealer::Web };

    fn read(lines: &[Vec<u8>]) -> Vec<Row> {
        let bytes = lines.concat();
        csv::Reader::from_reader(bytes.as_slice()).into_deserialize().map(Result::unwrap).collect()
    }

    #[test]
    fn csv_round_trip_returns_the_same_rows() {
        let deal = web::deal("1").unwrap();
        let palette = Palette::default();
        let solved = solve(deal.position(), &Config::default());
        let undecided = Outcome {
            verdict: Verdict::Undecided {
                bounds: Bounds { lower: 0, upper: 17 },
                stopped: StopReason::Nodes,
            },
            line: Vec::new(),
            stats: Stats { nodes: 7, boards: 9, elapsed: Duration::from_micros(12) },
        };
        for extras in
            [&[][..], &[ExtraColumn::Line], &[ExtraColumn::Line, ExtraColumn::Elapsed], &ExtraColumn::ALL]
        {
            let columns = Columns { extras: extras.into(), ..Columns::default() };
            let row = |outcome| Row::searched(ID, deal.position(), &palette, outcome, extras).unwrap();
            let rows = [
                row(&solved),
                row(&undecided),
                Row::no_deal(ID),
                Row::failed(DealId { seed: None, dealer: Dealer::Text, ..ID }, deal.position(), &palette),
            ];
            let mut lines = vec![columns.header().unwrap()];
            lines.extend(rows.iter().map(|row| row.to_csv(&columns).unwrap()));
            assert!(lines.iter().all(|line| line.iter().position(|&b| b == b'\n') == Some(line.len() - 1)));
            assert_eq!(read(&lines), rows);
            for row in &rows {
                assert_eq!(row.check(), Ok(()));
            }
        }
    }

    #[test]
    fn shares_have_a_decimal_point_whatever_they_are() {
        let fields =
            [0.0, 1.0, 0.04, 14.9667, 0.0001].map(|number| RowField::Number(Some(number)).to_string());
        assert_eq!(fields, ["0.0", "1.0", "0.04", "14.9667", "0.0001"]);
        assert_eq!(RowField::Number(None).to_string(), "");
    }

    #[test]
    fn row_counts_the_moves_of_its_line() {
        let deal = web::deal("1").unwrap();
        let outcome = solve(deal.position(), &Config::default());
        let row =
            Row::searched(ID, deal.position(), &Palette::default(), &outcome, &[ExtraColumn::Line]).unwrap();
        assert_eq!((row.score, row.swaps, row.trees, row.banks), (Some(17), Some(0), Some(15), Some(15)));
        let [moves, stacks, slides, transfers] =
            [row.moves, row.stacks, row.slides, row.transfers].map(Option::unwrap);
        assert_eq!(moves, stacks + slides + 15 + transfers);
        assert!(stacks >= 30, "each of 15 trees takes two merges");
        let share: Share = row.line.unwrap().parse().unwrap();
        assert_eq!((share.seed.as_str(), share.moves), ("1", outcome.line));
    }

    #[test]
    fn wrong_outcome_makes_no_row() {
        let deal = web::deal("1").unwrap();
        let at = Square::new(0, 1);
        let outcome = Outcome {
            verdict: Verdict::Lost { trees: 1 },
            line: vec![Move::Bank { at }],
            stats: Stats::default(),
        };
        let error = Row::searched(ID, deal.position(), &Palette::default(), &outcome, &[]).unwrap_err();
        assert_eq!(error.to_string(), "move 1, B-A9, is illegal: the stack on A9 is not a tree");
    }
}
