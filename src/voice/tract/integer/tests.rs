//! Compares the operator bit by bit with the plain graph that it replaces.

use prost::Message;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tract_onnx::pb::tensor_proto::DataType;
use tract_onnx::pb::{AttributeProto, GraphProto, ModelProto, NodeProto, OperatorSetIdProto};
use tract_onnx::pb::{TensorProto, TypeProto, ValueInfoProto, type_proto};
use tract_onnx::prelude::*;

use super::super::graph::{Input, Shape};
use super::super::{built_in, onnx};
use super::form::Form;
use super::fuse::fuse;
use super::live;
use super::plan::Plan;
use super::plan::run::{Given, State};
use super::unit::Unit;

const PAST: usize = 3;

/// Collects nodes as the recipe does.
#[derive(Default)]
struct Recipe {
    graph: GraphProto,
    random: Option<SmallRng>,
}

impl Recipe {
    fn constant(&mut self, kind: DataType, dims: &[usize], raw_data: Vec<u8>) -> String {
        let name = format!("c{}", self.graph.initializer.len());
        self.graph.initializer.push(TensorProto {
            name: name.clone(),
            dims: dims.iter().map(|d| *d as i64).collect(),
            data_type: kind as i32,
            raw_data,
            ..TensorProto::default()
        });
        name
    }

    fn floats(&mut self, values: &[f32], dims: &[usize]) -> String {
        let bytes = values.iter().flat_map(|v| v.to_le_bytes()).collect();
        self.constant(DataType::Float, dims, bytes)
    }

    fn node(&mut self, op: &str, inputs: &[&str], attribute: Option<(&str, i64)>) -> String {
        let name = format!("t{}", self.graph.node.len());
        let attribute = attribute.map(|(name, i)| AttributeProto {
            name: name.into(),
            i,
            r#type: 2,
            ..AttributeProto::default()
        });
        self.graph.node.push(NodeProto {
            name: format!("{op} {name}"),
            op_type: op.into(),
            input: inputs.iter().map(|i| i.to_string()).collect(),
            output: vec![name.clone()],
            attribute: attribute.into_iter().collect(),
            ..NodeProto::default()
        });
        name
    }

    fn random(&mut self, count: usize, low: f32, high: f32) -> Vec<f32> {
        let random = self
            .random
            .get_or_insert_with(|| SmallRng::seed_from_u64(5));
        (0..count).map(|_| random.random_range(low..high)).collect()
    }

    /// Adds an int8 layer of random weights, the smallest and the largest among them.
    fn linear(
        &mut self,
        x: &str,
        [inputs, outputs]: [usize; 2],
        balanced: bool,
        zero: i8,
    ) -> String {
        let mut x = x.to_owned();
        if balanced {
            let balance = self.random(inputs, 0.02, 50.0);
            let balance = self.floats(&balance, &[inputs]);
            x = self.node("Mul", &[&x, &balance], None);
        }
        let scale = self.floats(&[0.043], &[]);
        let number = self.constant(DataType::Int8, &[], vec![zero as u8]);
        let q = self.node("QuantizeLinear", &[&x, &scale, &number], None);
        let weights = self.random(inputs * outputs, -140.0, 140.0);
        let weights = weights.iter().map(|w| w.clamp(-127.0, 127.0) as i8 as u8);
        let weights = weights.collect();
        let weights = self.constant(DataType::Int8, &[inputs, outputs], weights);
        let product = [&q, &weights, &number];
        let product = product.map(String::as_str);
        let product = &product[..if zero == 0 { 2 } else { 3 }];
        let y = self.node("MatMulInteger", product, None);
        let y = self.node("Cast", &[&y], Some(("to", DataType::Float as i64)));
        let scales = self.random(outputs, 1e-5, 1e-3);
        let scales = self.floats(&scales, &[outputs]);
        let y = self.node("Mul", &[&y, &scales], None);
        let biases = self.random(outputs, -2.0, 2.0);
        let biases = self.floats(&biases, &[outputs]);
        self.node("Add", &[&y, &biases], None)
    }

    fn rows(&mut self, x: &str, begin: i64, end: i64) -> String {
        let [begin, end, axis] =
            [begin, end, 0].map(|v| self.constant(DataType::Int64, &[1], v.to_le_bytes().into()));
        self.node("Slice", &[x, &begin, &end, &axis], None)
    }

    fn model(mut self, output: String) -> ModelProto {
        let floats = type_proto::Tensor {
            elem_type: DataType::Float as i32,
            shape: None,
        };
        let info = |name: &str| ValueInfoProto {
            name: name.into(),
            r#type: Some(TypeProto {
                value: Some(type_proto::Value::TensorType(floats.clone())),
                ..TypeProto::default()
            }),
            ..ValueInfoProto::default()
        };
        self.graph.input = vec![info("x")];
        self.graph.output = vec![info(&output)];
        ModelProto {
            ir_version: 8,
            opset_import: vec![OperatorSetIdProto {
                domain: String::new(),
                version: 13,
            }],
            graph: Some(self.graph),
            ..ModelProto::default()
        }
    }
}

/// Makes a block as the recipe writes it: taps, two layers, and the addition of the latest step. `zero` is the number that
/// stands for zero in what the second layer reads.
fn block(width: usize, hidden: usize, balanced: bool, zero: i8) -> ModelProto {
    let mut recipe = Recipe::default();
    let now = recipe.rows("x", PAST as i64, i64::MAX);
    let old = recipe.rows("x", 0, -(PAST as i64));
    let new = recipe.rows("x", PAST as i64, i64::MAX);
    let heard = recipe.node("Concat", &[&old, &new], Some(("axis", 1)));
    let z = recipe.linear(&heard, [2 * width, hidden], balanced, 0);
    let z = recipe.node("Relu", &[&z], None);
    let z = recipe.linear(&z, [hidden, width], balanced, zero);
    let y = recipe.node("Add", &[&now, &z], None);
    recipe.model(y)
}

/// Makes a single layer.
fn layer(inputs: usize, outputs: usize, relu: bool, zero: i8) -> ModelProto {
    let mut recipe = Recipe::default();
    let mut y = recipe.linear("x", [inputs, outputs], false, zero);
    if relu {
        y = recipe.node("Relu", &[&y], None);
    }
    recipe.model(y)
}

/// Runs a graph: as tract reads it, or with its layers as blocks.
fn run(file: ModelProto, unit: Option<Unit>, x: &Tensor) -> Vec<u32> {
    if let Some(unit) = unit {
        return run_blocks(read(&file), None, unit, x);
    }
    let mut model = tract_onnx::onnx().model_for_proto_model(&file).unwrap();
    let fact = f32::fact(x.shape());
    model.set_input_fact(0, fact.into()).unwrap();
    let plan = model.into_optimized().unwrap().into_runnable().unwrap();
    let y = plan.run(tvec!(x.clone().into_tvalue())).unwrap().remove(0);
    let values = y.try_as_plain_ram().unwrap();
    bits(values.as_slice::<f32>().unwrap())
}

fn bits(values: &[f32]) -> Vec<u32> {
    values.iter().map(|v| v.to_bits()).collect()
}

fn run_blocks(mut graph: onnx::GraphProto, laid: Option<Form>, unit: Unit, x: &Tensor) -> Vec<u32> {
    let blocks = fuse(&mut graph, laid, unit);
    let left: Vec<&str> = graph.node.iter().map(|n| n.op_type.as_str()).collect();
    assert!(!left.contains(&"MatMulInteger"), "{left:?}");
    // Its cache stays as it is.
    graph.output.push(onnx::ValueInfoProto {
        name: "cache".into(),
    });
    let [steps, width] = *x.shape() else {
        panic!("rows have a width");
    };
    let shape = Shape {
        inputs: &[Input::Rows("x", width)],
        steps,
        lookahead: 0,
        cache: [1, 1],
        outputs: 1,
    };
    let plan = Plan::of(&graph, blocks, shape).unwrap();
    let mut state = State::new(&plan);
    let x = x.try_as_plain_ram().unwrap();
    let x = Given::Rows(x.as_slice().unwrap());
    state.run(&plan, steps, [x]).unwrap();
    bits(state.output(&plan))
}

/// The graph, as voices are read.
fn read(file: &ModelProto) -> onnx::GraphProto {
    let file = onnx::ModelProto::decode(&*file.encode_to_vec()).unwrap();
    file.graph.unwrap()
}

/// Returns random inputs, or extreme ones that no trained network produces.
fn inputs(steps: usize, width: usize, extreme: bool) -> Tensor {
    const EXTREME: [f32; 9] = [
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::MAX,
        f32::MIN,
        -0.0,
        f32::MIN_POSITIVE,
        // Halves of a step are rounded to even.
        0.043 * 2.5,
        0.043 * -126.5,
    ];
    let mut random = SmallRng::seed_from_u64(9);
    let value = |at: usize| match extreme && at.is_multiple_of(3) {
        true => EXTREME[at / 3 % EXTREME.len()],
        false => random.random_range(-6.0..6.0),
    };
    let values: Vec<f32> = (0..steps * width).map(value).collect();
    Tensor::from_shape(&[steps, width], &values).unwrap()
}

#[test]
fn a_block_gives_the_bits_of_the_plain_graph() {
    for (width, hidden) in [(32, 48), (20, 7), (256, 384), (1, 1)] {
        for rows in [1, 3, 8, 15] {
            for extreme in [false, true] {
                let x = inputs(rows + PAST, width, extreme);
                for zero in [0, i8::MIN] {
                    let wanted = run(block(width, hidden, true, zero), None, &x);
                    for unit in Unit::all() {
                        let found = run(block(width, hidden, true, zero), Some(unit), &x);
                        assert_eq!(found, wanted, "{unit:?}, {width}, {hidden}, {rows} rows");
                    }
                }
            }
        }
    }
}

/// The second layer of this block reads what a ReLU leaves, and has many inputs.
#[test]
fn weights_as_the_build_lays_them_give_the_same_bits() {
    let x = inputs(11 + PAST, 256, false);
    for zero in [0, i8::MIN] {
        let file = block(256, 384, true, zero);
        assert_eq!(live::weights(&read(&file)).len(), 1);
        let wanted = run(file.clone(), None, &x);
        for architecture in ["x86_64", "aarch64", "riscv64"] {
            let form = Form::built_in(architecture);
            let laid = built_in::file(file.encode_to_vec(), form).unwrap();
            let laid = onnx::ModelProto::decode(&*laid).unwrap().graph.unwrap();
            for unit in Unit::all() {
                let found = run_blocks(laid.clone(), Some(form), unit, &x);
                assert_eq!(found, wanted, "{architecture}, {unit:?}");
            }
        }
    }
}

#[test]
fn a_layer_alone_gives_the_bits_of_the_plain_graph() {
    for (inputs_count, outputs, relu) in [(196, 256, false), (33, 201, true), (1, 1, false)] {
        for zero in [0, i8::MIN] {
            // With another zero, tract's own operator overflows on extreme inputs.
            let x = inputs(16, inputs_count, zero == 0);
            let wanted = run(layer(inputs_count, outputs, relu, zero), None, &x);
            for unit in Unit::all() {
                let found = run(layer(inputs_count, outputs, relu, zero), Some(unit), &x);
                assert_eq!(found, wanted, "{unit:?}, {inputs_count}, {outputs}, {zero}");
            }
        }
    }
}

/// Layers with weights that a unit cannot multiply exactly, and layers of unknown form, are left as they are.
#[test]
fn what_is_not_known_is_left_as_it_is() {
    let mut file = layer(16, 8, false, 0);
    let graph = file.graph.as_mut().unwrap();
    let weights = graph.initializer.iter_mut();
    let mut weights = weights.filter(|t| t.dims.len() == 2);
    weights.next().unwrap().raw_data[0] = 0x80;
    for file in [file, layer(16, 8, false, 5)] {
        let mut graph = read(&file);
        let before = graph.node.len();
        fuse(&mut graph, None, Unit::Portable);
        assert_eq!(graph.node.len(), before);
    }
}
