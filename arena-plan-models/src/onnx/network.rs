//! The main graph of an ONNX model as a network.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use arena_plan_core::kernel::code::Code;
use prost::Message;

use super::onnx::{Graph, Model, Node, ValueInfo};
use super::types::element;
use crate::error::{Error, Result};
use crate::network::{Network, Operator, Origin, Tensor};

/// Values of symbolic dimensions, which a model names instead of giving a number: `batch`, `sequence`.
pub type Dimensions = BTreeMap<String, u64>;

/// Whether a file may be an ONNX model: the format has no identifier, but models begin with their version, field 1.
///
/// ```
/// assert!(arena_plan_models::onnx::is_onnx(b"\x08\x08"));
/// assert!(!arena_plan_models::onnx::is_onnx(b"{}"));
/// ```
pub fn is_onnx(bytes: &[u8]) -> bool {
    bytes.first() == Some(&8)
}

/// Reads the main graph of an ONNX model. Sizes are exact, elements of 2 and 4 bits packed; initialisers and the
/// outputs of `Constant` are constants and are left out.
///
/// Tensors that the bodies of `If`, `Loop` and `Scan` read from outside count as inputs of their node; tensors inside
/// the bodies are not counted, and [`Network::uncounted`] says so.
///
/// # Errors
///
/// `bad-model` with the byte where decoding stopped, `unknown-shape` for a tensor without a shape or with a dimension
/// that `dimensions` does not have, `usage` for a name in `dimensions` that the model does not have.
pub fn network(bytes: &[u8], dimensions: &Dimensions) -> Result<Network> {
    let mut rest = bytes;
    let model = Model::decode(&mut rest).map_err(|error| {
        let text = error.to_string();
        let what = text.strip_prefix("failed to decode Protobuf message: ").unwrap_or(&text);
        Error::broken(bytes.len() - rest.len(), format!("not an ONNX model, or a damaged one: {what}"))
    })?;
    let Some(graph) = &model.graph else {
        return Err(Error::broken(bytes.len(), "not an ONNX model, or a damaged one: it has no graph"));
    };
    // Every model names its operator sets. They come after the graph, so without them the file may have been
    // truncated at the end of a field, which the encoding cannot distinguish from a complete file.
    if model.opset_import.is_empty() {
        return Err(Error::broken(
            bytes.len(),
            "not an ONNX model, or a truncated one: it names no operator set",
        ));
    }
    let mut builder = Builder::new(graph, dimensions);
    builder.values()?;
    let mut operators = Vec::new();
    for node in &graph.node {
        operators.extend(builder.operator(node)?);
    }
    builder.check_dimensions()?;
    let mut uncounted = vec!["scratch of the runtime's kernels, which the file does not state".to_owned()];
    let nested = graph.node.iter().filter(|node| bodies(node).next().is_some()).count();
    if nested > 0 {
        uncounted.push(format!("tensors inside the graphs of {nested} nodes (If, Loop, Scan)"));
    }
    Ok(Network { tensors: builder.tensors, operators, uncounted })
}

/// The graphs inside a node.
fn bodies(node: &Node) -> impl Iterator<Item = &Graph> {
    node.attribute.iter().flat_map(|attribute| attribute.g.iter().chain(&attribute.graphs))
}

/// The tensors that the graphs inside a node read from outside: names that none of them defines.
fn captured(node: &Node) -> Vec<&str> {
    let mut inside: Vec<&Graph> = bodies(node).collect();
    let mut used = Vec::new();
    let mut defined = BTreeSet::new();
    while let Some(body) = inside.pop() {
        defined.extend(body.input.iter().map(|input| input.name()));
        defined.extend(body.initializer.iter().map(|tensor| tensor.name()));
        used.extend(body.output.iter().map(|output| output.name()));
        for node in &body.node {
            used.extend(node.input.iter().map(String::as_str));
            defined.extend(node.output.iter().map(String::as_str));
            inside.extend(bodies(node));
        }
    }
    used.retain(|name| !defined.contains(name));
    used
}

struct Builder<'g> {
    graph: &'g Graph,
    dimensions: &'g Dimensions,
    /// Names of dimensions that the model has.
    named: BTreeSet<&'g str>,
    constants: BTreeSet<&'g str>,
    infos: HashMap<&'g str, &'g ValueInfo>,
    positions: HashMap<&'g str, usize>,
    /// Tensors without elements, which need no memory.
    empty: BTreeSet<&'g str>,
    tensors: Vec<Tensor>,
}

impl<'g> Builder<'g> {
    fn new(graph: &'g Graph, dimensions: &'g Dimensions) -> Self {
        let mut infos = HashMap::new();
        for info in graph.value_info.iter().chain(&graph.output).chain(&graph.input) {
            infos.insert(info.name(), info);
        }
        let mut constants: BTreeSet<&str> = graph.initializer.iter().map(|tensor| tensor.name()).collect();
        let sparse = graph.sparse_initializer.iter().filter_map(|tensor| tensor.values.as_ref());
        constants.extend(sparse.map(|tensor| tensor.name()));
        for node in &graph.node {
            if node.op_type() == "Constant" {
                constants.extend(node.output.iter().map(String::as_str));
            }
        }
        Self {
            graph,
            dimensions,
            named: BTreeSet::new(),
            constants,
            infos,
            positions: HashMap::new(),
            empty: BTreeSet::new(),
            tensors: Vec::new(),
        }
    }

    /// Lists the inputs, what nodes write, and which of them are outputs.
    fn values(&mut self) -> Result<()> {
        for input in &self.graph.input {
            if !self.constants.contains(input.name()) {
                self.add(input.name(), Origin::Input)?;
            }
        }
        for node in &self.graph.node {
            for output in &node.output {
                let known = self.positions.contains_key(output.as_str());
                if !output.is_empty() && !known && !self.constants.contains(output.as_str()) {
                    self.add(output, Origin::Operator)?;
                }
            }
        }
        for output in &self.graph.output {
            if let Some(&position) = self.positions.get(output.name()) {
                self.tensors[position].output = true;
            } else if !self.known(output.name()) {
                let message = format!("no node writes the output `{}`", output.name().escape_debug());
                return Err(Error::new(Code::NeverWritten, message));
            }
        }
        Ok(())
    }

    fn add(&mut self, name: &'g str, origin: Origin) -> Result<()> {
        let Some(bytes) = self.bytes(name)? else {
            self.empty.insert(name);
            return Ok(());
        };
        self.positions.insert(name, self.tensors.len());
        self.tensors.push(Tensor { name: name.to_owned(), number: None, bytes, origin, output: false });
        Ok(())
    }

    /// Size of a tensor; `None` if it has no elements.
    fn bytes(&mut self, name: &'g str) -> Result<Option<u64>> {
        let shown = name.chars().take(80).collect::<String>().escape_debug().to_string();
        let unknown = |what: String| Error::new(Code::UnknownShape, format!("the tensor `{shown}` {what}"));
        let kind = self.infos.get(name).and_then(|info| info.r#type.as_ref());
        let Some(kind) = kind.and_then(|kind| kind.tensor_type.as_ref()) else {
            return Err(unknown("has no type and shape in the model".to_owned())
                .help("store them in the model: `onnx.shape_inference.infer_shapes` in Python does"));
        };
        let Some(shape) = &kind.shape else {
            return Err(unknown("has no shape in the model".to_owned())
                .help("store it in the model: `onnx.shape_inference.infer_shapes` in Python does"));
        };
        let mut elements = 1u64;
        for (index, dimension) in shape.dim.iter().enumerate() {
            let extent = match (dimension.dim_value, dimension.dim_param.as_deref()) {
                (Some(value), _) => {
                    u64::try_from(value).map_err(|_| unknown(format!("has a dimension of {value}")))?
                }
                (None, Some(parameter)) if !parameter.is_empty() => {
                    self.named.insert(parameter);
                    *self.dimensions.get(parameter).ok_or_else(|| {
                        let parameter = parameter.escape_debug();
                        unknown(format!("has the symbolic dimension `{parameter}`"))
                            .help(format!("give its extent: `--dim {parameter}=1`"))
                    })?
                }
                _ => return Err(unknown(format!("has no extent for its dimension {index}"))),
            };
            elements = elements
                .checked_mul(extent)
                .ok_or_else(|| unknown("has more than 2^64 elements".to_owned()))?;
        }
        let number = kind.elem_type();
        let bits = match element(number) {
            Some((_, Some(bits))) => bits,
            Some((name, None)) => {
                return Err(unknown(format!("is of type {name}, whose size is known only at run time")));
            }
            None => return Err(unknown(format!("has the unknown element type {number}"))),
        };
        let bits = elements.checked_mul(bits).ok_or_else(|| unknown("has more than 2^64 bits".to_owned()))?;
        Ok(Some(bits.div_ceil(8)).filter(|&bytes| bytes > 0))
    }

    /// A node as an operator; `None` for a constant.
    fn operator(&self, node: &'g Node) -> Result<Option<Operator>> {
        if node.op_type() == "Constant" {
            return Ok(None);
        }
        let mut names: Vec<&str> =
            node.input.iter().map(String::as_str).filter(|name| !name.is_empty()).collect();
        for name in &names {
            if !self.known(name) {
                let name: String = name.chars().take(80).collect();
                let message = format!(
                    "the node `{}` ({}) reads `{}`, which nothing writes",
                    node.name().escape_debug(),
                    node.op_type().escape_debug(),
                    name.escape_debug()
                );
                return Err(Error::new(Code::NeverWritten, message));
            }
        }
        names.extend(captured(node));
        let positions = |names: &mut dyn Iterator<Item = &str>| {
            let mut list = Vec::new();
            let mut seen = BTreeSet::new();
            list.extend(
                names
                    .filter_map(|name| self.positions.get(name).copied())
                    .filter(|&place| seen.insert(place)),
            );
            list
        };
        Ok(Some(Operator {
            kind: node.op_type().to_owned(),
            name: node.name().to_owned(),
            inputs: positions(&mut names.into_iter()),
            outputs: positions(&mut node.output.iter().map(String::as_str)),
            scratch: Vec::new(),
            // The kernels of a runtime for ONNX are not known.
            in_place: Vec::new(),
        }))
    }

    /// Whether something of this name exists, even without bytes.
    fn known(&self, name: &str) -> bool {
        self.positions.contains_key(name) || self.constants.contains(name) || self.empty.contains(name)
    }

    /// Reports a name in `--dim` that the model does not have.
    fn check_dimensions(&self) -> Result<()> {
        let Some(unknown) = self.dimensions.keys().find(|name| !self.named.contains(name.as_str())) else {
            return Ok(());
        };
        let error =
            Error::new(Code::Usage, format!("no tensor has the dimension `{}`", unknown.escape_debug()));
        let names: Vec<String> = self.named.iter().map(|name| format!("`{}`", name.escape_debug())).collect();
        Err(match names.as_slice() {
            [] => error.help("the model has no symbolic dimensions"),
            names => error.help(format!("its symbolic dimensions: {}", names.join(", "))),
        })
    }
}
