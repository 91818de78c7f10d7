//! Reads the graph of a file within bounds: what it would make is worked out here, before anything makes it, and only what was
//! looked at goes on to what makes a network of it, which may allocate or panic on what it gets.

use std::collections::{HashMap, HashSet};

use prost::Message;
use prost::bytes::Bytes;
use tract_core::prelude::{DatumExt, TractError, TractResult, TypedFact};

use super::onnx::{DataType, GraphProto, ModelProto, NodeProto, TensorProto};
use crate::phoneme::Phoneme;

/// The version of ONNX's operators that the recipe writes.
const OPERATORS: i64 = 13;
/// Bytes of a file beside its weights; ours have 8,000. A part of two bytes becomes hundreds when it is parsed.
const MAX_STRUCTURE: usize = 64 << 10;
/// Numbers that all nodes may make in one run, and constants that they may read, each time they are read: each is held in four
/// bytes, twice while the network is made ready. Ours read two million.
const MAX_NUMBERS: usize = 8 << 20;
/// Products of one run; ours take 62 million.
const MAX_PRODUCTS: usize = 1 << 30;
/// Characters of a name.
const MAX_NAME: usize = 64;

/// The fields of ONNX that lead to weights: a model's graph, its initializers, their raw data.
const RAW_DATA: [u64; 3] = [7, 5, 9];

/// An input other than the cache.
#[derive(Clone, Copy, Debug)]
pub enum Input {
    /// The input `ids`: one index per step.
    Ids,
    /// An input of this name, with this number of floats per step.
    Rows(&'static str, usize),
}

/// The inputs and outputs of a network.
#[derive(Clone, Copy, Debug)]
pub struct Shape<'a> {
    pub inputs: &'a [Input],
    /// Steps per run.
    pub steps: usize,
    /// The first outputs of a stream, which nobody reads.
    pub lookahead: usize,
    pub cache: [usize; 2],
    /// Floats per step.
    pub outputs: usize,
}

/// The graph in a file. The constants that it reads and does not have are those of the file `base`, if there is one.
pub fn read(bytes: &Bytes, base: Option<&Bytes>) -> TractResult<GraphProto> {
    let mut graph = parsed(bytes)?;
    if let Some(base) = base {
        let read: HashSet<&String> = graph.node.iter().flat_map(|node| &node.input).collect();
        let mut shared = parsed(base)?.initializer;
        shared.retain(|tensor| read.contains(&tensor.name));
        graph.initializer.append(&mut shared);
    }
    Ok(graph)
}

fn parsed(bytes: &Bytes) -> TractResult<GraphProto> {
    let weights = length_of(&RAW_DATA, bytes);
    let structure = weights.map(|weights| bytes.len() - weights);
    if structure.is_none_or(|structure| structure > MAX_STRUCTURE) {
        return Err(TractError::msg("is no graph of a voice"));
    }
    let file = ModelProto::decode(bytes.clone())?;
    let versions = file.opset_import.iter();
    let versions: Vec<_> = versions.map(|v| (v.domain.as_str(), v.version)).collect();
    if versions != [("", OPERATORS)] {
        return Err(TractError::msg("has another version of operators"));
    }
    Ok(file.graph.unwrap_or_default())
}

/// Bytes in all the fields of a message that a path of field numbers leads to; `None`: it is no message.
fn length_of(path: &[u64], mut bytes: &[u8]) -> Option<usize> {
    let [field, path @ ..] = path else {
        return Some(bytes.len());
    };
    let mut total = 0;
    while !bytes.is_empty() {
        let key = varint(&mut bytes)?;
        let length = match key & 7 {
            0 => {
                varint(&mut bytes)?;
                continue;
            }
            1 => 8,
            2 => usize::try_from(varint(&mut bytes)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let part = bytes.split_off(..length)?;
        if key == field << 3 | 2 {
            total += length_of(path, part)?;
        }
    }
    Some(total)
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = *bytes.split_off_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(value);
        }
    }
    None
}

/// The inputs of a graph by name.
pub fn inputs<'a>(shape: Shape<'a>) -> Vec<(&'a str, Fact)> {
    let inputs = shape.inputs.iter().map(|input| match input {
        Input::Ids => ("ids", Fact(DataType::Int64, vec![shape.steps])),
        Input::Rows(name, width) => (*name, Fact(DataType::Float, vec![shape.steps, *width])),
    });
    let cache = Fact(DataType::Float, shape.cache.to_vec());
    inputs.chain([("cache", cache)]).collect()
}

/// What a value is, known before anything runs: of what kind its numbers are, and how many there are in each direction.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact(DataType, Vec<usize>);

impl Fact {
    /// It as tract has it. An input is of floats or of indices.
    pub fn typed(&self) -> TypedFact {
        match self.0 {
            DataType::Int64 => i64::fact(&self.1),
            _ => f32::fact(&self.1),
        }
    }

    /// How many numbers.
    fn count(&self) -> usize {
        self.1
            .iter()
            .fold(1, |count, dim| count.saturating_mul(*dim))
    }
}

/// What is known so far of a graph.
struct Known<'a> {
    facts: HashMap<&'a str, Fact>,
    constants: HashMap<&'a str, &'a TensorProto>,
    made: usize,
    read: usize,
    products: usize,
}

/// Asks that a graph is one that this program runs on such a shape.
pub fn check(graph: &GraphProto, shape: Shape) -> Result<(), String> {
    let inputs = inputs(shape);
    let named = graph.input.iter().map(|i| i.name.as_str());
    if !named.eq(inputs.iter().map(|(name, _)| *name)) {
        return Err("has other inputs".into());
    }
    let outputs = graph.output.iter().map(|o| o.name.as_str());
    if !outputs.eq(["y", "next"]) {
        return Err("has other outputs".into());
    }
    let mut known = Known {
        facts: inputs.into_iter().collect(),
        constants: HashMap::new(),
        made: 0,
        read: 0,
        products: 0,
    };
    for tensor in &graph.initializer {
        let name = tensor.name.as_str();
        let fact = constant(tensor).ok_or_else(|| format!("the constant {name:?} is wrong"))?;
        known.add(name, fact)?;
        known.constants.insert(name, tensor);
    }
    for node in &graph.node {
        let fact = known.made_by(node, shape.steps);
        known.add(made(node), fact.ok_or_else(|| not_run(node))?)?;
    }
    let of_run = Fact(DataType::Float, vec![shape.steps, shape.outputs]);
    let of_next = Fact(DataType::Float, shape.cache.to_vec());
    for (name, wanted) in [("y", of_run), ("next", of_next)] {
        if known.facts.get(name) != Some(&wanted) || known.constants.contains_key(name) {
            return Err(format!("never makes {name:?} in its shape"));
        }
    }
    Ok(())
}

/// What is told of a node that is not run.
pub fn not_run(node: &NodeProto) -> String {
    let (op, name) = (&node.op_type, made(node));
    format!("has the operator {op:?} in a form that is not run here, for {name:?}")
}

fn made(node: &NodeProto) -> &str {
    node.output.first().map_or("", String::as_str)
}

/// What a constant is, if it is whole and all its numbers are numbers.
fn constant(tensor: &TensorProto) -> Option<Fact> {
    let kind = DataType::try_from(tensor.data_type).ok()?;
    let size = match kind {
        DataType::Float => 4,
        DataType::Int8 => 1,
        DataType::Int64 => 8,
        _ => return None,
    };
    let dims = tensor.dims.iter().map(|dim| usize::try_from(*dim).ok());
    let fact = Fact(kind, dims.collect::<Option<_>>()?);
    let (floats, _) = tensor.raw_data.as_chunks::<4>();
    let finite = || floats.iter().all(|f| f32::from_le_bytes(*f).is_finite());
    let whole = fact.1.len() <= 2
        && fact.count() > 0
        && fact.count().checked_mul(size) == Some(tensor.raw_data.len())
        && (kind != DataType::Float || finite());
    whole.then_some(fact)
}

impl<'a> Known<'a> {
    /// Adds a value, within the bounds.
    fn add(&mut self, name: &'a str, fact: Fact) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.' || c == '/';
        if name.is_empty() || name.len() > MAX_NAME || !name.chars().all(plain) {
            return Err(format!("{name:?} is no name of a value"));
        }
        let most = self.made.max(self.read);
        if most > MAX_NUMBERS || self.products > MAX_PRODUCTS {
            return Err(format!("is too large: {name:?} is beyond the bounds"));
        }
        match self.facts.insert(name, fact) {
            Some(_) => Err(format!("makes {name:?} twice")),
            None => Ok(()),
        }
    }

    fn is(&self, name: &str, kind: DataType) -> Option<&[usize]> {
        let Fact(found, dims) = self.facts.get(name)?;
        (*found == kind).then_some(dims)
    }

    /// Asks that a zero point is one that the products know: in the middle of int8, or its least.
    fn zero(&self, name: &str) -> Option<()> {
        let [zero] = self.number(name, DataType::Int8)?;
        matches!(zero.cast_signed(), 0 | i8::MIN).then_some(())
    }

    /// A constant of one number, as bytes.
    fn number<const N: usize>(&self, name: &str, kind: DataType) -> Option<[u8; N]> {
        let tensor = self.constants.get(name)?;
        self.is(name, kind)?;
        tensor.raw_data[..].try_into().ok()
    }

    /// What a node makes; `None` where it is not of a form that the recipe writes.
    fn made_by(&mut self, node: &NodeProto, steps: usize) -> Option<Fact> {
        let attributes = node.attribute.iter().map(|a| (a.name.as_str(), a.i));
        let attributes: Vec<_> = attributes.collect();
        let inputs: Vec<&str> = node.input.iter().map(String::as_str).collect();
        if node.output.len() != 1 || !node.domain.is_empty() {
            return None;
        }
        let fact = match (node.op_type.as_str(), &attributes[..], &inputs[..]) {
            ("Add" | "Mul", [], [a, b]) => {
                let (a, b) = (self.is(a, DataType::Float)?, self.is(b, DataType::Float)?);
                Fact(DataType::Float, broadcast(a, b)?)
            }
            ("Relu", [], [x]) => Fact(DataType::Float, self.is(x, DataType::Float)?.to_vec()),
            ("Cast", [("to", to)], [x]) if *to == DataType::Float as i64 => {
                let Fact(kind, dims) = self.facts.get(x)?;
                let integers = matches!(kind, DataType::Int8 | DataType::Int32);
                integers.then(|| Fact(DataType::Float, dims.clone()))?
            }
            ("Concat", [("axis", axis)], [_, ..]) => self.joined(*axis, &inputs)?,
            ("Gather", [("axis", 0)], [table, "ids"]) => {
                let fact = self.facts.get(table)?;
                self.constants.get(table)?;
                // Phonemes are the indices.
                let rows = fact
                    .1
                    .first()
                    .filter(|rows| **rows >= Phoneme::all().count());
                rows.and(Some(Fact(fact.0, vec![steps, *fact.1.get(1)?])))?
            }
            ("MatMul", [], [x, weights]) => {
                self.product(DataType::Float, x, weights, DataType::Float)?
            }
            ("MatMulInteger", [], [x, weights, zero @ ..]) if zero.len() < 2 => {
                for zero in zero {
                    self.zero(zero)?;
                }
                self.product(DataType::Int8, x, weights, DataType::Int32)?
            }
            ("QuantizeLinear", [], [x, scale, zero]) => {
                let scale = f32::from_le_bytes(self.number(scale, DataType::Float)?);
                // What is divided by it must stay a number.
                let fits = scale.is_normal() && scale > 0.0;
                self.zero(zero).filter(|()| fits)?;
                Fact(DataType::Int8, self.is(x, DataType::Float)?.to_vec())
            }
            ("Slice", [], [x, begin, end, axis]) => {
                let [begin, end, axis] = [begin, end, axis]
                    .map(|name| self.number(name, DataType::Int64).map(i64::from_le_bytes));
                Fact(DataType::Float, self.part(x, begin?, end?, axis?)?)
            }
            _ => return None,
        };
        let constants = inputs
            .iter()
            .filter(|name| self.constants.contains_key(*name));
        let read: usize = constants.map(|name| self.facts[name].count()).sum();
        self.read = self.read.saturating_add(read);
        self.made = self.made.saturating_add(fact.count());
        Some(fact)
    }

    /// Values one after the other, or side by side.
    fn joined(&self, axis: i64, inputs: &[&str]) -> Option<Fact> {
        let axis = usize::try_from(axis).ok()?;
        let mut joined: Option<[usize; 2]> = None;
        for input in inputs {
            let dims: [usize; 2] = self.is(input, DataType::Float)?.try_into().ok()?;
            match &mut joined {
                None => joined = Some(dims),
                Some(joined) => {
                    let other = 1_usize.checked_sub(axis)?;
                    (joined[other] == dims[other]).then_some(())?;
                    joined[axis] = joined[axis].saturating_add(dims[axis]);
                }
            }
        }
        joined
            .filter(|_| axis < 2)
            .map(|joined| Fact(DataType::Float, joined.to_vec()))
    }

    fn product(&mut self, kind: DataType, x: &str, weights: &str, to: DataType) -> Option<Fact> {
        self.constants.get(weights)?;
        let [rows, inner]: [usize; 2] = self.is(x, kind)?.try_into().ok()?;
        let [same, columns]: [usize; 2] = self.is(weights, kind)?.try_into().ok()?;
        (inner == same).then_some(())?;
        let products = rows.saturating_mul(inner).saturating_mul(columns);
        self.products = self.products.saturating_add(products);
        Some(Fact(to, vec![rows, columns]))
    }

    fn part(&self, x: &str, begin: i64, end: i64, axis: i64) -> Option<Vec<usize>> {
        let mut dims = self.is(x, DataType::Float)?.to_vec();
        let dim = dims.get_mut(usize::try_from(axis).ok()?)?;
        let length = i64::try_from(*dim).ok()?;
        // Nothing, or what lies before the beginning, is never taken.
        let (begin, end) = (place(begin, length), place(end, length));
        (0 <= begin && begin < end).then_some(())?;
        *dim = usize::try_from(end - begin).ok()?;
        Some(dims)
    }
}

/// The place that a bound of a slice names in a direction of so many numbers: below zero it is counted from the end.
pub fn place(at: i64, length: i64) -> i64 {
    if at < 0 { at + length } else { at.min(length) }
}

/// The shape of a sum or of products number by number: what has one row, or one column, is repeated.
fn broadcast(a: &[usize], b: &[usize]) -> Option<Vec<usize>> {
    let (long, short) = if a.len() < b.len() { (b, a) } else { (a, b) };
    let mut dims = long.to_vec();
    for (dim, other) in dims.iter_mut().rev().zip(short.iter().rev()) {
        match (*dim, *other) {
            (1, other) => *dim = other,
            (dim, other) if dim == other || other == 1 => {}
            _ => return None,
        }
    }
    Some(dims)
}
