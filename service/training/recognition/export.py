"""Writes the shipped model: `python3 -m recognition.export CHECKPOINT DATA_FOLDER MODEL_FOLDER`.

Weights are rounded to half precision and stored so; a Cast in the graph widens them when the model is loaded. The
streaming form is compared with the form that was trained, in chunks of several sizes, before anything is written.
"""

import io
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from recognition.features import BANDS, DEVIATION, FLOOR, MEAN
from recognition.make_data import read_set
from recognition.measure import log_probabilities
from recognition.network import FRAMES_PER_STEP, RIGHT_CONTEXT, Recogniser, StreamingRecogniser, fold_norms
from recognition.two_dimensional import in_two_dimensions

FILE_NAME = "acoustic.onnx"
OPSET = 13
SMALLEST_HALVED = 256
TOLERANCE = 1e-3


def shipped_network(checkpoint):
    """Returns the network of a checkpoint as it is shipped: norms folded, weights rounded to half precision."""
    network = Recogniser()
    network.load_state_dict(torch.load(checkpoint)["network"])
    network = fold_norms(network)
    for parameter in network.parameters():
        if parameter.numel() >= SMALLEST_HALVED:
            parameter.data = parameter.data.half().float()
    return network


def streamed(network, features, chunk_steps):
    """Returns the log-probabilities [steps, tokens] of normalised features, fed in chunks and flushed."""
    streaming = StreamingRecogniser(network)
    steps = -(-len(features) // FRAMES_PER_STEP)
    quiet = (np.log(FLOOR) - MEAN) / DEVIATION
    padding = (steps + RIGHT_CONTEXT) * FRAMES_PER_STEP - len(features)
    whole = torch.tensor(np.pad(features, ((0, padding), (0, 0)), constant_values=quiet), dtype=torch.float32)
    state, rows = torch.zeros(1, StreamingRecogniser.STATE_SIZE), []
    with torch.no_grad():
        for start in range(0, len(whole) // FRAMES_PER_STEP, chunk_steps):
            chunk = whole[start * FRAMES_PER_STEP : (start + chunk_steps) * FRAMES_PER_STEP]
            log_probs, state = streaming(chunk[None], torch.tensor([start]), state)
            rows.append(log_probs[0])
    return torch.cat(rows)[RIGHT_CONTEXT:]


def check_streaming(network, data_folder):
    """Fails unless the stream gives what the whole utterance gives, whatever the chunks."""
    for text, powers in read_set(data_folder, "trained")[:3]:
        features = (np.log(np.exp(np.asarray(powers, np.float32)) + FLOOR) - MEAN) / DEVIATION
        whole = log_probabilities(network, features)
        for chunk_steps in (1, 3, 7, 50, 10_000):
            difference = (streamed(network, features, chunk_steps) - whole).abs().max().item()
            assert difference < TOLERANCE, f"chunks of {chunk_steps} differ by {difference} on: {text}"


def halve_weights(model):
    """Stores the graph's large weights in half precision, widened by a Cast where they are used."""
    casts = []
    for weight in model.graph.initializer:
        if weight.data_type != TensorProto.FLOAT or np.prod(weight.dims) < SMALLEST_HALVED:
            continue
        name = weight.name
        halved = numpy_helper.from_array(numpy_helper.to_array(weight).astype(np.float16), f"{name}.half")
        weight.CopyFrom(halved)
        casts.append(helper.make_node("Cast", [halved.name], [name], name=f"{name}.widen", to=TensorProto.FLOAT))
    for cast in reversed(casts):
        model.graph.node.insert(0, cast)
    return model


def export(network, path):
    """Writes the streaming network as ONNX."""
    streaming = StreamingRecogniser(network).eval()
    example = (
        torch.zeros(2, 8 * FRAMES_PER_STEP, BANDS), torch.tensor([0, 8]), torch.zeros(2, StreamingRecogniser.STATE_SIZE),
    )
    written = io.BytesIO()
    torch.onnx.export(
        streaming, example, written, opset_version=OPSET,
        input_names=["features", "position", "state"], output_names=["log_probs", "next_state"],
        dynamic_axes={
            "features": {0: "batch", 1: "frames"}, "position": {0: "batch"}, "state": {0: "batch"},
            "log_probs": {0: "batch", 1: "steps"}, "next_state": {0: "batch"},
        },
    )
    model = halve_weights(in_two_dimensions(onnx.load_from_string(written.getvalue())))
    onnx.checker.check_model(model)
    onnx.save(model, path)


if __name__ == "__main__":
    shipped = shipped_network(sys.argv[1])
    check_streaming(shipped, sys.argv[2])
    target = Path(sys.argv[3])
    target.mkdir(parents=True, exist_ok=True)
    export(shipped, target / FILE_NAME)
    print(f"state size {StreamingRecogniser.STATE_SIZE}, {(target / FILE_NAME).stat().st_size} bytes")
