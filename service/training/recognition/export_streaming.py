"""Writes the shipped recogniser in the form of sherpa-onnx's streaming NeMo CTC models:
`python3 -m recognition.export_streaming ../small-models/transcribe-1 ../../fixtures/models/streaming-ctc`.

Inputs: audio_signal [batch, 64, window], the runtime's log mel features; length; cache_last_channel, the network's
memory; cache_last_time, which is not used; cache_last_channel_len, the steps heard so far. Outputs: log-probabilities
[batch, steps, tokens] and the next memories.

A window has, behind the frames of its own steps, those of the right context: each window is fed from there on, and the
first of a stream, or of several in one run, from its beginning. So the answer to a step is where the step is.

The runtime's features differ from those of features.py: its window is Povey's, high frequencies are raised by a
pre-emphasis, and its least power is another. Both windows and the filter are known, so the powers are brought back.

The weights stay where they are: the graph names their places in acoustic.onnx, which has to lie beside it.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, compose, helper

from recognition.export_waveform import FRAMES_PER_STEP, NETWORK, OPSET, constants, point_at_weights, token_lines
from recognition.features import (
    BANDS, DEVIATION, FFT_SIZE, FLOOR, HIGHEST_HZ, LOWEST_HZ, MEAN, SAMPLE_RATE, WINDOW, mel_filters,
)

STEPS_PER_RUN = 4
LEAD = "lead."
RUNTIME_FLOOR = np.finfo(np.float32).eps
PRE_EMPHASIS = 0.97
POVEY_POWER = 0.85


def runtime_filters():
    """Returns the runtime's filters [bands, bins]: triangles over mel and not over hertz."""
    def mel(frequency):
        return 1127 * np.log(1 + frequency / 700)

    edges = np.linspace(mel(LOWEST_HZ), mel(HIGHEST_HZ), BANDS + 2)
    bins = mel(np.fft.rfftfreq(FFT_SIZE, 1 / SAMPLE_RATE))
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    return np.maximum(0, np.minimum((bins - left) / (centre - left), (right - bins) / (right - centre)))


def band_gains():
    """Returns what the runtime's power of each band is multiplied by to be that of features.py."""
    turns = 2 * np.pi * np.arange(FFT_SIZE // 2 + 1) / FFT_SIZE
    raised = np.abs(1 - PRE_EMPHASIS * np.exp(-1j * turns)) ** 2
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)
    povey = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / (WINDOW - 1))) ** POVEY_POWER
    ours, _ = mel_filters()
    by_filter = ours.sum(1) / (runtime_filters() * raised).sum(1)
    return (by_filter * (hann**2).sum() / (povey**2).sum()).astype(np.float32)


def lead(network, state_size):
    """Returns the branches that hear the right context before the first step, and that do not."""
    shared = {weight.name for weight in network.graph.initializer}
    shared |= {node.output[0] for node in network.graph.node if node.op_type == "Cast" and node.input[0] in shared}
    begun = {"network.features": "ahead", "network.position": "cache_last_channel_len", "network.state": "state"}

    def name(original):
        if original == "" or original in shared:
            return original
        return begun.get(original, LEAD + original)

    nodes = []
    for original in network.graph.node:
        if original.output[0] in shared:
            continue
        node = onnx.NodeProto()
        node.CopyFrom(original)
        node.name = LEAD + original.name
        node.input[:] = [name(one) for one in original.input]
        node.output[:] = [name(one) for one in original.output]
        nodes.append(node)
    result = name("network.next_state")
    info = helper.make_tensor_value_info
    heard = helper.make_graph(nodes, "heard", [], [info(result, TensorProto.FLOAT, ["batch", state_size])])
    kept = helper.make_graph(
        [helper.make_node("Identity", ["state"], ["kept_state"])], "kept", [],
        [info("kept_state", TensorProto.FLOAT, ["batch", state_size])],
    )
    return heard, kept


def whole(network, manifest):
    """Returns the network as the runtime takes it."""
    right_context, state_size, tokens = (
        manifest["right_context_steps"], manifest["state_size"], len(manifest["tokens"]),
    )
    ahead = right_context * FRAMES_PER_STEP
    chunk = STEPS_PER_RUN * FRAMES_PER_STEP
    opset = network.opset_import[0].version
    assert opset == OPSET, f"the network is of opset {opset}"
    network = compose.add_prefix(network, NETWORK)
    heard, kept = lead(network, state_size)
    values = constants({
        "runtime_floor": np.float32(RUNTIME_FLOOR),
        "none": np.float32(0),
        "gains": band_gains(),
        "floor": np.float32(FLOOR),
        "mean": np.float32(MEAN),
        "deviation": np.float32(DEVIATION),
        "flat": np.array([-1, state_size]),
        "cache": np.array([-1, 1, 1, state_size]),
        "start": np.array(0),
        "first": np.array([0]),
        "axis": np.array([1]),
        "context": np.array([ahead]),
        "window": np.array([ahead + chunk]),
        "context_steps": np.array(right_context),
        "steps": np.array(STEPS_PER_RUN),
    })
    node = helper.make_node
    nodes = [
        node("Transpose", ["audio_signal"], ["levels"], perm=[0, 2, 1]),
        node("Exp", ["levels"], ["floored"]),
        node("Sub", ["floored", "runtime_floor"], ["above"]),
        node("Max", ["above", "none"], ["power"]),
        node("Mul", ["power", "gains"], ["band_power"]),
        node("Add", ["band_power", "floor"], ["heard_power"]),
        node("Log", ["heard_power"], ["level"]),
        node("Sub", ["level", "mean"], ["centred"]),
        node("Div", ["centred", "deviation"], ["features"]),
        node("Slice", ["features", "first", "context", "axis"], ["ahead"]),
        node("Slice", ["features", "context", "window", "axis"], ["network.features"]),
        node("Reshape", ["cache_last_channel", "flat"], ["state"]),
        node("Equal", ["cache_last_channel_len", "start"], ["is_new"]),
        node("Cast", ["is_new"], ["new"], to=TensorProto.INT32),
        node("ReduceMax", ["new"], ["newest"], keepdims=0),
        node("Cast", ["newest"], ["any_new"], to=TensorProto.BOOL),
        node("Unsqueeze", ["is_new", "axis"], ["is_new_row"]),
        node("Where", ["is_new", "context_steps", "cache_last_channel_len"], ["network.position"]),
        node("If", ["any_new"], ["led_state"], then_branch=heard, else_branch=kept),
        node("Where", ["is_new_row", "led_state", "state"], ["network.state"]),
        node("Add", ["network.position", "steps"], ["next_channel_len"]),
        node("Identity", ["cache_last_time"], ["next_time"]),
        node("Identity", ["length"], ["logit_length"]),
        node("Reshape", ["network.next_state", "cache"], ["next_channel"]),
        node("Identity", ["network.log_probs"], ["logits"]),
    ]
    casts = [one for one in network.graph.node if one.op_type == "Cast" and one.input[0] in
             {weight.name for weight in network.graph.initializer}]
    others = [one for one in network.graph.node if one not in casts]
    begin = nodes.index(next(one for one in nodes if one.output[0] == "next_channel_len"))
    info = helper.make_tensor_value_info
    cache = ["batch", 1, 1, state_size]
    joined = helper.make_model(
        helper.make_graph(
            [*casts, *nodes[:begin], *others, *nodes[begin:]], "streaming",
            [
                info("audio_signal", TensorProto.FLOAT, ["batch", BANDS, ahead + chunk]),
                info("length", TensorProto.INT64, ["batch"]),
                info("cache_last_channel", TensorProto.FLOAT, cache),
                info("cache_last_time", TensorProto.FLOAT, ["batch", 1, 1, 1]),
                info("cache_last_channel_len", TensorProto.INT64, ["batch"]),
            ],
            [
                info("logits", TensorProto.FLOAT, ["batch", STEPS_PER_RUN, tokens]),
                info("logit_length", TensorProto.INT64, ["batch"]),
                info("next_channel", TensorProto.FLOAT, cache),
                info("next_time", TensorProto.FLOAT, ["batch", 1, 1, 1]),
                info("next_channel_len", TensorProto.INT64, ["batch"]),
            ],
            [*values, *network.graph.initializer],
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
        ir_version=network.ir_version,
    )
    helper.set_model_props(joined, {
        "window_size": str(ahead + chunk),
        "chunk_shift": str(chunk),
        "subsampling_factor": str(FRAMES_PER_STEP),
        # The runtime counts the blank itself.
        "vocab_size": str(tokens - 1),
        "cache_last_channel_dim1": "1",
        "cache_last_channel_dim2": "1",
        "cache_last_channel_dim3": str(state_size),
        "cache_last_time_dim1": "1",
        "cache_last_time_dim2": "1",
        "cache_last_time_dim3": "1",
    })
    onnx.checker.check_model(joined)
    return joined


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
