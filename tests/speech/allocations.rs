//! Allocations and memory of speaking.

use std::fs;

use crate::voice;
use allocation_counter::measure;
use tract_core::internal::{DimLike, IntoTValue};
use tract_core::prelude::*;
use tract_onnx::prelude::{Framework, InferenceModelExt};
use tract_onnx::tract_hir::infer::Factoid;
use vaak::Settings;
use vaak::voice::{CHUNK, Kernel, Options};

/// One long clause, whose later chunks are the steady state.
const CLAUSE: &str = "the train to Chennai leaves from platform nine at half past eight and \
    arrives in the early morning of the next day";
/// Chunks after which every buffer has been used once.
const WARM_UP: usize = 4;
/// Phonemes per run of the encoder.
const PHONEMES: usize = 16;

/// Returns the allocations of one steady run of a graph by tract alone.
fn bare_run(file: &str, steps: usize) -> u64 {
    let bytes = fs::read(voice::folder().join(file)).unwrap();
    let mut model = tract_onnx::onnx()
        .model_for_read(&mut bytes.as_slice())
        .unwrap();
    let count = model.inputs.len();
    let mut inputs = Vec::new();
    for i in 0..count {
        let fact = model.input_fact(i).unwrap().clone();
        let shape: Vec<usize> = fact
            .shape
            .dims()
            .map(|d| {
                d.concretize()
                    .and_then(|d| d.to_usize().ok())
                    .unwrap_or(steps)
            })
            .collect();
        let kind = fact.datum_type.concretize().unwrap();
        model.set_input_fact(i, kind.fact(&shape).into()).unwrap();
        inputs.push(Tensor::zero_dt(kind, &shape).unwrap().into_arc_tensor());
    }
    let plan = model.into_optimized().unwrap().into_runnable().unwrap();
    let mut state = plan.spawn().unwrap();
    let mut run = || {
        let inputs: TVec<TValue> = inputs.iter().map(|i| i.clone().into_tvalue()).collect();
        state.run(inputs).unwrap();
    };
    run();
    run();
    measure(run).count_total
}

/// Only tract allocates, for the outputs of nodes: the same number in each run, and fewer than for the plain graph.
#[test]
fn the_chunk_loop_takes_nothing_from_the_heap_but_what_tract_does() {
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
    let decoder = *counts.iter().min().unwrap();
    let more = counts.iter().map(|count| count - decoder);
    let encoder = more.clone().filter(|more| *more > 0).min().unwrap_or(1);
    let (plain_decoder, plain_encoder) = (
        bare_run("decoder.onnx", CHUNK),
        bare_run("encoder.onnx", PHONEMES),
    );
    println!("allocations by tract: {decoder} a chunk, {encoder} for every {PHONEMES} phonemes");
    println!("of the plain graphs: {plain_decoder} and {plain_encoder}");
    assert!(decoder < plain_decoder && encoder < plain_encoder);
    let mut runs = 0;
    for (chunk, more) in more.enumerate() {
        assert_eq!(more % encoder, 0, "chunk {chunk}: {counts:?}");
        runs += more / encoder;
    }
    assert!(runs <= 16, "{runs} runs of the encoder");
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
