//! Chances by counting every case: nothing here knows a distribution.

/// Ways to choose `k` of `n`, by Pascal's triangle.
pub(crate) fn choose(n: u64, k: u64) -> u128 {
    if k > n {
        return 0;
    }
    let mut row = vec![1_u128];
    for _ in 0..n {
        let mut next = vec![1_u128];
        next.extend(row.windows(2).map(|pair| pair[0] + pair[1]));
        next.push(1);
        row = next;
    }
    row[usize::try_from(k).unwrap()]
}

/// The chance to see exactly `seen` wrong ones among `looked` of `size` results, `wrong` of which are.
pub(crate) fn chance(size: u64, looked: u64, wrong: u64, seen: u64) -> f64 {
    if seen > looked {
        return 0.0;
    }
    let ways = choose(wrong, seen) * choose(size - wrong, looked - seen);
    ways as f64 / choose(size, looked) as f64
}

/// Every way to put a number up to each limit in each place.
pub(crate) fn every(limits: &[u64]) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for limit in limits {
        all = all
            .into_iter()
            .flat_map(|start: Vec<u64>| {
                (0..=*limit).map(move |next| {
                    let mut longer = start.clone();
                    longer.push(next);
                    longer
                })
            })
            .collect();
    }
    all
}
