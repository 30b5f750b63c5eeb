"""Gives a trained decoder the liveliness of what it learned from.

Learning by absolute error yields the middle of all that the teacher might do: spectra too smooth and melodies too flat.
The spread over time of each cepstral coefficient of the bands, and of the pitch, is brought to the teacher's (after Toda
and Tokuda, "A speech parameter generation algorithm considering global variance"). The change is linear, so it becomes
part of the last layer's weights and costs nothing.
"""

import numpy as np
import torch
from scipy.fft import dct

from synthesis.network import BANDS, CELL_FRAMES, OUTPUTS, PITCH_SCALE, stated_log_f0

# Beyond these the spread is noise of the teacher's and of the measurement's, and would be heard as roughness.
LIVELY_COEFFICIENTS = 40
MOST_GAIN = 1.6
# Frames this far under an utterance's loudest band are pauses.
PAUSE_NEPERS = 9


def _spoken(net, batches):
    """Yields normalised bands and pitch, predicted and the teacher's, of the frames of each utterance that are no pause."""
    for batch in batches:
        symbols, marks, progress, _, symbol_of_cell, features, values, present, stated, shares = batch
        _, out = net(symbols, marks, progress, stated, shares, symbol_of_cell, features)
        target = (values[..., :BANDS] - net.decoder.mean) / net.decoder.scale
        relative = (values[..., BANDS] - stated_log_f0(stated)[:, None]) / PITCH_SCALE
        for row in range(len(out)):
            loudest = values[row, :, :BANDS].amax(1)
            is_spoken = (present[row] > 0) & (loudest > loudest.max() - PAUSE_NEPERS)
            is_voiced = is_spoken & (values[row, :, -1] > 0.5)
            yield (out[row, is_spoken, :BANDS], target[row, is_spoken], out[row, is_voiced, BANDS], relative[row, is_voiced])


def measured(net, batches):
    """Returns the gain of each cepstral coefficient and of the pitch, and the mean of the predicted normalised bands."""
    basis = dct(np.eye(BANDS), norm="ortho", axis=0)
    spreads, pitches, means = [], [], []
    with torch.no_grad():
        for predicted, wanted, melody, wanted_melody in _spoken(net, batches):
            spreads.append([(one.numpy() @ basis.T).std(0) for one in (predicted, wanted)])
            pitches.append([melody.std().item(), wanted_melody.std().item()])
            means.append(predicted.mean(0).numpy())
    ours, teachers = np.mean(spreads, 0)
    gains = np.ones(BANDS)
    gains[:LIVELY_COEFFICIENTS] = np.clip(teachers / ours, 1, MOST_GAIN)[:LIVELY_COEFFICIENTS]
    pitch = np.nanmean(pitches, 0)
    return gains, float(np.clip(pitch[1] / pitch[0], 1, MOST_GAIN)), np.mean(means, 0)


def enliven(net, batches, share):
    """Changes the last layer of the decoder in place; `share` is how much of the change is made, 0 to 1."""
    gains, pitch_gain, mean = measured(net, batches)
    gains, pitch_gain = gains**share, pitch_gain**share
    basis = dct(np.eye(BANDS), norm="ortho", axis=0)
    change = torch.tensor(basis.T @ np.diag(gains) @ basis, dtype=torch.float32)
    kept = torch.tensor(mean, dtype=torch.float32)
    out = net.decoder.out
    with torch.no_grad():
        weight = out.weight.view(CELL_FRAMES, OUTPUTS, -1)
        bias = out.bias.view(CELL_FRAMES, OUTPUTS)
        weight[:, :BANDS] = torch.einsum("ab,fbw->faw", change, weight[:, :BANDS])
        bias[:, :BANDS] = (bias[:, :BANDS] - kept) @ change.T + kept
        weight[:, BANDS] *= pitch_gain
        bias[:, BANDS] *= pitch_gain
