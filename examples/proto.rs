use solomids::game::*;
use std::collections::BTreeMap;
fn main() {
    let args: Vec<String> = std::env::args().collect();
    let mut p = solomids::solver::proto::Proto::new();
    let widths = [2, 8, 32, 128, 512, 2048, 8192, usize::MAX];
    if args[1] == "hard" {
        let text = std::fs::read_to_string("/work/shared/deals/hard.csv").unwrap();
        for line in text.lines().skip(1) {
            let f: Vec<&str> = line.split(',').collect();
            let w: Vec<usize> = if args.len() > 2 { args[2].split(',').map(|x| x.parse().unwrap_or(usize::MAX)).collect() } else { widths.to_vec() };
            println!("{} {} {:?} {:?}", f[0], f[2], p.run(&parse(f[1]), 0, &w), p.sets());
        }
        return;
    }
    let (a, n): (u64, u64) = (args[2].parse().unwrap(), args[3].parse().unwrap());
    let mut nodes = vec![]; let mut times = vec![]; let mut how = BTreeMap::new();
    for i in a..a + n {
        let d = solomids::dealer::tabletop::deal(1, i);
        let (r, k, t) = p.run(d.position(), 0, &widths);
        *how.entry(r.clone()).or_insert(0) += 1;
        if t > 1.0 { println!("{i} {r} {k} {t}"); }
        nodes.push(k); times.push(t);
    }
    nodes.sort(); times.sort_by(f64::total_cmp);
    let q = |p: f64| ((nodes.len() - 1) as f64 * p) as usize;
    println!("{how:?}");
    println!("nodes p50 {} p90 {} p99 {} max {} total {}", nodes[q(0.5)], nodes[q(0.9)], nodes[q(0.99)], nodes[q(1.0)], nodes.iter().sum::<u64>());
    println!("ms p50 {:.3} p90 {:.3} p99 {:.3} max {:.3} mean {:.3} {:?}", 1e3*times[q(0.5)], 1e3*times[q(0.9)], 1e3*times[q(0.99)], 1e3*times[q(1.0)], 1e3*times.iter().sum::<f64>() / n as f64, p.sets());
}
fn parse(t: &str) -> Position {
    let mut g = Grid::default();
    let p = Palette::default();
    for (r, row) in t.split('/').enumerate() {
        for (c, s) in row.split_whitespace().enumerate() {
            let mut ch = s.chars();
            let col = p.colour(ch.next().unwrap()).unwrap();
            let sh = match ch.as_str() { "1" => Shape::S1, "2" => Shape::S2, _ => Shape::S3 };
            g.set(Square::new(c, r + 1), Some(Stack::new(col, sh)));
        }
    }
    Position::new(&g, 0).unwrap()
}
