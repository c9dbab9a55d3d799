//! SVG documents around pictures.

use maud::{Markup, PreEscaped, html};

use super::pyramid;

/// Style rules of a picture on its own. Pages have other ones, for light and dark.
const STYLE: &str = include_str!("style.css");
/// Width of the empty border around the content.
const BORDER: u32 = 12;

/// Content of a picture, with what screen readers say of it.
pub(crate) struct Picture<'a> {
    /// Width of the content, without the border.
    pub(crate) width: u32,
    /// Height of the content, without the border.
    pub(crate) height: u32,
    /// Short text alternative.
    pub(crate) title: &'a str,
    /// Long text alternative.
    pub(crate) description: &'a str,
    /// Symbols that the content uses.
    pub(crate) defs: Markup,
    /// Elements of the picture.
    pub(crate) content: Markup,
}

impl Picture<'_> {
    /// The document as text.
    pub(crate) fn document(&self) -> String {
        let (width, height) = (self.width + 2 * BORDER, self.height + 2 * BORDER);
        let view = format!("-{BORDER} -{BORDER} {width} {height}");
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(view) width=(width) height=(height) role="img"
                aria-labelledby="title description" {
                title id="title" { (readable(self.title)) }
                desc id="description" { (readable(self.description)) }
                style { (PreEscaped(pyramid::STYLE)) (PreEscaped(STYLE)) }
                defs { (self.defs) }
                rect.paper x={ "-" (BORDER) } y={ "-" (BORDER) } width=(width) height=(height) rx="14" {}
                (self.content)
            }
        }
        .into_string()
            + "\n"
    }
}

/// The text with characters that XML forbids replaced by U+FFFD.
pub(crate) fn readable(text: &str) -> String {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..);
    text.chars().map(|c| if allowed(c) { c } else { char::REPLACEMENT_CHARACTER }).collect()
}
