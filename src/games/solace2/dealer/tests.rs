//! Golden deals, and statistics that a biased dealer would not pass.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::games::solace2::game::Palette;

#[test]
fn golden_deals() {
    let file = include_str!("../../../../data/solace2/deals.csv");
    let mut count = 0;
    for line in file.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let number = |i: usize| fields[i].parse::<u64>().expect("a number");
        let dealt = deal_of(number(0) as usize, number(1), number(2));
        assert_eq!(Palette::default().deal(&dealt), fields[3], "{FORMAT}: {line}");
        count += 1;
    }
    assert_eq!(count, 12);
}

#[test]
fn the_key_names_the_format() {
    assert_eq!(KEY_SUFFIX.strip_prefix(b"solomids "), Some(&b"solace2-1\0\0\0\0\0\0"[..]));
    assert_eq!(FORMAT, "solace2-1");
}

#[test]
fn a_deal_depends_on_its_seed_and_index_only() {
    let numbers = [0, 1, 1 << 8, 1 << 31, 1 << 32, 1 << 63];
    let deals: HashSet<Deal> = numbers.iter().flat_map(|&s| numbers.map(|i| deal(s, i))).collect();
    assert_eq!(deals.len(), numbers.len().pow(2));
}

/// Two stashes: the distribution over sorted deals equals the exact one, found by listing all assemblies.
#[test]
fn all_good_assemblies_are_equally_likely() {
    const SAMPLE: u64 = 40_000;
    let row: Vec<Colour> = Colour::ALL.into_iter().flat_map(|colour| [colour; 2]).collect();
    let orders = permutations(6);
    let mut weights: HashMap<Deal, f64> = HashMap::new();
    for mediums in &orders {
        for smalls in &orders {
            let nests = (0..6).map(|i| Nest::new(row[i], row[mediums[i]], row[smalls[i]])).collect();
            if let Ok(deal) = Deal::new(nests) {
                *weights.entry(deal.sorted()).or_default() += 1.0;
            }
        }
    }
    let total: f64 = weights.values().sum();
    let mut seen: HashMap<Deal, f64> = HashMap::new();
    for index in 0..SAMPLE {
        *seen.entry(deal_of(2, 3, index).sorted()).or_default() += 1.0;
    }
    assert!(seen.keys().all(|deal| weights.contains_key(deal)));
    let chi_square: f64 = weights
        .iter()
        .map(|(deal, weight)| {
            let expected = weight / total * SAMPLE as f64;
            (seen.get(deal).copied().unwrap_or(0.0) - expected).powi(2) / expected
        })
        .sum();
    // About as large as its degrees of freedom, give or take √(2 × these). The seed is fixed, so this cannot flake.
    let freedom = weights.len() as f64 - 1.0;
    assert!(chi_square < freedom + 4.0 * (2.0 * freedom).sqrt(), "{chi_square} at {freedom}");
}

fn permutations(n: usize) -> Vec<Vec<usize>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(n - 1);
    let insert = |order: &Vec<usize>, at: usize| {
        let mut longer = order.clone();
        longer.insert(at, n - 1);
        longer
    };
    shorter.iter().flat_map(|order| (0..n).map(move |at| insert(order, at))).collect()
}
