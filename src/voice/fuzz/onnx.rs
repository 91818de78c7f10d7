//! Writes ONNX files of a few nodes, right or wrong.

/// Kinds of numbers, as ONNX counts them.
pub const FLOAT: u64 = 1;
pub const INT8: u64 = 3;
pub const INT64: u64 = 7;

/// The parts of a graph, each as it is written.
#[derive(Clone, Debug, Default)]
pub struct Graph {
    pub nodes: Vec<Vec<u8>>,
    pub constants: Vec<Vec<u8>>,
    pub inputs: Vec<&'static str>,
}

impl Graph {
    /// A decoder of one layer: `y` from `x`, and a cache that stays as it is.
    pub fn decoder(inputs: usize, outputs: usize) -> Self {
        let mut graph = Self {
            inputs: vec!["x", "cache"],
            ..Self::default()
        };
        graph.floats("weights", &[inputs, outputs], 0.01);
        graph.node("MatMul", &["x", "weights"], "y", None);
        graph.next();
        graph
    }

    /// An encoder of an embedding with so many rows.
    pub fn encoder(rows: usize, features: usize, outputs: usize) -> Self {
        let mut graph = Self {
            inputs: vec!["ids", "features", "cache"],
            ..Self::default()
        };
        graph.floats("table", &[rows, outputs], 0.01);
        graph.floats("weights", &[features, outputs], 0.01);
        graph.node("Gather", &["table", "ids"], "row", Some(("axis", 0)));
        graph.node("MatMul", &["features", "weights"], "told", None);
        graph.node("Add", &["row", "told"], "y", None);
        graph.next();
        graph
    }

    fn next(&mut self) {
        for (name, value) in [("zero", 0), ("all", i64::MAX)] {
            self.constant(name, &[1], INT64, &value.to_le_bytes());
        }
        self.node("Slice", &["cache", "zero", "all", "zero"], "next", None);
    }

    /// Adds a constant of equal floats.
    pub fn floats(&mut self, name: &str, dims: &[usize], value: f32) {
        let bytes = value.to_le_bytes().repeat(dims.iter().product());
        self.constant(name, dims, FLOAT, &bytes);
    }

    /// Adds a constant.
    pub fn constant(&mut self, name: &str, dims: &[usize], kind: u64, bytes: &[u8]) {
        let mut tensor = Vec::new();
        for dim in dims {
            number(1, *dim as u64, &mut tensor);
        }
        number(2, kind, &mut tensor);
        part(8, name.as_bytes(), &mut tensor);
        part(9, bytes, &mut tensor);
        self.constants.push(tensor);
    }

    /// Adds a node with one output, and at most one attribute.
    pub fn node(&mut self, op: &str, inputs: &[&str], output: &str, with: Option<(&str, u64)>) {
        let mut node = Vec::new();
        for input in inputs {
            part(1, input.as_bytes(), &mut node);
        }
        part(2, output.as_bytes(), &mut node);
        part(4, op.as_bytes(), &mut node);
        if let Some((name, value)) = with {
            let mut attribute = Vec::new();
            part(1, name.as_bytes(), &mut attribute);
            number(3, value, &mut attribute);
            // An integer.
            number(20, 2, &mut attribute);
            part(5, &attribute, &mut node);
        }
        self.nodes.push(node);
    }

    /// The file.
    pub fn file(&self) -> Vec<u8> {
        let mut graph = Vec::new();
        let named = |name: &str| {
            let mut info = Vec::new();
            part(1, name.as_bytes(), &mut info);
            info
        };
        for node in &self.nodes {
            part(1, node, &mut graph);
        }
        for constant in &self.constants {
            part(5, constant, &mut graph);
        }
        for name in &self.inputs {
            part(11, &named(name), &mut graph);
        }
        for name in ["y", "next"] {
            part(12, &named(name), &mut graph);
        }
        let mut file = Vec::new();
        part(7, &graph, &mut file);
        let mut version = Vec::new();
        number(2, 13, &mut version);
        part(8, &version, &mut file);
        file
    }
}

fn varint(mut value: u64, out: &mut Vec<u8>) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// A field of a number.
pub fn number(field: u64, value: u64, out: &mut Vec<u8>) {
    varint(field << 3, out);
    varint(value, out);
}

/// A field of bytes: a text, a list of numbers, or another message.
pub fn part(field: u64, bytes: &[u8], out: &mut Vec<u8>) {
    varint(field << 3 | 2, out);
    varint(bytes.len() as u64, out);
    out.extend_from_slice(bytes);
}
