"""Measures where words lie beside the network's answers: `python3 -m recognition.measure_timing CHECKPOINT`.

Speaks single words between silences and prints the medians of (word begins - first letter's step begins) and (word
ends - last letter's step ends), in seconds; describe.py writes them into model.json as word_timing.
"""

import random
import sys

import numpy as np

from corpus.borrowed_sentences import dictionary_words
from recognition.export import shipped_network
from recognition.features import HOP, SAMPLE_RATE, features
from recognition.measure import log_probabilities
from recognition.network import FRAMES_PER_STEP
from recognition.teacher import speak, to_16_khz, trained_variants

SEED = 20265
WORDS = 150
SILENCE_SECONDS = 0.5
AUDIBLE = 0.02
STEP_SECONDS = FRAMES_PER_STEP * HOP / SAMPLE_RATE


def offsets(network, samples):
    """Returns both offsets of one spoken word, or nothing when the network heard nothing."""
    loud = np.flatnonzero(np.abs(samples) > AUDIBLE * np.abs(samples).max()) / SAMPLE_RATE
    silence = np.zeros(int(SILENCE_SECONDS * SAMPLE_RATE), np.float32)
    heard = log_probabilities(network, features(np.concatenate([silence, samples, silence]))).argmax(1).numpy()
    steps = np.flatnonzero(heard > 1)
    if len(steps) == 0:
        return None
    return SILENCE_SECONDS + loud[0] - steps[0] * STEP_SECONDS, SILENCE_SECONDS + loud[-1] - (steps[-1] + 1) * STEP_SECONDS


if __name__ == "__main__":
    rng = random.Random(SEED)
    shipped = shipped_network(sys.argv[1])
    words = rng.sample(dictionary_words(), WORDS)
    spoken = [to_16_khz(speak(word, rng.choice(trained_variants()), 50, rng.randint(130, 190))) for word in words]
    measured = [found for found in (offsets(shipped, samples) for samples in spoken) if found]
    start, end = np.median(np.array(measured), axis=0)
    print(f"start_offset {start:.3f} s, end_offset {end:.3f} s, of {len(measured)} words")
    print("spread", np.array(measured).std(axis=0).round(3))
