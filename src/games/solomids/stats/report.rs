//! Report of a summary: one HTML file that loads nothing else.

use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::plot::{self, PlotError};
use super::summary::{SourceFile, Summary, SummaryGroup};
use super::table::{self, TextTable};
use crate::games::solomids::batch::{Dealer, Row, RowVerdict};
use crate::games::solomids::game::parse_position;
use crate::games::solomids::view::words::known;
use crate::kit::interval::Confidence;
use crate::kit::numbers::grouped;
use crate::series::Sidecar;

const STYLE: &str = include_str!("report.css");

/// What a report says of its own making.
#[derive(Clone, Debug)]
pub struct ReportOrigin {
    /// The command that made it, as a shell takes it.
    pub command: String,
    /// Date and time.
    pub date: String,
}

/// The report of a summary as HTML.
///
/// # Errors
/// None of the input.
pub fn report(summary: &Summary, confidence: Confidence, origin: &ReportOrigin) -> Result<String, PlotError> {
    let mut sections = Vec::new();
    for group in summary.groups() {
        sections.push(section(group, confidence)?);
    }
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "solomids " (crate::VERSION) };
                title { "Solomids: win rates" }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { "Solomids: win rates" }
                p .quiet {
                    "A win scores 17 without a swap, 16 with one, 15 with two. A deal is won or lost if that is proven, "
                    "open if neither is, and undecided if its best score is not proven. "
                    "The dealers deal differently, so each has numbers of its own."
                }
                @for section in &sections { (section) }
                (sources(summary.sources(), origin))
            }
        }
    };
    Ok(page.into_string())
}

fn section(group: &SummaryGroup, confidence: Confidence) -> Result<Markup, PlotError> {
    let picture = plot::group(group, confidence)?;
    let (levels, distributions) = (table::levels(group), table::distributions(group));
    let hardest = group.hardest();
    Ok(html! {
        section {
            h2 { (table::title(group)) }
            (cells(&table::shares(group, Some(confidence))))
            @for remark in table::remarks(group) { p .quiet { (remark) } }
            div .wide { (PreEscaped(picture)) }
            @if !levels.rows.is_empty() {
                h3 { "How hard for a person" }
                (cells(&levels))
            }
            @if !distributions.rows.is_empty() {
                h3 { "Distributions" }
                (cells(&distributions))
                p .quiet {
                    "Moves are counted in the line found for a deal that can be won; it is short, but not proven "
                    "to be the shortest."
                }
            }
            @if !group.unsolved.is_empty() {
                h3 { "Undecided" }
                (deals(&group.unsolved.iter().collect::<Vec<_>>()))
                @let rest = (group.undecided + group.failed).saturating_sub(group.unsolved.len() as u64);
                @if rest > 0 { p .quiet { "And " (grouped(rest)) " more." } }
            }
            @if !hardest.is_empty() {
                h3 { "The hardest decided deals" }
                (deals(&hardest))
                @if group.dealer == Dealer::Web {
                    p .quiet {
                        "The web page opens a deal when its address ends in " code { "?seed=" }
                        " and the seed."
                    }
                }
            }
        }
    })
}

fn cells(table: &TextTable) -> Markup {
    html! {
        div .wide {
            table {
                thead { tr { @for name in &table.head { th { (name) } } } }
                tbody { @for row in &table.rows { tr { @for cell in row { td { (cell) } } } } }
            }
        }
    }
}

/// A table of deals with their results and the commands that solve them again.
fn deals(rows: &[&Row]) -> Markup {
    html! {
        div .wide {
            table {
                thead {
                    tr {
                        th { "deal" } th .left { "best score" } th { "nodes" } th { "moves" } th .left { "to solve it again" }
                    }
                }
                tbody {
                    @for row in rows {
                        tr {
                            td {
                                @if row.deal.is_empty() {
                                    (row.index)
                                } @else {
                                    details {
                                        summary { (row.index) }
                                        pre { (row.deal.replace('/', "\n")) }
                                    }
                                }
                            }
                            td .left { (result(row)) }
                            td { (row.nodes.map_or_else(String::new, grouped)) }
                            td { (row.moves.map_or_else(String::new, |moves| moves.to_string())) }
                            td .left {
                                code { (command(row)) }
                                @if let (Dealer::Web, Some(seed)) = (row.dealer, row.seed) {
                                    " " code { "?seed=" (seed) }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn result(row: &Row) -> String {
    match (row.verdict, row.bounds()) {
        (RowVerdict::Won | RowVerdict::Lost | RowVerdict::Undecided, Some(bounds)) => known(bounds),
        (verdict, _) => verdict.name().into(),
    }
}

/// Command that solves a deal again; empty if the deal cannot be read.
fn command(row: &Row) -> String {
    match (row.dealer, row.seed) {
        (Dealer::Tabletop, Some(seed)) => format!("solomids solve --seed {seed} --index {}", row.index),
        (Dealer::Web, Some(seed)) => format!("solomids solve --web-seed {seed}"),
        // Written anew: the field of a CSV may hold anything, and a reader of the report gives this to a shell.
        _ => parse_position(&row.deal).map_or_else(
            |_| String::new(),
            |parsed| {
                let deal = parsed.palette.canonical(&parsed.position).replace('\n', "/");
                format!("solomids solve '{deal}'")
            },
        ),
    }
}

/// Names of the files with their sidecars.
fn sources(sources: &[SourceFile], origin: &ReportOrigin) -> Markup {
    let limit = |limit: Option<String>| limit.unwrap_or_else(|| "none".into());
    html! {
        h2 { "Where the numbers come from" }
        @for SourceFile { name, meta } in sources {
            dl {
                dt { "file" } dd { (name) }
                @if let Some(Sidecar { identity, part, progress, .. }) = meta {
                    dt { "made by" }
                    dd {
                        (identity.program) " " (identity.version)
                        @if let Some(revision) = identity.search_revision { " (search revision " (revision) ")" }
                    }
                    dt { "rules, dealer" } dd { (identity.rules) ", " (identity.dealer) }
                    dt { "limits of a search" }
                    dd {
                        "nodes: " (limit(identity.limits.max_nodes.map(grouped)))
                        ", seconds: " (limit(identity.limits.timeout_seconds.map(|time| time.to_string())))
                        @if !progress.stopped_by.is_empty() {
                            "; searches were ended by " (progress.stopped_by.join(", "))
                        }
                    }
                    @if let Some(shard) = &part.shard { dt { "shard" } dd { (shard) } }
                    @if let Some(digest) = &progress.rows_sha256 { dt { "SHA-256 of the file" } dd .long { (digest) } }
                    @if let Some(digest) = &identity.deals_sha256 { dt { "SHA-256 of the deals" } dd .long { (digest) } }
                }
            }
        }
        h2 { "How this report was made" }
        dl {
            dt { "program" } dd { "solomids " (crate::VERSION) ", an exact solver" }
            dt { "command" } dd { code { (origin.command) } }
            dt { "date" } dd { (origin.date) }
        }
    }
}
