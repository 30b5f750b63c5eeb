"""The teacher: espeak-ng speaks Turkish in about a hundred variants of its voice."""

import re
import subprocess
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

VARIANTS_FOLDER = Path("/usr/lib/x86_64-linux-gnu/espeak-ng-data/voices/!v")
TEACHER_RATE = 22050

NOT_A_VOICE = re.compile("robo|Robot|whisper|Demonic|Uni|Storm|croak|serious")
NEVER_TRAINED = ["f4", "m6", "Andrea", "klatt3", "belinda", "paul", "Mario", "zac", "quincy"]


def trained_variants():
    """Returns the names of the variants that training hears, sorted."""
    names = sorted(path.name for path in VARIANTS_FOLDER.iterdir())
    return [name for name in names if not NOT_A_VOICE.search(name) and name not in NEVER_TRAINED]


def speak(text, variant, pitch, words_per_minute, amplitude=100):
    """Returns samples in [-1, 1] at 22,050 Hz; `variant` is empty for the plain voice."""
    voice = f"tr+{variant}" if variant else "tr"
    command = ["espeak-ng", "-v", voice, "-p", str(pitch), "-s", str(words_per_minute), "-a", str(amplitude), "--stdout"]
    wav = subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout
    return np.frombuffer(wav[44:], dtype=np.int16).astype(np.float32) / 32768


def to_16_khz(samples):
    """Returns samples of the teacher's rate at 16 kHz."""
    return resample_poly(samples, 320, 441).astype(np.float32)
