//! Turns int8 graphs into float graphs with the same weights and unrounded activations.

use std::collections::{HashMap, HashSet};

use super::integer::{Form, Weights, live};
use super::onnx::{DataType, GraphProto, NodeProto, TensorProto};

/// Replaces each `QuantizeLinear` → `MatMulInteger` → `Cast` → `Mul` by one `MatMul`. Weights that fit the form `laid` are laid
/// in it.
pub fn to_float(graph: &mut GraphProto, laid: Option<Form>) -> Result<(), &'static str> {
    let makers: HashMap<&str, usize> = graph
        .node
        .iter()
        .enumerate()
        .flat_map(|(i, node)| node.output.iter().map(move |name| (name.as_str(), i)))
        .collect();
    let constants: HashMap<&str, usize> = graph
        .initializer
        .iter()
        .enumerate()
        .map(|(i, tensor)| (tensor.name.as_str(), i))
        .collect();
    let maker = |node: &NodeProto, op: &str| {
        let input = node.input.first()?;
        let made = *makers.get(input.as_str())?;
        (graph.node[made].op_type == op).then_some(made)
    };
    let constant = |node: &NodeProto| {
        let name = node.input.get(1)?;
        constants.get(name.as_str()).copied()
    };

    let live = live::weights(graph);
    let mut products = Vec::new();
    let mut gone = HashSet::new();
    for (end, node) in graph.node.iter().enumerate() {
        let chain = || {
            let cast = maker(node, "Cast")?;
            let product = maker(&graph.node[cast], "MatMulInteger")?;
            let quantise = maker(&graph.node[product], "QuantizeLinear")?;
            Some((cast, product, quantise))
        };
        if node.op_type != "Mul" {
            continue;
        }
        let Some((cast, product, quantise)) = chain() else {
            continue;
        };
        let place = |at: usize| constant(&graph.node[at]).ok_or("a weight is missing");
        let weights = place(product)?;
        let tensor = &graph.initializer[weights];
        let laid = match live.contains(&tensor.name) {
            true => laid.map(Form::after_relu),
            false => laid,
        };
        let folded = folded(
            tensor,
            laid,
            &row(&graph.initializer[place(end)?])?,
            &row(&graph.initializer[place(quantise)?])?,
        )?;
        let input = graph.node[quantise].input[0].clone();
        gone.extend([cast, product, quantise]);
        products.push((end, input, weights, folded));
    }
    for (end, input, weights, folded) in products {
        let name = folded.name.clone();
        graph.initializer[weights] = folded;
        let node = &mut graph.node[end];
        node.op_type = "MatMul".into();
        node.input = vec![input, name];
    }
    let mut at = 0..;
    graph
        .node
        .retain(|_| at.next().is_none_or(|i| !gone.contains(&i)));
    if graph
        .node
        .iter()
        .any(|node| node.op_type == "MatMulInteger")
    {
        return Err("an int8 product has an unknown form");
    }
    Ok(())
}

/// Multiplies the weights by the scale of each output, and divides them by the scale of the input, which the scales of
/// the outputs include.
fn folded(
    tensor: &TensorProto,
    laid: Option<Form>,
    outputs: &[f32],
    input: &[f32],
) -> Result<TensorProto, &'static str> {
    let [input] = input else {
        return Err("an input has not one scale");
    };
    let fits = |weights: &Weights| outputs.len() == 1 || outputs.len() == weights.dims[1];
    let Some(weights) = weights(tensor, laid).filter(fits) else {
        return Err("a weight is not int8 or has not one scale for each output");
    };
    let rows = weights.rows();
    let weighted = rows.iter().zip(outputs.iter().cycle());
    let raw_data = weighted
        .map(|(w, scale)| (f32::from(*w as i8) * scale / input).to_le_bytes())
        .collect::<Vec<_>>()
        .into_flattened()
        .into();
    Ok(TensorProto {
        name: tensor.name.clone(),
        dims: tensor.dims.clone(),
        data_type: DataType::Float as i32,
        raw_data,
    })
}

/// Returns the int8 weights of a layer.
pub(super) fn weights(tensor: &TensorProto, laid: Option<Form>) -> Option<Weights<'_>> {
    let [inputs, outputs] = tensor.dims[..] else {
        return None;
    };
    let dims = [
        usize::try_from(inputs).ok()?,
        usize::try_from(outputs).ok()?,
    ];
    let bytes = &tensor.raw_data;
    let whole = tensor.data_type == DataType::Int8 as i32
        && dims[0].checked_mul(dims[1]) == Some(bytes.len())
        && !bytes.is_empty();
    whole.then_some(Weights {
        bytes,
        dims,
        form: laid.filter(|form| form.fits(dims)),
    })
}

/// Returns the numbers of a float tensor that has one row, which all rows share.
pub(super) fn row(tensor: &TensorProto) -> Result<Vec<f32>, &'static str> {
    match tensor.dims[..] {
        [] | [_] | [1, _] => floats(tensor),
        _ => Err("a scale has several rows"),
    }
}

/// Returns the numbers of a float tensor.
pub(super) fn floats(tensor: &TensorProto) -> Result<Vec<f32>, &'static str> {
    if tensor.data_type != DataType::Float as i32 {
        return Err("a scale is not float");
    }
    let (values, rest) = tensor.raw_data.as_chunks::<4>();
    if !rest.is_empty() {
        return Err("a scale is cut off");
    }
    Ok(values.iter().map(|b| f32::from_le_bytes(*b)).collect())
}
