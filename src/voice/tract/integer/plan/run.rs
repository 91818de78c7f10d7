//! Runs a plan. All room is kept from one run to the next, so that speaking takes nothing from the heap.

use super::super::block::Scratch;
use super::{Constant, Does, Kept, Node, Plan, Table, part};
use crate::voice::tract::onnx::DataType;

/// An input of a run: a number or a row for each step.
#[derive(Clone, Copy, Debug)]
pub enum Given<'a> {
    Ids(&'a [i64]),
    Rows(&'a [f32]),
}

/// A network within one stream.
#[derive(Debug)]
pub struct State {
    buffers: Vec<Vec<f32>>,
    views: Vec<View>,
    ids: Vec<i64>,
    scratch: Scratch,
    /// Steps of the stream before this run.
    done: usize,
}

/// Where a value lies: rows of a buffer.
#[derive(Clone, Copy, Debug, Default)]
struct View {
    buffer: usize,
    begin: usize,
    rows: usize,
    width: usize,
}

const WRONG: &str = "a network's values do not fit each other";

impl State {
    pub fn new(plan: &Plan) -> Self {
        let mut views = vec![View::default(); plan.values];
        for (value, Constant { rows, width, .. }) in plan.constants.iter().enumerate() {
            views[value] = View {
                rows: *rows,
                width: *width,
                ..View::default()
            };
        }
        let mut state = Self {
            buffers: vec![Vec::new(); plan.buffers],
            views,
            ids: Vec::new(),
            scratch: Scratch::default(),
            done: 0,
        };
        let [rows, width] = plan.shape;
        let buffer = plan.inputs.len();
        state.buffers[buffer] = vec![0.0; rows * width];
        state.views[plan.cache] = View {
            buffer,
            begin: 0,
            rows,
            width,
        };
        state
    }

    /// Forgets the past.
    pub fn begin(&mut self, plan: &Plan) {
        self.done = 0;
        self.buffers[plan.inputs.len()].fill(0.0);
    }

    /// Runs so many steps.
    pub fn run<const N: usize>(
        &mut self,
        plan: &Plan,
        steps: usize,
        given: [Given; N],
    ) -> Result<(), &'static str> {
        if plan.inputs.len() != N || plan.steps(steps) != steps || steps == 0 {
            return Err(WRONG);
        }
        for (at, (input, given)) in plan.inputs.iter().zip(given).enumerate() {
            match given {
                Given::Ids(ids) => ids.get(..steps).ok_or(WRONG)?.clone_into(&mut self.ids),
                Given::Rows(rows) => {
                    rows.clone_into(&mut self.buffers[at]);
                    self.views[*input] = View {
                        buffer: at,
                        begin: 0,
                        rows: steps,
                        width: rows.len() / steps,
                    };
                }
            }
        }
        for node in &plan.nodes {
            self.node(plan, node).ok_or(WRONG)?;
            if let Kept::Last(windows) = &plan.kept
                && let Some([at, rows]) = windows.get(&node.makes)
            {
                let view = self.views[node.makes];
                let begin = view.rows.checked_sub(*rows).ok_or(WRONG)?;
                self.keep(plan, node.makes, begin, *at, *rows)
                    .ok_or(WRONG)?;
            }
        }
        if let Kept::Value(next) = plan.kept {
            self.keep(plan, next, 0, 0, plan.shape[0]).ok_or(WRONG)?;
        }
        self.done += steps;
        Ok(())
    }

    /// The output of the last run, step by step.
    pub fn output<'a>(&'a self, plan: &'a Plan) -> &'a [f32] {
        self.data(plan, plan.y)
    }

    fn data<'a>(&'a self, plan: &'a Plan, value: usize) -> &'a [f32] {
        if let Some(constant) = plan.constants.get(value) {
            return &constant.floats;
        }
        let View {
            buffer,
            begin,
            rows,
            width,
        } = self.views[value];
        let all = &self.buffers[buffer][..];
        all.get(begin * width..(begin + rows) * width)
            .unwrap_or_default()
    }

    /// Copies rows of a value, from `begin` on, to the cache's from `at` on.
    fn keep(
        &mut self,
        plan: &Plan,
        value: usize,
        begin: usize,
        at: usize,
        rows: usize,
    ) -> Option<()> {
        let buffer = plan.inputs.len();
        let mut cache = std::mem::take(&mut self.buffers[buffer]);
        let width = plan.shape[1];
        let part = begin * width..(begin + rows) * width;
        let view = self.views[value];
        let copied = match view.buffer == buffer && value >= plan.constants.len() {
            true => {
                let first = view.begin * width;
                let within = first + part.end <= cache.len() && (at + rows) * width <= cache.len();
                within.then(|| cache.copy_within(first + part.start..first + part.end, at * width))
            }
            false => {
                let from = self.data(plan, value).get(part);
                let to = cache.get_mut(at * width..(at + rows) * width);
                from.zip(to).map(|(from, to)| to.copy_from_slice(from))
            }
        };
        self.buffers[buffer] = cache;
        copied
    }

    fn node(&mut self, plan: &Plan, node: &Node) -> Option<()> {
        let first = node.reads.first().map(|read| self.views[*read])?;
        if let Does::Rows(begin, end) = node.does {
            // A part of a constant is nothing that a recipe writes.
            let part = (node.reads[0] >= plan.constants.len())
                .then_some(())
                .and_then(|()| part(begin, end, first.rows))?;
            self.views[node.makes] = View {
                begin: first.begin + part.start,
                rows: part.len(),
                ..first
            };
            return Some(());
        }
        let mut out = std::mem::take(&mut self.buffers[node.buffer]);
        let mut scratch = std::mem::take(&mut self.scratch);
        let made = self.make(plan, node, &mut out, &mut scratch);
        self.buffers[node.buffer] = out;
        self.scratch = scratch;
        let [rows, width] = made?;
        self.views[node.makes] = View {
            buffer: node.buffer,
            begin: 0,
            rows,
            width,
        };
        Some(())
    }

    /// Makes what a node makes, and returns its rows and its width.
    fn make(
        &self,
        plan: &Plan,
        node: &Node,
        out: &mut Vec<f32>,
        scratch: &mut Scratch,
    ) -> Option<[usize; 2]> {
        let value = |at: usize| {
            let value = *node.reads.get(at)?;
            let View { rows, width, .. } = self.views[value];
            Some((self.data(plan, value), [rows, width]))
        };
        match &node.does {
            Does::Gather(table) => table.rows(&self.ids, out),
            Does::Add => pairs(value(0)?, value(1)?, out, |a, b| a + b),
            Does::Mul => pairs(value(0)?, value(1)?, out, |a, b| a * b),
            Does::Relu => {
                let (x, shape) = value(0)?;
                out.clear();
                out.extend(x.iter().map(|x| x.max(0.0)));
                Some(shape)
            }
            Does::Product => product(value(0)?, value(1)?, out),
            Does::Columns(begin, end) => {
                let (x, [rows, width]) = value(0)?;
                let part = part(*begin, *end, width)?;
                out.clear();
                for row in x.chunks_exact(width) {
                    out.extend_from_slice(&row[part.clone()]);
                }
                Some([rows, part.len()])
            }
            Does::Above => {
                let (_, [_, width]) = value(0)?;
                out.clear();
                let mut all = 0;
                for at in 0..node.reads.len() {
                    let (x, [rows, same]) = value(at)?;
                    (same == width).then_some(())?;
                    out.extend_from_slice(x);
                    all += rows;
                }
                Some([all, width])
            }
            Does::Beside => {
                let (_, [rows, _]) = value(0)?;
                out.clear();
                let mut all = 0;
                for row in 0..rows {
                    all = 0;
                    for at in 0..node.reads.len() {
                        let (x, [_, width]) = value(at)?;
                        out.extend_from_slice(x.get(row * width..(row + 1) * width)?);
                        all += width;
                    }
                }
                Some([rows, all])
            }
            Does::Block(block) => {
                let left_out = node.late.saturating_sub(self.done);
                block.run(scratch, value(0)?, value(1), left_out, out)
            }
            Does::Rows(..) => None,
        }
    }
}

/// Joins two values number by number; what has one row, or one column, is repeated.
fn pairs(
    (a, [a_rows, a_width]): (&[f32], [usize; 2]),
    (b, [b_rows, b_width]): (&[f32], [usize; 2]),
    out: &mut Vec<f32>,
    join: impl Fn(f32, f32) -> f32,
) -> Option<[usize; 2]> {
    let [rows, width] = [a_rows.max(b_rows), a_width.max(b_width)];
    let fits = |of: usize, all: usize| of == all || of == 1;
    let fit =
        fits(a_rows, rows) && fits(b_rows, rows) && fits(a_width, width) && fits(b_width, width);
    (fit && !a.is_empty() && !b.is_empty()).then_some(())?;
    out.clear();
    for row in 0..rows {
        let [a, b] = [(a, a_rows, a_width), (b, b_rows, b_width)].map(|(x, rows, width)| {
            let row = if rows == 1 { 0 } else { row };
            &x[row * width..(row + 1) * width]
        });
        match (a, b) {
            ([a], b) => out.extend(b.iter().map(|b| join(*a, *b))),
            (a, [b]) => out.extend(a.iter().map(|a| join(*a, *b))),
            (a, b) => out.extend(a.iter().zip(b).map(|(a, b)| join(*a, *b))),
        }
    }
    Some([rows, width])
}

/// The product of floats. Each sum adds up in the order of the inputs and rounds once for each, as tract's do. Most of what it multiplies in
/// a voice are zeros, which tell the voice and the ending.
fn product(
    (x, [rows, inputs]): (&[f32], [usize; 2]),
    (weights, [same, outputs]): (&[f32], [usize; 2]),
    out: &mut Vec<f32>,
) -> Option<[usize; 2]> {
    (inputs == same).then_some(())?;
    out.clear();
    out.resize(rows * outputs, 0.0);
    for (x, out) in x.chunks_exact(inputs).zip(out.chunks_exact_mut(outputs)) {
        for (x, weights) in x.iter().zip(weights.chunks_exact(outputs)) {
            if *x != 0.0 {
                for (out, weight) in out.iter_mut().zip(weights) {
                    *out = x.mul_add(*weight, *out);
                }
            }
        }
    }
    Some([rows, outputs])
}

impl Table {
    /// The rows that ids name.
    fn rows(&self, ids: &[i64], out: &mut Vec<f32>) -> Option<[usize; 2]> {
        out.clear();
        let width = self.width;
        for id in ids {
            let id = usize::try_from(*id).ok()?;
            match self.kind {
                DataType::Int8 => {
                    let row = self.bytes.get(id * width..(id + 1) * width)?;
                    out.extend(row.iter().map(|byte| f32::from(*byte as i8)));
                }
                _ => {
                    let row = self.bytes.get(4 * id * width..4 * (id + 1) * width)?;
                    let (row, _) = row.as_chunks::<4>();
                    out.extend(row.iter().map(|bytes| f32::from_le_bytes(*bytes)));
                }
            }
        }
        Some([ids.len(), width])
    }
}
