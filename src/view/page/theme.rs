//! Colours of the page, for light and for dark.

use std::fmt::Write as _;

/// What a colour is for, and how it is in the light and in the dark.
const COLOURS: [(&str, &str, &str); 14] = [
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
];

/// Style rules that set them: dark for whoever chose it, or chose nothing and has a dark system; light on paper.
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
