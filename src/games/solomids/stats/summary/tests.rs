//! Summaries of rows that no search has made.

use proptest::prelude::*;

use super::*;
use crate::games::solomids::analysis::Proven;
use crate::games::solomids::batch::{BatchPlan, BatchRows, DealId, Deals, fixtures};

/// A row with these bounds, decided if they are equal.
fn row(place: DealId, lower: u8, upper: u8, nodes: u64) -> Row {
    let (verdict, score, swaps) = match (lower, upper) {
        (15.., upper) if upper == lower => (RowVerdict::Won, Some(lower), Some(17 - lower)),
        (_, upper) if upper == lower => (RowVerdict::Lost, Some(lower), None),
        _ => (RowVerdict::Undecided, None, None),
    };
    let row = Row {
        verdict,
        score,
        swaps,
        lower_bound: Some(lower),
        upper_bound: Some(upper),
        trees: Some(lower.min(15)),
        nodes: Some(nodes),
        moves: Some(60 + u32::from(lower)),
        ..Row::no_deal(place)
    };
    row.check().unwrap();
    row
}

fn place(dealer: Dealer, seed: Option<u64>, index: u64) -> DealId {
    DealId { index, seed, dealer }
}

fn tabletop(index: u64) -> DealId {
    place(Dealer::Tabletop, Some(1), index)
}

fn file(name: &str) -> SourceFile {
    SourceFile { name: name.into(), meta: None }
}

fn sidecar(deals: Deals) -> Meta {
    BatchRows::new(&BatchPlan { deals, ..fixtures::plan(1, 0, 9) }).meta().clone()
}

fn summary(rows: &[Row], keep: usize) -> Summary {
    let mut summary = Summary::new(keep);
    let source = summary.source(file("a.csv")).unwrap();
    for row in rows {
        summary.add(source, row).unwrap();
    }
    summary
}

fn only(summary: &Summary) -> &SummaryGroup {
    assert_eq!(summary.groups().count(), 1);
    summary.groups().next().unwrap()
}

#[test]
fn undecided_deals_may_belong_to_the_classes_within_their_bounds() {
    let bounds = [(17, 17), (17, 17), (16, 16), (15, 15), (3, 3), (16, 17), (15, 16), (4, 14), (0, 17)];
    let rows: Vec<Row> = (0..).zip(bounds).map(|(i, (low, high))| row(tabletop(i), low, high, i)).collect();
    let summary = summary(&rows, 0);
    let group = only(&summary);
    let counts = |class| {
        let share = group.share(class, Confidence::default());
        (share.certain, share.possible)
    };
    // Bounds 4 to 14 decide no score, but a loss.
    assert_eq!(ResultClass::RESULTS.map(counts), [(2, 4), (1, 4), (1, 3), (2, 3)]);
    assert_eq!(ResultClass::SUMS.map(counts), [(4, 6), (6, 7)]);
    assert_eq!((group.deals, group.undecided, group.failed, group.no_deal), (9, 4, 0, 0));
    let proven = |proven| rows.iter().filter(|row| row.proven() == proven).count() as u64;
    assert_eq!([proven(Some(Proven::Won)), proven(Some(Proven::Lost)), proven(None)], [6, 2, group.open()]);
    assert_eq!(group.distribution(Measure::Nodes).count(), 9);
    assert_eq!(group.distribution(Measure::Moves).count(), 6, "lines of wins alone");
    assert_eq!(group.distribution(Measure::LostTrees).counts().collect::<Vec<_>>(), [(3, 1)]);
}

proptest! {
    #[test]
    fn interval_contains_those_of_all_ways_to_decide(
        bounds in prop::collection::vec((0..=17_u8, 0..=17_u8, any::<prop::sample::Index>()), 1..40)
    ) {
        let build = |decide: bool| -> Vec<Row> {
            let rows = (0..).zip(&bounds).map(|(i, (a, b, pick))| {
                let (low, high) = (*a.min(b), *a.max(b));
                let score = low + pick.index(usize::from(high - low) + 1) as u8;
                if decide { row(tabletop(i), score, score, 1) } else { row(tabletop(i), low, high, 1) }
            });
            rows.collect()
        };
        let (open, decided) = (summary(&build(false), 0), summary(&build(true), 0));
        for class in ResultClass::RESULTS.into_iter().chain(ResultClass::SUMS) {
            let of = |summary| only(summary).share(class, Confidence::default()).interval;
            let (wide, exact) = (of(&open), of(&decided));
            prop_assert!(wide.low <= exact.low && exact.high <= wide.high, "{class:?} {wide:?} {exact:?}");
        }
    }
}

#[test]
fn dealers_have_groups_of_their_own() {
    let web = |i| row(place(Dealer::Web, Some(i), i), 17, 17, 1);
    let rows = [
        row(tabletop(3), 17, 17, 1),
        row(tabletop(4), 16, 16, 1),
        row(tabletop(9), 16, 16, 1),
        row(place(Dealer::Tabletop, Some(2), 3), 17, 17, 1),
        web(0),
        Row::no_deal(place(Dealer::Web, Some(14), 14)),
        row(place(Dealer::Text, None, 0), 17, 17, 1),
    ];
    let summary = summary(&rows, 0);
    let named: Vec<String> =
        summary.groups().map(|g| format!("{}: {}", g.dealer_name(), g.which())).collect();
    assert_eq!(
        named,
        ["tabletop: seed 1, indices 3 to 4, 9; seed 2, index 3", "web: seeds 0, 14", "text: a.csv, index 0",]
    );
    let shares: Vec<u64> =
        summary.groups().map(|g| g.share(ResultClass::RESULTS[0], Confidence::default()).certain).collect();
    assert_eq!(shares, [2, 1, 1]);
}

#[test]
fn deals_counted_before_are_refused() {
    let mut summary = Summary::new(0);
    let a = summary.source(file("a.csv")).unwrap();
    let b = summary.source(file("b.csv")).unwrap();
    summary.add(a, &row(tabletop(5), 17, 17, 1)).unwrap();
    summary.add(b, &row(tabletop(6), 17, 17, 1)).unwrap();
    let error = summary.add(b, &row(tabletop(5), 17, 17, 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the tabletop deal with index 5 (seed 1) comes twice: in `a.csv` and `b.csv`"
    );
    // Deals given as text differ from file to file, unless their sidecars have the same digest.
    summary.add(a, &row(place(Dealer::Text, None, 0), 17, 17, 1)).unwrap();
    summary.add(b, &row(place(Dealer::Text, None, 0), 17, 17, 1)).unwrap();
    let text = || SourceFile { name: "c.csv".into(), meta: Some(sidecar(Deals::Text([].into()))) };
    let c = summary.source(text()).unwrap();
    let d = summary.source(text()).unwrap();
    summary.add(c, &row(place(Dealer::Text, None, 0), 17, 17, 1)).unwrap();
    assert!(summary.add(d, &row(place(Dealer::Text, None, 0), 17, 17, 1)).is_err());
    assert_eq!(only(&self::summary(&[row(tabletop(5), 17, 17, 1)], 0)).deals, 1);
}

#[test]
fn sources_with_other_rules_or_dealer_versions_are_refused() {
    let meta = |rules: &str, dealer: &str| {
        let mut meta = sidecar(Deals::Tabletop { seed: 1 });
        (meta.identity.rules, meta.identity.dealer) = (rules.into(), dealer.into());
        meta
    };
    for (other, message) in [
        (meta("solomids-2", "tabletop-1"), "different rules: `b.csv` has solomids-2, `a.csv` has solomids-1"),
        (
            meta("solomids-1", "tabletop-2"),
            "different dealers: `b.csv` has tabletop-2, `a.csv` has tabletop-1",
        ),
    ] {
        let mut summary = Summary::new(0);
        summary
            .source(SourceFile { name: "a.csv".into(), meta: Some(meta("solomids-1", "tabletop-1")) })
            .unwrap();
        summary.source(SourceFile { name: "w.csv".into(), meta: Some(sidecar(Deals::Web)) }).unwrap();
        summary.source(file("bare.csv")).unwrap();
        let error = summary.source(SourceFile { name: "b.csv".into(), meta: Some(other) }).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn hardest_decided_and_first_open_deals_are_kept() {
    let nodes = [5, 9, 1, 9, 7, 9, 3];
    let mut rows: Vec<Row> = (0..).zip(nodes).map(|(i, n)| row(tabletop(i), 17, 17, n)).collect();
    rows.extend((10..14).map(|i| row(tabletop(i), 0, 17, 100)));
    for keep in [0, 1, 3, 4, 20] {
        let summary = summary(&rows, keep);
        let hardest: Vec<u64> = only(&summary).hardest().iter().map(|row| row.index).collect();
        let expected = [1, 3, 5, 4, 0, 6, 2];
        assert_eq!(hardest, expected[..keep.min(7)], "{keep}");
        let open: Vec<u64> = only(&summary).unsolved.iter().map(|row| row.index).collect();
        assert_eq!(open, [10, 11, 12, 13][..keep.min(4)], "{keep}");
    }
}

#[test]
fn difficulties_are_counted_in_rows_that_have_one() {
    let level = |index, difficulty| Row { difficulty, ..row(tabletop(index), 17, 17, 1) };
    let words = [Some(Level::Hard), None, Some(Level::Easy), Some(Level::Hard)];
    let rows: Vec<Row> = (0..).zip(words).map(|(index, word)| level(index, word)).collect();
    let counted = summary(&rows, 0);
    let group = only(&counted);
    assert_eq!(Level::ALL.map(|level| group.level(level)), [1, 0, 2, 0]);
    assert_eq!(group.levelled(), 3);
    assert_eq!(only(&summary(&rows[1..2], 0)).levelled(), 0);
}
