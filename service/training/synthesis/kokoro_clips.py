"""Speaks Turkish with Kokoro as the teacher: `python3 -m synthesis.kokoro_clips TEXTS NODE KOKORO VOICES OUTPUT [PART PARTS]`.

TEXTS has a text a line, NODE is a Node.js 24 that runs write-spoken.ts, KOKORO the graph that
`recognition.kokoro_speech` joins, VOICES the style vectors of the npm package kokoro-js. OUTPUT gets shards of SHARD_SIZE
texts, `NNNNN.npy` (int16, 24,000 Hz, one clip after another) and `NNNNN.json` (of each clip its phrase, its signs with
their durations in FRAME samples, its voice, pace and samples); a shard that is there is kept. Of several processes each
speaks the shards of its PART.
"""

import json
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
import onnxruntime

from recognition.kokoro_speech import kokoro_symbols
from synthesis.kokoro_speakers import BUILT_IN, mixed, random_speaker

SEED = 20271
SHARD_SIZE = 20
RATE_HZ = 24000
FRAME = 600
PACES = (0.85, 1.18)
TOKENS = (4, 300)
CHARACTERS = (12, 95)
# Sentences with these ends and lengths are more frequent than in the texts.
MOST = {"?": 450, "!": 140, ",": 500, "short": 250, "other": 2200}
SHORT = 25
# The node of Kokoro's graph whose output is the duration of each token.
DURATIONS = "/encoder/Clip"


def chosen_texts(path, rng):
    """Returns texts in which questions, exclamations, commas and short sentences are well represented."""
    kinds = {kind: [] for kind in MOST}
    for text in Path(path).read_text(encoding="utf8").splitlines():
        if CHARACTERS[0] <= len(text) <= CHARACTERS[1] and not any(letter.isdigit() for letter in text):
            kind = text[-1] if text[-1] in "?!" else "," if "," in text else "short" if len(text) < SHORT else "other"
            kinds[kind].append(text)
    chosen = [text for kind, most in MOST.items() for text in rng.sample(kinds[kind], min(most, len(kinds[kind])))]
    chosen = list(dict.fromkeys(chosen))
    rng.shuffle(chosen)
    return chosen


def spoken(texts, node):
    """Returns the symbols of the product, and each text's phrase and signs; texts that are not one sentence are left out."""
    script = Path(__file__).with_name("write-spoken.ts")
    lines = subprocess.run([node, str(script)], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    symbols, *found = map(json.loads, lines.stdout.splitlines())
    return symbols, [{**phrase, "text": text} for text, phrase in zip(texts, found) if phrase is not None]


class Teacher:
    """Kokoro, which also says how long each of its tokens is."""

    def __init__(self, graph, voices):
        model = onnx.load(graph)
        durations = next(node.output[0] for node in model.graph.node if node.name == DURATIONS)
        model.graph.output.append(onnx.helper.make_tensor_value_info(durations, onnx.TensorProto.FLOAT, None))
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
        self._numbers = kokoro_symbols()
        self._styles = {path.stem: np.fromfile(path, "<f4").reshape(510, 256) for path in sorted(Path(voices).glob("*.bin"))}

    def speak(self, signs, speaker, pace):
        """Returns int16 samples and the duration of each sign, with those of the silence before and after."""
        tokens = [self._numbers[sign] for sign, *_ in signs]
        audio, durations = self._session.run(None, {
            "tokens": np.array([[0, *tokens, 0]], np.int64),
            "style": mixed({name: styles[len(tokens) - 1] for name, styles in self._styles.items()}, speaker)[None],
            "speed": np.array([pace], np.float32),
        })
        return (np.clip(np.ravel(audio), -1, 1) * 32767).astype(np.int16), np.ravel(durations).astype(int).tolist()


def main(texts, node, graph, voices, output, part=0, parts=1):
    output = Path(output)
    output.mkdir(parents=True, exist_ok=True)
    symbols, phrases = spoken(chosen_texts(texts, random.Random(SEED)), node)
    (output / "symbols.json").write_text(json.dumps(symbols, ensure_ascii=False), encoding="utf8")
    teacher = Teacher(graph, voices)
    for shard in range(int(part), len(phrases) // SHARD_SIZE, int(parts)):
        target = output / f"{shard:05}.json"
        if target.exists():
            continue
        rng = random.Random(SEED + shard)
        clips, rows = [], []
        for phrase in phrases[shard * SHARD_SIZE : (shard + 1) * SHARD_SIZE]:
            speaker, pace = random_speaker(rng), round(rng.uniform(*PACES), 3)
            if TOKENS[0] <= len(phrase["signs"]) <= TOKENS[1]:
                samples, durations = teacher.speak(phrase["signs"], speaker, pace)
                clips.append(samples)
                rows.append({**phrase, "durations": durations, "speaker": speaker, "pace": pace, "samples": len(samples)})
        np.save(output / f"{shard:05}.npy", np.concatenate(clips))
        target.write_text(json.dumps(rows, ensure_ascii=False), encoding="utf8")
        print(f"{shard} of {len(phrases) // SHARD_SIZE}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
