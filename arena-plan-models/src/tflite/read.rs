//! Reading `.tflite` files: every list, index and length is checked, and each error names its byte.

use arena_plan_core::kernel::code::Code;
use planus::{ReadAsRoot, Vector};

use super::model::{MAGIC, Model, Operator, Subgraph, Tensor, shown};
use super::operators::Builtin;
use super::raw;
use super::schema::tflite as schema;
use super::types::TensorType;
use crate::error::{Error, Result};

/// Fields of the format's tables whose positions messages look up.
mod place {
    pub(super) const SUBGRAPHS: usize = 2;
    pub(super) const TENSORS: usize = 0;
    pub(super) const OPERATORS: usize = 3;
}

impl<'a> Model<'a> {
    /// Reads a file.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Self> {
        if bytes.get(4..8) != Some(MAGIC) {
            return Err(Error::broken(4, "not a TensorFlow Lite model: no `TFL3` at its fifth byte"));
        }
        let model = schema::ModelRef::read_as_root(bytes).map_err(broken)?;
        let mut reader = Reader { bytes, left: bytes.len() + bytes.len() / 4 + 4096 };
        let version = model.version().map_err(broken)?;
        if version != 3 {
            let root = raw::root(bytes).unwrap_or_default();
            return Err(Error::broken(
                root,
                format!("version {version} of the format; version 3 is supported"),
            ));
        }
        let mut absolute = false;
        let mut buffers = Vec::new();
        for buffer in reader.tables(model.buffers().map_err(broken)?)? {
            let buffer = buffer.map_err(broken)?;
            absolute |= buffer.offset().map_err(broken)? > 1;
            buffers.push(buffer.data().map_err(broken)?.unwrap_or_default());
        }
        let mut codes = Vec::new();
        for code in reader.tables(model.operator_codes().map_err(broken)?)? {
            let code = code.map_err(broken)?;
            let old = i32::from(code.old_code().map_err(broken)?);
            let builtin = Builtin(code.code().map_err(broken)?.max(old));
            codes.push((builtin, reader.text(code.custom_code().map_err(broken)?)?));
        }
        let handles = schema::HandleModelRef::read_as_root(bytes).map_err(broken)?;
        let handles = handles.subgraphs().map_err(broken)?;
        let mut subgraphs = Vec::new();
        for (index, subgraph) in reader.tables(model.subgraphs().map_err(broken)?)?.enumerate() {
            let subgraph = subgraph.map_err(broken)?;
            let handles = match &handles {
                Some(handles) => handles.get(index).transpose().map_err(broken)?,
                None => None,
            };
            let place = Place { bytes, subgraph: index };
            subgraphs.push(reader.subgraph(
                &subgraph,
                handles.as_ref(),
                &codes,
                &buffers,
                &mut absolute,
                &place,
            )?);
        }
        if subgraphs.is_empty() {
            let root = raw::root(bytes).unwrap_or_default();
            return Err(Error::broken(root, "the model has no subgraph"));
        }
        let metadata = reader.metadata(&model, buffers.len())?;
        reader.unused(&model)?;
        Ok(Self { bytes, subgraphs, metadata, buffers, absolute })
    }
}

/// The position of a subgraph, for messages.
struct Place<'a> {
    bytes: &'a [u8],
    subgraph: usize,
}

impl Place<'_> {
    fn table(&self, list: usize, index: usize) -> usize {
        let subgraph = raw::root(self.bytes)
            .and_then(|root| raw::element(self.bytes, root, place::SUBGRAPHS, self.subgraph));
        let table = subgraph.and_then(|subgraph| raw::element(self.bytes, subgraph, list, index));
        table.or(subgraph).unwrap_or_default()
    }

    fn subgraph(&self) -> usize {
        self.table(usize::MAX, 0)
    }

    fn operator(&self, index: usize) -> usize {
        self.table(place::OPERATORS, index)
    }

    fn tensor(&self, index: usize) -> usize {
        self.table(place::TENSORS, index)
    }
}

/// Reading with a limit: lists of a damaged file can share their bytes and so be many times larger than the file.
struct Reader<'a> {
    bytes: &'a [u8],
    /// Bytes that may still be read. Writers may share a few strings and lists, hence a quarter more than the file
    /// has.
    left: usize,
}

impl<'a> Reader<'a> {
    fn spend(&mut self, bytes: usize) -> Result<()> {
        match self.left.checked_sub(bytes) {
            Some(left) => self.left = left,
            None => {
                let place = raw::root(self.bytes).unwrap_or_default();
                return Err(Error::broken(place, "the lists of the model together are larger than the file"));
            }
        }
        Ok(())
    }

    fn text(&mut self, text: Option<&'a str>) -> Result<&'a str> {
        let text = text.unwrap_or_default();
        self.spend(text.len())?;
        Ok(text)
    }

    /// The elements of a vector; empty if the vector is missing.
    fn tables<T>(&mut self, vector: Option<Vector<'a, T>>) -> Result<impl Iterator<Item = T> + use<'a, T>>
    where
        T: planus::VectorRead<'a> + 'a,
    {
        // An element of four bytes, and the table of at least four bytes that it points to; numbers of four bytes
        // count double.
        self.spend(vector.as_ref().map_or(0, |vector| vector.len().saturating_mul(8)))?;
        Ok(vector.into_iter().flatten())
    }

    fn metadata(&mut self, model: &schema::ModelRef<'a>, buffers: usize) -> Result<Vec<(&'a str, usize)>> {
        let mut entries = Vec::new();
        for entry in self.tables(model.metadata().map_err(broken)?)? {
            let entry = entry.map_err(broken)?;
            let name = self.text(entry.name().map_err(broken)?)?;
            let buffer = index(entry.buffer().map_err(broken)?, buffers).ok_or_else(|| {
                let root = raw::root(self.bytes).unwrap_or_default();
                let message =
                    format!("the metadata `{}` names a buffer that does not exist", name.escape_debug());
                Error::broken(root, message)
            })?;
            entries.push((name, buffer));
        }
        Ok(entries)
    }

    /// Reads what planning does not need, so that a truncated file is not mistaken for a complete one.
    fn unused(&mut self, model: &schema::ModelRef<'a>) -> Result<()> {
        self.text(model.description().map_err(broken)?)?;
        model.metadata_buffer().map_err(broken)?;
        for signature in self.tables(model.signature_defs().map_err(broken)?)? {
            let signature = signature.map_err(broken)?;
            self.text(signature.signature_key().map_err(broken)?)?;
            for list in [signature.inputs().map_err(broken)?, signature.outputs().map_err(broken)?] {
                for entry in self.tables(list)? {
                    self.text(entry.map_err(broken)?.name().map_err(broken)?)?;
                }
            }
        }
        Ok(())
    }

    fn subgraph(
        &mut self,
        subgraph: &schema::SubGraphRef<'a>,
        handles: Option<&schema::HandleSubGraphRef<'a>>,
        codes: &[(Builtin, &'a str)],
        buffers: &[&[u8]],
        absolute: &mut bool,
        place: &Place<'_>,
    ) -> Result<Subgraph<'a>> {
        self.text(subgraph.name().map_err(broken)?)?;
        let mut tensors = Vec::new();
        for (position, tensor) in self.tables(subgraph.tensors().map_err(broken)?)?.enumerate() {
            tensors.push(self.tensor(&tensor.map_err(broken)?, position, buffers, place)?);
        }
        let known = tensors.len();
        let handles = match handles {
            Some(handles) => handles.operators().map_err(broken)?,
            None => None,
        };
        let mut operators = Vec::new();
        for (position, operator) in self.tables(subgraph.operators().map_err(broken)?)?.enumerate() {
            let operator = operator.map_err(broken)?;
            *absolute |= operator.large_custom_options_offset().map_err(broken)? > 1;
            let mut operator = self.operator(&operator, position, known, codes, place)?;
            if operator.code == Builtin::VAR_HANDLE {
                let handle =
                    handles.as_ref().and_then(|handles| handles.get(position)).transpose().map_err(broken)?;
                let options = handle.map(|handle| handle.options()).transpose().map_err(broken)?.flatten();
                let Some(options) = options else {
                    let message = format!("operator {position} (VAR_HANDLE) has no options");
                    return Err(Error::broken(place.operator(position), message));
                };
                let container = self.text(options.container().map_err(broken)?)?;
                let name = self.text(options.shared_name().map_err(broken)?)?;
                operator.handle = Some((container, name));
            }
            operators.push(operator);
        }
        let mut list = |vector, what| -> Result<Vec<usize>> {
            let at = || place.subgraph();
            self.indices(vector, known, at, &format!("the {what} of subgraph {}", place.subgraph))
        };
        let inputs = list(subgraph.inputs().map_err(broken)?, "inputs")?;
        let outputs = list(subgraph.outputs().map_err(broken)?, "outputs")?;
        Ok(Subgraph { tensors, operators, inputs, outputs })
    }

    fn tensor(
        &mut self,
        tensor: &schema::TensorRef<'a>,
        position: usize,
        buffers: &[&[u8]],
        place: &Place<'_>,
    ) -> Result<Tensor<'a>> {
        let fail = |message: String| Error::broken(place.tensor(position), message);
        let name = self.text(tensor.name().map_err(broken)?)?;
        let kind = TensorType(tensor.type_().map_err(broken)?);
        if kind.name().is_none() {
            let message = format!("tensor {position} `{}` has the unknown type {}", shown(name), kind.0);
            return Err(fail(message));
        }
        let mut shape = Vec::new();
        for dimension in self.tables(tensor.shape().map_err(broken)?)? {
            shape.push(u32::try_from(dimension).map_err(|_| {
                let message = format!("tensor {position} `{}` has a dimension of {dimension}", shown(name));
                Error { code: Code::UnknownShape, ..fail(message) }
                    .help("convert the model with a fixed shape: nothing can be planned for one that is set at run time")
            })?);
        }
        let buffer = index(tensor.buffer().map_err(broken)?, buffers.len()).ok_or_else(|| {
            fail(format!("tensor {position} `{}` names a buffer that does not exist", shown(name)))
        })?;
        let mut scales = 0;
        if let Some(quantization) = tensor.quantization().map_err(broken)? {
            quantization.min().map_err(broken)?;
            quantization.max().map_err(broken)?;
            scales = quantization.scale().map_err(broken)?.map_or(0, |list| list.len());
            if quantization.zero_point().map_err(broken)?.is_none_or(|list| list.is_empty()) {
                scales = 0;
            }
        }
        tensor.shape_signature().map_err(broken)?;
        let sparse = tensor.sparsity().map_err(broken)?.is_some();
        let variable = tensor.is_variable().map_err(broken)?;
        let data = buffers[buffer].len() as u64;
        let tensor = Tensor { name, kind, shape, buffer, constant: data > 0, variable, scales };
        let bytes = tensor.elements().and_then(|elements| kind.bytes(elements));
        match bytes {
            Some(bytes) if data > 0 && data < bytes && !sparse => {
                let message = format!("tensor {position} `{}` has {data} of its {bytes} bytes", shown(name));
                Err(fail(message))
            }
            _ => Ok(tensor),
        }
    }

    fn operator(
        &mut self,
        operator: &schema::OperatorRef<'a>,
        position: usize,
        tensors: usize,
        codes: &[(Builtin, &'a str)],
        place: &Place<'_>,
    ) -> Result<Operator<'a>> {
        let number = operator.opcode_index().map_err(broken)?;
        let Some(&(code, custom)) = index(number, codes.len()).map(|number| &codes[number]) else {
            let message =
                format!("operator {position} is of kind {number}, the model lists {} kinds", codes.len());
            return Err(Error::broken(place.operator(position), message));
        };
        let at = || place.operator(position);
        let what = |list: &str| format!("the {list} of operator {position} ({})", code.name());
        let mut inputs = Vec::new();
        for number in self.tables(operator.inputs().map_err(broken)?)? {
            let found = usize::try_from(number).ok().filter(|&number| number < tensors);
            if found.is_none() && number != -1 {
                return Err(out_of_range(at(), &what("inputs"), number, tensors));
            }
            inputs.push(found);
        }
        let outputs = self.indices(operator.outputs().map_err(broken)?, tensors, at, &what("outputs"))?;
        self.indices(operator.intermediates().map_err(broken)?, tensors, at, &what("intermediates"))?;
        operator.mutating_variable_inputs().map_err(broken)?;
        operator.custom_options().map_err(broken)?;
        let options = match operator.options().map_err(broken)? {
            Some(options) if code != Builtin::CUSTOM => {
                // Options shorter than a number are of another kind, which nothing needs.
                [options.first().unwrap_or_default(), options.second().unwrap_or_default()]
            }
            _ => [0, 0],
        };
        Ok(Operator { code, custom, inputs, outputs, options, handle: None })
    }

    /// A list of tensors, all of which exist.
    fn indices(
        &mut self,
        vector: Option<Vector<'a, i32>>,
        tensors: usize,
        at: impl Fn() -> usize,
        what: &str,
    ) -> Result<Vec<usize>> {
        let mut list = Vec::new();
        for number in self.tables(vector)? {
            match usize::try_from(number).ok().filter(|&number| number < tensors) {
                Some(found) => list.push(found),
                None => return Err(out_of_range(at(), what, number, tensors)),
            }
        }
        Ok(list)
    }
}

fn out_of_range(at: usize, what: &str, number: i32, tensors: usize) -> Error {
    Error::broken(at, format!("{what} name the tensor {number}; there are {tensors}"))
}

/// A position in a list of `length`.
fn index(number: u32, length: usize) -> Option<usize> {
    usize::try_from(number).ok().filter(|&number| number < length)
}

/// A read that the generated accessors rejected.
fn broken(error: planus::Error) -> Error {
    let place = error.source_location;
    let what = place.type_.trim_matches(['[', ']']).trim_end_matches("Ref").trim_start_matches("Handle");
    let message = format!(
        "the {what} here cannot be read (`{}`): {}",
        place.method,
        lower(&error.error_kind.to_string())
    );
    Error::broken(place.byte_offset, message)
}

/// A message that continues a sentence.
fn lower(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|first| first.to_lowercase().collect::<String>() + chars.as_str()).unwrap_or_default()
}
