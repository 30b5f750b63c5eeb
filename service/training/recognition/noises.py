"""Sounds in which nothing is said, for recognition to write nothing of: noise, hum, clicks, tones, music, babble."""

from functools import cache

import numpy as np

from corpus.borrowed_sentences import dictionary_words
from recognition.features import SAMPLE_RATE
from recognition.teacher import speak, to_16_khz, trained_variants

SECONDS = (1.0, 9.0)
LOUDNESS_DBFS = (-65, -2)
SILENT_SHARE = 0.06


def noise(rng):
    """Returns 16 kHz samples in [-1, 1] of a random sound, a mixture of two, or silence; `rng` is a numpy generator."""
    count = int(rng.uniform(*SECONDS) * SAMPLE_RATE)
    if rng.random() < SILENT_SHARE:
        return np.zeros(count, np.float32)
    samples = _one_sound(rng, count)
    if rng.random() < 0.25:
        samples = samples + rng.uniform(0.05, 1) * _one_sound(rng, count)
    return np.clip(samples * 10 ** (rng.uniform(*LOUDNESS_DBFS) / 20), -1, 1).astype(np.float32)


def _one_sound(rng, count):
    sounds, weights = zip(*SOUNDS)
    samples = sounds[rng.choice(len(sounds), p=np.array(weights) / sum(weights))](rng, count)
    return samples / max(np.sqrt(np.mean(samples**2)), 1e-6)


def coloured(rng, count):
    """White, pink, brown, blue and between, sometimes cut to a band."""
    frequencies = np.fft.rfftfreq(count, 1 / SAMPLE_RATE)
    slope = rng.choice([0.0, 0.0, -0.5, -0.5, -1.0, 0.5, rng.uniform(-1.2, 0.7)])
    gains = np.maximum(frequencies, 20) ** slope
    if rng.random() < 0.3:
        low = rng.uniform(0, 3000)
        gains = gains * ((frequencies > low) & (frequencies < low + rng.uniform(200, 5000)))
    return np.fft.irfft(np.fft.rfft(rng.standard_normal(count)) * gains, count)


def swelling(rng, count):
    """Wind, waves, passing cars, knocks and rustling: noise of changing strength."""
    per_second = rng.choice([0.3, 1, 4, 12])
    knots = max(4, int(count / SAMPLE_RATE * per_second) + 2)
    levels_db = rng.uniform(-40, 0, knots)
    envelope = 10 ** (np.interp(np.linspace(0, knots - 1, count), np.arange(knots), levels_db) / 20)
    return coloured(rng, count) * envelope


def hum(rng, count):
    """Mains and engines: a low tone with harmonics."""
    base = rng.choice([50.0, 50.0, 60.0, 100.0, rng.uniform(30, 200)])
    moment = np.arange(count) / SAMPLE_RATE
    wander = 1 + rng.uniform(0, 0.01) * np.sin(2 * np.pi * rng.uniform(0.1, 3) * moment)
    phase = 2 * np.pi * np.cumsum(base * wander) / SAMPLE_RATE
    fall = rng.uniform(0.3, 2.5)
    harmonics = range(1, rng.integers(2, 25))
    tones = sum(np.sin(k * phase + rng.uniform(0, 6)) * rng.uniform(0.2, 1) / k**fall for k in harmonics)
    return tones + rng.uniform(0, 0.05) * rng.standard_normal(count)


def clicks(rng, count):
    """Keyboards, ticking and crackle: short bursts, regular or not."""
    per_second = rng.uniform(0.5, 25)
    gaps = rng.exponential(1, 2000) if rng.random() < 0.6 else np.ones(2000)
    moments = np.cumsum(gaps / per_second * SAMPLE_RATE).astype(int)
    impulses = np.zeros(count)
    inside = moments[moments < count]
    impulses[inside] = rng.choice([-1, 1], len(inside)) * rng.uniform(0.2, 1, len(inside))
    length = int(rng.choice([1, rng.integers(8, 600)]))
    ringing = np.cos(2 * np.pi * rng.uniform(200, 6000) / SAMPLE_RATE * np.arange(length))
    body = np.where(rng.random(length) < 0.5, ringing, rng.standard_normal(length)) if rng.random() < 0.5 else ringing
    return np.convolve(impulses, body * np.exp(-5 * np.arange(length) / length))[:count] + 1e-4 * rng.standard_normal(count)


def tones(rng, count):
    """Beeps, dialling, sirens and sweeps: one or two sines at a time, with gaps."""
    samples, start = np.zeros(count), 0
    steady = rng.random() < 0.4
    lowest = rng.uniform(80, 2000)
    while start < count:
        length = count if steady else min(count - start, int(rng.uniform(0.05, 1.5) * SAMPLE_RATE))
        frequencies = lowest * 2 ** rng.uniform(0, 2, rng.integers(1, 3))
        slide = rng.choice([1.0, 1.0, rng.uniform(0.5, 2)])
        for frequency in frequencies:
            phase = 2 * np.pi * np.cumsum(np.minimum(np.geomspace(frequency, frequency * slide, length), 7900)) / SAMPLE_RATE
            samples[start : start + length] += np.sin(phase)
        start += length + int(rng.choice([0, rng.uniform(0.02, 0.8)]) * SAMPLE_RATE)
    return samples


def music(rng, count):
    """Chords and tunes of plucked or held notes over a beat."""
    beat = int(60 / rng.uniform(60, 180) * SAMPLE_RATE)
    samples, root = np.zeros(count + 4 * beat), rng.uniform(80, 350)
    scale = 2 ** (np.array([0, 2, 3, 5, 7, 8, 10, 12, 15, 19]) / 12)
    for start in range(0, count, beat):
        for frequency in root * rng.choice(scale, rng.integers(1, 4)):
            length = int(beat * rng.uniform(0.4, 3))
            moment = np.arange(length) / SAMPLE_RATE
            note = sum(np.sin(2 * np.pi * k * frequency * moment) / k ** rng.uniform(0.7, 2) for k in range(1, 9) if k * frequency < 7900)
            attack = np.minimum(1, np.arange(length) / (rng.uniform(0.003, 0.08) * SAMPLE_RATE))
            samples[start : start + length] += note * attack * np.exp(-rng.uniform(0.5, 6) * moment)
        if rng.random() < 0.6:
            length = min(beat, 3000)
            samples[start : start + length] += rng.standard_normal(length) * np.exp(-np.arange(length) / rng.uniform(100, 800))
    return samples[:count]


@cache
def _stems():
    return np.array(dictionary_words())


def babble(rng, count):
    """A crowd: five to nine voices at once, none to be understood."""
    variants, samples = trained_variants(), np.zeros(count)
    for _ in range(rng.integers(5, 10)):
        text = " ".join(rng.choice(_stems(), 25))
        voice = to_16_khz(speak(text, rng.choice(variants), int(rng.integers(15, 85)), int(rng.integers(130, 230))))[:count]
        samples[: len(voice)] += np.roll(voice, rng.integers(0, len(voice))) / max(np.sqrt(np.mean(voice**2)), 1e-6)
    return samples


SOUNDS = [(coloured, 6), (swelling, 4), (hum, 3), (clicks, 3), (tones, 3), (music, 3), (babble, 2)]
