"""What the acoustic model learns to predict: 80 band levels, pitch and periodicity, every 5 ms of 24,000 Hz audio."""

import numpy as np
from scipy import fft
from scipy.ndimage import median_filter
from scipy.signal import butter, hilbert, sosfiltfilt

RATE_HZ = 24000
HOP = 120
FFT = 1024
BANDS = 80
TOP_HZ = 11000
FLOOR = 1e-9
LOWEST_HZ, HIGHEST_HZ, UNVOICED_HZ = 60.0, 450.0, 250.0
# Edges of the three regions whose periodicity is judged apart.
REGION_EDGES_HZ = (2500, 5500)
_OFFSETS = np.arange(-FFT // 2, FFT // 2)


def band_matrix():
    """Returns the weights (bands x bins) that average power over mel-spaced triangles, and their centres in Hz."""
    to_mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    edges = 700 * (10 ** (np.linspace(to_mel(0), to_mel(TOP_HZ), BANDS + 2) / 2595) - 1)
    bins = np.arange(FFT // 2 + 1) * RATE_HZ / FFT
    rising = (bins - edges[:-2, None]) / (edges[1:-1] - edges[:-2])[:, None]
    falling = (edges[2:, None] - bins) / (edges[2:] - edges[1:-1])[:, None]
    weights = np.maximum(0, np.minimum(rising, falling))
    narrow = weights.sum(1) < 1e-6
    weights[narrow] = np.abs(bins - edges[1:-1][narrow, None]) < RATE_HZ / FFT / 2 + 1e-6
    return (weights / weights.sum(1, keepdims=True)).astype(np.float32), edges[1:-1]


_WEIGHTS, CENTRES_HZ = band_matrix()


def _frames(samples, count, length):
    padded = np.pad(samples, (length // 2, length))
    return np.lib.stride_tricks.sliding_window_view(padded, length)[::HOP][:count]


def pitch(samples, count):
    """Returns F0 in Hz and its normalised autocorrelation for each frame."""
    window = np.hanning(FFT).astype(np.float32)
    correlate = lambda x: fft.irfft(np.abs(fft.rfft(x, 2 * FFT)) ** 2)[..., :FFT]
    own = correlate(window)
    raw = correlate(_frames(samples, count, FFT) * window) / np.maximum(own, 1e-3 * own[0])
    raw /= np.maximum(raw[:, :1], 1e-9)
    low, high = int(RATE_HZ / HIGHEST_HZ), int(RATE_HZ / LOWEST_HZ)
    searched = raw[:, low:high]
    best = searched.max(1)
    # The shortest lag that is nearly as good, or a whole multiple of the period would win now and then.
    peaks = (searched >= np.roll(searched, 1, 1)) & (searched >= np.roll(searched, -1, 1))
    lag = low + (peaks & (searched > 0.93 * best[:, None])).argmax(1)
    rows = np.arange(count)
    before, at, after = raw[rows, lag - 1], raw[rows, lag], raw[rows, lag + 1]
    shift = np.clip(0.5 * (before - after) / np.minimum(before - 2 * at + after, -1e-6), -0.5, 0.5)
    return median_filter(RATE_HZ / (lag + shift), 5), best


def envelope(samples, f0):
    """Returns the log power of BANDS bands per frame, with the ripple of the harmonics removed (after CheapTrick)."""
    half = 1.5 * RATE_HZ / np.maximum(f0, 72)[:, None]
    window = np.where(np.abs(_OFFSETS) < half, 0.5 + 0.5 * np.cos(np.pi * _OFFSETS / half), 0).astype(np.float32)
    window /= np.sqrt((window ** 2).sum(1, keepdims=True))
    power = np.abs(fft.rfft(_frames(samples, len(f0), FFT) * window)) ** 2 + FLOOR
    smooth = _smooth(power, f0[:, None] / 3 * FFT / RATE_HZ)
    quefrency = np.arange(FFT // 2 + 1) / RATE_HZ
    lifter = np.sinc(f0[:, None] * quefrency) * (1.18 - 0.3 * 0.6 * np.cos(2 * np.pi * f0[:, None] * quefrency))
    lifter /= lifter[:, :1]
    cepstrum = fft.irfft(np.log(np.maximum(smooth, FLOOR)))
    cepstrum[:, :FFT // 2 + 1] *= lifter
    cepstrum[:, FFT // 2 + 1:] *= lifter[:, FFT // 2 - 1:0:-1]
    shaped = np.exp(np.minimum(fft.rfft(cepstrum).real, 20))
    return np.log(shaped @ _WEIGHTS.T + FLOOR).astype(np.float32)


def _smooth(power, half_bins):
    """Averages each spectrum over a width of twice half_bins (one value a row)."""
    mirrored = np.concatenate([power[:, 64:0:-1], power, power[:, -2:-66:-1]], 1)
    total = np.concatenate([np.zeros((len(power), 1)), mirrored.cumsum(1)], 1)
    centre = np.arange(power.shape[1]) + 64.5
    def integral(position):
        low = position.astype(int)
        part = position - low
        take = lambda at: np.take_along_axis(total, at, 1)
        return take(low) * (1 - part) + take(low + 1) * part
    return (integral(centre + half_bins) - integral(centre - half_bins)) / (2 * half_bins)


def periodicity(samples, f0):
    """Returns, per frame and region, how alike the signal is one period later, 0 to 1."""
    count, length = len(f0), 480
    first = np.arange(count)[:, None] * HOP + np.arange(length)[None]
    lag = np.round(RATE_HZ / f0).astype(int)[:, None] // 2
    low = butter(4, REGION_EDGES_HZ[0], "low", fs=RATE_HZ, output="sos")
    mid = butter(4, REGION_EDGES_HZ, "band", fs=RATE_HZ, output="sos")
    high = butter(4, REGION_EDGES_HZ[1], "high", fs=RATE_HZ, output="sos")
    regions = []
    for filter_, of_envelope in ((low, False), (mid, True), (high, True)):
        signal = sosfiltfilt(filter_, samples)
        if of_envelope:
            signal = np.abs(hilbert(signal, fft.next_fast_len(len(signal))))[:len(signal)]
        padded = np.pad(signal, length).astype(np.float32)
        here, later = padded[first + length // 2 - lag], padded[first + length // 2 + lag]
        if of_envelope:
            here, later = here - here.mean(1, keepdims=True), later - later.mean(1, keepdims=True)
        energy = np.sqrt((here ** 2).sum(1) * (later ** 2).sum(1))
        regions.append(np.clip((here * later).sum(1) / np.maximum(energy, 1e-7), 0, 1))
    return np.stack(regions, 1).astype(np.float32)


def analyse(samples):
    """Returns (bands, log F0, periodicity, voiced) of 24,000 Hz samples; F0 is interpolated where there is none."""
    count = len(samples) // HOP
    f0, likeness = pitch(samples, count)
    loud = (_frames(samples, count, FFT // 2) ** 2).mean(1) > 1e-6
    voiced = median_filter(((likeness > 0.5) & loud).astype(np.uint8), 3).astype(bool)
    bands = envelope(samples, np.where(voiced, f0, UNVOICED_HZ))
    regions = periodicity(samples, f0) * voiced[:, None]
    at = np.arange(count)
    log_f0 = np.interp(at, at[voiced], np.log(f0[voiced])) if voiced.any() else np.full(count, np.log(150.0))
    return bands, log_f0.astype(np.float32), regions, voiced
