//! Enumeration of all classes of deals, and the best score of the reading caps-only in closed form.
//!
//! A deal in order is three rows, one for each colour of the large, each a multiset of nests. Rows are listed once; for every
//! pair of a first and a second row, third rows that complete the mediums and smalls are looked up by their counts.

use std::collections::HashMap;

use crate::games::solace2::game::{COLOURS, Colour, Deal, MAX_STASHES, Nest};

/// One class of deals.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// The deal of the class whose sorted codes come first.
    pub deal: Deal,
    /// Deals in the class, up to the order of nests: 1, 2, 3 or 6.
    pub orbit: u8,
    /// Weight of every deal of the class: the product over rows of n! / (product of factorials of multiplicities).
    pub weight: u64,
}

/// A row: codes of its nests, sorted.
type RowOfNests = Vec<u8>;

/// Mediums and smalls of a row by colour.
type Inside = [[u8; COLOURS]; 2];

const PERMUTATIONS: [[u8; COLOURS]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// All classes of deals of `stashes` pieces of each colour and size, in the order of their first deals.
///
/// # Panics
/// If `stashes` is not from 1 to 5.
pub fn classes(stashes: usize) -> Vec<Class> {
    assert!((1..=MAX_STASHES).contains(&stashes), "1 to 5 stashes, not {stashes}");
    let rows: [Vec<RowOfNests>; COLOURS] = Colour::ALL.map(|colour| rows(colour, stashes));
    let mut thirds: HashMap<Inside, Vec<&RowOfNests>> = HashMap::new();
    for row in &rows[2] {
        thirds.entry(inside(row)).or_default().push(row);
    }
    let mut found = Vec::new();
    for first in &rows[0] {
        for second in &rows[1] {
            let Some(missing) = missing(inside(first), inside(second), stashes as u8) else { continue };
            for third in thirds.get(&missing).into_iter().flatten() {
                let codes: Vec<u8> = first.iter().chain(second).chain(third.iter()).copied().collect();
                let Some(orbit) = orbit_if_first(&codes) else { continue };
                let nests = codes.iter().filter_map(|&code| Nest::from_code(code)).collect();
                let deal = Deal::new(nests).expect("rows hold no nest of one colour and complete each other");
                let weight = [first, second, third].into_iter().map(|row| orders(row)).product();
                found.push(Class { deal, orbit, weight });
            }
        }
    }
    found
}

/// All multisets of nests with a large of this colour, as sorted codes, in lexicographic order.
fn rows(colour: Colour, length: usize) -> Vec<RowOfNests> {
    let kinds: Vec<u8> = (0..27)
        .filter_map(Nest::from_code)
        .filter(|nest| nest.large == colour && !nest.is_monochromatic())
        .map(Nest::code)
        .collect();
    let mut rows = vec![RowOfNests::new()];
    for _ in 0..length {
        rows = rows
            .into_iter()
            .flat_map(|row| {
                let least = row.last().copied().unwrap_or(0);
                let more = kinds.iter().filter(move |&&code| code >= least);
                more.map(move |&code| [&row[..], &[code]].concat()).collect::<Vec<_>>()
            })
            .collect();
    }
    rows
}

fn inside(row: &[u8]) -> Inside {
    let mut counts = Inside::default();
    for code in row {
        counts[0][usize::from(code / 3 % 3)] += 1;
        counts[1][usize::from(code % 3)] += 1;
    }
    counts
}

/// What a third row has to hold; `None` if two rows hold too much of something.
fn missing(a: Inside, b: Inside, stashes: u8) -> Option<Inside> {
    let mut missing = Inside::default();
    for (size, counts) in missing.iter_mut().enumerate() {
        for (colour, count) in counts.iter_mut().enumerate() {
            *count = stashes.checked_sub(a[size][colour] + b[size][colour])?;
        }
    }
    Some(missing)
}

/// Number of different deals that permutations of the colours make of this one, if none of them comes before it.
fn orbit_if_first(codes: &[u8]) -> Option<u8> {
    let mut images: Vec<Vec<u8>> = Vec::with_capacity(PERMUTATIONS.len());
    for p in PERMUTATIONS {
        let colour = |index: u8| p[usize::from(index)];
        let mut image: Vec<u8> =
            codes.iter().map(|c| colour(c / 9) * 9 + colour(c / 3 % 3) * 3 + colour(c % 3)).collect();
        image.sort_unstable();
        if image.as_slice() < codes {
            return None;
        }
        images.push(image);
    }
    images.sort_unstable();
    images.dedup();
    Some(images.len() as u8)
}

/// Number of orders of a sorted row.
fn orders(row: &[u8]) -> u64 {
    let factorial = |n: usize| (1..=n as u64).product::<u64>();
    let same = row.chunk_by(|a, b| a == b).map(|run| factorial(run.len())).product::<u64>();
    factorial(row.len()) / same
}

/// Best score under the reading caps-only, by a formula instead of a search.
///
/// Without R1 the last full nest of each colour of large keeps its large for ever, and with it the medium and small inside.
/// Let a choice of one nest for each colour hold m mediums and s smalls of colour c; then at most n − max(1, m, s) towers of
/// c are made. The best choice gives the score. That no play exceeds it is proven in `docs/solace2.md`; that play reaches it
/// for every deal is a result of the census.
pub fn caps_only_score(deal: &Deal) -> u8 {
    let of = |colour: Colour| deal.nests().iter().filter(move |nest| nest.large == colour);
    let [a, b, c] = Colour::ALL;
    let choices = of(a).flat_map(|x| of(b).flat_map(move |y| of(c).map(move |z| [*x, *y, *z])));
    choices.map(|stay| towers(deal.stashes(), &stay)).max().unwrap_or(0)
}

/// Towers that are left if these nests stay full, one of each colour of large.
fn towers(stashes: usize, stay: &[Nest; COLOURS]) -> u8 {
    let lost = |colour: Colour| {
        let mediums = stay.iter().filter(|nest| nest.medium == colour).count();
        let smalls = stay.iter().filter(|nest| nest.small == colour).count();
        mediums.max(smalls).max(1)
    };
    Colour::ALL.into_iter().map(|colour| stashes.saturating_sub(lost(colour)) as u8).sum()
}
