//! Random positions, each determined by a seed.

use super::board::{At, Position, Stack};
use super::rng::Rng;

const LETTERS: [u8; 5] = *b"RYGBK";

/// A small position as text and swaps used: two to five colours on the board, some partly banked, with joined stacks,
/// gaps, and a random number of the earned swaps used.
///
/// [`solve`](super::solve) usually decides it within 200,000 positions.
pub fn random_position(seed: u64) -> (String, u8) {
    let mut rng = Rng::new(seed);
    let colours = rng.between(2, 5);
    // A colour with all three trees on the board means that swaps are still to be earned.
    let mut on_board: Vec<usize> = (0..colours).map(|_| 1).collect();
    on_board[0] = [3, 3, 2, 1][rng.below(4)];
    while on_board.iter().sum::<usize>() < 7 && rng.chance(60) {
        let i = rng.below(colours);
        on_board[i] = (on_board[i] + 1).min(3);
    }
    let ready = [0, 0, 10, 40][rng.below(4)];
    let slack = [0, 0, 2, 8][rng.below(4)];
    // The try with the fewest moves is kept, because most random positions are easily won.
    let tries = [1, 10, 100][rng.below(3)];
    let mut position = (0..tries)
        .map(|_| scatter(&mut rng, &on_board, ready, slack))
        .min_by_key(|position| position.moves_but_swaps().len())
        .expect("at least one try");
    position.swaps_used = rng.below(usize::from(position.swaps_earned()) + 1) as u8;
    position.check();
    (position.to_string(), position.swaps_used)
}

/// A position of the middle game: five colours, one to three trees of each on the board, joined stacks and gaps. Too
/// large for [`solve`](super::solve).
pub fn crowded_position(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let most = rng.between(1, 3);
    let on_board: Vec<usize> = (0..5).map(|_| rng.between(1, most)).collect();
    let ready = rng.below(60);
    let slack = rng.below(20);
    let mut position = scatter(&mut rng, &on_board, ready, slack);
    position.swaps_used = rng.below(usize::from(position.swaps_earned()) + 1) as u8;
    position.check();
    position
}

/// A position in which a transfer between neighbours may wait for a bank: one column has a tree that could give its small to a
/// neighbour, another tree, and behind both a medium; a second column has the small that goes onto that medium beside them,
/// and behind it another small. Two trees of two colours and their pieces besides, joined and placed at random.
pub fn pressed_position(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut letters = LETTERS;
    rng.shuffle(&mut letters);
    let [red, green, black, other, _] = letters;
    let stack = |letter: u8, sizes: u8| Stack::new(letter, sizes);
    let mut columns: [Vec<Stack>; 5] = Default::default();
    let near = rng.below(5);
    let far = (near + rng.between(1, 4)) % 5;
    let mut pressed = vec![stack(red, 2), stack(red, 123), stack(black, 123)];
    if rng.chance(30) {
        rng.shuffle(&mut pressed);
    }
    columns[near].extend(pressed);
    columns[near].push(stack(green, 2));
    let mut rest = vec![stack(red, 3), stack(green, 3)];
    let more: &[u8] = [&[12, 3][..], &[1, 23], &[1, 2, 3], &[]][rng.below(4)];
    rest.extend(more.iter().map(|&sizes| stack(other, sizes)));
    rng.shuffle(&mut rest);
    if rng.chance(50) {
        columns[far].extend(rest.pop());
    }
    columns[far].extend([stack(green, 1), stack(red, 1)]);
    for piece in rest {
        let column = if rng.chance(40) { near } else { rng.below(5) };
        columns[column].push(piece);
    }
    let mut position = Position::EMPTY;
    for (column, stacks) in columns.into_iter().enumerate() {
        let gaps = if column == near { 10 } else { 30 };
        let mut spare = 10 - stacks.len();
        let mut row = 10;
        for piece in stacks {
            while spare > 0 && rng.chance(gaps) {
                (row, spare) = (row - 1, spare - 1);
            }
            position.set(At { column, row }, Some(piece));
            row -= 1;
        }
    }
    position.check();
    position
}

/// All 45 pieces on rows 9 to 1 in random order. The deal may break the setup rules S2 and S3.
pub fn shuffled_deal(seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    let mut pieces: Vec<Stack> = LETTERS
        .into_iter()
        .flat_map(|letter| [1, 2, 3].map(|size| Stack::new(letter, size)))
        .flat_map(|piece| [piece; 3])
        .collect();
    rng.shuffle(&mut pieces);
    let mut position = Position::EMPTY;
    for (at, piece) in At::all().filter(|at| at.row < 10).zip(pieces) {
        position.set(at, Some(piece));
    }
    position.check();
    position
}

/// A position with `on_board` trees of each colour, scattered over a block of adjacent columns and rows with up to `slack`
/// squares more than needed. Each of the two joints of a tree is made with a probability of `ready` percent.
fn scatter(rng: &mut Rng, on_board: &[usize], ready: usize, slack: usize) -> Position {
    let mut letters = LETTERS;
    rng.shuffle(&mut letters);
    let mut stacks = Vec::new();
    for (&letter, &trees) in letters.iter().zip(on_board) {
        for _ in 0..trees {
            let parts: &[u8] = match (rng.chance(ready), rng.chance(ready)) {
                (false, false) => &[1, 2, 3],
                (true, false) => &[12, 3],
                (false, true) => &[1, 23],
                (true, true) => &[123],
            };
            stacks.extend(parts.iter().map(|&sizes| Stack::new(letter, sizes)));
        }
    }
    rng.shuffle(&mut stacks);

    let needed = stacks.len() + rng.between(0, slack);
    let least_width = stacks.len().div_ceil(10);
    // Narrow blocks are preferred, because fewer columns make positions harder.
    let width = rng.between(least_width, 5).min(rng.between(least_width, 5));
    let height = needed.div_ceil(width).min(10);
    let left = rng.between(0, 5 - width);
    // Blocks at the far edge, where nothing slides at first, are preferred.
    let near = if rng.chance(70) { 10 - height } else { rng.between(0, 10 - height) };
    let mut squares: Vec<At> = At::all()
        .filter(|at| {
            (left..left + width).contains(&at.column) && (near + 1..=near + height).contains(&at.row)
        })
        .collect();
    rng.shuffle(&mut squares);
    let mut position = Position::EMPTY;
    for (at, stack) in squares.into_iter().zip(stacks) {
        position.set(at, Some(stack));
    }
    position
}
