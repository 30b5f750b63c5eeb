"""Writes a model of Whisper's shape with random weights, for tests: `python3 -m recognition.write_whisper_model ../../fixtures/models/random-whisper`.

It hears pieces of Turkish words at random and never says that they end, so that what runs it has to.
"""

import base64
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SEED = 11
MELS = 80
STATE = 16
TEXT_CONTEXT = 448
# The letters of some lie in two tokens, as Whisper's do.
PIECES = [
    *(piece.encode() for piece in (
        " Merhaba", " dünya", " bu", " bir", " deneme", " Ankara", "'da", " yağmur", " var", "lar", "ler", "dım", " çok",
        " iyi", " İstanbul", " Ali", " geldi", " ve", " 3", "0", " evde", ".", ",", "?",
    )),
    " da".encode(), "ğ".encode()[:1], "ğ".encode()[1:],
]
LANGUAGES = ["tr", "en", "de", "ar"]
END = len(PIECES)
BEGIN = END + 1
FIRST_LANGUAGE = BEGIN + 1
TRANSLATE = FIRST_LANGUAGE + len(LANGUAGES)
TRANSCRIBE, NO_SPEECH, NO_TIMESTAMPS = TRANSLATE + 1, TRANSLATE + 2, TRANSLATE + 3
VOCABULARY = NO_TIMESTAMPS + 1
# Among the languages, the first is the likeliest by far.
NEVER, FIRST_LANGUAGE_BONUS = -100.0, 50.0

random = np.random.default_rng(SEED)
node, info = helper.make_node, helper.make_tensor_value_info
FLOAT, INT64 = TensorProto.FLOAT, TensorProto.INT64


def weights(name, *shape, scale=1.0):
    return numpy_helper.from_array((scale * random.standard_normal(shape)).astype(np.float32), name)


def whole_numbers(name, *values):
    return numpy_helper.from_array(np.array(values, np.int64), name)


def checked(graph):
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def encoder():
    """Returns mel [1, bands, frames] to the keys and values [layers, 1, frames / 2, state] that the decoder looks at."""
    nodes = [
        node("Conv", ["mel", "convolution"], ["steps"], kernel_shape=[3], pads=[1, 1], strides=[2]),
        node("Tanh", ["steps"], ["bounded"]),
        node("Transpose", ["bounded"], ["in_time"], perm=[0, 2, 1]),
        node("MatMul", ["in_time", "to_keys"], ["keys"]),
        node("MatMul", ["in_time", "to_values"], ["values"]),
        node("Unsqueeze", ["keys", "first_axis"], ["n_layer_cross_k"]),
        node("Unsqueeze", ["values", "first_axis"], ["n_layer_cross_v"]),
    ]
    initializers = [
        weights("convolution", STATE, MELS, 3, scale=0.2),
        weights("to_keys", STATE, STATE),
        weights("to_values", STATE, STATE),
        whole_numbers("first_axis", 0),
    ]
    cross = [1, 1, "audio", STATE]
    outputs = [info("n_layer_cross_k", FLOAT, cross), info("n_layer_cross_v", FLOAT, cross)]
    model = checked(helper.make_graph(nodes, "encoder", [info("mel", FLOAT, [1, MELS, "frames"])], outputs, initializers))
    language_numbers = range(FIRST_LANGUAGE, FIRST_LANGUAGE + len(LANGUAGES))
    helper.set_model_props(model, {key: str(value) for key, value in {
        "model_type": "whisper-random", "version": 1, "n_mels": MELS, "n_text_layer": 1, "n_text_ctx": TEXT_CONTEXT,
        "n_text_state": STATE, "n_vocab": VOCABULARY, "n_alignment_heads": 1, "sot": BEGIN, "eot": END, "blank_id": 0,
        "sot_sequence": f"{BEGIN},{FIRST_LANGUAGE + 1},{TRANSCRIBE}", "translate": TRANSLATE, "transcribe": TRANSCRIBE,
        "no_speech": NO_SPEECH, "no_timestamps": NO_TIMESTAMPS, "is_multilingual": 1,
        "all_language_tokens": ",".join(map(str, language_numbers)), "all_language_codes": ",".join(LANGUAGES),
    }.items()})
    return model


def decoder():
    """Returns tokens [1, n], what was kept of those before, and what the encoder gives, to the logits [1, n, vocabulary]."""
    def kept(name, values):
        return [
            node("Slice", [f"in_n_layer_self_{name}_cache", "none", "offset", "time_axis"], [f"{name}_before"]),
            node("Slice", [f"in_n_layer_self_{name}_cache", "so_far", "all", "time_axis"], [f"{name}_behind"]),
            node("Unsqueeze", [values, "none"], [f"{name}_now"]),
            node("Concat", [f"{name}_before", f"{name}_now"], [f"{name}_so_far"], axis=2),
            node("Concat", [f"{name}_so_far", f"{name}_behind"], [f"out_n_layer_self_{name}_cache"], axis=2),
        ]

    def looked_at(name, queries, keys, values, result):
        return [
            node("Transpose", [keys], [f"{name}_turned"], perm=[0, 1, 3, 2]),
            node("MatMul", [queries, f"{name}_turned"], [f"{name}_likeness"]),
            node("Softmax", [f"{name}_likeness"], [f"{name}_weights"], axis=-1),
            node("MatMul", [f"{name}_weights", values], [f"{name}_seen"]),
            node("Squeeze", [f"{name}_seen", "none"], [result]),
        ]

    nodes = [
        node("Shape", ["tokens"], ["shape"]),
        node("Slice", ["shape", "one", "two", "none"], ["count"]),
        node("Add", ["offset", "count"], ["so_far"]),
        node("Gather", ["embedding", "tokens"], ["embedded"]),
        node("Slice", ["places", "offset", "so_far", "none"], ["place"]),
        node("Add", ["embedded", "place"], ["x"]),
        node("MatMul", ["x", "self_keys"], ["k"]),
        node("MatMul", ["x", "self_values"], ["v"]),
        *kept("k", "k"),
        *kept("v", "v"),
        *looked_at("self", "x", "k_so_far", "v_so_far", "of_text"),
        *looked_at("cross", "x", "n_layer_cross_k", "n_layer_cross_v", "of_audio"),
        node("Identity", ["cross_weights"], ["cross_attention_weights"]),
        node("Sum", ["x", "of_text", "of_audio"], ["sum"]),
        node("MatMul", ["sum", "to_logits"], ["unbiased"]),
        node("Add", ["unbiased", "likely"], ["logits"]),
    ]
    likely = np.zeros(VOCABULARY, np.float32)
    likely[END:] = NEVER
    likely[FIRST_LANGUAGE] += FIRST_LANGUAGE_BONUS
    initializers = [
        weights("embedding", VOCABULARY, STATE),
        weights("places", TEXT_CONTEXT, STATE),
        weights("self_keys", STATE, STATE),
        weights("self_values", STATE, STATE),
        weights("to_logits", STATE, VOCABULARY),
        numpy_helper.from_array(likely, "likely"),
        whole_numbers("none", 0),
        whole_numbers("one", 1),
        whole_numbers("two", 2),
        whole_numbers("time_axis", 2),
        whole_numbers("all", TEXT_CONTEXT),
    ]
    cache, cross = [1, 1, TEXT_CONTEXT, STATE], [1, 1, "audio", STATE]
    inputs = [
        info("tokens", INT64, [1, "count"]),
        info("in_n_layer_self_k_cache", FLOAT, cache),
        info("in_n_layer_self_v_cache", FLOAT, cache),
        info("n_layer_cross_k", FLOAT, cross),
        info("n_layer_cross_v", FLOAT, cross),
        info("offset", INT64, [1]),
    ]
    outputs = [
        info("logits", FLOAT, [1, "count", VOCABULARY]),
        info("out_n_layer_self_k_cache", FLOAT, cache),
        info("out_n_layer_self_v_cache", FLOAT, cache),
        info("cross_attention_weights", FLOAT, [1, 1, "count", "audio"]),
    ]
    return checked(helper.make_graph(nodes, "decoder", inputs, outputs, initializers))


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(encoder(), target / "encoder.onnx")
    onnx.save(decoder(), target / "decoder.onnx")
    lines = [f"{base64.b64encode(piece).decode()} {number}\n" for number, piece in enumerate(PIECES)]
    (target / "tokens.txt").write_text("".join(lines))
