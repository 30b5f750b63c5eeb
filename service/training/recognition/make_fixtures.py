"""Speaks the clips of fixtures/audio: `python3 -m recognition.make_fixtures FOLDER`.

Texts are none of the training's, voices are variants that training never heard, at other paces than training used.
"""

import sys
from pathlib import Path

import numpy as np

from recognition.features import SAMPLE_RATE
from recognition.teacher import TEACHER_RATE, speak, to_16_khz
from recognition.write_clips import write_wav

CLIPS = [
    ("clip", "m6", 42, 150, SAMPLE_RATE,
     "Merhaba, yarın sabah saat dokuz buçukta toplantımız var. Ardından herkesle birlikte kahve içeriz."),
    ("order", "f4", 55, 165, TEACHER_RATE, "Siparişiniz yola çıktı, bugün öğleden sonra elinizde olur."),
    ("weather", "zac", 48, 140, SAMPLE_RATE, "Akşama doğru hava serinledi ve hafif bir yağmur başladı."),
]
QUIET_SECONDS = 0.2


def with_quiet_ends(samples, rate):
    """Returns the samples with a short quiet before and after."""
    quiet = np.zeros(int(QUIET_SECONDS * rate), np.float32)
    return np.concatenate([quiet, samples, quiet])


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    for name, variant, pitch, words_per_minute, rate, text in CLIPS:
        spoken = speak(text, variant, pitch, words_per_minute)
        samples = spoken if rate == TEACHER_RATE else to_16_khz(spoken)
        write_wav(folder / f"{name}.wav", with_quiet_ends(samples, rate), rate)
        (folder / f"{name}.txt").write_text(text + "\n")
