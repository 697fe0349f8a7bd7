//! A network as memory planning needs it, from any file format: tensors with sizes, operators in their order.

/// Tensors and the serial order of the operators that use them.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Network {
    /// The tensors that need memory, without constants and unused tensors.
    pub tensors: Vec<Tensor>,
    /// The operators in the order in which they run.
    pub operators: Vec<Operator>,
    /// What takes memory at run time and is not counted, one line each.
    pub uncounted: Vec<String>,
}

/// One tensor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tensor {
    /// Its name in the file; empty if it has none.
    pub name: String,
    /// Its number in the file's list, if there is one.
    pub number: Option<usize>,
    /// Its size in bytes, at least 1.
    pub bytes: u64,
    /// Where its contents come from.
    pub origin: Origin,
    /// Whether the application reads it after the last operator.
    pub output: bool,
}

/// Where the contents of a tensor come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// An operator writes it.
    Operator,
    /// The application fills it before the first operator.
    Input,
    /// It keeps its contents from one run to the next.
    State,
}

/// One operator. Tensors are named by their positions in [`Network::tensors`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Operator {
    /// Its kind, as the format spells it: `CONV_2D`, `Gemm`.
    pub kind: String,
    /// Its own name, if the format has one.
    pub name: String,
    /// Tensors that it reads, each listed once.
    pub inputs: Vec<usize>,
    /// Tensors that it writes, each listed once.
    pub outputs: Vec<usize>,
    /// Sizes in bytes of the buffers that its kernel needs while it runs.
    pub scratch: Vec<u64>,
    /// Inputs over which its kernel can write its only output, element by element; empty if that is not known. Which of
    /// them are free to be overwritten is decided by [`graph`](crate::graph()).
    pub in_place: Vec<usize>,
}
