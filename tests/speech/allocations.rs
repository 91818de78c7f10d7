//! Allocations and memory of speaking.

use crate::voice;
use allocation_counter::measure;
use vaak::Settings;
use vaak::voice::{CHUNK, Kernel, Options};

/// One long clause, whose later chunks are the steady state.
const CLAUSE: &str = "the train to Chennai leaves from platform nine at half past eight and \
    arrives in the early morning of the next day";
/// Chunks after which every buffer has been used once.
const WARM_UP: usize = 4;

#[test]
fn the_chunk_loop_takes_nothing_from_the_heap() {
    let engine = voice::with(Options {
        kernel: Some(Kernel::Integer),
        ..Options::default()
    });
    let mut turn = engine.turn(&Settings::default()).unwrap();
    turn.push(CLAUSE).unwrap();
    turn.close();
    for _ in 0..WARM_UP {
        assert!(turn.next_chunk().unwrap().audio().is_some());
    }
    let mut counts = Vec::new();
    for _ in 0..16 {
        let mut samples = 0;
        let taken =
            measure(|| samples = turn.next_chunk().unwrap().audio().map_or(0, <[i16]>::len));
        assert_eq!(samples, CHUNK * 300, "the clause is too short");
        counts.push(taken.count_total);
    }
    assert!(counts.iter().all(|count| *count == 0), "{counts:?}");
}

#[test]
fn memory_does_not_grow_with_the_text() {
    let engine = voice::engine();
    let peak = |clauses: usize| {
        measure(|| {
            let mut turn = engine.turn(&Settings::default()).unwrap();
            for _ in 0..clauses {
                turn.push(CLAUSE).unwrap();
                turn.push(". ").unwrap();
                while turn.next_chunk().unwrap().audio().is_some() {}
            }
        })
        .bytes_max
    };
    // Load the tables, which happens once.
    peak(1);
    let (short, long) = (peak(4), peak(40));
    println!("a turn holds {short} bytes over 84 words, {long} over 840");
    assert!(long * 20 <= short * 21, "{short} bytes, then {long}");
    assert!(short < 4 << 20, "{short} bytes");
}
