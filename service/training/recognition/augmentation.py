"""Makes every hearing of a training sentence different, on logarithms of band powers [batch, frames, 64].

Working on powers rather than samples keeps it cheap: two cores train while they augment.
"""

import math

import numpy as np
import torch
from torch.nn import functional

from recognition.features import BAND_CENTRES_HZ, BANDS, DEVIATION, FLOOR, MEAN, band_powers

SLOWEST_TEMPO, FASTEST_TEMPO = 0.7, 1.5
MOST_LETTERS_PER_SECOND = 20
"""CTC writes a letter in each step of 40 ms at most, and a blank between two that are equal."""
VOCAL_TRACT_WARPS = np.linspace(0.84, 1.18, 18)
FRAMES_OF_NOISE = 20_000
NEPERS_PER_DECIBEL = math.log(10) / 10

_BANDS_HZ = torch.tensor(BAND_CENTRES_HZ)


def _warp_matrices():
    """Returns matrices that move the spectrum along frequency, as a longer or shorter vocal tract does."""
    matrices = []
    for factor in VOCAL_TRACT_WARPS:
        place = np.interp(BAND_CENTRES_HZ * factor, BAND_CENTRES_HZ, np.arange(BANDS))
        low = np.minimum(place.astype(int), BANDS - 2)
        matrix = np.zeros((BANDS, BANDS), np.float32)
        matrix[low, np.arange(BANDS)] = 1 - (place - low)
        matrix[low + 1, np.arange(BANDS)] += place - low
        matrices.append(matrix)
    return torch.tensor(np.stack(matrices))


class Augmentation:
    """Draws from one generator, so that the same seed gives the same training."""

    def __init__(self, seed):
        self.rng = np.random.default_rng(seed)
        torch.manual_seed(seed)
        self.warps = _warp_matrices()
        powers = band_powers(self.rng.standard_normal(FRAMES_OF_NOISE * 160).astype(np.float32))
        self.noise = torch.tensor(np.log(powers / powers.mean(0)))

    def _flags(self, count, probability):
        return torch.tensor(self.rng.random(count) < probability)[:, None, None]

    def _uniform(self, low, high, *shape):
        return torch.tensor(self.rng.uniform(low, high, shape), dtype=torch.float32)

    def tempo(self, letters_per_second):
        """Returns by how much an utterance is spoken faster or slower, seldom much."""
        if self.rng.random() < 0.4:
            return 1.0
        fastest = min(FASTEST_TEMPO, max(1.0, MOST_LETTERS_PER_SECOND / max(letters_per_second, 1)))
        return min(fastest, self.rng.triangular(SLOWEST_TEMPO, 1, FASTEST_TEMPO))

    def _curve(self, count, depth):
        """Returns smooth random spectra [count, 1, 64], in nepers of power."""
        knots = self._uniform(-depth, depth, count, 1, 6)
        return functional.interpolate(knots, BANDS, mode="linear", align_corners=True)

    def _reverberate(self, powers):
        decay = math.exp(-13.8 * 0.01 / self.rng.uniform(0.15, 0.6))
        length = 40
        taps = torch.tensor([decay**k for k in range(length)]) * self.rng.uniform(0.02, 0.15)
        taps[0] = 1
        count, frames, _ = powers.shape
        rows = powers.exp().transpose(1, 2).reshape(count * BANDS, 1, frames)
        heard = functional.conv1d(functional.pad(rows, (length - 1, 0)), taps.flip(0)[None, None])
        return heard.reshape(count, BANDS, frames).transpose(1, 2).clamp_min(1e-9).log()

    def _channel(self, count):
        """Returns the frequency response [count, 1, 64] of telephones, low-pass filters and plain colouring."""
        response = self._curve(count, 2.0) * self._flags(count, 0.6)
        telephone = (_BANDS_HZ < self.rng.uniform(200, 350)) | (_BANDS_HZ > self.rng.uniform(3300, 3700))
        response = response - 9.0 * telephone * self._flags(count, 0.12)
        cutoff = self._uniform(3000, 7500, count, 1, 1)
        return response - 9.0 * (_BANDS_HZ > cutoff) * self._flags(count, 0.15)

    def _noises(self, speech):
        """Returns background noise and other voices, each at its own level below the speech."""
        count, frames, _ = speech.shape
        loudness = speech.exp().mean((1, 2)).clamp_min(1e-8).log()[:, None, None]
        starts = torch.tensor(self.rng.integers(0, FRAMES_OF_NOISE, count))[:, None]
        hiss = self.noise[(starts + torch.arange(frames)) % FRAMES_OF_NOISE]
        hiss = hiss + self._curve(count, 3.0) + loudness - self._uniform(3, 45, count, 1, 1) * NEPERS_PER_DECIBEL
        hiss = torch.where(self._flags(count, 0.6), hiss, torch.tensor(-30.0))
        others = (speech - loudness).roll(1, 0)
        babble = others + loudness - self._uniform(12, 35, count, 1, 1) * NEPERS_PER_DECIBEL
        babble = torch.where(self._flags(count, 0.2), babble, torch.tensor(-30.0))
        return torch.logaddexp(hiss, babble)

    def _mask(self, normalised, lengths):
        for row, length in zip(normalised, lengths):
            for _ in range(2):
                width = int(self.rng.integers(0, 9))
                start = int(self.rng.integers(0, BANDS - width))
                row[:, start : start + width] = 0
                width = int(self.rng.integers(0, 15))
                start = int(self.rng.integers(0, max(1, length - width)))
                row[start : start + width] = 0

    def features(self, log_powers, lengths):
        """Returns normalised features of the batch as heard through a random room, channel and noise."""
        count = len(log_powers)
        warp = torch.tensor(self.rng.integers(0, len(self.warps), count))
        warped = torch.bmm(log_powers, self.warps[warp])
        heard = torch.where(self._flags(count, 0.6), warped, log_powers)
        if self.rng.random() < 0.2:
            heard = self._reverberate(heard)
        heard = torch.logaddexp(heard + self._channel(count), self._noises(heard))
        heard = heard + self._uniform(-4, 2.5, count, 1, 1)
        normalised = (torch.logaddexp(heard, torch.tensor(math.log(FLOOR))) - MEAN) / DEVIATION
        self._mask(normalised, lengths)
        return normalised
