use rayon::prelude::*;
use std::io::Read;
fn main() {
    let a: Vec<String> = std::env::args().skip(1).collect();
    if a[0] == "features" {
        let mut t = String::new();
        std::io::stdin().read_to_string(&mut t).unwrap();
        let mut s = String::new();
        for l in t.lines() {
            solomids::solver::tuning::refeature(l, &mut s);
        }
        print!("{s}");
        return;
    }
    let (x, n): (u64, u64) = (a[0].parse().unwrap(), a[1].parse().unwrap());
    (x..x + n).collect::<Vec<_>>().into_par_iter().with_max_len(1).for_each(|i| {
        let mut s = String::new();
        solomids::solver::tuning::rows(solomids::dealer::tabletop::deal(2, i).position(), i, &mut s);
        print!("{s}");
    });
}
