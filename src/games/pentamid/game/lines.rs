//! Lines: whether one stands, which squares would complete one, and all lines of a board one by one.

use super::board::DIRECTIONS;
use super::square::{Square, squares};
use super::variant::Rules;

impl Rules {
    /// Whether these squares hold a whole line.
    ///
    /// A run of `n` squares and one of `m ≤ n` squares that begins `m` further on make one of `n + m`, so the length
    /// doubles with every shift.
    #[inline]
    pub(crate) fn has_line(&self, bits: u64) -> bool {
        let line = self.line() as u32;
        if bits.count_ones() < line {
            return false;
        }
        self.begins.iter().zip(DIRECTIONS).any(|(&begins, direction)| {
            if begins == 0 {
                return false;
            }
            let mut run = bits;
            let mut length = 1;
            while length < line {
                let more = length.min(line - length);
                run &= run >> (direction * more);
                length += more;
            }
            run & begins != 0
        })
    }

    /// The squares that would complete a line of these squares, those that are part of one already not among them.
    #[inline]
    pub(crate) fn completing(&self, bits: u64) -> u64 {
        let line = self.line() as u32;
        if bits.count_ones() + 1 < line {
            return 0;
        }
        let mut completing = 0;
        for (&begins, direction) in self.begins.iter().zip(DIRECTIONS) {
            if begins == 0 {
                continue;
            }
            // `one` and `none`: lines, by their first square, of whose squares so far one is missing, or none.
            let mut none = begins;
            let mut one = 0;
            for i in 0..line {
                let here = bits >> (direction * i);
                one = (one & here) | (none & !here);
                none &= here;
            }
            if one != 0 {
                for i in 0..line {
                    completing |= one << (direction * i);
                }
            }
        }
        completing & !bits
    }

    /// All lines of the board, each as a word: rows first, then columns, then diagonals.
    pub fn lines(&self) -> Vec<u64> {
        let mut lines = Vec::new();
        for (&begins, direction) in self.begins.iter().zip(DIRECTIONS) {
            for begin in squares(begins) {
                lines.push(line_from(begin, direction, self.line() as u32));
            }
        }
        lines
    }
}

/// The squares of a line, by its first square.
fn line_from(begin: Square, direction: u32, length: u32) -> u64 {
    (0..length).map(|i| begin.bit() << (direction * i)).fold(0, |line, bit| line | bit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::pentamid::game::Variant;

    fn rules(width: usize, height: usize, line: usize, diagonals: bool) -> Rules {
        Rules::new(Variant { width, height, line, diagonals, ..Variant::default() }).unwrap()
    }

    #[test]
    fn a_board_has_as_many_lines_as_it_should() {
        assert_eq!(Rules::default().lines().len(), 10);
        assert_eq!(rules(5, 5, 5, true).lines().len(), 12);
        assert_eq!(rules(8, 8, 5, true).lines().len(), 64 + 32);
        assert_eq!(rules(4, 3, 3, false).lines().len(), 6 + 4);
        assert_eq!(rules(8, 3, 8, true).lines().len(), 3);
    }

    #[test]
    fn shifts_find_the_lines_and_gaps_that_the_list_has() {
        let mut state = 1_u64;
        let mut random = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state ^ state.rotate_left(29)
        };
        for (width, height, line, diagonals) in [
            (5, 5, 5, false),
            (5, 5, 5, true),
            (8, 8, 5, true),
            (4, 3, 3, true),
            (3, 8, 4, true),
            (8, 8, 8, true),
        ] {
            let rules = rules(width, height, line, diagonals);
            let lines = rules.lines();
            for _ in 0..2000 {
                let bits = (random() | random() | (random() & random())) & rules.board;
                assert_eq!(rules.has_line(bits), lines.iter().any(|line| line & !bits == 0));
                let gaps = lines.iter().map(|line| line & !bits).filter(|gap| gap.is_power_of_two());
                assert_eq!(rules.completing(bits), gaps.fold(0, |all, gap| all | gap));
            }
        }
    }
}
