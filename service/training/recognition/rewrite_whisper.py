"""Writes the graphs that export_whisper wrote until 28 November 2026 in the form that it writes today:
`python3 -m recognition.rewrite_whisper OLD NEW`.

The weights stay the same: unsigned bytes become signed ones that stand for the same numbers, and the products that
were computed in floats get the bytes they were stored as.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from recognition.whisper_graphs import PROJECTION, Bytes, write_graphs

UNSIGNED, SIGNED = "_quantized", "_bytes"
OLD_PROJECTION = "embedding"


def signed(numbers):
    return (numbers.astype(np.int16) - 128).astype(np.int8).reshape(numbers.shape)


def state_of(folder):
    """Returns the weights of both graphs by their names in the network."""
    stored = {
        tensor.name: numpy_helper.to_array(tensor)
        for name in ("encoder", "decoder")
        for tensor in onnx.load(folder / f"{name}.onnx").graph.initializer
        if not tensor.name.startswith("constant_")
    }
    state = {}
    for name, value in stored.items():
        if name.endswith(UNSIGNED):
            name = name.removesuffix(UNSIGNED)
            scales, zeros = stored[f"{name}_scale"].ravel(), signed(stored[f"{name}_zero_point"].ravel())
            key = f"{PROJECTION}.weight" if name == OLD_PROJECTION else name
            state[key] = Bytes(signed(value), scales.astype(np.float32), zeros)
        elif name.endswith(SIGNED):
            scales = stored[f"{name.removesuffix(SIGNED)}_scales"]
            state[name.removesuffix(SIGNED)] = Bytes(value, scales, np.zeros(len(scales), np.int8))
        else:
            state[name] = value
    return state


if __name__ == "__main__":
    write_graphs(state_of(Path(sys.argv[1])), Path(sys.argv[2]))
