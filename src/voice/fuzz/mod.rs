//! What tests and fuzzers do to voices: graphs and manifests from any bytes, and a voice so small that it costs next to nothing.

pub mod onnx;

use prost::bytes::Bytes;

use super::bundle::Bundle;
use super::bundle::File;
use super::kernel::Kernel;
use super::tract::{Input, Network, Shape};
use onnx::{FLOAT, Graph, INT8, INT64};

/// The manifest of a shipped voice.
const MANIFEST: &str = include_str!("../../../models/voice-2-native/manifest.json");

/// The graph that [`graph`] makes of bytes has so many inputs, outputs and steps, and such a cache.
const WIDTH: usize = 6;
const STEPS: usize = 4;
const CACHE: [usize; 2] = [2, WIDTH];

/// Reads a graph from any bytes, in both forms: as the file itself, or node by node. One that is taken runs.
pub fn graph(data: &[u8]) {
    let Some((how, bytes)) = data.split_first() else {
        return;
    };
    let encodes = how & 1 == 1;
    let file: Bytes = match how & 2 {
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
        lookahead: 1,
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
        let _ = Network::load(file, kernel, shape);
    }
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
    let constants = [
        "square", "row", "scale", "zero", "small", "table", "void", "n0", "n1", "n2", "all",
    ];
    let mut names: Vec<String> = graph.inputs.iter().map(|name| (*name).to_owned()).collect();
    names.extend(constants.map(str::to_owned));
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
