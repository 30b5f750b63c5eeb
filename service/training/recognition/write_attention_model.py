"""Writes a model of the kind whisper-transcriber that tests can foresee: `python3 -m recognition.write_attention_model FOLDER`.

What it writes next depends on the last token alone, by the table below, whatever it hears; its attention goes on by
ten frames (0.2 s) a token. So a test knows the likeliest text, and where each word is.
"""
import base64
import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

PIECES = [" Mer", "haba", " dün", "ya", " Dur", ",", ".", " la"]
SPECIAL = ["startoftranscript", "tr", "de", "transcribe", "notimestamps", "nospeech", "endoftext"]
NAMES = PIECES + SPECIAL
NEXT = {
    "startoftranscript": {"tr": 0.9, "de": 0.08, "nospeech": 0.02},
    "notimestamps": {" Mer": 0.5, " Dur": 0.3, " la": 0.2},
    " Mer": {"haba": 1.0},
    "haba": {",": 0.6, " dün": 0.4},
    ",": {" dün": 1.0},
    " dün": {"ya": 1.0},
    "ya": {".": 1.0},
    ".": {"endoftext": 1.0},
    " Dur": {".": 0.5, "ya": 0.5},
    " la": {" la": 0.9999, "endoftext": 0.0001},
}
"""Of each token, the probabilities of what follows; what has no row ends the text."""
HEADS, SIZE, ALIGNED = 1, 2, 2
FRAMES_PER_TOKEN, SAMPLES_PER_FRAME = 10, 320
PROMPT = 4
LEAST = 1e-6


def table() -> np.ndarray:
    rows = np.full((len(NAMES), len(NAMES)), LEAST, np.float32)
    for row, name in enumerate(NAMES):
        for follower, probability in NEXT.get(name, {"endoftext": 1.0}).items():
            rows[row, NAMES.index(follower)] = probability
    return np.log(rows / rows.sum(axis=1, keepdims=True))


def constant(name: str, value) -> onnx.TensorProto:
    return numpy_helper.from_array(np.asarray(value), name)


def value(name: str, shape, kind=TensorProto.FLOAT):
    return helper.make_tensor_value_info(name, kind, shape)


def save(path: Path, nodes, inputs, outputs, constants) -> None:
    graph = helper.make_graph(nodes, path.stem, inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.checker.check_model(model, full_check=True)
    onnx.save(model, path)


def write_encoder(path: Path) -> None:
    node = helper.make_node
    nodes = [
        node("Shape", ["samples"], ["length"]),
        node("Add", ["length", "padding"], ["padded"]),
        node("Add", ["padded", "rest"], ["rounded"]),
        node("Div", ["rounded", "per_frame"], ["frames"]),
        node("Concat", ["before", "frames", "after"], ["values_shape"], axis=0),
        node("Concat", ["before", "after", "frames"], ["keys_shape"], axis=0),
        node("ConstantOfShape", ["keys_shape"], ["keys_0"]),
        node("ConstantOfShape", ["values_shape"], ["values_0"]),
    ]
    constants = [
        constant("rest", np.int64([SAMPLES_PER_FRAME - 1])),
        constant("per_frame", np.int64([SAMPLES_PER_FRAME])),
        constant("before", np.int64([HEADS])),
        constant("after", np.int64([SIZE])),
    ]
    inputs = [value("samples", ["n"]), value("padding", [1], TensorProto.INT64)]
    outputs = [value("keys_0", [HEADS, SIZE, "T"]), value("values_0", [HEADS, "T", SIZE])]
    save(path, nodes, inputs, outputs, constants)


def write_decoder(path: Path) -> None:
    node = helper.make_node
    past = ["B0", HEADS, "P", SIZE]
    following = ["B", HEADS, "N", SIZE]
    nodes = [node("Gather", ["table", "tokens"], ["log_probs"], axis=0)]
    # What it remembers holds nothing but how much was written.
    nodes += [
        node("Shape", ["tokens"], ["tokens_shape"]),
        node("Slice", ["tokens_shape", "zero", "one"], ["rows"]),
        node("Slice", ["tokens_shape", "one", "two"], ["count"]),
        node("Concat", ["rows", "heads", "count", "size"], ["new_shape"], axis=0),
        node("ConstantOfShape", ["new_shape"], ["new"]),
    ]
    for part in ("keys", "values"):
        nodes += [
            node("Gather", [f"past_{part}_0", "origins"], [f"kept_{part}"], axis=0),
            node("Concat", [f"kept_{part}", "new"], [f"next_{part}_0"], axis=2),
        ]
    nodes += [
        node("Shape", ["next_keys_0"], ["next_shape"]),
        node("Slice", ["next_shape", "two", "three"], ["written"]),
        node("Sub", ["written", "count"], ["before"]),
        node("Squeeze", ["before", "zero"], ["first"]),
        node("Squeeze", ["written", "zero"], ["last"]),
        node("Range", ["first", "last", "scalar_one"], ["places"]),
        node("Sub", ["places", "prompt"], ["behind_prompt"]),
        node("Mul", ["behind_prompt", "per_token"], ["looked_at"]),
        node("Cast", ["looked_at"], ["centre"], to=TensorProto.FLOAT),
        node("Unsqueeze", ["centre", "one"], ["centres"]),
        node("Shape", ["values_0"], ["values_shape"]),
        node("Slice", ["values_shape", "one", "two"], ["frames"]),
        node("Squeeze", ["frames", "zero"], ["frame_count"]),
        node("Range", ["scalar_zero", "frame_count", "scalar_one"], ["frame_numbers"]),
        node("Cast", ["frame_numbers"], ["frame"], to=TensorProto.FLOAT),
        node("Sub", ["frame", "centres"], ["distance"]),
        node("Mul", ["distance", "distance"], ["square"]),
        node("Mul", ["square", "narrow"], ["look"]),
        node("Softmax", ["look"], ["weights"], axis=-1),
        node("Unsqueeze", ["weights", "zero_one"], ["shaped"]),
        node("Concat", ["aligned", "rows", "count", "frames"], ["attention_shape"], axis=0),
        node("Expand", ["shaped", "attention_shape"], ["attention"]),
    ]
    constants = [
        constant("table", table()),
        *(constant(name, np.int64([number])) for name, number in
          [("zero", 0), ("one", 1), ("two", 2), ("three", 3), ("heads", HEADS),
           ("size", SIZE), ("aligned", ALIGNED)]),
        constant("zero_one", np.int64([0, 1])),
        constant("scalar_zero", np.int64(0)),
        constant("scalar_one", np.int64(1)),
        constant("prompt", np.int64(PROMPT - 1)),
        constant("per_token", np.int64(FRAMES_PER_TOKEN)),
        constant("narrow", np.float32(-0.05)),
    ]
    inputs = [
        value("tokens", ["B", "S"], TensorProto.INT64), value("origins", ["B"], TensorProto.INT64),
        value("past_keys_0", past), value("past_values_0", past),
        value("keys_0", [HEADS, SIZE, "T"]), value("values_0", [HEADS, "T", SIZE]),
    ]
    outputs = [
        value("log_probs", ["B", "S", len(NAMES)]), value("next_keys_0", following), value("next_values_0", following),
        value("attention", [ALIGNED, "B", "S", "T"]),
    ]
    save(path, nodes, inputs, outputs, constants)


def write_tokens(path: Path) -> None:
    tokens = [base64.b64encode(piece.encode()).decode() for piece in PIECES] + [""] * len(SPECIAL)
    number = {name: len(PIECES) + at for at, name in enumerate(SPECIAL)}
    languages = {code: number.pop(code) for code in ("tr", "de")}
    path.write_text(json.dumps({"tokens": tokens, "special": {**number, "languages": languages}}) + "\n")


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    write_encoder(folder / "encoder.onnx")
    write_decoder(folder / "decoder.onnx")
    write_tokens(folder / "tokens.json")
    files = {"encoder": "encoder.onnx", "decoder": "decoder.onnx", "tokens": "tokens.json"}
    manifest = {
        "id": "foreseen",
        "kind": "whisper-transcriber",
        "task": "transcription",
        "sample_rate": 16000,
        "default": True,
        "capabilities": ["word_times", "written_form"],
        "files": files,
        "padding_seconds": 0,
        "decoding": {
            "beam": 4, "live_beam": 1, "word_weight": 0, "word_bonus": 0, "no_speech": 0.6, "least_nats_per_token": -1,
            "confidence_power": 1,
        },
        "licence": "MIT",
        "made_with": {"command": "python3 -m recognition.write_attention_model"},
        "measured": {},
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files.values()},
    }
    (folder / "model.json").write_text(json.dumps(manifest, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
