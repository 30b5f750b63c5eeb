"""Makes the training set of synth-v2 from what Kokoro said: `python3 -m synthesis.kokoro_data CLIPS OUTPUT_FOLDER`.

CLIPS is what kokoro_clips wrote. Writes what make_data does: frames.npy, hearings.npy and utterances.pickle.
"""

import json
import sys
from multiprocessing import Pool
from pathlib import Path

import numpy as np
from scipy.signal import resample_poly

from recognition.features import FLOOR, SAMPLE_RATE, band_powers
from synthesis import analysis
from synthesis.data_set import save
from synthesis.kokoro_clips import FRAME, RATE_HZ
from synthesis.kokoro_speakers import HELD_OUT
from synthesis.network import RATE_CENTRE

# What a token says is heard this much before the token's place: by correlation of the sound's level with the vowels' places.
EARLIER_FRAMES = round(0.07 * analysis.RATE_HZ / analysis.HOP)
PAUSES = frozenset("|,.?!")
# Nepers of power under the loudest moment at which a sound has ended.
ENDED_NEPERS = 7.5
EDGE_FRAMES = 4
LAST_PAUSE_FRAMES = 30
LEAST_SOUND_FRAMES = 4
# Sounds in a second that count as RATE_CENTRE words a minute: the teacher's mean.
SOUNDS_PER_SECOND = 12.6


def edges_of(row):
    """Returns where each symbol begins, and the last one ends, in frames from the clip's start, as the tokens have it."""
    before, *durations = row["durations"]
    places = np.cumsum([before, *durations]) * FRAME / analysis.HOP - EARLIER_FRAMES
    starts = np.full(len(row["symbols"]) + 1, np.nan)
    starts[0], starts[-1] = places[0], places[len(row["signs"])]
    for (_, first, last), start, end in zip(row["signs"], places, places[1:]):
        if first != last:
            # Half of a space between two words belongs to each of them.
            starts[last] = (start + end) / 2
        elif np.isnan(starts[first]):
            starts[first] = start
    return starts


def with_pauses(edges, symbols, level):
    """Moves the beginning of each pause to where the sound before it ends; the teacher counts silence to that sound."""
    edges = edges.copy()
    top = level.max()
    for at, symbol in enumerate(symbols):
        if symbol not in PAUSES or symbol == "|" or at == 0:
            continue
        first, last = int(edges[at - 1]) + LEAST_SOUND_FRAMES, int(edges[at + 1])
        quiet = level[first:last] < top - ENDED_NEPERS
        loud = np.flatnonzero(~quiet)
        if len(loud) and loud[-1] + first + EDGE_FRAMES < last:
            edges[at] = loud[-1] + first + EDGE_FRAMES
        elif not len(loud):
            edges[at] = first
    return edges


def utterance(job):
    """Returns (edges, frames, hearing, rate), or None where the places of symbols do not ascend."""
    row, samples, symbols = job
    samples = samples.astype(np.float32) / 32768
    names = [symbols[number - 1] for number in row["symbols"]]
    count = len(samples) // analysis.HOP
    level = np.log((samples[: count * analysis.HOP].reshape(count, -1) ** 2).mean(1) + 1e-9)
    edges = edges_of(row)
    if np.isnan(edges).any():
        return None
    loud = np.flatnonzero(level > level.max() - ENDED_NEPERS)
    edges[0] = max(0, min(edges[1] - 1, loud[0] - EDGE_FRAMES))
    edges[-1] = count
    edges = with_pauses(edges, names, level)
    edges[-1] = min(count, edges[-2] + LAST_PAUSE_FRAMES)
    if (np.diff(edges) <= 0).any():
        return None
    bands, log_f0, regions, voiced = analysis.analyse(samples)
    frames = np.concatenate([bands, log_f0[:, None], regions, voiced[:, None]], 1)
    first, last = int(edges[0]), int(np.ceil(edges[-1]))
    hop = analysis.HOP
    heard = resample_poly(samples[first * hop : last * hop], SAMPLE_RATE // 8000, RATE_HZ // 8000).astype(np.float32)
    hearing = np.log(band_powers(heard) + FLOOR).astype(np.float16)
    spoken = sum(end - start for name, start, end in zip(names, edges, edges[1:]) if name not in PAUSES)
    sounds = sum(name not in PAUSES for name in names)
    rate = RATE_CENTRE * sounds / (spoken * hop / RATE_HZ) / SOUNDS_PER_SECOND
    return edges - first, frames[first:last].astype(np.float16), hearing, rate


def jobs_of(clips):
    symbols = json.loads((Path(clips) / "symbols.json").read_text(encoding="utf8"))
    for path in sorted(Path(clips).glob("[0-9]*.json")):
        samples, at = np.load(path.with_suffix(".npy"), mmap_mode="r"), 0
        for row in json.loads(path.read_text(encoding="utf8")):
            clip = samples[at : at + row["samples"]]
            at += row["samples"]
            if not set(row["speaker"]) & set(HELD_OUT):
                yield row, np.array(clip), symbols


def main(clips, output):
    jobs = list(jobs_of(clips))
    with Pool(2) as pool:
        made = pool.map(utterance, jobs, chunksize=4)
    kept = []
    for (row, _, _), result in zip(jobs, made):
        if result is not None:
            edges, frames, hearing, rate = result
            one = {key: row[key] for key in ("symbols", "marks", "progress", "text", "speaker")}
            kept.append(({**one, "edges": edges, "rate": rate}, frames, hearing))
    utterances = save(output, jobs[0][2], kept)
    first = sum(one["count"] for one in utterances)
    print(f"{len(jobs)} clips, {len(jobs) - len(utterances)} not aligned, {len(utterances)} utterances, "
          f"{first * analysis.HOP / analysis.RATE_HZ / 3600:.2f} h, mean rate {np.mean([one['rate'] for one in utterances]):.0f}")


if __name__ == "__main__":
    main(*sys.argv[1:])
