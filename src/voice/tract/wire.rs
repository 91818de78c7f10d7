//! Makes tract's model of a graph, by the operators that a voice has. tract-onnx would bring all of ONNX's, most of which no voice
//! runs, into the program.

use std::collections::HashMap;

use tract_core::internal::*;
use tract_core::ops::array::{Gather, Slice, TypedConcat};
use tract_core::ops::cast::cast;
use tract_core::ops::change_axes::wire_with_rank_broadcast;
use tract_core::ops::einsum::EinSum;
use tract_core::ops::math::{add, max, mul};

use super::dequantize::floats;
use super::graph::place;
use super::onnx::{DataType, GraphProto, NodeProto, TensorProto};

/// The model of a graph that was checked, with its inputs of these names and facts.
pub fn wire<'a>(
    graph: GraphProto,
    inputs: impl IntoIterator<Item = (&'a str, TypedFact)>,
) -> TractResult<TypedModel> {
    let mut model = TypedModel::default();
    let mut values: HashMap<String, OutletId> = HashMap::new();
    for (name, fact) in inputs {
        values.insert(name.to_owned(), model.add_source(name, fact)?);
    }
    for constant in graph.initializer {
        let value = model.add_const(&*constant.name, tensor(&constant)?)?;
        values.insert(constant.name, value);
    }
    for node in graph.node {
        let inputs = node.input.iter().map(|name| values.get(name).copied());
        let inputs: Option<TVec<OutletId>> = inputs.collect();
        let inputs = inputs.context("an input of a node is missing")?;
        let name = node.output.first().context("a node makes nothing")?;
        let made = operator(&mut model, &node, name, &inputs)?;
        values.insert(name.clone(), made[0]);
    }
    let outputs = graph.output.iter().map(|output| values.get(&output.name));
    let outputs: Option<Vec<OutletId>> = outputs.map(Option::<&OutletId>::copied).collect();
    model.select_output_outlets(&outputs.context("an output is missing")?)?;
    Ok(model)
}

fn operator(
    model: &mut TypedModel,
    node: &NodeProto,
    name: &str,
    inputs: &[OutletId],
) -> TractResult<TVec<OutletId>> {
    let axis = || {
        let attribute = node.attribute.first().context("an axis is missing")?;
        Ok::<_, TractError>(usize::try_from(attribute.i)?)
    };
    match node.op_type.as_str() {
        "Add" => wire_with_rank_broadcast(name, model, add(), inputs),
        "Mul" => wire_with_rank_broadcast(name, model, mul(), inputs),
        "Relu" => {
            let zero = model.add_const(format!("{name}.zero"), tensor0(0.0_f32))?;
            wire_with_rank_broadcast(name, model, max(), &[inputs[0], zero])
        }
        "Cast" => model.wire_node(name, cast(f32::datum_type()), inputs),
        "Concat" => model.wire_node(name, TypedConcat::new(axis()?), inputs),
        "Gather" => model.wire_node(name, Gather::new(axis()?), inputs),
        "MatMul" => {
            let product = EinSum {
                axes: "mk,kn->mn".parse()?,
                operating_dt: f32::datum_type(),
                q_params: None,
            };
            model.wire_node(name, product, inputs)
        }
        "Slice" => {
            let [begin, end, axis] = [1, 2, 3].map(|at| number(model, inputs[at]));
            let axis = usize::try_from(axis?)?;
            let length = model.outlet_fact(inputs[0])?.shape[axis].to_i64()?;
            let part = Slice::new(axis, place(begin?, length), place(end?, length));
            model.wire_node(name, part, &inputs[..1])
        }
        // All the others belong to the integer layers, and went with them.
        other => bail!("an integer layer has an unknown form, at {other} for {name:?}"),
    }
}

/// A constant of one number.
fn number(model: &TypedModel, outlet: OutletId) -> TractResult<i64> {
    let constant = model.outlet_fact(outlet)?.konst.as_ref();
    let numbers = constant.context("a constant is missing")?;
    let numbers = numbers.try_as_plain_ram()?.as_slice::<i64>()?;
    numbers.first().copied().context("a constant is empty")
}

fn tensor(constant: &TensorProto) -> TractResult<Tensor> {
    let dims: Vec<usize> = constant.dims.iter().map(|dim| *dim as usize).collect();
    let bytes = &constant.raw_data;
    match DataType::try_from(constant.data_type)? {
        DataType::Float => {
            let numbers = floats(constant).map_err(TractError::msg)?;
            Tensor::from_shape(&dims, &numbers)
        }
        DataType::Int64 => {
            let (numbers, _) = bytes.as_chunks();
            let numbers: Vec<i64> = numbers.iter().map(|b| i64::from_le_bytes(*b)).collect();
            Tensor::from_shape(&dims, &numbers)
        }
        DataType::Int8 => {
            let numbers: Vec<i8> = bytes.iter().map(|b| *b as i8).collect();
            Tensor::from_shape(&dims, &numbers)
        }
        _ => bail!("a constant is of another kind"),
    }
}
