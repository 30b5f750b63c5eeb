"""Writes Whisper, cut to Turkish, as ONNX: `python3 -m recognition.export_whisper BASE TEXTS PEOPLE OUTPUT [SHARE CHECKPOINT …]`.

BASE is the folder of Whisper base in CTranslate2's form, TEXTS what Kokoro speaks, PEOPLE the shards of people_clips. The
weights lie between those of BASE and the mean of the checkpoints: SHARE of the latter.

`OUTPUT/float` and `OUTPUT/bytes` get three files each, which hear one segment at a time.

encoder.onnx: `samples` float32 [n], 16 kHz, 1 … 480,000 of them, and `padding` int64 [1], how many samples of silence
follow (all together no more than 480,000), to `keys` float32 [layers, heads, width, T] and `values`
[layers, heads, T, width] for the decoder, T at 50 Hz.

decoder.onnx: `tokens` int64 [B, S] that follow the past of `origins` int64 [B] (places in the past's B0 hypotheses);
`past_keys`, `past_values` float32 [layers, B0, heads, P, width]; `keys` and `values` of the encoder. It gives
`log_probs` float32 [B, S, V], `next_keys`, `next_values` [layers, B, heads, P + S, width] and `attention` float32
[A, B, S, T], the weights of the heads that follow the words in time.

tokens.json: `tokens`, the bytes of every token in base64 ("" for special ones), and `special`, numbers by name.
"""

import base64
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from recognition.fine_tune_whisper import Clips
from recognition.smooth_bytes import largest_inputs, smoothed
from recognition.whisper_model import (
    ALIGNMENT_HEADS, HEADS, HOP, LAYERS, MOST_SAMPLES, STATE, WIDTH, WINDOW, fourier_kernels, mel_filters, whisper_base,
)
from recognition.whisper_tokens import Tokens

OPSET = 17
CALIBRATION_CLIPS = 20
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
PROJECTION = "embedding"
"""Name of the weights [state, V] that both the embedding and the projection read."""


class Graph:
    """Puts an ONNX graph together: each method adds a node and returns the name of what it gives."""

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

    def linear(self, hidden, name, bias=True):
        product = self.op("MatMul", hidden, self.constant(self._state[f"{name}.weight"].T, f"{name}.weight"))
        return self.op("Add", product, self.parameter(f"{name}.bias")) if bias else product

    def norm(self, hidden, name):
        return self.op("LayerNormalization", hidden, self.parameter(f"{name}.weight"), self.parameter(f"{name}.bias"),
                       axis=-1, epsilon=1e-5)

    def gelu(self, hidden):
        bent = self.op("Erf", self.op("Div", hidden, self.constant(2**0.5)))
        return self.op("Mul", self.op("Mul", hidden, self.op("Add", bent, self.constant(1))), self.constant(0.5))

    def widened(self, hidden, name):
        wide = self.gelu(self.linear(self.norm(hidden, f"{name}.wide_norm"), f"{name}.widen"))
        if f"{name}.narrow.factors" in self._state:
            wide = self.op("Mul", wide, self.parameter(f"{name}.narrow.factors"))
        return self.op("Add", hidden, self.linear(wide, f"{name}.narrow"))

    def heads(self, hidden, batched, keys=False):
        """Splits [.., S, state] into [.., heads, S, width], for keys into [.., heads, width, S]."""
        parts = self.op("Reshape", hidden, self.whole(*([0, 0] if batched else [0]), HEADS, WIDTH))
        order = ([0, 2, 3, 1] if keys else [0, 2, 1, 3]) if batched else ([1, 2, 0] if keys else [1, 0, 2])
        return self.op("Transpose", parts, perm=order)

    def row(self, tensor, place):
        return self.op("Gather", tensor, self.constant(place, kind=np.int64), axis=0)

    def slice(self, tensor, begin, end, axis):
        return self.op("Slice", tensor, begin, end, self.whole(axis))

    def finished(self, name, inputs, outputs):
        """Returns the checked model; `outputs` maps its names to those in the graph and to their shapes."""
        for output, (inner, _) in outputs.items():
            self.nodes.append(helper.make_node("Identity", [inner], [output], name=output))
        graph = helper.make_graph(
            self.nodes, name,
            [helper.make_tensor_value_info(key, kind, shape) for key, (kind, shape) in inputs.items()],
            [helper.make_tensor_value_info(key, FLOAT, shape) for key, (_, shape) in outputs.items()],
            self.initializers,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
        model.ir_version = 8
        onnx.checker.check_model(model)
        return model


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
        normed = graph.norm(hidden, f"{name}.attention_norm")
        query = graph.op("Mul", graph.linear(normed, f"{name}.attention.query"), graph.constant(WIDTH**-0.5))
        key = graph.heads(graph.linear(normed, f"{name}.attention.key", bias=False), batched=False, keys=True)
        value = graph.heads(graph.linear(normed, f"{name}.attention.value"), batched=False)
        weights = graph.op("Softmax", graph.op("MatMul", graph.heads(query, batched=False), key), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[1, 0, 2])
        mixed = graph.op("Reshape", mixed, graph.whole(0, STATE))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.attention.out"))
        hidden = graph.widened(hidden, name)
    hidden = graph.norm(hidden, "encoder.norm")
    keys, values = [], []
    for layer in range(LAYERS):
        name = f"decoder.layers.{layer}.cross"
        keys.append(graph.heads(graph.linear(hidden, f"{name}.key", bias=False), batched=False, keys=True))
        values.append(graph.heads(graph.linear(hidden, f"{name}.value"), batched=False))
    stacked = [graph.op("Concat", *[graph.op("Unsqueeze", part, graph.whole(0)) for part in parts], axis=0)
               for parts in (keys, values)]
    return graph.finished("encoder", {"samples": (FLOAT, ["n"]), "padding": (INT64, [1])}, {
        "keys": (stacked[0], [LAYERS, HEADS, WIDTH, "T"]), "values": (stacked[1], [LAYERS, HEADS, "T", WIDTH]),
    })


def decoder(state):
    """Returns one step of the decoder for the hypotheses of one beam."""
    graph = Graph(state)
    size = graph.op("Shape", "tokens")
    length = graph.slice(size, graph.whole(1), graph.whole(2), 0)
    past = graph.slice(graph.op("Shape", "past_keys"), graph.whole(3), graph.whole(4), 0)
    end = graph.op("Add", past, length)
    projection = graph.constant(state["decoder.embedding.weight"].T, PROJECTION)
    hidden = graph.op("Transpose", graph.op("Gather", projection, "tokens", axis=1), perm=[1, 2, 0])
    hidden = graph.op("Add", hidden, graph.slice(graph.parameter("decoder.places"), past, end, 0))
    numbers = graph.op("Range", graph.constant(0, kind=np.int64), graph.op("Squeeze", end, graph.whole(0)),
                       graph.constant(1, kind=np.int64))
    later = graph.op("Greater", graph.op("Unsqueeze", numbers, graph.whole(0)),
                     graph.op("Unsqueeze", graph.slice(numbers, past, end, 0), graph.whole(1)))
    mask = graph.op("Where", later, graph.constant(-1e9), graph.constant(0))
    past_keys, past_values = (graph.op("Gather", name, "origins", axis=1) for name in ("past_keys", "past_values"))
    next_keys, next_values, followed = [], [], {}
    scale = graph.constant(WIDTH**-0.5)
    for layer in range(LAYERS):
        name = f"decoder.layers.{layer}"
        normed = graph.norm(hidden, f"{name}.attention_norm")
        query = graph.heads(graph.op("Mul", graph.linear(normed, f"{name}.attention.query"), scale), batched=True)
        new_key = graph.heads(graph.linear(normed, f"{name}.attention.key", bias=False), batched=True)
        new_value = graph.heads(graph.linear(normed, f"{name}.attention.value"), batched=True)
        key = graph.op("Concat", graph.row(past_keys, layer), new_key, axis=2)
        value = graph.op("Concat", graph.row(past_values, layer), new_value, axis=2)
        next_keys.append(graph.op("Unsqueeze", key, graph.whole(0)))
        next_values.append(graph.op("Unsqueeze", value, graph.whole(0)))
        scores = graph.op("MatMul", query, graph.op("Transpose", key, perm=[0, 1, 3, 2]))
        weights = graph.op("Softmax", graph.op("Add", scores, mask), axis=-1)
        mixed = graph.op("Transpose", graph.op("MatMul", weights, value), perm=[0, 2, 1, 3])
        mixed = graph.op("Reshape", mixed, graph.whole(0, 0, STATE))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.attention.out"))
        # All hypotheses look at the same sound: their queries are the rows of one product.
        query = graph.op("Mul", graph.linear(graph.norm(hidden, f"{name}.cross_norm"), f"{name}.cross.query"), scale)
        rows = graph.op("Transpose", graph.op("Reshape", query, graph.whole(-1, HEADS, WIDTH)), perm=[1, 0, 2])
        weights = graph.op("Softmax", graph.op("MatMul", rows, graph.row("keys", layer)), axis=-1)
        followed[layer] = weights
        mixed = graph.op("Transpose", graph.op("MatMul", weights, graph.row("values", layer)), perm=[1, 0, 2])
        mixed = graph.op("Reshape", mixed, graph.op("Concat", size, graph.whole(STATE), axis=0))
        hidden = graph.op("Add", hidden, graph.linear(mixed, f"{name}.cross.out"))
        hidden = graph.widened(hidden, name)
    scores = graph.op("MatMul", graph.norm(hidden, "decoder.norm"), projection)
    heads = [graph.op("Unsqueeze", graph.row(followed[layer], head), graph.whole(0)) for layer, head in ALIGNMENT_HEADS]
    shape = graph.op("Concat", graph.whole(len(ALIGNMENT_HEADS)), size, graph.whole(-1), axis=0)
    cache = [LAYERS, "B", HEADS, "P+S", WIDTH]
    inputs = {
        "tokens": (INT64, ["B", "S"]), "origins": (INT64, ["B"]),
        "past_keys": (FLOAT, [LAYERS, "B0", HEADS, "P", WIDTH]), "past_values": (FLOAT, [LAYERS, "B0", HEADS, "P", WIDTH]),
        "keys": (FLOAT, [LAYERS, HEADS, WIDTH, "T"]), "values": (FLOAT, [LAYERS, HEADS, "T", WIDTH]),
    }
    return graph.finished("decoder", inputs, {
        "log_probs": (graph.op("LogSoftmax", scores, axis=-1), ["B", "S", len(state["decoder.embedding.weight"])]),
        "next_keys": (graph.op("Concat", *next_keys, axis=0), cache),
        "next_values": (graph.op("Concat", *next_values, axis=0), cache),
        "attention": (graph.op("Reshape", graph.op("Concat", *heads, axis=0), shape), [len(ALIGNMENT_HEADS), "B", "S", "T"]),
    })


def in_bytes(model, kept_exact):
    """Returns the model with the weights of its products as bytes, one scale for each column.

    The products of the weights that `kept_exact` names get their bytes back as floats when the model is loaded; the
    others run in bytes. Unsigned bytes: those with a sign overflow on processors that have AVX2 and nothing newer.
    """
    exact = {node.input[1]: node.name for node in model.graph.node if node.op_type == "MatMul" and kept_exact(node.input[1])}
    with tempfile.TemporaryDirectory() as folder:
        whole, quantized = Path(folder) / "float.onnx", Path(folder) / "bytes.onnx"
        onnx.save(model, whole)
        quantize_dynamic(whole, quantized, op_types_to_quantize=["MatMul"], per_channel=True, weight_type=QuantType.QUInt8,
                         nodes_to_exclude=list(exact.values()))
        smaller = onnx.load(quantized)
    for weights in exact:
        _store_as_bytes(smaller.graph, weights)
    _share_embedding(smaller.graph)
    return smaller


def _without(graph, name):
    kept = [tensor for tensor in graph.initializer if tensor.name != name]
    del graph.initializer[:]
    graph.initializer.extend(kept)


def _store_as_bytes(graph, name):
    """Replaces weights by bytes and what makes floats of them, which is done once, when the graph is loaded."""
    weights = next(numpy_helper.to_array(tensor) for tensor in graph.initializer if tensor.name == name)
    scales = np.abs(weights).max(0) / 127
    _without(graph, name)
    graph.initializer.extend([
        numpy_helper.from_array(np.round(weights / scales).astype(np.int8), f"{name}_bytes"),
        numpy_helper.from_array(scales.astype(np.float32), f"{name}_scales"),
    ])
    graph.node.insert(0, helper.make_node("Mul", [f"{name}_floats", f"{name}_scales"], [name]))
    graph.node.insert(0, helper.make_node("Cast", [f"{name}_bytes"], [f"{name}_floats"], to=FLOAT))


def _share_embedding(graph):
    """Lets the embedding read the bytes of the projection instead of floats of its own."""
    for place, node in enumerate(graph.node):
        if node.op_type == "Gather" and node.input[0] == PROJECTION:
            tokens, gathered = node.input[1], node.output[0]
            nodes = [
                helper.make_node("Gather", [f"{PROJECTION}_quantized", tokens], ["embedding_bytes"], axis=1),
                helper.make_node("Gather", [f"{PROJECTION}_zero_point", tokens], ["embedding_zero_bytes"], axis=0),
                helper.make_node("Gather", [f"{PROJECTION}_scale", tokens], ["embedding_scales"], axis=0),
                helper.make_node("Cast", ["embedding_bytes"], ["embedding_numbers"], to=FLOAT),
                helper.make_node("Cast", ["embedding_zero_bytes"], ["embedding_zeros"], to=FLOAT),
                helper.make_node("Sub", ["embedding_numbers", "embedding_zeros"], ["embedding_steps"]),
                helper.make_node("Mul", ["embedding_steps", "embedding_scales"], [gathered]),
            ]
            del graph.node[place]
            for offset, new in enumerate(nodes):
                graph.node.insert(place + offset, new)
            _without(graph, PROJECTION)
            return


def token_table(tokens):
    """Returns what tokens.json holds."""
    return {
        "tokens": [base64.b64encode(tokens.bytes_of(token)).decode() for token in tokens.kept],
        "special": tokens.special(),
    }


def _is_exact(name):
    """Tells which products of the encoder do not bear bytes: what goes into them is loud in a few moments."""
    return name.startswith("encoder.") and ".narrow." in name


def write(model, tokens, clips, output):
    """Writes the graphs of a network in floats and in bytes; `clips` are pairs of samples and tokens to smooth it with."""
    state = {name: tensor.detach().numpy() for name, tensor in model.state_dict().items()}
    even = smoothed(state, largest_inputs(model, clips))
    for kind, weights, finish in (("float", state, lambda graph: graph), ("bytes", even, lambda graph: in_bytes(graph, _is_exact))):
        folder = Path(output) / kind
        folder.mkdir(parents=True, exist_ok=True)
        for name, graph in (("encoder", encoder), ("decoder", decoder)):
            onnx.save(finish(graph(weights)), folder / f"{name}.onnx")
        table = json.dumps(token_table(tokens), ensure_ascii=False)
        (folder / "tokens.json").write_text(table + "\n", encoding="utf8")


def main(base, texts, people, output, *checkpoints):
    tokens = Tokens(base, Path(texts).read_text(encoding="utf8").splitlines())
    model = whisper_base(base, tokens.kept)
    if checkpoints:
        share, *files = checkpoints
        model.load_state_dict(mixed(model.state_dict(), [torch.load(file, weights_only=True) for file in files], float(share)))
    write(model, tokens, calibration(people, tokens), output)


def mixed(base, tuned, share):
    """Returns weights between those of a network and the mean of its fine-tuned ones: `share` of the latter."""
    return {name: (1 - share) * value + share * sum(one[name] for one in tuned) / len(tuned) for name, value in base.items()}


def calibration(people, tokens):
    """Returns some clips of people of other languages, as pairs of samples and tokens."""
    clips = Clips(people, 0, 0, tokens)
    clips.look()
    special = tokens.special()
    start = [special[name] for name in ("startoftranscript", "tr", "transcribe", "notimestamps")]
    return [(np.array(samples, np.float32) / 32768, start + text) for samples, text in clips.clips[:CALIBRATION_CLIPS]]


if __name__ == "__main__":
    main(*sys.argv[1:])
