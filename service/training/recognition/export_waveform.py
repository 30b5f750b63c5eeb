"""Writes the shipped recogniser as one graph from samples to tokens, the form of sherpa-onnx's Omnilingual CTC models:
`python3 -m recognition.export_waveform ../small-models/transcribe-1 ../../fixtures/models/waveform-ctc`.

Input x [1, samples] at 16 kHz, scaled by the runtime to mean 0 and deviation 1. Output log-probabilities
[1, steps, tokens] in steps of 20 ms: the runtime knows no others, so each of our steps of 40 ms comes twice, which CTC
reads as one. The features are those of features.py; the network begins with an empty state and ends with the silence
that its right context asks for.

The weights stay where they are: the graph names their places in acoustic.onnx, which has to lie beside it.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, compose, helper, numpy_helper

from recognition.features import BANDS, DEVIATION, FFT_SIZE, FLOOR, HOP, MEAN, SILENCE, WINDOW, mel_filters

OPSET = 13
FRAMES_PER_STEP = 4
NETWORK = "network."
SMALLEST_LEFT_BYTES = 256
SPEECH_DEVIATION = 0.05
"""What samples are scaled to: the level of usual speech, which the network was trained on."""


def constants(values):
    return [numpy_helper.from_array(np.asarray(value), name) for name, value in values.items()]


def front(state_size, right_context):
    """Returns the graph from samples to what the network takes: features, position and state."""
    filters, _ = mel_filters()
    bins = FFT_SIZE // 2 + 1
    initializers = constants({
        "bins": np.arange(bins)[:, None],
        "places": np.arange(WINDOW)[None],
        "period": np.array([FFT_SIZE]),
        "turn": np.float32(2 * np.pi / FFT_SIZE),
        "quarter": np.float32(np.pi / 2),
        "window": (SPEECH_DEVIATION * (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW))).astype(np.float32),
        "filters": filters.T.astype(np.float32),
        "floor": np.float32(FLOOR),
        "mean": np.float32(MEAN),
        "deviation": np.float32(DEVIATION),
        "quiet": np.float32((SILENCE - MEAN) / DEVIATION),
        "halves": np.array([bins, bins]),
        "one": np.array([1]),
        "per_step": np.array([FRAMES_PER_STEP]),
        "behind": np.array([FRAMES_PER_STEP * right_context]),
        "before": np.array([0, 0, 0, 0]),
        "zero": np.array([0]),
        "none": np.array([1, state_size]),
    })
    half = WINDOW // 2
    node = helper.make_node
    nodes = [
        # The discrete Fourier transform of a windowed frame, as a convolution.
        node("Mul", ["bins", "places"], ["cycles"]),
        node("Mod", ["cycles", "period"], ["phase_number"]),
        node("Cast", ["phase_number"], ["phase"], to=TensorProto.FLOAT),
        node("Mul", ["phase", "turn"], ["angle"]),
        node("Cos", ["angle"], ["cosine"]),
        node("Add", ["angle", "quarter"], ["later_angle"]),
        node("Cos", ["later_angle"], ["sine"]),
        node("Concat", ["cosine", "sine"], ["waves"], axis=0),
        node("Mul", ["waves", "window"], ["windowed"]),
        node("Unsqueeze", ["windowed", "one"], ["kernels"]),
        node("Unsqueeze", ["x", "one"], ["samples"]),
        node("Conv", ["samples", "kernels"], ["spectrum"], strides=[HOP], pads=[half, half], kernel_shape=[WINDOW]),
        node("Split", ["spectrum", "halves"], ["real", "imaginary"], axis=1),
        node("Mul", ["real", "real"], ["real_power"]),
        node("Mul", ["imaginary", "imaginary"], ["imaginary_power"]),
        node("Add", ["real_power", "imaginary_power"], ["power_by_bin"]),
        node("Transpose", ["power_by_bin"], ["power"], perm=[0, 2, 1]),
        node("MatMul", ["power", "filters"], ["band_power"]),
        node("Add", ["band_power", "floor"], ["floored"]),
        node("Log", ["floored"], ["level"]),
        node("Sub", ["level", "mean"], ["centred"]),
        node("Div", ["centred", "deviation"], ["frames"]),
        # Frames that lack to a whole step, and those of the right context, are silence.
        node("Shape", ["frames"], ["shape"]),
        node("Gather", ["shape", "one"], ["count"]),
        node("Mod", ["count", "per_step"], ["over"]),
        node("Sub", ["per_step", "over"], ["to_step"]),
        node("Add", ["to_step", "behind"], ["lacking"]),
        node("Concat", ["before", "lacking", "zero"], ["pads"], axis=0),
        node("Pad", ["frames", "pads", "quiet"], ["features"]),
        node("Identity", ["zero"], ["position"]),
        node("ConstantOfShape", ["none"], ["state"]),
    ]
    info = helper.make_tensor_value_info
    return helper.make_model(
        helper.make_graph(
            nodes, "front",
            [info("x", TensorProto.FLOAT, [1, "samples"])],
            [
                info("features", TensorProto.FLOAT, [1, "frames", BANDS]),
                info("position", TensorProto.INT64, [1]),
                info("state", TensorProto.FLOAT, [1, state_size]),
            ],
            initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
    )


def back(tokens, right_context):
    """Returns the graph from the network's steps to those of the runtime."""
    initializers = constants({
        "first": np.array([right_context]),
        "end": np.array([np.iinfo(np.int64).max]),
        "axis": np.array([1]),
        "behind_step": np.array([2]),
        "twice": np.array([1, 1, 2, 1]),
        "flat": np.array([1, -1, tokens]),
    })
    nodes = [
        helper.make_node("Slice", ["steps", "first", "end", "axis"], ["heard"]),
        helper.make_node("Unsqueeze", ["heard", "behind_step"], ["single"]),
        helper.make_node("Tile", ["single", "twice"], ["double"]),
        helper.make_node("Reshape", ["double", "flat"], ["logits"]),
    ]
    info = helper.make_tensor_value_info
    return helper.make_model(
        helper.make_graph(
            nodes, "back",
            [info("steps", TensorProto.FLOAT, [1, "steps", tokens])],
            [info("logits", TensorProto.FLOAT, [1, "runtime_steps", tokens])],
            initializers,
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
    )


def whole(network, manifest):
    """Returns the network between both, as the runtime takes it."""
    right_context = manifest["right_context_steps"]
    network = compose.add_prefix(network, NETWORK)
    begun = front(manifest["state_size"], right_context)
    begun.ir_version = network.ir_version
    ended = back(len(manifest["tokens"]), right_context)
    ended.ir_version = network.ir_version
    joined = compose.merge_models(begun, network, io_map=[
        ("features", "network.features"),
        ("position", "network.position"),
        ("state", "network.state"),
    ])
    joined = compose.merge_models(
        joined, ended, io_map=[("network.log_probs", "steps")], outputs=["logits"],
    )
    onnx.checker.check_model(joined)
    return joined


def point_at_weights(model, weights_file):
    """Leaves the large weights in the file that has them, and their places in it in the graph."""
    there = weights_file.read_bytes()
    for weight in model.graph.initializer:
        if not weight.name.startswith(NETWORK) or len(weight.raw_data) < SMALLEST_LEFT_BYTES:
            continue
        offset = there.index(weight.raw_data)
        places = {"location": weights_file.name, "offset": offset, "length": len(weight.raw_data)}
        weight.ClearField("raw_data")
        weight.data_location = TensorProto.EXTERNAL
        weight.external_data.extend(onnx.StringStringEntryProto(key=key, value=str(value)) for key, value in places.items())


def token_lines(tokens):
    """Returns tokens.txt: a token and its number in each line."""
    names = ["<blk>" if token == "" else token for token in tokens]
    return "".join(f"{name} {number}\n" for number, name in enumerate(names))


if __name__ == "__main__":
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    manifest = json.loads((source / "model.json").read_text())
    weights = source / manifest["files"]["acoustic"]
    graph = whole(onnx.load(weights), manifest)
    point_at_weights(graph, weights)
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(graph, target / "model.onnx")
    (target / "tokens.txt").write_text(token_lines(manifest["tokens"]))
    print(f"{(target / 'model.onnx').stat().st_size} bytes")
