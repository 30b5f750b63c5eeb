"""Packs Turkish of the built-in voices and of espeak-ng for fine-tuning: `python3 -m recognition.other_voices SENTENCES CLIPS OUTPUT`.

SENTENCES has lines of split, source and text, as the lists of corpus; CLIPS has what speak-training-text made of OWN_COUNT of them, `NNNNN.wav`
at 16 kHz. Shards are as kokoro_speech writes them, of the built-in voices first.
"""

import random
import sys
import wave
from pathlib import Path

import numpy as np

from recognition.teacher import speak, to_16_khz, trained_variants

SEED = 3
OWN_COUNT, ESPEAK_COUNT, SHARD_SIZE = 1500, 500, 100


def built_in(texts, folder):
    """Yields samples and text of what the built-in voices spoke of texts spread over the list."""
    step = len(texts) / OWN_COUNT
    for place in range(OWN_COUNT):
        path = Path(folder) / f"{place:05}.wav"
        if path.exists():
            with wave.open(str(path)) as clip:
                yield np.frombuffer(clip.readframes(clip.getnframes()), np.int16), texts[int(place * step)]


def espeak(texts):
    """Yields samples and text of espeak-ng, in the variants that training hears."""
    rng, variants = random.Random(SEED), trained_variants()
    for text in texts[OWN_COUNT : OWN_COUNT + ESPEAK_COUNT]:
        spoken = to_16_khz(speak(text, rng.choice(variants), rng.randint(20, 80), rng.randint(120, 200)))
        yield (np.clip(spoken, -1, 1) * 32767).astype(np.int16), text


def main(sentences, clips, output):
    output = Path(output)
    output.mkdir(parents=True, exist_ok=True)
    texts = [line.split("\t")[2] for line in Path(sentences).read_text(encoding="utf8").splitlines()]
    shard = 0
    for name, spoken in (("own", list(built_in(texts, clips))), ("espeak", list(espeak(texts)))):
        for begin in range(0, len(spoken), SHARD_SIZE):
            part = spoken[begin : begin + SHARD_SIZE]
            np.save(output / f"{shard:05}.npy", np.concatenate([samples for samples, _ in part]))
            rows = [f"{len(samples)}\t{name}\t1\t{text}\n" for samples, text in part]
            (output / f"{shard:05}.tsv").write_text("".join(rows), encoding="utf8")
            shard += 1


if __name__ == "__main__":
    main(*sys.argv[1:])
