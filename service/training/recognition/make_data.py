"""Speaks the sentence list: `python3 -m recognition.make_data SENTENCES OUTPUT_FOLDER`.

Writes for each set the logarithms of band powers (float16, all utterances end to end) and an index of texts and
lengths. Sets: train, held-out in trained variants, held-out in variants never trained on, held-out copy-synthesised.
"""

import json
import random
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from corpus.letters import letters
from corpus.write_sentences import read_sentences
from recognition.copy_synthesis import copy
from recognition.features import BANDS, SAMPLE_RATE, band_powers
from recognition.teacher import NEVER_TRAINED, speak, to_16_khz, trained_variants

SEED = 20262
PLAIN_VOICE_SHARE = 0.1
COPY_SHARE = 0.06
SILENT_UTTERANCES = 150
HELD_OUT_COPIES = 150
STORED_FLOOR = 1e-8
PROCESSES = 2


def spoken(kind, number, text):
    """Returns 16 kHz samples of a sentence as the numbered utterance of a set."""
    rng = random.Random(f"{SEED} {kind} {number}")
    variants = NEVER_TRAINED if kind == "never-trained" else trained_variants()
    variant = "" if kind != "never-trained" and rng.random() < PLAIN_VOICE_SHARE else rng.choice(variants)
    samples = speak(text, variant, rng.randint(15, 85), rng.randint(115, 220), rng.randint(50, 120))
    if kind == "copied" or kind == "train" and rng.random() < COPY_SHARE:
        samples = copy(samples, np.random.default_rng(number))
    before, after = (rng.choice([0, rng.randint(0, SAMPLE_RATE // 2)]) for _ in range(2))
    return np.pad(np.clip(to_16_khz(samples), -1, 1), (before, after))


def _utterance(job):
    """Returns the log powers and letters of one (set, number, text) job; without a text they are silence."""
    kind, number, text = job
    if not text:
        frames = random.Random(f"{SEED} {kind} {number}").randint(80, 400)
        return kind, "", np.full((frames, BANDS), np.log(STORED_FLOOR), np.float16)
    return kind, letters(text), np.log(band_powers(spoken(*job)) + STORED_FLOOR).astype(np.float16)


def jobs(sentences):
    """Returns (set, number, text) of every utterance of every set."""
    train = [text for _, text in read_sentences(sentences, "train")] + [""] * SILENT_UTTERANCES
    held_out = [text for _, text in read_sentences(sentences, "held-out")]
    sets = {"train": train, "trained": held_out, "never-trained": held_out, "copied": held_out[::3][:HELD_OUT_COPIES]}
    return [(kind, number, text) for kind, texts in sets.items() for number, text in enumerate(texts)]


def make(sentences, folder):
    """Writes the four sets into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    sets = {}
    with Pool(PROCESSES) as pool:
        for kind, text, powers in pool.imap(_utterance, jobs(sentences), chunksize=16):
            sets.setdefault(kind, []).append((text, powers))
    for kind, utterances in sets.items():
        np.save(folder / f"{kind}.npy", np.concatenate([powers for _, powers in utterances]))
        index = [{"text": text, "frames": len(powers)} for text, powers in utterances]
        (folder / f"{kind}.json").write_text(json.dumps(index, ensure_ascii=False))
        print(kind, len(index), f"{sum(entry['frames'] for entry in index) / 360_000:.2f} h", flush=True)


def read_set(folder, kind):
    """Returns (text, log powers [frames, 64]) of every utterance of a set."""
    powers = np.load(Path(folder) / f"{kind}.npy", mmap_mode="r")
    utterances, start = [], 0
    for entry in json.loads((Path(folder) / f"{kind}.json").read_text()):
        utterances.append((entry["text"], powers[start : start + entry["frames"]]))
        start += entry["frames"]
    return utterances


if __name__ == "__main__":
    make(sys.argv[1], Path(sys.argv[2]))
