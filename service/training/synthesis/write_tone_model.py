"""Writes a model of the shape of MMS's voices that hums, for tests: `python3 -m synthesis.write_tone_model ../../fixtures/models/tone-vits`.

Each letter is 50 ms of a tone, 0.1 s at half the speed: 150 Hz for the first of three speakers, 50 Hz more for each next one.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

SAMPLE_RATE = 16000
SPEAKERS = 3
LETTER_SECONDS = 0.05
LOWEST_HZ = 150
HZ_PER_SPEAKER = 50
LOUDNESS = 0.2
LETTERS = " abcçdefgğhıijklmnoöprsştuüvyz.,?!'"


def graph():
    """Returns x [1, letters], its length, three scales and the speaker's number to y [1, 1, samples]."""
    def constant(name, value):
        return numpy_helper.from_array(np.asarray(value), name)

    node, info = helper.make_node, helper.make_tensor_value_info
    nodes = [
        node("Cast", ["x_length"], ["letters"], to=TensorProto.FLOAT),
        node("Mul", ["letters", "samples_of_letter"], ["at_usual_speed"]),
        node("Mul", ["at_usual_speed", "length_scale"], ["samples"]),
        node("Cast", ["samples"], ["count"], to=TensorProto.INT64),
        node("Squeeze", ["count"], ["limit"]),
        node("Range", ["first", "limit", "step"], ["at"]),
        node("Cast", ["at"], ["at_float"], to=TensorProto.FLOAT),
        node("Cast", ["sid"], ["speaker"], to=TensorProto.FLOAT),
        node("Mul", ["speaker", "hertz_more"], ["above"]),
        node("Add", ["above", "lowest"], ["hertz"]),
        node("Mul", ["at_float", "hertz"], ["cycles"]),
        node("Mul", ["cycles", "turn"], ["phase"]),
        node("Sin", ["phase"], ["wave"]),
        node("Mul", ["wave", "loudness"], ["tone"]),
        node("Reshape", ["tone", "shape"], ["y"]),
    ]
    initializers = [
        constant("samples_of_letter", np.array([LETTER_SECONDS * SAMPLE_RATE], np.float32)),
        constant("first", np.int64(0)),
        constant("step", np.int64(1)),
        constant("hertz_more", np.float32(HZ_PER_SPEAKER)),
        constant("lowest", np.float32(LOWEST_HZ)),
        constant("turn", np.float32(2 * np.pi / SAMPLE_RATE)),
        constant("loudness", np.float32(LOUDNESS)),
        constant("shape", np.array([1, 1, -1])),
    ]
    inputs = [
        info("x", TensorProto.INT64, [1, "letters"]),
        info("x_length", TensorProto.INT64, [1]),
        info("noise_scale", TensorProto.FLOAT, [1]),
        info("length_scale", TensorProto.FLOAT, [1]),
        info("noise_scale_w", TensorProto.FLOAT, [1]),
        info("sid", TensorProto.INT64, [1]),
    ]
    model = helper.make_model(
        helper.make_graph(nodes, "tone", inputs, [info("y", TensorProto.FLOAT, [1, 1, "samples"])], initializers),
        opset_imports=[helper.make_opsetid("", 13)],
    )
    model.ir_version = 8
    helper.set_model_props(model, {
        "sample_rate": str(SAMPLE_RATE), "n_speakers": str(SPEAKERS), "language": "Turkish", "frontend": "characters",
        "comment": "mms", "add_blank": "0", "use_eos_bos": "0",
    })
    onnx.checker.check_model(model)
    return model


if __name__ == "__main__":
    target = Path(sys.argv[1])
    target.mkdir(parents=True, exist_ok=True)
    onnx.save(graph(), target / "model.onnx")
    lines = [f"{letter} {number}\n" for number, letter in enumerate(LETTERS)]
    (target / "tokens.txt").write_text("".join(lines))
