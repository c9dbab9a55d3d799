//! Colours of a page in the light and the dark theme.

use std::fmt::Write as _;

/// Name of each colour, and its values in the light and the dark theme.
const COLOURS: [(&str, &str, &str); 15] = [
    ("scheme", "light", "dark"),
    ("paper", "#f6f1e7", "#16181a"),
    ("card", "#fffdf8", "#1f2225"),
    ("tray", "#ddcfb4", "#2a2e32"),
    ("cell", "#efe6d2", "#3c4247"),
    ("faint", "#c9b995", "#5b636a"),
    ("rule", "#e4dac6", "#34393e"),
    ("ink", "#2a251d", "#ece7dc"),
    ("soft", "#655b4b", "#aaa498"),
    ("accent", "#2a6a63", "#77c8ba"),
    ("on-accent", "#ffffff", "#10211e"),
    ("wash", "#e3eee9", "#25383a"),
    ("mistake", "#9a4a06", "#f2b063"),
    ("blunder", "#b3261e", "#ff9384"),
    ("held", "#b8860b", "#f0c75e"),
];

/// The style rules that set the colours. The theme is dark on screens if the reader chose it, or chose none and the system
/// is dark; it is light otherwise, and always on paper.
pub(super) fn style() -> String {
    let (mut light, mut dark) = (String::new(), String::new());
    for (name, by_day, by_night) in COLOURS {
        let _ = write!(light, "--{name}:{by_day};");
        let _ = write!(dark, "--{name}:{by_night};");
    }
    format!(
        ":root{{{light}}}\n\
         @media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}\n\
         @media screen{{:root[data-theme=dark]{{{dark}}}}}\n"
    )
}
