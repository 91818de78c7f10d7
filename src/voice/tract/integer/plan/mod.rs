//! An int8 network as the list of what it computes, over any number of steps: rows of floats, and blocks that turn them into rows.
//! tract would work that list out anew in each start, and for one number of steps.

mod late;
pub mod run;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use prost::bytes::Bytes;

use super::super::dequantize::floats;
use super::super::graph::{Input, Shape, not_run, place};
use super::super::onnx::{DataType, GraphProto, NodeProto, TensorProto};
use super::block::Block;
use super::fuse::Blocks;

/// A network for any number of steps.
#[derive(Debug)]
pub struct Plan {
    constants: Vec<Constant>,
    inputs: Vec<usize>,
    nodes: Vec<Node>,
    /// How many values there are: constants, inputs, cache, and what nodes make.
    values: usize,
    buffers: usize,
    cache: usize,
    shape: [usize; 2],
    y: usize,
    /// What is kept for the next run.
    kept: Kept,
    /// How many steps a run takes; `None`: any number.
    steps: Option<usize>,
}

/// Floats, row by row.
#[derive(Debug)]
struct Constant {
    rows: usize,
    width: usize,
    floats: Vec<f32>,
}

#[derive(Debug)]
struct Node {
    does: Does,
    reads: Vec<usize>,
    makes: usize,
    /// Where it makes it, if it makes anything new.
    buffer: usize,
    /// The first rows of a stream that nothing reads.
    late: usize,
}

/// What a node does with the values that it reads.
#[derive(Debug)]
enum Does {
    /// Takes the rows of a table that the ids name.
    Gather(Table),
    Add,
    Mul,
    Relu,
    Product,
    /// Rows from one place to another; below zero they are counted from the end.
    Rows(i64, i64),
    Columns(i64, i64),
    Above,
    Beside,
    Block(Block),
}

#[derive(Debug)]
struct Table {
    width: usize,
    kind: DataType,
    bytes: Bytes,
}

/// The cache of the next run: a value as it is, or the last rows of values that begin with rows of the cache, which are kept as soon as
/// they are known.
#[derive(Debug)]
enum Kept {
    Value(usize),
    /// By what a node makes: where in the cache, and how many rows.
    Last(HashMap<usize, [usize; 2]>),
}

impl Plan {
    /// The plan of a graph that was checked, whose int8 layers are `blocks`. Fails where it has what no recipe writes.
    pub fn of(graph: &GraphProto, mut blocks: Blocks, shape: Shape) -> Result<Self, String> {
        let mut maker = Maker::default();
        for constant in &graph.initializer {
            maker.constant(constant);
        }
        let mut inputs = Vec::new();
        for input in shape.inputs {
            inputs.push(match input {
                Input::Ids => maker.named("ids", 1),
                Input::Rows(name, _) => maker.named(name, 2),
            });
        }
        let cache = maker.named("cache", 2);
        for node in &graph.node {
            let block = node.output.first().and_then(|name| blocks.remove(name));
            maker.node(node, block).ok_or_else(|| not_run(node))?;
        }
        let output = |at: usize| {
            let made = maker.values.get(&*graph.output.get(at)?.name);
            made.map(|(value, _)| *value)
        };
        let (Some(y), Some(next)) = (output(0), output(1)) else {
            return Err("never makes its outputs".into());
        };
        let mut plan = Self {
            constants: maker.constants,
            inputs,
            nodes: maker.nodes,
            values: maker.count,
            buffers: 0,
            cache,
            shape: shape.cache,
            y,
            kept: Kept::Value(next),
            steps: Some(shape.steps),
        };
        plan.leave_out(shape.lookahead, next);
        plan.place()?;
        Ok(plan)
    }

    /// How many steps a run takes where so many are wanted.
    pub fn steps(&self, wanted: usize) -> usize {
        self.steps.unwrap_or(wanted)
    }

    /// Chooses buffers: what no node reads any more makes room for what comes. Fails if the output lies in the cache, which each run
    /// writes before the output is read.
    fn place(&mut self) -> Result<(), &'static str> {
        // Parts of values lie where these do.
        let mut whole: Vec<usize> = (0..self.values).collect();
        let mut last = vec![0; self.values];
        for (at, node) in self.nodes.iter().enumerate() {
            if let Does::Rows(..) = node.does {
                whole[node.makes] = whole[node.reads[0]];
            }
            last[node.makes] = last[node.makes].max(at);
            for read in &node.reads {
                last[whole[*read]] = at;
            }
        }
        if whole[self.y] == self.cache {
            return Err("has an output that is a part of its cache");
        }
        let lasting = match self.kept {
            Kept::Value(next) => vec![self.y, next],
            Kept::Last(_) => vec![self.y],
        };
        for value in lasting {
            last[whole[value]] = usize::MAX;
        }
        // The inputs and the cache have the first ones.
        self.buffers = self.inputs.len() + 1;
        let (mut free, mut held): (Vec<usize>, Vec<(usize, usize)>) = (Vec::new(), Vec::new());
        for (at, node) in self.nodes.iter_mut().enumerate() {
            if !matches!(node.does, Does::Rows(..)) {
                node.buffer = free.pop().unwrap_or(self.buffers);
                self.buffers = self.buffers.max(node.buffer + 1);
                held.push((last[node.makes], node.buffer));
            }
            held.retain(|(last, buffer)| {
                let over = *last <= at;
                free.extend(over.then_some(*buffer));
                !over
            });
        }
        Ok(())
    }
}

/// Makes the nodes of a plan.
#[derive(Default)]
struct Maker<'a> {
    /// Values by their names, with the count of their directions.
    values: HashMap<&'a str, (usize, usize)>,
    tensors: HashMap<&'a str, &'a TensorProto>,
    constants: Vec<Constant>,
    nodes: Vec<Node>,
    count: usize,
}

impl<'a> Maker<'a> {
    fn named(&mut self, name: &'a str, directions: usize) -> usize {
        self.values.insert(name, (self.count, directions));
        self.count += 1;
        self.count - 1
    }

    /// Takes a constant. Those that are no floats have no value: nodes read them here.
    fn constant(&mut self, tensor: &'a TensorProto) {
        self.tensors.insert(&tensor.name, tensor);
        let dims: Vec<usize> = tensor.dims.iter().map(|dim| *dim as usize).collect();
        let Ok(floats) = floats(tensor) else {
            return;
        };
        let (rows, width) = match dims[..] {
            [rows, width] => (rows, width),
            _ => (1, floats.len()),
        };
        self.named(&tensor.name, dims.len());
        self.constants.push(Constant {
            rows,
            width,
            floats,
        });
    }

    fn node(&mut self, node: &'a NodeProto, block: Option<Block>) -> Option<()> {
        let names: Vec<&str> = node.input.iter().map(String::as_str).collect();
        let value = |name: &&str| self.values.get(name).copied();
        let axis = node.attribute.first().map_or(0, |attribute| attribute.i);
        let made = node.output.first()?;
        let first = value(names.first()?);
        let (does, reads) = match (node.op_type.as_str(), block) {
            (_, Some(block)) => (Does::Block(block), &names[..]),
            ("Gather", _) => {
                let table = self.tensors.get(names[0])?;
                let kind = DataType::try_from(table.data_type).ok()?;
                let bytes = table.raw_data.clone();
                let width = *table.dims.get(1)? as usize;
                let known = matches!(kind, DataType::Float | DataType::Int8);
                let table = Table { width, kind, bytes };
                (known.then_some(Does::Gather(table))?, &names[1..])
            }
            ("Cast", _) => {
                // What a table of bytes gives are floats already.
                self.values.insert(made, first?);
                return Some(());
            }
            ("Add", _) => (Does::Add, &names[..]),
            ("Mul", _) => (Does::Mul, &names[..]),
            ("Relu", _) => (Does::Relu, &names[..]),
            ("MatMul", _) => (Does::Product, &names[..]),
            ("Concat", _) => match axis {
                0 => (Does::Above, &names[..]),
                _ => (Does::Beside, &names[..]),
            },
            ("Slice", _) => {
                let number = |name: &str| {
                    let bytes = &self.tensors.get(name)?.raw_data;
                    Some(i64::from_le_bytes(bytes[..].try_into().ok()?))
                };
                let (begin, end) = (number(names[1])?, number(names[2])?);
                // One direction is that of columns.
                let columns = number(names[3])? + 2 - i64::try_from(first?.1).ok()? > 0;
                match columns {
                    true => (Does::Columns(begin, end), &names[..1]),
                    false => (Does::Rows(begin, end), &names[..1]),
                }
            }
            _ => return None,
        };
        let directions = match does {
            Does::Gather(_) => 2,
            _ => names.iter().filter_map(value).map(|(_, of)| of).max()?,
        };
        let reads: Option<Vec<usize>> = reads.iter().map(|name| Some(value(name)?.0)).collect();
        let reads = reads?;
        let makes = self.named(made, directions);
        self.nodes.push(Node {
            does,
            reads,
            makes,
            buffer: 0,
            late: 0,
        });
        Some(())
    }
}

/// The part of so many that bounds name, where there is one.
fn part(begin: i64, end: i64, count: usize) -> Option<std::ops::Range<usize>> {
    let length = i64::try_from(count).ok()?;
    let part =
        usize::try_from(place(begin, length)).ok()?..usize::try_from(place(end, length)).ok()?;
    (part.start < part.end).then_some(part)
}
