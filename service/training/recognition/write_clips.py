"""Writes held-out clips to measure the product with: `python3 -m recognition.write_clips SENTENCES FOLDER`.

One folder for each set and condition, with WAV files of 16 bits and a text file beside each: clean, in white noise
15 dB below the speech, and as a telephone sends it (300 to 3,400 Hz, 8 kHz). Beside the sets of make_data, in trained
variants, there are `outside`, sentences by hand that neither the templates nor the manual pages resemble, and
`treebank`, sentences of newspapers, essays and novels.
"""

import sys
import wave
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from scipy.signal import butter, resample_poly, sosfiltfilt

from corpus.further_sentences import OUTSIDE_FILE
from corpus.letters import letters
from corpus.treebank_sentences import HELD_OUT_FILE
from recognition.features import SAMPLE_RATE
from recognition.make_data import PROCESSES, jobs, spoken

SEED = 20264
OTHER_TEXT = {"outside": OUTSIDE_FILE, "treebank": HELD_OUT_FILE}
EVERY = 3
NOISE_DECIBELS = 15
TELEPHONE_HZ = (300, 3400)
TELEPHONE_RATE = 8000

_TELEPHONE = butter(6, TELEPHONE_HZ, "bandpass", fs=SAMPLE_RATE, output="sos")


def clean(samples, _rng):
    return samples, SAMPLE_RATE


def in_noise(samples, rng):
    loudness = np.sqrt(np.mean(samples[np.abs(samples) > 1e-4] ** 2))
    return samples + rng.standard_normal(len(samples)) * loudness * 10 ** (-NOISE_DECIBELS / 20), SAMPLE_RATE


def by_telephone(samples, _rng):
    return resample_poly(sosfiltfilt(_TELEPHONE, samples), 1, SAMPLE_RATE // TELEPHONE_RATE), TELEPHONE_RATE


CONDITIONS = {"clean": clean, "noise-15-db": in_noise, "telephone": by_telephone}


def write_wav(path, samples, rate):
    """Writes mono samples in [-1, 1] as a WAV file of 16 bits."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes((np.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())


def write_clip(job):
    """Writes a (folder, (set, number, text)) job in every condition."""
    folder, (kind, number, text) = job
    samples = spoken(kind, number, text)
    for condition, heard_as in CONDITIONS.items():
        place = folder / f"{kind}.{condition}"
        place.mkdir(parents=True, exist_ok=True)
        write_wav(place / f"{number:04}.wav", *heard_as(samples, np.random.default_rng(SEED + number)))
        (place / f"{number:04}.txt").write_text(letters(text) + "\n")


if __name__ == "__main__":
    held_out = [job for job in jobs(sys.argv[1]) if job[0] != "train" and job[1] % EVERY == 0]
    others = [
        (kind, number, text)
        for kind, file in OTHER_TEXT.items()
        for number, text in enumerate(file.read_text(encoding="utf8").splitlines())
    ]
    with Pool(PROCESSES) as pool:
        pool.map(write_clip, [(Path(sys.argv[2]), job) for job in held_out + others], chunksize=8)
