//! Sorting of short lists in little code: each use of the sorts of the standard library adds kilobytes to the module of pages.

/// Sorts a list of some dozens at most by a key, which is best cheap. Items with equal keys keep their order.
pub(crate) fn sort_short_by_key<T, K: Ord>(list: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..list.len() {
        let mut at = end;
        while at > 0 && key(&list[at]) < key(&list[at - 1]) {
            list.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_is_that_of_a_stable_sort() {
        for length in 0..40 {
            let list: Vec<(u32, u32)> = (0..length).map(|i| (i * i * 7 % 11, i)).collect();
            let (mut short, mut stable) = (list.clone(), list);
            sort_short_by_key(&mut short, |item| item.0);
            stable.sort_by_key(|item| item.0);
            assert_eq!(short, stable);
        }
    }
}
