"""Counts what an exported Whisper hears wrong, without words' help: `python3 -m recognition.hear_clips MODEL CLIPS [BEAM] [PADDING]`.

MODEL is a folder of export_whisper's files, CLIPS one in Common Voice's layout. Letters and words are counted in lower
case without marks.
"""

import base64
import csv
import json
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import onnxruntime

from corpus.edit_distance import distance
from corpus.letters import letters
from recognition.whisper_model import HEADS, LAYERS, WIDTH

FULL = 480_000
TOKENS_PER_SECOND, TOKENS_BESIDE = 8, 12
"""No more is said: what goes on longer goes round in circles."""


def read_audio(path):
    """Returns a recording as 16 kHz mono floats."""
    command = ["ffmpeg", "-v", "error", "-i", str(path), "-ar", "16000", "-ac", "1", "-f", "f32le", "-"]
    return np.frombuffer(subprocess.run(command, capture_output=True, check=True).stdout, np.float32)


def listed_clips(folder):
    """Returns path and text of the clips of a folder in Common Voice's layout."""
    with (Path(folder) / "validated.tsv").open(encoding="utf8") as rows:
        return [(Path(folder) / "clips" / row["path"], row["sentence"])
                for row in csv.DictReader(rows, delimiter="\t", quoting=csv.QUOTE_NONE)]


class Counts:
    """Letters and words wrong over many clips."""

    def __init__(self):
        self.letters, self.words, self.of_letters, self.of_words = 0, 0, 0, 0

    def add(self, said, heard):
        said, heard = letters(said), letters(heard)
        self.letters += distance(said, heard)
        self.words += distance(said.split(), heard.split())
        self.of_letters += len(said)
        self.of_words += len(said.split())

    def __str__(self):
        return f"letters {100 * self.letters / self.of_letters:.1f} %, words {100 * self.words / self.of_words:.1f} %"


class ExportedWhisper:
    """Runs the files of export_whisper with a plain beam."""

    def __init__(self, folder, threads=1):
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        # Products of signed bytes overflow on older processors.
        options.add_session_config_entry("session.x64quantprecision", "1")
        self.encoder, self.decoder = (
            onnxruntime.InferenceSession(str(Path(folder) / f"{name}.onnx"), options, providers=["CPUExecutionProvider"])
            for name in ("encoder", "decoder"))
        table = json.loads((Path(folder) / "tokens.json").read_text(encoding="utf8"))
        self.bytes, self.special = [base64.b64decode(text) for text in table["tokens"]], table["special"]

    def encode(self, samples, padding):
        return self._run(self.encoder, {"samples": samples, "padding": np.array([padding], np.int64)})

    def step(self, sound, tokens, origins, past):
        feeds = {"tokens": np.array(tokens, np.int64), "origins": np.array(origins, np.int64), **past, **sound}
        written = self._run(self.decoder, feeds)
        past = {name.replace("next_", "past_"): value for name, value in written.items() if name.startswith("next_")}
        return written["log_probs"][:, -1], past

    @staticmethod
    def _run(session, feeds):
        return dict(zip([output.name for output in session.get_outputs()], session.run(None, feeds), strict=True))

    def transcribe(self, samples, beam=5, padding=FULL):
        """Returns the text of at most 30 s."""
        special = self.special
        end = special["endoftext"]
        sound = self.encode(samples, padding)
        empty = np.zeros((1, HEADS, 0, WIDTH), np.float32)
        nothing = {f"past_{kind}_{layer}": empty for kind in ("keys", "values") for layer in range(LAYERS)}
        start = [special[name] for name in ("startoftranscript", "tr", "transcribe", "notimestamps")]
        scores, past = self.step(sound, [start], [0], nothing)
        scores[:, [end, self.bytes.index(b" ")]] = -np.inf
        never = [place for place, piece in enumerate(self.bytes) if not piece and place != end]
        hypotheses, done = [(0.0, [])], []
        for _ in range(int(TOKENS_PER_SECOND * len(samples) / 16000) + TOKENS_BESIDE):
            scores[:, never] = -np.inf
            totals = np.array([total for total, _ in hypotheses])[:, None] + scores
            best = np.argsort(-totals, axis=None)[: 2 * beam]
            ahead = []
            for place in best:
                origin, token = divmod(int(place), totals.shape[1])
                total, text = float(totals[origin, token]), hypotheses[origin][1]
                if token == end:
                    done.append((total / (len(text) + 1), text))
                elif len(ahead) < beam:
                    ahead.append((origin, total, text + [token]))
                if len(ahead) == beam:
                    break
            if len(done) >= beam or not ahead:
                break
            hypotheses = [(total, text) for _, total, text in ahead]
            scores, past = self.step(sound, [[text[-1]] for _, text in hypotheses], [origin for origin, _, _ in ahead], past)
        done = done or [(total / max(1, len(text)), text) for total, text in hypotheses]
        return b"".join(self.bytes[token] for token in max(done)[1]).decode("utf8", "replace").strip()


def hear(model, clips, beam=5, padding=FULL, show=False):
    """Returns what is wrong in clips, pairs of samples and text."""
    counts = Counts()
    for samples, said in clips:
        heard = model.transcribe(samples, beam, padding)
        counts.add(said, heard)
        if show:
            print(f"{said}\n    {heard}")
    return counts


def main(folder, clips, beam=5, padding=FULL):
    model = ExportedWhisper(folder)
    listed = [(read_audio(path), text) for path, text in listed_clips(clips)]
    begun = time.process_time()
    counts = hear(model, listed, int(beam), int(padding), show=True)
    seconds = sum(len(samples) for samples, _ in listed) / 16000
    print(f"{counts}; beam {beam}, padding {padding}; {seconds / (time.process_time() - begun):.1f} times real time of the processor")


if __name__ == "__main__":
    main(*sys.argv[1:])
