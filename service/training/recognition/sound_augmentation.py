"""Makes every hearing of a clip different, on samples: tempo, room, noise, telephone, level and edges.

`python3 -m recognition.sound_augmentation NOISES ROOMS OUTPUT` gathers the noises and rooms of the clones that the README
names into one file, sounds.npz, at 16 kHz.
"""

import subprocess
import sys
from pathlib import Path

import numpy as np
from scipy.signal import butter, fftconvolve, resample_poly, sosfilt

SAMPLE_RATE = 16000
NOISE_SECONDS = 60
ROOM_SECONDS = 1.0
TEMPOS = [(9, 10), (10, 11), (11, 12), (1, 1), (1, 1), (1, 1), (12, 11), (11, 10), (10, 9)]
"""Played slower or faster, up and down, as tapes are: it moves the pitch as well."""


def _read(path):
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-ar", str(SAMPLE_RATE), "-ac", "1", "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def gather(noises, rooms, output):
    """Writes noises of equal power and impulse responses that begin with their loudest moment."""
    sounds = {}
    for path in sorted(Path(noises).iterdir()):
        samples = _read(path)[: NOISE_SECONDS * SAMPLE_RATE]
        sounds[f"noise_{path.stem}"] = (samples / np.sqrt(np.mean(samples**2))).astype(np.float16)
    for path in sorted(Path(rooms).iterdir()):
        samples = _read(path)
        peak = int(np.argmax(np.abs(samples)))
        tail = samples[peak : peak + int(ROOM_SECONDS * SAMPLE_RATE)]
        sounds[f"room_{path.stem}"] = (tail / np.sqrt(np.sum(tail**2))).astype(np.float32)
    np.savez(output, **sounds)


class SoundAugmentation:
    """Draws from one numpy generator; samples are 16 kHz floats."""

    def __init__(self, file, rng):
        sounds = np.load(file)
        self._noises = [sounds[name].astype(np.float32) for name in sounds if name.startswith("noise_")]
        self._rooms = [sounds[name] for name in sounds if name.startswith("room_")]
        self._rng = rng

    def _room(self, samples):
        if self._rng.random() < 0.4:
            response = self._rooms[self._rng.integers(len(self._rooms))]
        else:
            length = int(self._rng.uniform(0.1, 0.7) * SAMPLE_RATE)
            decay = np.exp(-6.9 * np.arange(length) / length)
            response = self._rng.standard_normal(length) * decay * self._rng.uniform(0.02, 0.25)
            response[0] = 1
        share = self._rng.uniform(0.1, 1)
        wet = fftconvolve(samples, response)[: len(samples)]
        return (1 - share) * samples + share * wet

    def _noise(self, count):
        if self._rng.random() < 0.7:
            noise = self._noises[self._rng.integers(len(self._noises))]
            start = self._rng.integers(max(1, len(noise) - count))
            noise = np.resize(noise[start : start + count], count)
        else:
            frequencies = np.maximum(np.fft.rfftfreq(count, 1 / SAMPLE_RATE), 20)
            spectrum = np.fft.rfft(self._rng.standard_normal(count)) * frequencies ** self._rng.uniform(-1, 0.3)
            noise = np.fft.irfft(spectrum, count)
        return noise / max(np.sqrt(np.mean(noise**2)), 1e-6)

    def _telephone(self, samples):
        band = [self._rng.uniform(150, 350), self._rng.uniform(3000, 3700)]
        return sosfilt(butter(4, band, "bandpass", fs=SAMPLE_RATE, output="sos"), samples)

    def silence(self, seconds):
        """Returns noise alone, mostly quiet."""
        noise = self._noise(int(seconds * SAMPLE_RATE))
        return (noise * 10 ** (self._rng.uniform(-70, -15) / 20)).astype(np.float32)

    def heard(self, samples):
        """Returns a clip as it is heard in some room, through some channel, in some noise, with some silence around it."""
        up, down = TEMPOS[self._rng.integers(len(TEMPOS))]
        if up != down:
            samples = resample_poly(samples, up, down)
        before, after = (int(self._rng.uniform(0, 0.6) * SAMPLE_RATE) for _ in range(2))
        samples = np.pad(samples, (before, after))
        if self._rng.random() < 0.4:
            samples = self._room(samples)
        power = np.sqrt(np.mean(samples**2)) + 1e-6
        if self._rng.random() < 0.75:
            samples = samples + self._noise(len(samples)) * power * 10 ** (-self._rng.uniform(3, 45) / 20)
        if self._rng.random() < 0.15:
            samples = self._telephone(samples)
        elif self._rng.random() < 0.2:
            low_pass = butter(4, self._rng.uniform(3000, 7500), fs=SAMPLE_RATE, output="sos")
            samples = sosfilt(low_pass, samples)
        loudest = np.abs(samples).max() + 1e-6
        return np.clip(samples / loudest * 10 ** (self._rng.uniform(-35, 2) / 20), -1, 1).astype(np.float32)


if __name__ == "__main__":
    gather(*sys.argv[1:])
