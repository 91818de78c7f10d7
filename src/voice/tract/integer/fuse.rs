//! Finds int8 layers in a graph: `QuantizeLinear` → `MatMulInteger` → `Cast` → `Mul` → `Add`, and the nodes around
//! them.

use std::collections::{HashMap, HashSet};

use super::super::onnx::{DataType, GraphProto, NodeProto, TensorProto};

use super::super::dequantize;
use super::block::{Block, Layer};
use super::form::Form;
use super::live;
use super::product::{Product, Weights};
use super::rounding::{Rounding, Zero};
use super::unit::Unit;

/// The operator that stands in the graph where a block will be.
const PLACEHOLDER: &str = "IntegerBlock";
/// The most inputs of a layer. With more, a 32-bit sum might overflow.
const MAX_INPUTS: usize = 1 << 16;

/// The blocks of a graph, by the names of what they make.
pub type Blocks = HashMap<String, Block>;

/// Replaces each int8 layer of the known form by a placeholder, and returns the blocks. Weights that fit the form `laid` are laid
/// in it.
pub fn fuse(graph: &mut GraphProto, laid: Option<Form>, unit: Unit) -> Blocks {
    let (mut gone, mut placeholders, mut blocks) = (HashSet::new(), HashMap::new(), HashMap::new());
    let view = View::of(graph);
    let mut found: Vec<Found> = (0..graph.node.len())
        .filter_map(|at| view.layer(at, laid, unit))
        .collect();
    while !found.is_empty() {
        let mut first = found.remove(0);
        // A layer that reads another one comes after it in the graph.
        while let Some(next) = found.iter().position(|next| view.follows(&first, next)) {
            first.append(found.remove(next));
        }
        view.take_taps(&mut first);
        let add = view.take_add(&mut first);
        let end = first.end();
        let output = graph.node[end].output[0].clone();
        let mut input = vec![first.source.to_owned()];
        input.extend(add.map(str::to_owned));
        let node = NodeProto {
            op_type: PLACEHOLDER.into(),
            output: vec![output.clone()],
            input,
            ..NodeProto::default()
        };
        let block = Block {
            unit,
            taps: first.taps,
            past: first.past,
            layers: first.layers,
        };
        blocks.insert(output, block);
        gone.extend(first.nodes);
        placeholders.insert(end, node);
    }
    let nodes = std::mem::take(&mut graph.node);
    for (at, node) in nodes.into_iter().enumerate() {
        if let Some(placeholder) = placeholders.remove(&at) {
            graph.node.push(placeholder);
        } else if !gone.contains(&at) {
            graph.node.push(node);
        }
    }
    // Remove constants that no node reads any more, as they would be kept.
    let read: HashSet<&String> = graph.node.iter().flat_map(|node| &node.input).collect();
    graph
        .initializer
        .retain(|tensor| read.contains(&tensor.name));
    blocks
}

/// Consecutive layers, and the nodes that they replace; the node that makes the output is the last.
struct Found<'a> {
    nodes: Vec<usize>,
    source: &'a str,
    layers: Vec<Layer>,
    taps: Vec<usize>,
    past: usize,
}

impl Found<'_> {
    fn end(&self) -> usize {
        self.nodes.last().copied().unwrap_or_default()
    }

    fn append(&mut self, next: Self) {
        self.nodes.extend(next.nodes);
        self.layers.extend(next.layers);
    }
}

/// Which node makes and which nodes read each tensor.
struct View<'a> {
    graph: &'a GraphProto,
    makers: HashMap<&'a str, usize>,
    readers: HashMap<&'a str, Vec<usize>>,
    constants: HashMap<&'a str, &'a TensorProto>,
    outputs: HashSet<&'a str>,
    /// The weights of layers that read what a ReLU leaves.
    live: HashSet<String>,
}

impl<'a> View<'a> {
    fn of(graph: &'a GraphProto) -> Self {
        let mut readers: HashMap<_, Vec<_>> = HashMap::new();
        let mut makers = HashMap::new();
        for (at, node) in graph.node.iter().enumerate() {
            makers.extend(node.output.iter().map(|name| (name.as_str(), at)));
            for name in &node.input {
                readers.entry(name.as_str()).or_default().push(at);
            }
        }
        let constants = graph.initializer.iter();
        Self {
            graph,
            makers,
            readers,
            constants: constants.map(|c| (c.name.as_str(), c)).collect(),
            outputs: graph.output.iter().map(|o| o.name.as_str()).collect(),
            live: live::weights(graph),
        }
    }

    fn node(&self, at: usize) -> &'a NodeProto {
        &self.graph.node[at]
    }

    fn input(&self, at: usize, input: usize) -> Option<&'a str> {
        self.node(at).input.get(input).map(String::as_str)
    }

    fn constant(&self, at: usize, input: usize) -> Option<&'a TensorProto> {
        self.constants.get(self.input(at, input)?).copied()
    }

    /// Returns the node that makes `name`, if it has the operator `op` and its output has one reader.
    fn maker(&self, name: &str, op: &str) -> Option<usize> {
        let at = *self.makers.get(name)?;
        (self.node(at).op_type == op && self.sole_reader(at).is_some()).then_some(at)
    }

    /// Returns the node that reads the output of `at`, if there is exactly one.
    fn sole_reader(&self, at: usize) -> Option<usize> {
        let [output] = self.node(at).output.as_slice() else {
            return None;
        };
        match self.readers.get(output.as_str())?.as_slice() {
            [only] if !self.outputs.contains(output.as_str()) => Some(*only),
            _ => None,
        }
    }

    fn reader(&self, at: usize, op: &str) -> Option<usize> {
        let reader = self.sole_reader(at)?;
        (self.node(reader).op_type == op).then_some(reader)
    }

    /// Returns the layer of the `MatMulInteger` at `at`, if it has the known form.
    fn layer(&self, at: usize, laid: Option<Form>, unit: Unit) -> Option<Found<'a>> {
        let node = self.node(at);
        if node.op_type != "MatMulInteger" {
            return None;
        }
        let rounding = self.maker(self.input(at, 0)?, "QuantizeLinear")?;
        let zero = self.zero(rounding)?;
        let same = match node.input.len() {
            2 => zero == Zero::Middle,
            3 => self.zero(at) == Some(zero),
            _ => false,
        };
        if !same {
            return None;
        }
        let [scale] = floats(self.constant(rounding, 1)?)?[..] else {
            return None;
        };
        let live = self.live.contains(self.input(at, 1)?);
        let of = |form: Form| if live { form.after_relu() } else { form };
        let weights = integers(self.constant(at, 1)?, laid.map(of))?;
        let cast = self.reader(at, "Cast")?;
        let scaled = self.reader(cast, "Mul")?;
        let biased = self.reader(scaled, "Add")?;
        let scales = floats(self.constant(scaled, 1)?)?;
        let biases = floats(self.constant(biased, 1)?)?;
        let [inputs, outputs] = weights.dims;
        if scales.len() != outputs || biases.len() != outputs || inputs > MAX_INPUTS {
            return None;
        }
        let mut nodes = vec![rounding, at, cast, scaled, biased];
        let mut source = self.input(rounding, 0)?;
        let mut balance = vec![1.0; inputs];
        if let Some(balanced) = self.maker(source, "Mul")
            && let Some(factors) = self.constant(balanced, 1).and_then(floats)
            && factors.len() == inputs
        {
            balance = factors;
            source = self.input(balanced, 0)?;
            nodes.push(balanced);
        }
        let relu = self.reader(biased, "Relu");
        nodes.extend(relu);
        let end = relu.unwrap_or(biased);
        nodes.retain(|node| *node != end);
        nodes.push(end);
        let form = of(unit.form());
        // Those that are live have no sign.
        let flip = match live {
            true => zero.number() as u8,
            false => form.flip,
        };
        let stands_for_zero = i32::from(flip) + i32::from(zero.number());
        let mut product = Product::new(form, stands_for_zero, &weights, &scales, &biases);
        (product.relu, product.live) = (relu.is_some(), live);
        Some(Found {
            nodes,
            source,
            layers: vec![Layer {
                rounding: Rounding::new(flip, balance, scale, zero),
                product,
            }],
            taps: vec![0],
            past: 0,
        })
    }

    /// Returns which number stands for zero: the third input of the rounding and of the product.
    fn zero(&self, at: usize) -> Option<Zero> {
        let zero = self.constant(at, 2)?;
        let [number] = zero.raw_data[..] else {
            return None;
        };
        (zero.data_type == DataType::Int8 as i32)
            .then(|| Zero::of(number as i8))
            .flatten()
    }

    /// Returns whether `next` is the only reader of what `first` makes.
    fn follows(&self, first: &Found, next: &Found) -> bool {
        let [output] = self.node(first.end()).output.as_slice() else {
            return false;
        };
        *output == next.source && self.sole_reader(first.end()).is_some()
    }

    /// Turns the concatenation of several steps of one tensor into taps.
    fn take_taps(&self, found: &mut Found<'a>) {
        let taps = || {
            let concat = self.maker(found.source, "Concat")?;
            let node = self.node(concat);
            let axis = node.attribute.iter().find(|a| a.name == "axis")?.i;
            let mut taps = Vec::new();
            let mut nodes = vec![concat];
            let mut heard = None;
            for name in &node.input {
                let slice = self.maker(name, "Slice")?;
                let [begin, end, of] =
                    [1, 2, 3].map(|input| self.constant(slice, input).and_then(index));
                // A negative begin counts from the end of the tensor, and a positive end from its start.
                let begin = usize::try_from(begin?).ok()?;
                let behind = match end? {
                    i64::MAX => 0,
                    end => usize::try_from(end.checked_neg()?).ok()?,
                };
                let here = (self.input(slice, 0)?, begin.checked_add(behind)?);
                if of? != 0 || *heard.get_or_insert(here) != here {
                    return None;
                }
                taps.push(begin);
                nodes.push(slice);
            }
            let (source, past) = heard?;
            (axis == 1).then_some((source, past, taps, nodes))
        };
        if let Some((source, past, taps, nodes)) = taps() {
            found.source = source;
            found.past = past;
            found.taps = taps;
            found.nodes.splice(..0, nodes);
        }
    }

    /// Takes an `Add` of the output into the block, and returns its other input.
    fn take_add(&self, found: &mut Found<'a>) -> Option<&'a str> {
        let end = found.end();
        let add = self.reader(end, "Add")?;
        let relu = found.layers.last()?.product.relu;
        let other = self
            .node(add)
            .input
            .iter()
            .find(|name| !self.node(end).output.contains(name))?;
        if relu || self.constants.contains_key(other.as_str()) || self.node(add).input.len() != 2 {
            return None;
        }
        found.nodes.push(add);
        Some(other)
    }
}

fn floats(tensor: &TensorProto) -> Option<Vec<f32>> {
    dequantize::row(tensor).ok()
}

/// Returns the weights of a layer.
fn integers(tensor: &TensorProto, laid: Option<Form>) -> Option<Weights<'_>> {
    let weights = dequantize::weights(tensor, laid)?;
    // Those that are laid were looked at by the build.
    (weights.form.is_some() || Form::takes(weights.bytes)).then_some(weights)
}

fn index(tensor: &TensorProto) -> Option<i64> {
    let value: [u8; 8] = tensor.raw_data[..].try_into().ok()?;
    (tensor.data_type == DataType::Int64 as i32).then(|| i64::from_le_bytes(value))
}
