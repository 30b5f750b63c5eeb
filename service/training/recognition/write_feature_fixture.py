"""Writes features of a computed sound for the engine's test: `python3 -m recognition.write_feature_fixture FILE`."""

import json
import sys
from pathlib import Path

import numpy as np

from recognition.features import SAMPLE_RATE, features

SAMPLES = 4_321
FRAMES = [0, 1, 2, 13, 26, 27]


def rising_tone():
    """Returns a tone that rises from 100 Hz, with a fainter one three times as high."""
    time = np.arange(SAMPLES) / SAMPLE_RATE
    phase = 2 * np.pi * (100 * time + 4000 * time**2)
    return (0.3 * np.sin(phase) + 0.05 * np.sin(3 * phase)).astype(np.float32)


if __name__ == "__main__":
    heard = features(rising_tone())
    document = {
        "samples": SAMPLES,
        "frames": len(heard),
        "features": {str(frame): [round(float(value), 5) for value in heard[frame]] for frame in FRAMES},
    }
    Path(sys.argv[1]).write_text(json.dumps(document) + "\n")
