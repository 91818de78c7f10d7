//! Graphs of users that are nearly of the recipe's form. Each is run as it is written, or refused.

use prost::bytes::Bytes;

use crate::voice::bundle::File;
use crate::voice::fuzz::onnx::{FLOAT, Graph, INT8, INT64};
use crate::voice::kernel::Kernel;
use crate::voice::tract::{Given, Input, Network, Shape};

const WIDTH: usize = 4;
const STEPS: usize = 4;

/// A layer that reads a value of the cache's rows and `x`, and what makes `y` of its result `z`.
fn graph(y: impl FnOnce(&mut Graph)) -> Graph {
    of("x", 1, y)
}

/// The same with another value than `x`, and so many rows of the cache.
fn of(from: &str, cache: i64, y: impl FnOnce(&mut Graph)) -> Graph {
    let mut graph = Graph {
        inputs: vec!["x", "cache"],
        ..Graph::default()
    };
    for (name, value) in [
        ("zero", 0),
        ("one", 1),
        ("last", -1),
        ("all", i64::MAX),
        ("past", -cache),
    ] {
        graph.constant(name, &[1], INT64, &i64::to_le_bytes(value));
    }
    graph.floats("scale", &[], 0.01);
    graph.constant("middle", &[], INT8, &[0]);
    graph.constant(
        "weights",
        &[2 * WIDTH, WIDTH],
        INT8,
        &[3; 2 * WIDTH * WIDTH],
    );
    graph.floats("scales", &[WIDTH], 0.01);
    graph.floats("biases", &[WIDTH], 0.5);
    if from == "later" {
        rows(&mut graph, "x", ["one", "all"], from);
    }
    window(&mut graph, from, "heard");
    rows(&mut graph, "heard", ["zero", "last"], "old");
    rows(&mut graph, "heard", ["one", "all"], "new");
    graph.node("Concat", &["old", "new"], "taps", Some(("axis", 1)));
    graph.node("QuantizeLinear", &["taps", "scale", "middle"], "q", None);
    graph.node("MatMulInteger", &["q", "weights"], "sums", None);
    graph.node("Cast", &["sums"], "cast", Some(("to", FLOAT)));
    graph.node("Mul", &["cast", "scales"], "scaled", None);
    graph.node("Add", &["scaled", "biases"], "z", None);
    y(&mut graph);
    rows(&mut graph, "heard", ["past", "all"], "kept");
    graph.node("Concat", &["kept"], "next", Some(("axis", 0)));
    graph
}

fn rows(graph: &mut Graph, of: &str, [begin, end]: [&str; 2], to: &str) {
    graph.node("Slice", &[of, begin, end, "zero"], to, None);
}

/// Puts the cache above a value.
fn window(graph: &mut Graph, of: &str, to: &str) {
    let past = format!("{to}.past");
    rows(graph, "cache", ["zero", "all"], &past);
    graph.node("Concat", &[&past, of], to, Some(("axis", 0)));
}

fn load(graph: &Graph, kernel: Kernel, cache: usize) -> Result<Network, String> {
    let bytes = Bytes::from(graph.file());
    let file = File {
        name: "graph",
        bytes: &bytes,
        base: None,
        built_in: false,
    };
    let shape = Shape {
        inputs: &[Input::Rows("x", WIDTH)],
        steps: STEPS,
        lookahead: STEPS,
        cache: [cache, WIDTH],
        outputs: WIDTH,
    };
    Network::load(file, kernel, shape).map_err(|e| e.to_string())
}

/// How many steps a run of an int8 network takes where three are wanted.
fn steps(graph: &Graph) -> usize {
    let network = load(graph, Kernel::Integer, 1).unwrap();
    network.run().unwrap().steps(3)
}

fn refused(graph: &Graph, kernel: Kernel, why: &str) {
    let found = load(graph, kernel, 1).unwrap_err();
    assert!(found.contains(why), "{found}");
}

fn same(graph: &mut Graph) {
    graph.node("Relu", &["z"], "y", None);
}

#[test]
fn a_graph_of_the_recipes_form_takes_any_number_of_steps() {
    let graph = graph(same);
    assert_eq!(steps(&graph), 3);
    let network = load(&graph, Kernel::Integer, 1).unwrap();
    let x: Vec<f32> = (0..3 * STEPS * WIDTH)
        .map(|i| (i % 7) as f32 / 9.0)
        .collect();
    let spoken = |parts: &[usize]| {
        let (mut run, mut x, mut y) = (network.run().unwrap(), &x[..], Vec::new());
        for steps in parts {
            let part = x.split_off(..steps * WIDTH).unwrap();
            run.step(*steps, [Given::Rows(part)]).unwrap();
            y.extend_from_slice(run.output());
        }
        y.split_off(STEPS * WIDTH)
    };
    assert_eq!(spoken(&[12]), spoken(&[5, 1, 4, 2]));
}

#[test]
fn rows_of_the_cache_that_two_values_begin_with_are_kept_once() {
    let twice = graph(|graph| {
        graph.node("Relu", &["x"], "other", None);
        window(graph, "other", "again");
        rows(graph, "again", ["one", "all"], "now");
        graph.node("Add", &["z", "now"], "y", None);
    });
    assert_eq!(steps(&twice), STEPS);
}

#[test]
fn what_needs_more_than_one_step_is_given_them() {
    let late = of("later", 1, |graph| {
        graph.node("Relu", &["heard"], "y", None)
    });
    assert_eq!(steps(&late), STEPS);
}

#[test]
fn outputs_after_the_look_ahead_must_be_numbers() {
    let infinite = graph(|graph| {
        graph.floats("much", &[], f32::MAX);
        graph.node("Mul", &["z", "much"], "more", None);
        graph.node("Mul", &["more", "much"], "y", None);
    });
    for kernel in [Kernel::Integer, Kernel::Float] {
        refused(&infinite, kernel, "no number");
    }
}

#[test]
fn what_is_of_another_form_is_refused() {
    let tall = graph(|graph| {
        graph.floats("tall", &[STEPS, 1], 0.01);
        graph.node("QuantizeLinear", &["taps", "scale", "middle"], "q2", None);
        graph.node("MatMulInteger", &["q2", "weights"], "sums2", None);
        graph.node("Cast", &["sums2"], "cast2", Some(("to", FLOAT)));
        graph.node("Mul", &["cast2", "tall"], "scaled2", None);
        graph.node("Add", &["scaled2", "biases"], "y", None);
    });
    refused(&tall, Kernel::Integer, "QuantizeLinear");
    refused(&tall, Kernel::Float, "several rows");
    let cached = of("x", STEPS as i64, |graph| {
        rows(graph, "cache", ["zero", "all"], "y")
    });
    let found = load(&cached, Kernel::Integer, STEPS).unwrap_err();
    assert!(found.contains("part of its cache"), "{found}");
}
