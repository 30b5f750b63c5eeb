"""Makes the training set: `python3 -m synthesis.make_data SENTENCES NODE OUTPUT_FOLDER`.

SENTENCES is the list that corpus.write_sentences wrote, NODE a Node.js 24 that runs write-phrases.ts.
Writes frames.npy (float16, one row of 5 ms: bands, log F0, periodicity, voiced), hearings.npy (float16, one row of
10 ms: log mel powers of 16,000 Hz audio, as recognition hears it) and utterances.pickle.
"""

import json
import random
import subprocess
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from corpus.write_sentences import read_sentences
from recognition.features import FLOOR, band_powers
from recognition.teacher import to_16_khz
from synthesis import analysis
from synthesis.data_set import save
from synthesis.alignment import align, stressed
from synthesis.speakers import BUILT_IN, OTHERS
from synthesis.teacher import RATE_HZ, Teacher

SEED = 20262
COUNTS = {"own": 3600, "manual": 800, "words": 1300}
LONGEST_CHARACTERS = 90
# Of all sentences; the rest is shared by every other speaker.
BUILT_IN_SHARE = 0.58
STRESSED = 1
PITCH, RANGE, WORDS_PER_MINUTE = (30, 70), (30, 75), (130, 200)

_teacher = None


def chosen_sentences(path, rng):
    by_source = {source: [] for source in COUNTS}
    for source, text in read_sentences(path, "train"):
        if len(text) <= LONGEST_CHARACTERS:
            by_source[source].append(text)
    chosen = [text for source, count in COUNTS.items() for text in rng.sample(by_source[source], count)]
    rng.shuffle(chosen)
    return [text[:-1] + "!" if text.endswith(".") and rng.random() < 0.08 else text for text in chosen]


def phrases(texts, node):
    """Returns the symbols of the product's phoneme inventory and each text's phrase (None where it is not one)."""
    script = Path(__file__).with_name("write-phrases.ts")
    lines = subprocess.run([node, str(script)], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    symbols, *found = map(json.loads, lines.stdout.splitlines())
    return symbols, found


def start_worker():
    global _teacher
    _teacher = Teacher()


def utterance(job):
    """Returns (edges in frames, stresses, frames, hearing), or None where our phonemes and the teacher's differ."""
    text, names, variant, pitch, pitch_range, rate = job
    # The teacher takes an apostrophe for a closing quotation mark and pauses there.
    text = text.replace("'", "").replace("’", "")
    samples, events = _teacher.speak(text, variant, pitch, pitch_range, rate)
    edges = align(names, events, len(samples))
    stresses = stressed(names, _teacher.stresses(text))
    if edges is None or stresses is None:
        return None
    up, down = analysis.RATE_HZ // 150, RATE_HZ // 150
    bands, log_f0, regions, voiced = analysis.analyse(resample_poly(samples, up, down).astype(np.float32))
    frames = np.concatenate([bands, log_f0[:, None], regions, voiced[:, None]], 1).astype(np.float16)
    hearing = np.log(band_powers(to_16_khz(samples)) + FLOOR).astype(np.float16)
    return np.array(edges) / RATE_HZ * analysis.RATE_HZ / analysis.HOP, stresses, frames, hearing


def speaker(rng):
    return rng.choice(BUILT_IN if rng.random() < BUILT_IN_SHARE else OTHERS)


def main(sentences, node, output):
    rng = random.Random(SEED)
    texts = chosen_sentences(sentences, rng)
    symbols, found = phrases(texts, node)
    jobs, kept = [], []
    for text, phrase in zip(texts, found):
        if phrase is not None:
            names = [symbols[number - 1] for number in phrase["symbols"]]
            setting = (speaker(rng), rng.randint(*PITCH), rng.randint(*RANGE), rng.randint(*WORDS_PER_MINUTE))
            jobs.append((text, names, *setting))
            kept.append(phrase)
    with Pool(2, start_worker) as pool:
        made = list(pool.imap(utterance, jobs, chunksize=8))
    told = []
    for job, phrase, result in zip(jobs, kept, made):
        if result is None:
            continue
        edges, stresses, frames, hearing = result
        text, _, variant, _, _, rate = job
        # The teacher's stress is what is heard, right or wrong; the product's rules decide it only when it speaks.
        marks = [mark & ~STRESSED | STRESSED * stress for mark, stress in zip(phrase["marks"], stresses)]
        one = {**phrase, "marks": marks, "text": text, "edges": edges, "speaker": {variant: 1}, "rate": rate}
        told.append((one, frames, hearing))
    utterances = save(output, symbols, told)
    first = sum(one["count"] for one in utterances)
    print(f"{len(texts)} sentences, {len(texts) - len(jobs)} not one phrase, {len(jobs) - len(utterances)} not aligned, "
          f"{len(utterances)} utterances, {first * analysis.HOP / analysis.RATE_HZ / 3600:.2f} h")


if __name__ == "__main__":
    main(*sys.argv[1:])
