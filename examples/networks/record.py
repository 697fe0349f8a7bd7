#!/usr/bin/env python3
"""Records what the networks in examples/src/network compute with, and what they have to compute.

    cargo xtask test "tflm runtime"       # installs the package tflite-micro
    target/tflm-venv/bin/python examples/networks/record.py

From the models and recordings of the corpus (ARENA_PLAN_CORPUS, else ../shared/corpus) it writes

* NAME.weights: weights, biases, multipliers and shifts of all layers, one after the other;
* NAME.inputs: inputs, one after the other;
* examples/src/network/NAME/layers.rs: shapes, zero points and ranges of the layers, and where their weights stand;
* examples/src/network/NAME/expected.rs: digests of what every operator writes in TensorFlow Lite Micro, and its result.

Multipliers are computed as in the runtime's Prepare functions (kernels/internal/quantization_util.cc,
kernels/kernel_util.cc). The runtime keeps all tensors (kPreserveAllTensors), so that each can be read after a run.
"""

import math
import os
import re
import subprocess
import wave
from pathlib import Path

import numpy as np
from tflite_micro import runtime
from tflite_micro.tensorflow.lite.micro.python import schema_py_generated as schema

ROOT = Path(__file__).resolve().parents[2]
CORPUS = Path(os.environ.get("ARENA_PLAN_CORPUS", ROOT.parent / "shared/corpus"))
ARENA = 4 << 20
OPERATORS = {number: name for name, number in vars(schema.BuiltinOperator).items()}


def digest(data):
    """32-bit FNV-1a, as arena_plan_examples::Digest."""
    value = 0x811C9DC5
    for byte in data:
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def quantized(multiplier):
    """A real multiplier as a fraction of 2^31 and a shift."""
    fraction, shift = math.frexp(multiplier)
    fixed = math.floor(fraction * (1 << 31) + 0.5)
    if fixed == 1 << 31:
        fixed, shift = fixed // 2, shift + 1
    return (0, 0) if shift < -31 else (fixed, shift)


class Network:
    """One model: its operators become layers."""

    def __init__(self, name, file):
        self.name, self.data = name, (CORPUS / "tflite" / file).read_bytes()
        self.model = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(self.data, 0))
        self.graph = self.model.subgraphs[0]
        self.weights = bytearray()
        self.layers = []

    def operators(self):
        for operator in self.graph.operators:
            code = self.model.operatorCodes[operator.opcodeIndex]
            yield OPERATORS[max(code.builtinCode, code.deprecatedBuiltinCode)], operator

    def shape(self, number):
        """Height, width and channels."""
        shape = [int(extent) for extent in self.graph.tensors[number].shape]
        return [1, 1, math.prod(shape)] if len(shape) < 4 else shape[1:]

    def scale(self, number):
        return self.graph.tensors[number].quantization.scale[0]

    def zero(self, number):
        return int(self.graph.tensors[number].quantization.zeroPoint[0])

    def constant(self, number):
        return bytes(self.model.buffers[self.graph.tensors[number].buffer].data)

    def range(self, number, activation):
        """Least and greatest value of an output, by the activation that is fused into its operator."""
        scale, zero = self.scale(number), self.zero(number)
        kinds = schema.ActivationFunctionType
        least = max(-128, zero) if activation in (kinds.RELU, kinds.RELU6) else -128
        most = min(127, zero + round(6 / scale)) if activation == kinds.RELU6 else 127
        assert activation in (kinds.NONE, kinds.RELU, kinds.RELU6)
        return [least, most]

    def place(self, operator, multipliers):
        """Appends weights, biases and multipliers; gives where they begin."""
        _, filters, biases = (int(number) for number in operator.inputs)
        start = len(self.weights)
        self.weights += self.constant(filters) + self.constant(biases)
        pairs = [quantized(multiplier) for multiplier in multipliers]
        self.weights += np.array([pair[0] for pair in pairs], "<i4").tobytes()
        self.weights += np.array([pair[1] for pair in pairs], "i1").tobytes()
        return start

    def convolution(self, operator, depthwise):
        source, filters, _ = (int(number) for number in operator.inputs)
        target, options = int(operator.outputs[0]), operator.builtinOptions
        shape, out = self.shape(source), self.shape(target)
        kernel = self.shape(filters)[:2]
        stride = [options.strideH, options.strideW]
        assert options.dilationHFactor == options.dilationWFactor == 1
        same = options.padding == schema.Padding.SAME
        ends = zip(shape, out, kernel, stride)
        padding = [max(0, (o - 1) * s + k - i) // 2 if same else 0 for i, o, k, s in ends]
        scales = self.graph.tensors[filters].quantization.scale
        of_channel = lambda scale: float(self.scale(source)) * float(scale) / float(self.scale(target))
        start = self.place(operator, [of_channel(scale) for scale in scales])
        kind = "depthwise" if depthwise else "full"
        return (
            f"Conv::{kind}(weights, {start}, {shape}, {out}, {kernel}, {stride}, {padding}, "
            f"{[self.zero(source), self.zero(target)]}, {self.range(target, options.fusedActivationFunction)})"
        )

    def dense(self, operator):
        source, filters, _ = (int(number) for number in operator.inputs)
        target = int(operator.outputs[0])
        # The runtime multiplies the first two scales as floats.
        product = float(np.float32(self.scale(source)) * np.float32(self.scale(filters)))
        start = self.place(operator, [product / float(self.scale(target))])
        lengths = [self.shape(source)[2] * math.prod(self.shape(source)[:2]), self.shape(target)[2]]
        activation = operator.builtinOptions.fusedActivationFunction
        return (
            f"Dense::new(weights, {start}, {lengths}, {[self.zero(source), self.zero(target)]}, "
            f"{self.range(target, activation)})"
        )

    def softmax(self, operator):
        source = int(operator.inputs[0])
        real = min(float(operator.builtinOptions.beta) * float(self.scale(source)) * (1 << 26), float((1 << 31) - 1))
        multiplier, shift = quantized(real)
        radius = math.floor(((1 << 5) - 1) * (1 << 26) / (1 << shift))
        return f"Softmax {{ multiplier: {multiplier}, shift: {shift}, least: {-radius} }}"

    def layer(self, kind, operator):
        """Type and value of a layer; none for what has no parameters."""
        if kind in ("CONV_2D", "DEPTHWISE_CONV_2D"):
            return "Conv", self.convolution(operator, kind == "DEPTHWISE_CONV_2D")
        if kind == "FULLY_CONNECTED":
            return "Dense", self.dense(operator)
        if kind == "SOFTMAX":
            return "Softmax", self.softmax(operator)
        if kind == "AVERAGE_POOL_2D":
            shape, options = self.shape(int(operator.inputs[0])), operator.builtinOptions
            assert [options.filterHeight, options.filterWidth] == shape[:2]
            return None
        assert kind == "RESHAPE"
        return None

    def constants(self):
        """The layers as Rust."""
        found = [self.layer(kind, operator) for kind, operator in self.operators()]
        lines = [
            f"//! Layers of `{self.name}`, written by examples/networks/record.py.",
            "",
            "use super::super::layer::{Conv, Dense, Softmax};",
            "",
            "/// Weights, biases, multipliers and shifts, layer by layer.",
            f"pub(super) const WEIGHTS: &[u8; {len(self.weights)}] =",
            f'    include_bytes!("../../../networks/{self.name}.weights");',
            "",
        ]
        for number, layer in enumerate(found):
            if layer and layer[0] == "Softmax":
                lines.append(f"pub(super) const L{number}: Softmax = {layer[1]};")
            elif layer:
                lines.append(f"pub(super) fn l{number}(weights: &[u8]) -> {layer[0]}<'_> {{ {layer[1]} }}")
        return lines

    def run(self, values):
        """What every operator writes, in order."""
        config = runtime.InterpreterConfig.kPreserveAllTensors
        interpreter = runtime.Interpreter.from_bytes(self.data, arena_size=ARENA, intrepreter_config=config)
        details = interpreter.get_input_details(0)
        interpreter.set_input(values.astype(np.int8).reshape(details["shape"]), 0)
        interpreter.invoke()
        outputs = []
        for _, operator in self.operators():
            outputs.append(interpreter.GetTensor(int(operator.outputs[0]), 0)["tensor_data"])
        return outputs

    def head(self):
        """Bytes of the arena's head without a plan."""
        interpreter = runtime.Interpreter.from_bytes(self.data, arena_size=ARENA)
        interpreter.invoke()
        read, write = os.pipe()
        kept = os.dup(2)
        os.dup2(write, 2)
        interpreter.print_allocations()
        os.dup2(kept, 2)
        os.close(write)
        with os.fdopen(read) as text:
            return int(re.search(r"head (\d+) bytes", text.read())[1])

    def write(self, inputs):
        folder = ROOT / "examples/src/network" / self.name
        folder.mkdir(exist_ok=True)
        layers = self.constants()
        (ROOT / f"examples/networks/{self.name}.weights").write_bytes(self.weights)
        stored = b"".join(values.astype(np.int8).tobytes() for _, values, keep in inputs if keep)
        (ROOT / f"examples/networks/{self.name}.inputs").write_bytes(stored)
        (folder / "layers.rs").write_text("\n".join(layers) + "\n")
        expected = [
            f"//! What TensorFlow Lite Micro computes with `{self.name}`, written by examples/networks/record.py.",
            "",
            "use super::{EXPECTED_OPERATORS, OUTPUTS};",
            "",
            "/// The head of the runtime's arena without a plan, in bytes.",
            f"pub const TFLM_HEAD: usize = {self.head()};",
            "",
            "/// For each input: its name, digests of what the operators write, and the result.",
            f"pub const EXPECTED: [(&str, [u32; EXPECTED_OPERATORS], [i8; OUTPUTS]); {len(inputs)}] = [",
        ]
        for title, values, _ in inputs:
            outputs = self.run(values)
            digests = ", ".join(f"0x{digest(output.tobytes()):08x}" for output in outputs)
            expected.append(f'("{title}", [{digests}], {outputs[-1].flatten().tolist()}),')
            print(f"{self.name}: {title}: {outputs[-1].flatten().tolist()}")
        (folder / "expected.rs").write_text("\n".join([*expected, "];"]) + "\n")
        subprocess.run(["rustfmt", "--edition", "2024", folder / "layers.rs", folder / "expected.rs"], check=True, cwd=ROOT)


def features(name):
    """49 slices of 40 features of a recording of one second, by the runtime's own front end."""
    front_end = (CORPUS / "tflite/audio_preprocessor_int8.tflite").read_bytes()
    interpreter = runtime.Interpreter.from_bytes(front_end, arena_size=ARENA)
    with wave.open(str(CORPUS / f"audio/{name}_1000ms.wav")) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2")
    slices = []
    for start in range(0, len(samples) - 480 + 1, 320):
        interpreter.set_input(samples[start : start + 480].reshape(1, 480), 0)
        interpreter.invoke()
        slices.append(interpreter.get_output(0).flatten())
    assert len(slices) == 49
    return np.concatenate(slices)


def picture():
    """A figure before a wall: 96 by 96 pixels of three colours, drawn for this project."""
    y, x = np.mgrid[0:96, 0:96].astype(np.float64)
    image = np.zeros((96, 96, 3))
    image[...] = (200 - y * 0.5)[..., None] * np.array([0.9, 0.95, 1.0])
    image[y > 78] = [110, 90, 70]

    def ellipse(cy, cx, ry, rx, colour):
        inside = ((y - cy) / ry) ** 2 + ((x - cx) / rx) ** 2 <= 1
        shade = 1 - 0.3 * (x - cx + rx) / (2 * rx)
        image[inside] = (shade[..., None] * np.array(colour))[inside]

    ellipse(58, 48, 24, 13, [60, 80, 160])
    ellipse(58, 33, 20, 4, [60, 80, 160])
    ellipse(58, 63, 20, 4, [60, 80, 160])
    ellipse(84, 42, 14, 5, [50, 50, 60])
    ellipse(84, 54, 14, 5, [50, 50, 60])
    ellipse(24, 48, 12, 9, [225, 180, 150])
    ellipse(15, 48, 6, 10, [70, 45, 30])
    ellipse(23, 44, 1.5, 1.5, [30, 30, 30])
    ellipse(23, 52, 1.5, 1.5, [30, 30, 30])
    return np.clip(np.round(image), 0, 255).astype(np.int16) - 128


def main():
    names = ["silence", "noise", "yes", "no"]
    Network("micro_speech", "micro_speech_quantized.tflite").write([(name, features(name), True) for name in names])
    figure = picture()
    # The second picture is the first one's negative, which needs no bytes of its own.
    Network("vww", "vww_96_int8.tflite").write([("figure", figure, True), ("negative", -1 - figure, False)])


main()
