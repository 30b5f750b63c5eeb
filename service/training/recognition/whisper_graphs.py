"""Whisper as two ONNX graphs, which hear one segment at a time, in floats or in bytes.

encoder.onnx: `samples` float32 [n], 16 kHz, 1 … 480,000 of them, and `padding` int64 [1], how many samples of silence
follow (all together no more than 480,000), to `keys_N` float32 [heads, width, T] and `values_N` [heads, T, width] for
the decoder's layer N, T at 50 Hz.

decoder.onnx: `tokens` int64 [B, S] that follow the past of `origins` int64 [B] (places in the past's B0 hypotheses);
for every layer N `past_keys_N`, `past_values_N` float32 [B0, heads, P, width], and `keys_N` and `values_N` of the
encoder. It gives `log_probs` float32 [B, S, V], `next_keys_N`, `next_values_N` [B, heads, P + S, width] and `attention`
float32 [A, B, S, T], the weights of the heads that follow the words in time. A layer's tensors are of its own, because
the runtime would copy a part of a larger one at every step.
"""

from dataclasses import dataclass

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from recognition.whisper_model import ALIGNMENT_HEADS, HEADS, HOP, LAYERS, MOST_SAMPLES, STATE, WIDTH, WINDOW, fourier_kernels, mel_filters

OPSET = 17
RUNTIMES_OWN = "com.microsoft"
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
PROJECTION = "decoder.embedding"
QUIETEST = 1e-9


@dataclass
class Bytes:
    """Weights [in, out] as bytes: a weight is (byte - zero) * scale, with a scale and a zero for each column."""

    bytes: np.ndarray
    scales: np.ndarray
    zeros: np.ndarray

    @staticmethod
    def of(weights):
        scales = np.maximum(np.abs(weights).max(0), QUIETEST) / 127
        return Bytes(np.round(weights / scales).astype(np.int8), scales.astype(np.float32), np.zeros(len(scales), np.int8))

    @staticmethod
    def side_by_side(several):
        return Bytes(np.concatenate([one.bytes for one in several], 1), np.concatenate([one.scales for one in several]),
                     np.concatenate([one.zeros for one in several]))


class Graph:
    """Puts an ONNX graph together: each method adds a node and returns the name of what it gives.

    `state` has the weights by name; those of linear maps are arrays [out, in], or Bytes.
    """

    def __init__(self, state):
        self._state = state
        self.nodes, self.initializers, self._known = [], [], {}

    def op(self, kind, *inputs, outputs=1, **attributes):
        names = [f"{kind}_{len(self.nodes)}_{place}" for place in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, name=names[0], **attributes))
        return names[0] if outputs == 1 else names

    def constant(self, value, name=None, kind=np.float32):
        array = np.asarray(value, kind)
        key = name or (array.dtype.str, array.shape, array.tobytes())
        if key not in self._known:
            self._known[key] = name or f"constant_{len(self._known)}"
            self.initializers.append(numpy_helper.from_array(array, self._known[key]))
        return self._known[key]

    def whole(self, *values):
        return self.constant(values, kind=np.int64)

    def parameter(self, name):
        return self.constant(self._state[name], name)

    def bytes(self, *names):
        """Returns the names of bytes, scales and zeros of maps that stand side by side."""
        weights = Bytes.side_by_side([self._state[f"{name}.weight"] for name in names])
        name = "+".join(names)
        return (self.constant(weights.bytes, f"{name}.bytes", np.int8), self.constant(weights.scales, f"{name}.scales"),
                self.constant(weights.zeros, f"{name}.zeros", np.int8))

    def linear(self, hidden, *names, bias=True, uneven=False):
        """Maps [.., in] to [.., out] of one map, or of several side by side.

        In bytes all of `hidden` has one scale; where it is `uneven`, loud in a few moments, each row gets its own.
        """
        weights = [self._state[f"{name}.weight"] for name in names]
        biases = np.concatenate([self._state.get(f"{name}.bias", np.zeros(_width(one), np.float32))
                                 for name, one in zip(names, weights, strict=True)])
        added = self.constant(biases, "+".join(names) + ".bias") if bias else ""
        if not isinstance(weights[0], Bytes):
            product = self.op("MatMul", hidden, self.constant(np.concatenate(weights).T, "+".join(names) + ".weight"))
            return self.op("Add", product, added) if bias else product
        if not uneven:
            return self.op("DynamicQuantizeMatMul", hidden, *self.bytes(*names), added, domain=RUNTIMES_OWN)
        loudest = self.op("Max", self.op("ReduceMax", self.op("Abs", hidden), axes=[-1], keepdims=1), self.constant(QUIETEST))
        product = self.op("DynamicQuantizeMatMul", self.op("Div", hidden, loudest), *self.bytes(*names), domain=RUNTIMES_OWN)
        product = self.op("Mul", product, loudest)
        return self.op("Add", product, added) if bias else product

    def norm(self, hidden, name):
        return self.op("LayerNormalization", hidden, self.parameter(f"{name}.weight"), self.parameter(f"{name}.bias"),
                       axis=-1, epsilon=1e-5)

    def gelu(self, hidden):
        bent = self.op("Erf", self.op("Div", hidden, self.constant(2**0.5)))
        return self.op("Mul", self.op("Mul", hidden, self.op("Add", bent, self.constant(1))), self.constant(0.5))

    def widened(self, hidden, name, uneven=False):
        wide = self.gelu(self.linear(self.norm(hidden, f"{name}.wide_norm"), f"{name}.widen"))
        if f"{name}.narrow.factors" in self._state:
            wide = self.op("Mul", wide, self.parameter(f"{name}.narrow.factors"))
        return self.op("Add", hidden, self.linear(wide, f"{name}.narrow", uneven=uneven))

    def self_attention(self, hidden, name, batched):
        """Returns query, key and value [.., heads, S, width] of [.., S, state]; the query is divided by the root of width."""
        kinds = [f"{name}.{kind}" for kind in ("query", "key", "value")]
        parts = self.heads(self.linear(hidden, *kinds), batched, 3 * HEADS)
        query, key, value = self.op("Split", parts, self.whole(HEADS, HEADS, HEADS), axis=1 if batched else 0, outputs=3)
        return self.op("Mul", query, self.constant(WIDTH**-0.5)), key, value

    def heads(self, hidden, batched, count=HEADS, keys=False):
        """Splits [.., S, state] into [.., heads, S, width], for keys into [.., heads, width, S]."""
        parts = self.op("Reshape", hidden, self.whole(*([0, 0] if batched else [0]), count, WIDTH))
        order = ([0, 2, 3, 1] if keys else [0, 2, 1, 3]) if batched else ([1, 2, 0] if keys else [1, 0, 2])
        return self.op("Transpose", parts, perm=order)

    def row(self, tensor, place):
        return self.op("Gather", tensor, self.constant(place, kind=np.int64), axis=0)

    def slice(self, tensor, begin, end, axis):
        return self.op("Slice", tensor, begin, end, self.whole(axis))

    def embedded(self, tokens):
        """Returns [B, S, state] of tokens [B, S], read from the weights of the projection."""
        weights = self._state[f"{PROJECTION}.weight"]
        if not isinstance(weights, Bytes):
            columns = self.op("Gather", self.constant(weights.T, f"{PROJECTION}.weight"), tokens, axis=1)
            return self.op("Transpose", columns, perm=[1, 2, 0])
        numbers, scales, zeros = self.bytes(PROJECTION)
        columns = self.op("Cast", self.op("Gather", numbers, tokens, axis=1), to=FLOAT)
        zero = self.op("Cast", self.op("Gather", zeros, tokens, axis=0), to=FLOAT)
        columns = self.op("Mul", self.op("Sub", columns, zero), self.op("Gather", scales, tokens, axis=0))
        return self.op("Transpose", columns, perm=[1, 2, 0])

    def finished(self, name, inputs, outputs):
        """Returns the checked model; `outputs` maps its names to those in the graph and to their shapes."""
        named = {inner: output for output, (inner, _) in outputs.items()}
        for node in self.nodes:
            for places in (node.input, node.output):
                places[:] = [named.get(place, place) for place in places]
        graph = helper.make_graph(
            self.nodes, name,
            [helper.make_tensor_value_info(key, kind, shape) for key, (kind, shape) in inputs.items()],
            [helper.make_tensor_value_info(key, FLOAT, shape) for key, (_, shape) in outputs.items()],
            self.initializers,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET), helper.make_opsetid(RUNTIMES_OWN, 1)])
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model


def _width(weights):
    return len(weights.scales) if isinstance(weights, Bytes) else len(weights)


def _log_mel(graph):
    """Adds Whisper's features of padded samples, [1, 80, F], F even."""
    count = graph.op("Shape", "samples")
    whole = graph.op("Min", graph.op("Add", count, "padding"), graph.whole(MOST_SAMPLES))
    steps = graph.op("Div", graph.op("Add", graph.op("Max", whole, count, graph.whole(4 * HOP)), graph.whole(2 * HOP - 1)),
                     graph.whole(2 * HOP))
    silence = graph.op("Sub", graph.op("Mul", steps, graph.whole(2 * HOP)), count)
    edge = WINDOW // 2
    padded = graph.op("Pad", "samples", graph.op("Concat", graph.whole(0), silence, axis=0))
    # What comes before the beginning mirrors it; behind the end nothing is mirrored but silence.
    mirrored = graph.op("Slice", padded, graph.whole(edge), graph.whole(0), graph.whole(0), graph.whole(-1))
    row = graph.op("Pad", graph.op("Concat", mirrored, padded, axis=0), graph.whole(0, edge - HOP))
    row = graph.op("Unsqueeze", row, graph.whole(0, 1))
    parts = graph.op("Conv", row, graph.constant(fourier_kernels(), "fourier"), strides=[HOP])
    squared = graph.op("Mul", parts, parts)
    bins = edge + 1
    power = graph.op("Add", *graph.op("Split", squared, graph.whole(bins, bins), axis=1, outputs=2))
    bands = graph.op("MatMul", graph.constant(mel_filters(), "bands"), power)
    log = graph.op("Mul", graph.op("Log", graph.op("Max", bands, graph.constant(1e-10))), graph.constant(1 / np.log(10)))
    floor = graph.op("Sub", graph.op("ReduceMax", log, axes=[0, 1, 2], keepdims=1), graph.constant(8))
    return graph.op("Div", graph.op("Add", graph.op("Max", log, floor), graph.constant(4)), graph.constant(4))


def encoder(state):
    """Returns the encoder with the keys and values of the decoder's cross attention."""
    graph = Graph(state)
    hidden = _log_mel(graph)
    for name, stride in (("first", 1), ("second", 2)):
        hidden = graph.gelu(graph.op("Conv", hidden, graph.parameter(f"encoder.{name}.weight"),
                                     graph.parameter(f"encoder.{name}.bias"), pads=[1, 1], strides=[stride]))
    hidden = graph.op("Transpose", graph.op("Squeeze", hidden, graph.whole(0)), perm=[1, 0])
    length = graph.slice(graph.op("Shape", hidden), graph.whole(0), graph.whole(1), 0)
    places = graph.op("Cast", graph.constant(state["encoder.places"], "encoder.places", np.float16), to=FLOAT)
    hidden = graph.op("Add", hidden, graph.slice(places, graph.whole(0), length, 0))
    for layer in range(LAYERS):
        name = f"encoder.layers.{layer}"
        query, key, value = graph.self_attention(graph.norm(hidden, f"{name}.attention_norm"), f"{name}.attention", batched=False)
        weights = graph.op("Softmax", graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 2, 1])), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[1, 0, 2])
        mixed = graph.op("Reshape", mixed, graph.whole(0, STATE))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.attention.out"))
        hidden = graph.widened(hidden, name, uneven=True)
    hidden = graph.norm(hidden, "encoder.norm")
    outputs = {}
    for layer in range(LAYERS):
        name = f"decoder.layers.{layer}.cross"
        key, value = graph.linear(hidden, f"{name}.key", bias=False), graph.linear(hidden, f"{name}.value")
        outputs[f"keys_{layer}"] = (graph.heads(key, batched=False, keys=True), [HEADS, WIDTH, "T"])
        outputs[f"values_{layer}"] = (graph.heads(value, batched=False), [HEADS, "T", WIDTH])
    return graph.finished("encoder", {"samples": (FLOAT, ["n"]), "padding": (INT64, [1])}, outputs)


def decoder(state):
    """Returns one step of the decoder for the hypotheses of one beam."""
    graph = Graph(state)
    size = graph.op("Shape", "tokens")
    length = graph.slice(size, graph.whole(1), graph.whole(2), 0)
    past = graph.slice(graph.op("Shape", "past_keys_0"), graph.whole(2), graph.whole(3), 0)
    end = graph.op("Add", past, length)
    hidden = graph.op("Add", graph.embedded("tokens"), graph.slice(graph.parameter("decoder.places"), past, end, 0))
    numbers = graph.op("Range", graph.constant(0, kind=np.int64), graph.op("Squeeze", end, graph.whole(0)),
                       graph.constant(1, kind=np.int64))
    later = graph.op("Greater", graph.op("Unsqueeze", numbers, graph.whole(0)),
                     graph.op("Unsqueeze", graph.slice(numbers, past, end, 0), graph.whole(1)))
    mask = graph.op("Where", later, graph.constant(-1e9), graph.constant(0))
    inputs, outputs, followed = {"tokens": (INT64, ["B", "S"]), "origins": (INT64, ["B"])}, {}, {}
    for layer in range(LAYERS):
        name = f"decoder.layers.{layer}"
        query, *new = graph.self_attention(graph.norm(hidden, f"{name}.attention_norm"), f"{name}.attention", batched=True)
        key, value = (
            graph.op("Concat", graph.op("Gather", f"past_{kind}_{layer}", "origins", axis=0), part, axis=2)
            for kind, part in zip(("keys", "values"), new, strict=True)
        )
        scores = graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 1, 3, 2]))
        weights = graph.op("Softmax", graph.op("Add", scores, mask), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[0, 2, 1, 3])
        mixed = graph.op("Reshape", mixed, graph.whole(0, 0, STATE))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.attention.out"))
        # All hypotheses look at the same sound: their queries are the rows of one product.
        query = graph.linear(graph.norm(hidden, f"{name}.cross_norm"), f"{name}.cross.query")
        query = graph.op("Mul", query, graph.constant(WIDTH**-0.5))
        rows = graph.op("Transpose", graph.op("Reshape", query, graph.whole(-1, HEADS, WIDTH)), perm=[1, 0, 2])
        weights = graph.op("Softmax", graph.op("MatMul", rows, f"keys_{layer}"), axis=-1)
        followed[layer] = weights
        mixed = graph.op("Transpose", graph.op("MatMul", weights, f"values_{layer}"), perm=[1, 0, 2])
        mixed = graph.op("Reshape", mixed, graph.op("Concat", size, graph.whole(STATE), axis=0))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.cross.out"))
        hidden = graph.widened(hidden, name)
        for kind, part, shape in (("keys", key, [HEADS, WIDTH, "T"]), ("values", value, [HEADS, "T", WIDTH])):
            inputs[f"past_{kind}_{layer}"] = (FLOAT, ["B0", HEADS, "P", WIDTH])
            inputs[f"{kind}_{layer}"] = (FLOAT, shape)
            outputs[f"next_{kind}_{layer}"] = (part, ["B", HEADS, "P+S", WIDTH])
    scores = graph.linear(graph.norm(hidden, "decoder.norm"), PROJECTION, bias=False)
    heads = [graph.op("Unsqueeze", graph.row(followed[layer], head), graph.whole(0)) for layer, head in ALIGNMENT_HEADS]
    shape = graph.op("Concat", graph.whole(len(ALIGNMENT_HEADS)), size, graph.whole(-1), axis=0)
    attention = graph.op("Reshape", graph.op("Concat", *heads, axis=0), shape)
    return graph.finished("decoder", inputs, {
        "log_probs": (graph.op("LogSoftmax", scores, axis=-1), ["B", "S", _width(state[f"{PROJECTION}.weight"])]),
        "attention": (attention, [len(ALIGNMENT_HEADS), "B", "S", "T"]),
        **outputs,
    })


def in_bytes(state):
    """Returns the same weights with those of the linear maps as bytes."""
    is_map = lambda name, value: value.ndim == 2 and name.endswith(".weight")
    return {name: Bytes.of(value.T) if is_map(name, value) else value for name, value in state.items()}


def write_graphs(weights, folder):
    folder.mkdir(parents=True, exist_ok=True)
    for name, graph in (("encoder", encoder), ("decoder", decoder)):
        onnx.save(graph(weights), folder / f"{name}.onnx")
