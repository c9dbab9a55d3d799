//! Colours and sizes in words and as pictures: `yellow`, `🟨`, `medium`, `small-medium`, `tree`.

use crate::games::solomids::game::piece::{Shape, Size};

/// Names of colours and their letters.
const COLOUR_WORDS: [(&str, char); 12] = [
    ("red", 'R'),
    ("yellow", 'Y'),
    ("green", 'G'),
    ("blue", 'B'),
    ("black", 'K'),
    ("cyan", 'C'),
    ("purple", 'P'),
    ("orange", 'O'),
    ("white", 'W'),
    ("grey", 'A'),
    ("gray", 'A'),
    ("brown", 'N'),
];

/// Pictures of colours and their letters.
const PICTURES: [(char, char); 17] = [
    ('🟥', 'R'),
    ('🔴', 'R'),
    ('🟨', 'Y'),
    ('🟡', 'Y'),
    ('🟩', 'G'),
    ('🟢', 'G'),
    ('🟦', 'B'),
    ('🔵', 'B'),
    ('⬛', 'K'),
    ('⚫', 'K'),
    ('🟪', 'P'),
    ('🟣', 'P'),
    ('🟧', 'O'),
    ('🟠', 'O'),
    ('⬜', 'W'),
    ('⚪', 'W'),
    ('🟫', 'N'),
];

/// The colour letter of a letter or a picture.
pub(super) fn colour_sign(sign: char) -> Option<char> {
    let picture = PICTURES.iter().find(|(picture, _)| *picture == sign).map(|&(_, letter)| letter);
    picture.or_else(|| Some(sign.to_ascii_uppercase()).filter(char::is_ascii_uppercase))
}

/// Whether a character is the picture of a colour.
pub(super) fn is_picture(sign: char) -> bool {
    PICTURES.iter().any(|(picture, _)| *picture == sign)
}

/// The letter of the colour that a text begins with as a word, and the rest of the text.
pub(super) fn colour_word(text: &str) -> Option<(char, &str)> {
    COLOUR_WORDS.iter().find_map(|&(word, letter)| {
        let start = text.get(..word.len())?;
        start.eq_ignore_ascii_case(word).then(|| (letter, &text[word.len()..]))
    })
}

/// The size of a digit, or of a letter S, M, L.
pub(super) const fn size(c: char) -> Option<Size> {
    match c {
        '1' | 'S' | 's' => Some(Size::Small),
        '2' | 'M' | 'm' => Some(Size::Medium),
        '3' | 'L' | 'l' => Some(Size::Large),
        _ => None,
    }
}

/// The shape of sizes in digits, letters or words: `12`, `SM`, `medium`, `small-medium`, `tree`.
pub(super) fn shape(text: &str) -> Option<Shape> {
    let signs = text.chars().filter(|c| !is_joiner(*c)).map(size).collect::<Option<Vec<Size>>>();
    if let Some(shape) = signs.and_then(|sizes| Shape::from_sizes(&sizes)) {
        return Some(shape);
    }
    if text.eq_ignore_ascii_case("tree") {
        return Some(Shape::S123);
    }
    let words = text.split('-').map(|word| match word.to_ascii_lowercase().as_str() {
        "small" => Some(Size::Small),
        "medium" => Some(Size::Medium),
        "large" => Some(Size::Large),
        _ => None,
    });
    Shape::from_sizes(&words.collect::<Option<Vec<Size>>>()?)
}

/// Whether a character only tells how the one before it is drawn, such as the box around a digit on a phone.
pub(super) const fn is_joiner(c: char) -> bool {
    matches!(c, '\u{fe0e}' | '\u{fe0f}' | '\u{20e3}' | '\u{200d}')
}
