"""Measures a checkpoint as it is shipped: `python3 -m recognition.evaluate CHECKPOINT DATA_FOLDER MEASURED_JSON`.

Prints character and word error rates on held-out sentences, in variants that training heard, in variants it never
heard, and copy-synthesised; clean, in noise of 15 dB and through a telephone band. Decoding is greedy.
"""

import json
import sys
from pathlib import Path

import numpy as np
import torch

from recognition.augmentation import NEPERS_PER_DECIBEL
from recognition.export import shipped_network
from recognition.features import BAND_CENTRES_HZ, SAMPLE_RATE, band_powers
from recognition.make_data import read_set
from recognition.measure import error_rates, transcribe

SEED = 20264
NOISE_DECIBELS = 15
TELEPHONE_HZ = (300, 3400)


def noisy(log_powers, rng):
    """Returns the utterance in white noise 15 dB below its mean power."""
    noise = band_powers(rng.standard_normal((len(log_powers) - 1) * SAMPLE_RATE // 100).astype(np.float32))
    powers = np.exp(log_powers)
    gain = powers.sum(1).mean() / noise.sum(1).mean() * np.exp(-NOISE_DECIBELS * NEPERS_PER_DECIBEL)
    return np.log(powers + noise * gain)


def telephoned(log_powers, _rng):
    """Returns the utterance without what lies outside the telephone band."""
    outside = (BAND_CENTRES_HZ < TELEPHONE_HZ[0]) | (BAND_CENTRES_HZ > TELEPHONE_HZ[1])
    return np.where(outside, log_powers - 12, log_powers)


CONDITIONS = {"clean": lambda log_powers, _rng: log_powers, "noise_15_db": noisy, "telephone_band": telephoned}


def evaluate(network, data_folder):
    """Returns {set: {condition: {cer, wer}}} and prints each as it is known."""
    measured = {}
    for kind in ("trained", "never-trained", "copied"):
        utterances = read_set(data_folder, kind)
        for condition, heard_as in CONDITIONS.items():
            rng = np.random.default_rng(SEED)
            pairs = [(text, transcribe(network, heard_as(np.asarray(powers, np.float32), rng))) for text, powers in utterances]
            characters, words = error_rates(pairs)
            measured.setdefault(kind.replace("-", "_"), {})[condition] = {"cer": round(characters, 4), "wer": round(words, 4)}
            print(f"{kind:14} {condition:15} CER {characters:6.2%}  WER {words:6.2%}", flush=True)
    return measured


if __name__ == "__main__":
    torch.set_num_threads(2)
    result = evaluate(shipped_network(sys.argv[1]), sys.argv[2])
    Path(sys.argv[3]).write_text(json.dumps(result, indent=2))
