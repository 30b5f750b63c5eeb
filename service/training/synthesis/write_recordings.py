"""Writes recordings of speakers that no training of the synthesis heard: `python3 -m synthesis.write_recordings SENTENCES FOLDER`.

For each of them NAME.wav, held-out sentences of 24 s at least, and NAME.other.wav, other ones of the same speaker.
"""

import sys
from pathlib import Path

import numpy as np

from corpus.write_sentences import read_sentences
from recognition.features import SAMPLE_RATE
from recognition.teacher import speak, to_16_khz
from recognition.write_clips import write_wav
from synthesis.speakers import HELD_OUT

SECONDS = 24
PITCH, WORDS_PER_MINUTE = 50, 160


def main(sentences, folder):
    texts = iter([text for source, text in read_sentences(sentences, "held-out") if source == "own"])
    Path(folder).mkdir(parents=True, exist_ok=True)
    for variant in HELD_OUT:
        for name in (f"{variant}.wav", f"{variant}.other.wav"):
            pieces = []
            while sum(map(len, pieces)) < SECONDS * SAMPLE_RATE:
                pieces.append(to_16_khz(speak(next(texts), variant, PITCH, WORDS_PER_MINUTE)))
            write_wav(Path(folder) / name, np.concatenate(pieces), SAMPLE_RATE)


if __name__ == "__main__":
    main(*sys.argv[1:])
