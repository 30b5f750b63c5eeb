"""The features recognition hears; service/engine/transcription/features.ts computes the same ones.

Frame t covers the samples [t * 160 - 200, t * 160 + 200) at 16 kHz, zeros outside the audio, in a Hann window of
400 (periodic). 64 triangular mel bands of its 512-point power spectrum, then ln(power + 1e-6).
"""

import numpy as np

SAMPLE_RATE = 16000
HOP = 160
WINDOW = 400
FFT_SIZE = 512
BANDS = 64
LOWEST_HZ = 20
HIGHEST_HZ = 7600
FLOOR = 1e-6
MEAN = -6.0
DEVIATION = 4.0
SILENCE = float(np.log(FLOOR))


def _mel(frequency):
    return 2595 * np.log10(1 + frequency / 700)


def _frequency(mel):
    return 700 * (10 ** (mel / 2595) - 1)


def mel_filters(bands=BANDS, fft_size=FFT_SIZE, sample_rate=SAMPLE_RATE, lowest=LOWEST_HZ, highest=HIGHEST_HZ):
    """Returns triangular filters [bands, fft_size / 2 + 1] with peak 1 and their centres in hertz."""
    edges = _frequency(np.linspace(_mel(lowest), _mel(highest), bands + 2))
    bins = np.fft.rfftfreq(fft_size, 1 / sample_rate)
    left, centre, right = edges[:-2, None], edges[1:-1, None], edges[2:, None]
    filters = np.maximum(0, np.minimum((bins - left) / (centre - left), (right - bins) / (right - centre)))
    return filters.astype(np.float32), edges[1:-1]


_FILTERS, BAND_CENTRES_HZ = mel_filters()
_HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)).astype(np.float32)


def band_powers(samples):
    """Returns the mel powers [1 + samples / 160, 64] of 16 kHz samples in [-1, 1]."""
    count = 1 + len(samples) // HOP
    padded = np.zeros((count - 1) * HOP + WINDOW, np.float32)
    usable = min(len(samples), len(padded) - WINDOW // 2)
    padded[WINDOW // 2 : WINDOW // 2 + usable] = samples[:usable]
    frames = np.lib.stride_tricks.sliding_window_view(padded, WINDOW)[::HOP] * _HANN
    spectrum = np.fft.rfft(frames, FFT_SIZE)
    return (spectrum.real**2 + spectrum.imag**2).astype(np.float32) @ _FILTERS.T


def features(samples):
    """Returns the normalised log-mel features [1 + samples / 160, 64] of 16 kHz samples in [-1, 1]."""
    return (np.log(band_powers(samples) + FLOOR) - MEAN) / DEVIATION
