"""Writes a model of the form of WeSpeaker's speaker embeddings, for tests:
`python3 -m recognition.write_speaker_model ../../fixtures/models/speaker-embeddings`.

The embedding is how the long-term spectrum bends from band to band below 2 kHz: where the harmonics of a voice lie. It tells the
bundled voices apart, and no more is asked of it.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

BANDS = 80
LOW_BANDS = 40
SAMPLE_RATE = 16000
OPSET = 13


def bends():
    """Returns what makes second differences of the lower bands: [bands, differences]."""
    matrix = np.zeros((BANDS, LOW_BANDS), np.float32)
    for at in range(LOW_BANDS):
        matrix[at:at + 3, at] = [1, -2, 1]
    return matrix


def graph():
    """Returns x [1, frames, bands], logarithms of power, to embs [1, differences]."""
    nodes = [
        helper.make_node("Exp", ["x"], ["power"]),
        helper.make_node("ReduceMean", ["power"], ["mean"], axes=[1], keepdims=0),
        helper.make_node("Log", ["mean"], ["spectrum"]),
        helper.make_node("MatMul", ["spectrum", "bends"], ["embs"]),
    ]
    info = helper.make_tensor_value_info
    model = helper.make_model(
        helper.make_graph(
            nodes, "bends",
            [info("x", TensorProto.FLOAT, [1, "frames", BANDS])],
            [info("embs", TensorProto.FLOAT, [1, LOW_BANDS])],
            [numpy_helper.from_array(bends(), "bends")],
        ),
        opset_imports=[helper.make_opsetid("", OPSET)],
    )
    model.ir_version = 8
    helper.set_model_props(model, {
        "framework": "wespeaker", "language": "Turkish", "url": "", "comment": "for tests",
        "sample_rate": str(SAMPLE_RATE), "output_dim": str(LOW_BANDS), "normalize_samples": "1", "feature_normalize_type": "",
    })
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(graph(), target / "model.onnx")
