"""Reads the tensors of a model file of CTranslate2."""

import struct

import numpy as np

TYPES = {0: np.float32, 1: np.int8, 2: np.int16, 3: np.int32, 4: np.float16}


class Reader:
    def __init__(self, data):
        self.data = data
        self.at = 0

    def numbers(self, form):
        values = struct.unpack_from(f"<{form}", self.data, self.at)
        self.at += struct.calcsize(f"<{form}")
        return values

    def text(self):
        """Texts are written with their length, and end with a zero that it counts."""
        (length,) = self.numbers("H")
        value = self.data[self.at : self.at + length - 1].decode()
        self.at += length
        return value

    def tensor(self):
        name = self.text()
        (rank,) = self.numbers("B")
        shape = self.numbers(f"{rank}I")
        kind, size = self.numbers("BI")
        numbers = np.dtype(TYPES[kind])
        tensor = np.frombuffer(self.data, numbers, size // numbers.itemsize, self.at).reshape(shape)
        self.at += size
        return name, tensor


def read_tensors(data):
    """Returns the tensors in the bytes of a model file, by name."""
    reader = Reader(data)
    reader.numbers("I")  # version of the format
    reader.text()
    reader.numbers("I")  # revision of the model
    (count,) = reader.numbers("I")
    return dict(reader.tensor() for _ in range(count))
