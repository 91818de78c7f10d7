//! Writes the graphs that are built into the program: int8 weights in the form of the processor, each at an aligned place, and only
//! what the reader reads. Only the build uses it.

use std::collections::HashSet;

use prost::Message;
use prost::bytes::Bytes;

use super::integer::form::Form;
use super::integer::live;
use super::onnx::{DataType, ModelProto, TensorProto};

/// Weights begin at a multiple of this: a line of a processor's cache.
const ALIGN: usize = 64;
/// The fields of a model and of its graph.
const GRAPH: u8 = 7;
const INITIALIZER: u8 = 5;
/// The graph's doc_string, which nobody reads: it fills the space before weights.
const FILL: u8 = 10;

/// The file of a graph, as it is built in.
pub fn file(bytes: Vec<u8>, form: Form) -> Result<Vec<u8>, String> {
    let mut model = ModelProto::decode(Bytes::from(bytes)).map_err(|e| e.to_string())?;
    let mut graph = model.graph.take().ok_or("there is no graph")?;
    let live = live::weights(&graph);
    let mut tensors = std::mem::take(&mut graph.initializer);
    let products = graph.node.iter().filter(|n| n.op_type == "MatMulInteger");
    let weights: HashSet<&String> = products.filter_map(|node| node.input.get(1)).collect();
    for tensor in tensors.iter_mut().filter(|t| weights.contains(&t.name)) {
        let form = match live.contains(&tensor.name) {
            true => form.after_relu(),
            false => form,
        };
        lay(tensor, form)?;
    }
    // The graph comes last, and the length of its own length is known.
    let mut file = model.encode_to_vec();
    file.push(key(GRAPH));
    let length = file.len();
    file.extend([0; LENGTH]);
    graph.encode(&mut file).map_err(|e| e.to_string())?;
    for tensor in &tensors {
        constant(tensor, &mut file);
    }
    let graph = file.len() - length - LENGTH;
    file[length..length + LENGTH].copy_from_slice(&number(graph));
    Ok(file)
}

fn lay(tensor: &mut TensorProto, form: Form) -> Result<(), String> {
    let dims: Vec<usize> = tensor.dims.iter().map(|dim| *dim as usize).collect();
    let name = &tensor.name;
    let dims: [usize; 2] = dims.try_into().map_err(|_| format!("{name}: no matrix"))?;
    if tensor.data_type != DataType::Int8 as i32 || dims[0] * dims[1] != tensor.raw_data.len() {
        return Err(format!("{name}: no int8 weights"));
    }
    if !Form::takes(&tensor.raw_data) {
        return Err(format!("{name}: a weight is too small"));
    }
    if form.fits(dims) {
        tensor.raw_data = form.pack(&tensor.raw_data, dims).into();
    }
    Ok(())
}

/// Appends a constant whose numbers, which are its last field, begin at an aligned place.
fn constant(tensor: &TensorProto, file: &mut Vec<u8>) {
    let message = tensor.encode_to_vec();
    let mut head = Vec::new();
    head.push(key(INITIALIZER));
    let length = prost::encode_length_delimiter(message.len(), &mut head);
    length.expect("a vector grows");
    let begin = head.len() + message.len() - tensor.raw_data.len();
    let missing = |at: usize| (at + begin).next_multiple_of(ALIGN) - at - begin;
    if missing(file.len()) > 0 {
        // A filling has a key and a length, of a byte each.
        let fill = missing(file.len() + 2);
        file.extend([key(FILL), fill as u8]);
        file.extend(std::iter::repeat_n(b' ', fill));
    }
    file.extend(head);
    file.extend(message);
}

/// The key of a field of bytes.
fn key(field: u8) -> u8 {
    field << 3 | 2
}

/// Bytes of the graph's length.
const LENGTH: usize = 5;

/// A length in that many bytes, as protobuf writes numbers.
fn number(value: usize) -> [u8; LENGTH] {
    std::array::from_fn(|at| {
        let more = if at + 1 < LENGTH { 0x80 } else { 0 };
        (value >> (7 * at)) as u8 & 0x7f | more
    })
}
