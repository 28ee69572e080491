//! Cycles joined by exchanges of two edges.

use hippodrome::model::CycleGraph;

/// Joins cycles through all vertices as far as exchanges go: where an edge a–b of one and an edge
/// c–d of another have moves a–c and b–d beside them, these take their place and the two cycles are
/// one (R. M. Karp, A patching algorithm for the nonsymmetric traveling-salesman problem, SIAM
/// Journal on Computing 8 (1979) 561–573, doi:10.1137/0208045). Edges of given ends stay.
///
/// Returns for each vertex its two neighbours, and the number of exchanges. One fewer than there
/// were cycles have joined them all.
///
/// # Complexity
///
/// O(vertices · degree²) for each pass; a pass that joins nothing is the last.
pub(crate) fn join(graph: &CycleGraph, cycles: &[Vec<u32>]) -> (Vec<[u32; 2]>, u64) {
    let mut links = vec![[0; 2]; graph.len()];
    let mut part: Vec<u32> = (0..graph.len() as u32).collect();
    for cycle in cycles {
        for (at, &v) in cycle.iter().enumerate() {
            let before = cycle[(at + cycle.len() - 1) % cycle.len()];
            links[v as usize] = [before, cycle[(at + 1) % cycle.len()]];
            part[v as usize] = cycle[0];
        }
    }
    let fixed: Vec<(u32, u32)> = graph.fixed().iter().map(|&arc| graph.arc(arc)).collect();
    let stays = |a: u32, b: u32| fixed.contains(&(a, b)) || fixed.contains(&(b, a));
    let mut joined = 0;
    loop {
        let before = joined;
        for a in 0..graph.len() as u32 {
            for &(c, _) in graph.incident(a) {
                if root(&mut part, a) == root(&mut part, c) {
                    continue;
                }
                let exchange = |&(b, d): &(u32, u32)| {
                    graph.arc_between(b, d).is_some() && !stays(a, b) && !stays(c, d)
                };
                let ([b1, b2], [d1, d2]) = (links[a as usize], links[c as usize]);
                let pairs = [(b1, d1), (b1, d2), (b2, d1), (b2, d2)];
                if let Some((b, d)) = pairs.into_iter().find(exchange) {
                    for (at, old, new) in [(a, b, c), (c, d, a), (b, a, d), (d, c, b)] {
                        let link = &mut links[at as usize];
                        link[usize::from(link[0] != old)] = new;
                    }
                    let (one, other) = (root(&mut part, a), root(&mut part, c));
                    part[one as usize] = other;
                    joined += 1;
                }
            }
        }
        if joined == before || joined + 1 >= cycles.len() as u64 {
            return (links, joined);
        }
    }
}

/// The vertex that stands for the cycle of a vertex.
fn root(part: &mut [u32], mut v: u32) -> u32 {
    while part[v as usize] != v {
        part[v as usize] = part[part[v as usize] as usize];
        v = part[v as usize];
    }
    v
}

#[cfg(test)]
mod tests {
    use hippodrome::model::{Formulation, Model, Options};
    use hippodrome::{Kind, Leaper, Problem};

    use super::join;

    #[test]
    fn two_squares_of_a_wazir_become_one_cycle() {
        let wazir: Leaper = "0,1".parse().unwrap();
        let problem = Problem::new("2x4".parse().unwrap(), wazir, Kind::Closed);
        let model = Model::new(&problem, Formulation::Sat, &Options::new()).unwrap();
        let graph = model.graph();
        let (links, joined) = join(graph, &[vec![0, 1, 5, 4], vec![2, 3, 7, 6]]);
        assert_eq!(joined, 1);
        let chosen = |edge: u32| {
            let (a, b) = graph.edges()[edge as usize];
            links[a as usize].contains(&b)
        };
        assert_eq!(model.decode(chosen).unwrap().len(), 8);
    }

    #[test]
    fn an_edge_of_given_ends_stays() {
        let wazir: Leaper = "0,1".parse().unwrap();
        let problem = Problem::new("2x4".parse().unwrap(), wazir, Kind::Closed)
            .with_from("b1".parse().unwrap())
            .and_then(|p| p.with_to("b2".parse().unwrap()))
            .unwrap();
        let model = Model::new(&problem, Formulation::Sat, &Options::new()).unwrap();
        assert_eq!(join(model.graph(), &[vec![0, 1, 5, 4], vec![2, 3, 7, 6]]).1, 0);
    }
}
