"""Writes models of the shape of Silero's detectors of voice activity that take what is loud for speech, for tests:
`python3 -m recognition.write_voice_activity_models ../../fixtures/models/voice-activity`.

The probability is ten times the root mean square of a window, or six tenths of the level before, where that is more: it
needs the state. `v4.onnx` has the inputs and outputs of the fourth version, `v5.onnx` those of the fifth and sixth.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

PROBABILITY_PER_LEVEL = 10
KEPT_OF_LEVEL = 0.6
OPSET = 13


def detector(states):
    """Returns the graph for states by name: what the next one is called, and how many numbers it has."""
    def constant(name, value):
        return numpy_helper.from_array(np.asarray(value), name)

    node, info = helper.make_node, helper.make_tensor_value_info
    first = next(iter(states))
    nodes = [
        node("Mul", ["input", "input"], ["squares"]),
        node("ReduceMean", ["squares"], ["power"], axes=[1], keepdims=1),
        node("Sqrt", ["power"], ["level"]),
        node("ReduceMax", [first], ["level_before"], keepdims=0),
        node("Mul", ["level_before", "kept"], ["level_kept"]),
        node("Max", ["level", "level_kept"], ["level_now"]),
        node("Mul", ["level_now", "per_level"], ["unlimited"]),
        node("Clip", ["unlimited", "", "one"], ["output"]),
    ]
    initializers = [
        constant("kept", np.float32(KEPT_OF_LEVEL)),
        constant("per_level", np.float32(PROBABILITY_PER_LEVEL)),
        constant("one", np.float32(1)),
    ]
    for name, (following, size) in states.items():
        initializers.append(constant(f"{name}_shape", np.array([2, 1, size])))
        nodes.append(node("Expand", ["level_now", f"{name}_shape"], [following]))
    by_name = {name: info(name, TensorProto.FLOAT, [2, 1, size]) for name, (_, size) in states.items()}
    by_name["input"] = info("input", TensorProto.FLOAT, [1, "samples"])
    by_name["sr"] = info("sr", TensorProto.INT64, [1])
    # The runtime asks for this order.
    order = ["input", "sr", "h", "c"] if "h" in states else ["input", "state", "sr"]
    outputs = [info("output", TensorProto.FLOAT, [1, 1])]
    outputs += [info(following, TensorProto.FLOAT, [2, 1, size]) for following, size in states.values()]
    model = helper.make_model(
        helper.make_graph(nodes, "loud", [by_name[name] for name in order], outputs, initializers),
        opset_imports=[helper.make_opsetid("", OPSET)],
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(detector({"h": ("hn", 64), "c": ("cn", 64)}), target / "v4.onnx")
    onnx.save(detector({"state": ("stateN", 128)}), target / "v5.onnx")
