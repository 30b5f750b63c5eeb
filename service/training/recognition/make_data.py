"""Speaks the sentence list: `python3 -m recognition.make_data SENTENCES OUTPUT_FOLDER [PRODUCT_CLIPS]`.

Writes for each set the logarithms of band powers (float16, all utterances end to end) and an index of texts and
lengths. Sets: train, held-out in trained variants, held-out in variants never trained on, held-out copy-synthesised.
Training hears noise without a text as well, and what speak-training-text.ts wrote to PRODUCT_CLIPS.
"""

import json
import random
import sys
import wave
from multiprocessing import Pool
from pathlib import Path

import numpy as np

from corpus.letters import letters
from corpus.write_sentences import read_sentences
from recognition.copy_synthesis import copy
from recognition.features import BANDS, SAMPLE_RATE, band_powers
from recognition.noises import noise
from recognition.teacher import NEVER_TRAINED, speak, to_16_khz, trained_variants

SEED = 20262
PLAIN_VOICE_SHARE = 0.1
COPY_SHARE = 0.1
NOISES = 1500
HELD_OUT_COPIES = 150
WORDS_PER_MINUTE = (115, 220)
WORDS_PER_MINUTE_IN_TRAINING = (100, 260)
STORED_FLOOR = 1e-8
PROCESSES = 2


def spoken(kind, number, text):
    """Returns 16 kHz samples of a sentence as the numbered utterance of a set."""
    rng = random.Random(f"{SEED} {kind} {number}")
    variants = NEVER_TRAINED if kind == "never-trained" else trained_variants()
    variant = "" if kind != "never-trained" and rng.random() < PLAIN_VOICE_SHARE else rng.choice(variants)
    pace = WORDS_PER_MINUTE_IN_TRAINING if kind == "train" else WORDS_PER_MINUTE
    samples = speak(text, variant, rng.randint(15, 85), rng.randint(*pace), rng.randint(50, 120))
    if kind == "copied" or kind == "train" and rng.random() < COPY_SHARE:
        samples = copy(samples, np.random.default_rng(number))
    before, after = (rng.choice([0, rng.randint(0, SAMPLE_RATE // 2)]) for _ in range(2))
    return np.pad(np.clip(to_16_khz(samples), -1, 1), (before, after))


def _utterance(job):
    """Returns the set, letters and log powers of one (set, number, text) job; without a text it is noise."""
    kind, number, text = job
    samples = spoken(*job) if text else noise(np.random.default_rng([SEED, number]))
    return kind, letters(text), _log_powers(samples)


def _log_powers(samples):
    return np.log(band_powers(samples) + STORED_FLOOR).astype(np.float16)


def product_utterances(folder):
    """Yields the letters and log powers of WAV files (16 kHz, mono, 16 bits) with a text file beside each."""
    for path in sorted(Path(folder).glob("*.wav")):
        with wave.open(str(path)) as file:
            samples = np.frombuffer(file.readframes(file.getnframes()), np.int16).astype(np.float32) / 32768
        yield letters(path.with_suffix(".txt").read_text(encoding="utf8")), _log_powers(samples)


def jobs(sentences):
    """Returns (set, number, text) of every utterance of every set."""
    train = [text for _, text in read_sentences(sentences, "train")] + [""] * NOISES
    held_out = [text for _, text in read_sentences(sentences, "held-out")]
    sets = {"train": train, "trained": held_out, "never-trained": held_out, "copied": held_out[::3][:HELD_OUT_COPIES]}
    return [(kind, number, text) for kind, texts in sets.items() for number, text in enumerate(texts)]


def make(sentences, folder, product_clips):
    """Writes the four sets into the folder; `product_clips` is a folder or None."""
    folder.mkdir(parents=True, exist_ok=True)
    sets = {}
    with Pool(PROCESSES) as pool:
        for kind, text, powers in pool.imap(_utterance, jobs(sentences), chunksize=16):
            sets.setdefault(kind, []).append((text, powers))
    sets["train"] += product_utterances(product_clips) if product_clips else []
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
    make(sys.argv[1], Path(sys.argv[2]), sys.argv[3] if len(sys.argv) > 3 else None)
