//! Cost tables: column sets with the fewest slides that lead to each placement.
//!
//! A [`SetStore`] holds sets of placements. A cost table holds a chain of them,
//! its *levels*: the placements that cost no slide more than the cheapest one, those that cost at most one more, and so on
//! to all placements. Slides cost one, banks nothing. So every level is closed under banks, and has what one slide makes of
//! the level before.
//!
//! The price of an operation is the fewest slides that it takes; it is taken off all placements of the result.

use crate::games::solomids::solver::column::{ColumnOp, Placement, SetBuilder, SetContent, SetId, SetStore};

/// The store of all tables, each by its levels.
pub(super) type CostTables = SetStore<Vec<SetBuilder>>;

impl SetContent for Vec<SetBuilder> {
    fn reached_from(len: usize, trees: u16, placement: Placement) -> Self {
        closed(vec![SetBuilder::single(len, trees, placement)])
    }

    fn all(&self) -> &SetBuilder {
        &self[self.len() - 1]
    }

    fn changed_by(&mut self, op: ColumnOp) -> (u16, u8) {
        for level in &mut *self {
            level.apply(op);
        }
        let price = self.iter().take_while(|level| level.is_empty()).count();
        *self = closed(self.split_off(price));
        let banked = self.last_mut().map_or(0, SetBuilder::remove_banked_trees);
        let last = self.len() - 1;
        self[..last].iter_mut().for_each(|level| level.remove_trees(banked));
        (banked, price as u8)
    }

    fn bytes(&self) -> usize {
        self.iter().map(|level| size_of_val(level) + level.bytes()).sum()
    }
}

impl CostTables {
    /// The most by which a member of `b` costs more in `a` than in `b`, beyond the cheapest of each, if that is at most
    /// `most`; `None` if it is more, or a member is missing. The order of `b` lacks just the `extra_trees` of `a`, given by
    /// index.
    pub(super) fn surcharge(&self, a: SetId, b: SetId, extra_trees: u16, most: u8) -> Option<u8> {
        if a == b && extra_trees == 0 {
            return Some(0);
        }
        let [a, b] = [a, b].map(|id| self.content(id));
        let covers = |&more: &u8| {
            let mut levels = b.iter().zip(usize::from(more)..);
            levels.all(|(level, number)| a[number.min(a.len() - 1)].is_superset(level, extra_trees))
        };
        // A member that `a` lacks is found in the last levels, without a look at the others.
        let has_all = a.all().is_superset(b.all(), extra_trees);
        if has_all { (0..=most).find(covers) } else { None }
    }
}

/// Closes levels under slides and banks.
fn closed(mut levels: Vec<SetBuilder>) -> Vec<SetBuilder> {
    let mut all = levels[levels.len() - 1].clone();
    all.close();
    for number in 0_usize.. {
        if number == levels.len() {
            levels.push(levels[number - 1].clone());
        }
        if let Some(before) = number.checked_sub(1) {
            let before = levels[before].clone();
            levels[number].add_slides_of(&before);
        }
        levels[number].close_under_banks();
        if levels[number] == all {
            levels.truncate(number + 1);
            break;
        }
    }
    levels
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::solomids::solver::column::ColumnSets;

    #[test]
    fn prices_are_the_fewest_slides() {
        let tables = CostTables::new();
        // Stacks at the depths 2, 5 and 6.
        let start = tables.reached_from(0b110_0100, 0);
        for (index, depth, slides) in
            [(0, 2, 0), (0, 0, 1), (1, 5, 0), (1, 3, 1), (1, 1, 2), (2, 6, 0), (2, 4, 1), (2, 2, 2)]
        {
            let op = ColumnOp::Hold { index, depth, toggle: false };
            assert_eq!(tables.apply(start, op).price, slides, "stack {index} at {depth}");
        }
        // Once the first one has slid to the far edge, it costs nothing there, and the others cost one slide less.
        let after = tables.apply(start, ColumnOp::Hold { index: 0, depth: 0, toggle: false }).set;
        assert_eq!(tables.apply(after, ColumnOp::Hold { index: 2, depth: 2, toggle: false }).price, 1);
        // Each placement of the second costs one slide more in the first, and the second lacks some of the first.
        assert_eq!(tables.surcharge(start, after, 0, 5), Some(1));
        assert_eq!(tables.surcharge(start, after, 0, 0), None);
        assert_eq!(tables.surcharge(after, start, 0, 5), None);
    }
}
