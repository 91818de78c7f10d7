//! What tests and fuzzers do to voices: graphs and manifests from any bytes, and a voice so small that it costs next to nothing.

pub mod onnx;

use prost::bytes::Bytes;

use super::bundle::Bundle;
use super::bundle::File;
use super::kernel::Kernel;
use super::tract::{Given, Input, Network, Shape};
use onnx::{FLOAT, Graph, INT8, INT64};

/// The manifest of a shipped voice.
const MANIFEST: &str = include_str!("../../../models/voice-2-native/manifest.json");

/// The graph that [`graph`] makes of bytes has so many inputs, outputs and steps, and such a cache.
const WIDTH: usize = 6;
const STEPS: usize = 4;
const CACHE: [usize; 2] = [2, WIDTH];

/// Steps of its look-ahead.
const LOOKAHEAD: usize = 1;

/// Reads a graph from any bytes, in three forms: as the file itself, node by node, or a right one with changes. One that is taken runs,
/// and where it takes any number of steps, it says the same in whatever portions they come.
pub fn graph(data: &[u8]) {
    let Some((how, bytes)) = data.split_first() else {
        return;
    };
    let nearly = how & 4 == 4;
    let encodes = how & 1 == 1 && !nearly;
    let file: Bytes = match how & 2 {
        _ if nearly => changed(bytes).file(),
        0 => bytes.to_vec(),
        _ => built(encodes, bytes).file(),
    }
    .into();
    let inputs = match encodes {
        true => vec![Input::Ids, Input::Rows("features", WIDTH)],
        false => vec![Input::Rows("x", WIDTH)],
    };
    let shape = Shape {
        inputs: &inputs,
        steps: STEPS,
        lookahead: LOOKAHEAD,
        cache: CACHE,
        outputs: WIDTH,
    };
    for kernel in [Kernel::Integer, Kernel::Float] {
        // It runs once when it is loaded.
        let file = File {
            name: "graph",
            bytes: &file,
            base: None,
            built_in: false,
        };
        if let Ok(network) = Network::load(file, kernel, shape)
            && !encodes
        {
            portions(&network);
        }
    }
}

/// Asserts that a network which takes any number of steps says the same of the same steps in other portions.
fn portions(network: &Network) {
    let x: Vec<f32> = (0..2 * STEPS * WIDTH)
        .map(|i| (i * 7 % 23) as f32 / 5.0 - 2.0)
        .collect();
    let said = |portions: &[usize]| -> Option<Vec<u32>> {
        let (mut run, mut x, mut said) = (network.run().ok()?, &x[..], Vec::new());
        for steps in portions {
            if run.steps(*steps) != *steps {
                return None;
            }
            let rows = Given::Rows(x.split_off(..steps * WIDTH)?);
            run.step(*steps, [rows]).expect("it ran when it was loaded");
            said.extend(run.output().iter().map(|value| value.to_bits()));
        }
        Some(said.split_off(LOOKAHEAD * WIDTH))
    };
    let whole = said(&[2 * STEPS]);
    assert_eq!(whole, said(&[1, STEPS, STEPS - 1]));
}

/// A node: its operator, what it reads, what it makes, and its attribute.
type Node = (
    &'static str,
    Vec<&'static str>,
    &'static str,
    Option<(&'static str, u64)>,
);

/// The nodes of a block of two int8 layers, as recipes write them.
fn block() -> Vec<Node> {
    let node = |op, reads: &[&'static str], makes, with| (op, reads.to_vec(), makes, with);
    let rows = |of, begin, end, makes| node("Slice", &[of, begin, end, "n0"], makes, None);
    let float = Some(("to", FLOAT));
    vec![
        rows("cache", "n0", "all", "past"),
        node("Concat", &["past", "x"], "heard", Some(("axis", 0))),
        rows("heard", "n0", "n2", "old"),
        rows("heard", "two", "all", "new"),
        node("Concat", &["old", "new"], "taps", Some(("axis", 1))),
        node("QuantizeLinear", &["taps", "scale", "zero"], "q", None),
        node("MatMulInteger", &["q", "wide"], "sums", None),
        node("Cast", &["sums"], "cast", float),
        node("Mul", &["cast", "row"], "scaled", None),
        node("Add", &["scaled", "row"], "z", None),
        node("Relu", &["z"], "positive", None),
        node(
            "QuantizeLinear",
            &["positive", "scale", "least"],
            "q2",
            None,
        ),
        node("MatMulInteger", &["q2", "small", "least"], "sums2", None),
        node("Cast", &["sums2"], "cast2", float),
        node("Mul", &["cast2", "row"], "scaled2", None),
        node("Add", &["scaled2", "row"], "z2", None),
        node("Add", &["x", "z2"], "y", None),
        rows("heard", "n2", "all", "kept"),
        node("Concat", &["kept"], "next", Some(("axis", 0))),
    ]
}

/// A block with the changes that bytes say, three bytes each: a node reads something else, or is left out, or comes later.
fn changed(bytes: &[u8]) -> Graph {
    let mut nodes = block();
    let mut graph = Graph {
        inputs: vec!["x", "cache"],
        ..Graph::default()
    };
    let mut names = constants(&mut graph);
    graph.constant("wide", &[2 * WIDTH, WIDTH], INT8, &[3; 2 * WIDTH * WIDTH]);
    graph.constant("least", &[], INT8, &[0x80]);
    graph.constant("two", &[1], INT64, &i64::to_le_bytes(2));
    names.extend(["x", "cache", "wide", "least", "two"]);
    names.extend(nodes.iter().map(|(_, _, makes, _)| *makes));
    let (changes, _) = bytes.as_chunks::<3>();
    for [at, what, name] in changes.iter().take(8) {
        let at = usize::from(*at) % nodes.len().max(1);
        let (what, name) = (usize::from(what % 6), usize::from(*name));
        let Some((_, reads, ..)) = nodes.get_mut(at) else {
            break; // All are left out.
        };
        if let Some(read) = reads.get_mut(what) {
            *read = names[name % names.len()];
        } else if what == 4 {
            nodes.remove(at);
        } else if at + 1 < nodes.len() {
            nodes.swap(at, at + 1);
        }
    }
    for (op, reads, makes, with) in nodes {
        graph.node(op, &reads, makes, with);
    }
    graph
}

/// Adds constants of several kinds, and returns their names.
fn constants(graph: &mut Graph) -> Vec<&'static str> {
    graph.floats("square", &[WIDTH, WIDTH], 0.1);
    graph.floats("row", &[WIDTH], 0.1);
    graph.floats("scale", &[], 0.1);
    graph.constant("zero", &[], INT8, &[0]);
    graph.constant("small", &[WIDTH, WIDTH], INT8, &[1; WIDTH * WIDTH]);
    graph.floats("table", &[71, WIDTH], 0.1);
    graph.constant("void", &[0], FLOAT, &[]);
    for (name, value) in [("n0", 0), ("n1", 1), ("n2", -2), ("all", i64::MAX)] {
        graph.constant(name, &[1], INT64, &i64::to_le_bytes(value));
    }
    vec![
        "square", "row", "scale", "zero", "small", "table", "void", "n0", "n1", "n2", "all",
    ]
}

/// A graph of the nodes that bytes say, four a node, on values that exist.
fn built(encodes: bool, bytes: &[u8]) -> Graph {
    let mut graph = Graph {
        inputs: match encodes {
            true => vec!["ids", "features", "cache"],
            false => vec!["x", "cache"],
        },
        ..Graph::default()
    };
    let constants = constants(&mut graph);
    let mut names: Vec<String> = graph.inputs.iter().map(|name| (*name).to_owned()).collect();
    names.extend(constants.into_iter().map(str::to_owned));
    let (nodes, _) = bytes.as_chunks::<4>();
    for (at, [op, a, b, c]) in nodes.iter().take(64).enumerate() {
        let of = |index: &u8| names[usize::from(*index) % names.len()].clone();
        let (a, b, more) = (of(a), of(b), of(c));
        let axis = Some(("axis", u64::from(*c & 3)));
        let name = match nodes.len() - at {
            1 => "next".to_owned(),
            2 => "y".to_owned(),
            _ => format!("t{at}"),
        };
        let node = |graph: &mut Graph, op, inputs: &[&str], with| {
            graph.node(op, inputs, &name, with);
        };
        match op % 11 {
            0 => node(&mut graph, "Add", &[&a, &b], None),
            1 => node(&mut graph, "Mul", &[&a, &b], None),
            2 => node(&mut graph, "Relu", &[&a], None),
            3 => node(&mut graph, "Cast", &[&a], Some(("to", FLOAT))),
            4 => node(&mut graph, "Concat", &[&a, &b], axis),
            5 => node(&mut graph, "Concat", &[&a, &b, &a, &b], axis),
            6 => node(&mut graph, "Gather", &[&a, "ids"], Some(("axis", 0))),
            7 => node(&mut graph, "MatMul", &[&a, &b], None),
            8 => node(&mut graph, "MatMulInteger", &[&a, &b], None),
            9 => node(&mut graph, "QuantizeLinear", &[&a, "scale", "zero"], None),
            _ => node(&mut graph, "Slice", &[&a, &b, &more, "n0"], None),
        }
        names.push(name);
    }
    graph
}

/// Reads a manifest from any bytes.
pub fn manifest(data: &[u8]) {
    let _ = Bundle::of(data, Vec::new(), Vec::new());
}

/// A voice of one layer, which speaks quickly and without sense.
pub fn small() -> Bundle {
    let mut manifest: serde_json::Value =
        serde_json::from_str(MANIFEST).expect("the shipped manifest is JSON");
    if let Some(manifest) = manifest.as_object_mut() {
        manifest.remove("added");
    }
    let size = |at: &str| {
        let size = manifest.pointer(at).and_then(serde_json::Value::as_u64);
        size.expect("the shipped manifest has its sizes") as usize
    };
    let bands = |name: &str| manifest[name].as_array().map_or(0, Vec::len);
    let outputs = 2 * bands("harmonic_bands") + bands("noise_bands");
    let said = size("/encoder/width") + 1 + 2 * super::frame::POINTS;
    let encoder = Graph::encoder(71, size("/encoder/features"), said).file();
    let decoder = Graph::decoder(size("/decoder/inputs"), outputs).file();
    Bundle::of(manifest.to_string().as_bytes(), encoder, decoder)
        .expect("the small voice fits its manifest")
}
