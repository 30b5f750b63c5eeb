"""Writes a model of the shape of Kokoro that hums, for tests: `python3 -m synthesis.write_kokoro_model ../../fixtures/models/tone-kokoro`.

`tokens.onnx` has the names of one published export, `input-ids.onnx` those of another, whose frames of tokens are an output. Each token is
three frames of a tone, whose pitch in Hz and size are the first two numbers of the style; a padding is ten frames of silence. The styles
of a voice are for one token, two, and so on: the more, the higher.
"""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SAMPLE_RATE = 24000
FRAME_SAMPLES = 600
TOKEN_FRAMES, PADDING_FRAMES = 3, 10
STYLE_NUMBERS = 256
STYLES = 8
SIZE = 0.3
VOICES = {"hf_ince": 200, "hm_kalin": 100}
"""The pitch of each voice for one token, in Hz; each token more adds a twentieth."""


def graph(tokens, audio, tells_frames):
    """Returns a model from tokens [1, count], style [1, 256] and speed [1] to samples, and to the frames [1, count] of tokens."""
    def constant(name, value):
        return numpy_helper.from_array(np.asarray(value), name)

    node, info = helper.make_node, helper.make_tensor_value_info
    nodes = [
        node("Equal", [tokens, "padding"], ["is_padding"]),
        node("Where", ["is_padding", "padding_frames", "token_frames"], ["usual_frames"]),
        node("Div", ["usual_frames", "speed"], ["exact_frames"]),
        node("Round", ["exact_frames"], ["whole_frames"]),
        node("Max", ["whole_frames", "one"], ["frames"]),
        node("CumSum", ["frames", "axis"], ["ends"]),
        node("ReduceMax", ["ends"], ["all_frames"], keepdims=0),
        node("Range", ["zero", "all_frames", "one"], ["at_frame"]),
        node("Unsqueeze", ["at_frame", "last_axis"], ["frame_rows"]),
        node("LessOrEqual", ["ends", "frame_rows"], ["is_over"]),
        node("Cast", ["is_over"], ["over"], to=TensorProto.INT64),
        node("ReduceSum", ["over", "last_axis"], ["token_of_frame"], keepdims=0),
        node("Squeeze", ["is_padding", "first_axis"], ["silent_tokens"]),
        node("Gather", ["silent_tokens", "token_of_frame"], ["is_silent"]),
        node("Split", ["style", "parts"], ["hertz", "size", "others"], axis=1),
        node("Squeeze", ["hertz"], ["hertz_of_voice"]),
        node("Squeeze", ["size"], ["size_of_voice"]),
        node("Where", ["is_silent", "zero", "size_of_voice"], ["loudness"]),
        node("Unsqueeze", ["loudness", "last_axis"], ["loudness_rows"]),
        node("Mul", ["all_frames", "frame_samples"], ["samples"]),
        node("Range", ["zero", "samples", "one"], ["at"]),
        node("Mul", ["at", "hertz_of_voice"], ["cycles"]),
        node("Mul", ["cycles", "turn"], ["phase"]),
        node("Sin", ["phase"], ["wave"]),
        node("Reshape", ["wave", "rows"], ["wave_rows"]),
        node("Mul", ["wave_rows", "loudness_rows"], ["tone_rows"]),
        node("Reshape", ["tone_rows", "flat"], [audio]),
    ]
    initializers = [
        constant("padding", np.int64(0)),
        constant("padding_frames", np.float32(PADDING_FRAMES)),
        constant("token_frames", np.float32(TOKEN_FRAMES)),
        constant("zero", np.float32(0)),
        constant("one", np.float32(1)),
        constant("axis", np.int64(1)),
        constant("first_axis", np.array([0])),
        constant("last_axis", np.array([1])),
        constant("parts", np.array([1, 1, STYLE_NUMBERS - 2])),
        constant("frame_samples", np.float32(FRAME_SAMPLES)),
        constant("turn", np.float32(2 * np.pi / SAMPLE_RATE)),
        constant("rows", np.array([-1, FRAME_SAMPLES])),
        constant("flat", np.array([-1])),
    ]
    inputs = [
        info(tokens, TensorProto.INT64, [1, "count"]),
        info("style", TensorProto.FLOAT, [1, STYLE_NUMBERS]),
        info("speed", TensorProto.FLOAT, [1]),
    ]
    outputs = [info(audio, TensorProto.FLOAT, ["samples"])]
    if tells_frames:
        outputs.append(info("frames", TensorProto.FLOAT, [1, "count"]))
    model = helper.make_model(
        helper.make_graph(nodes, "tone", inputs, outputs, initializers), opset_imports=[helper.make_opsetid("", 18)],
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


def styles(lowest_hz):
    """Returns the style vectors of a voice."""
    rows = np.zeros((STYLES, STYLE_NUMBERS), "<f4")
    rows[:, 0] = lowest_hz * (1 + np.arange(STYLES) / 20)
    rows[:, 1] = SIZE
    return rows


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(graph("tokens", "audio", False), target / "tokens.onnx")
    onnx.save(graph("input_ids", "waveform", True), target / "input-ids.onnx")
    for name, hertz in VOICES.items():
        styles(hertz).tofile(target / f"{name}.bin")
    files = {"model": "tokens.onnx", **{name: f"{name}.bin" for name in VOICES}}
    manifest = {
        "id": "tone-kokoro",
        "kind": "kokoro-synthesizer",
        "task": "synthesis",
        "sample_rate": SAMPLE_RATE,
        "files": files,
        "durations": "frames",
        "voices": {name: {"age": "young", "pitch_hz": hertz, "gain_db": 0} for name, hertz in VOICES.items()},
        "licence": "MIT",
        "made_with": {"commands": "service/training/README.md"},
        "measured": {},
        "sha256": {name: hashlib.sha256((target / name).read_bytes()).hexdigest() for name in files.values()},
    }
    (target / "model.json").write_text(json.dumps(manifest, indent=2) + "\n")
