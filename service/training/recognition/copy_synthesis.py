"""Re-speaks audio from pitch and spectral envelope alone, with the buzz of a harmonic-plus-noise vocoder.

Recognition hears some of its training sentences this way, so that synthetic voices of that make are understood.
"""

import numpy as np
from scipy.ndimage import median_filter

from recognition.features import mel_filters

RATE = 22050
HOP = 110
WINDOW = 1024
BANDS = 80
LOWEST_PITCH_HZ, HIGHEST_PITCH_HZ = 60, 450
HARMONICS_BELOW_HZ = 5500
NOISE_FROM_HZ, NOISE_FULL_AFTER_HZ = 3500, 3000

_filters, _CENTRES_HZ = mel_filters(BANDS, WINDOW, RATE, 0, RATE / 2 - 25)
_FILTERS = _filters / np.maximum(_filters.sum(1, keepdims=True), 1e-9)
_HANN = np.hanning(WINDOW).astype(np.float32)
_HANN_CORRELATION = np.fft.irfft(np.abs(np.fft.rfft(_HANN, 2 * WINDOW)) ** 2)[:WINDOW]


def _analyse(samples):
    """Returns pitch in hertz, voicing and log band powers of every 5 ms."""
    count = len(samples) // HOP
    padded = np.pad(samples, (WINDOW // 2, WINDOW))
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP][:count] * _HANN
    powers = np.abs(np.fft.rfft(frames, axis=1)) ** 2 / (_HANN**2).sum()
    envelope = np.log(powers @ _FILTERS.T + 1e-10)
    correlation = np.fft.irfft(np.abs(np.fft.rfft(frames, 2 * WINDOW)) ** 2, axis=1)[:, :WINDOW]
    correlation /= np.maximum(_HANN_CORRELATION, 1e-3 * _HANN_CORRELATION[0])
    correlation /= np.maximum(correlation[:, :1], 1e-12)
    shortest, longest = RATE // HIGHEST_PITCH_HZ, RATE // LOWEST_PITCH_HZ
    period = shortest + correlation[:, shortest:longest].argmax(1)
    voiced = (correlation[np.arange(count), period] > 0.5) & (envelope.max(1) > -14)
    return median_filter(RATE / period, 5), voiced, envelope


def _at_frequencies(envelope, frequencies):
    """Returns envelope[t] interpolated at frequencies[t, k], both over frames."""
    place = np.interp(frequencies, _CENTRES_HZ, np.arange(BANDS))
    low = np.minimum(place.astype(int), BANDS - 2)
    share = place - low
    frame = np.arange(len(envelope))[:, None]
    return envelope[frame, low] * (1 - share) + envelope[frame, low + 1] * share


def copy(samples, rng):
    """Returns the audio re-spoken at the same rate, 22,050 Hz; `rng` is a numpy generator."""
    pitch, voiced, envelope = _analyse(samples)
    count, length = len(pitch), len(pitch) * HOP
    numbers = np.arange(1, int(HARMONICS_BELOW_HZ / pitch.min()) + 1)
    frequencies = pitch[:, None] * numbers
    audible = (frequencies < HARMONICS_BELOW_HZ) & voiced[:, None]
    amplitudes = np.exp(0.5 * _at_frequencies(envelope, frequencies)) * np.sqrt(4 * pitch[:, None] / (RATE / 2)) * audible
    phase = 2 * np.pi * np.cumsum(np.repeat(pitch, HOP)) / RATE
    moment = np.arange(length) / HOP
    frames = np.arange(count)
    harmonic = np.zeros(length)
    for index in np.flatnonzero(audible.any(0)):
        number = numbers[index]
        harmonic += np.interp(moment, frames, amplitudes[:, index]) * np.cos(number * phase + 0.35 * number**2)
    return (harmonic + _noise(voiced, envelope, rng)).astype(np.float32)


def _noise(voiced, envelope, rng):
    count, size = len(envelope), 4 * HOP
    bins = np.fft.rfftfreq(size, 1 / RATE)
    gains = np.exp(0.5 * _at_frequencies(envelope, np.tile(bins, (count, 1))))
    gains *= np.where(voiced[:, None], np.clip((bins - NOISE_FROM_HZ) / NOISE_FULL_AFTER_HZ, 0.02, 1), 1)
    pieces = np.fft.irfft(np.fft.rfft(rng.standard_normal((count, size))) * gains, size) * np.hanning(size)
    noise = np.zeros(count * HOP + size)
    for frame in range(count):
        noise[frame * HOP : frame * HOP + size] += pieces[frame]
    return noise[size // 2 : size // 2 + count * HOP] / np.sqrt(1.5)
