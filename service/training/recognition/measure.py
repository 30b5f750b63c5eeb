"""Greedy transcription and error rates."""

import numpy as np
import torch

from corpus.edit_distance import distance
from recognition.features import DEVIATION, FLOOR, MEAN, SILENCE
from recognition.network import FRAMES_PER_STEP, RIGHT_CONTEXT, TOKENS


def decode(best):
    """Returns the text of the best token of every step."""
    text, previous = [], 0
    for token in best:
        if token != previous and token != 0:
            text.append(TOKENS[token])
        previous = token
    return " ".join("".join(text).split())


def log_probabilities(network, features):
    """Returns log-probabilities [steps, tokens] of normalised features [frames, 64], silence following them."""
    steps = -(-len(features) // FRAMES_PER_STEP)
    padding = (steps + RIGHT_CONTEXT) * FRAMES_PER_STEP - len(features)
    whole = np.pad(features, ((0, padding), (0, 0)), constant_values=(SILENCE - MEAN) / DEVIATION)
    network.eval()
    with torch.no_grad():
        return network(torch.tensor(whole, dtype=torch.float32).T[None])[0, :, :steps].T


def transcribe(network, log_powers):
    """Returns the text heard in logarithms of band powers [frames, 64]."""
    powers = np.exp(np.asarray(log_powers, np.float32))
    features = (np.log(powers + FLOOR) - MEAN) / DEVIATION
    return decode(log_probabilities(network, features).argmax(1).tolist())


def error_rates(pairs):
    """Returns character and word error rates of (expected, heard) texts."""
    rates = []
    for split in (list, str.split):
        errors = sum(distance(split(expected), split(heard)) for expected, heard in pairs)
        rates.append(errors / sum(len(split(expected)) for expected, _ in pairs))
    return rates
