"""Writes Whisper, cut to Turkish, as ONNX: `python3 -m recognition.export_whisper BASE TEXTS PEOPLE OUTPUT [SHARE CHECKPOINT …]`.

BASE is the folder of Whisper base in CTranslate2's form, TEXTS what Kokoro speaks, PEOPLE the shards of people_clips. The
weights lie between those of BASE and the mean of the checkpoints: SHARE of the latter.

`OUTPUT/float` and `OUTPUT/bytes` get three files each: encoder.onnx and decoder.onnx of whisper_graphs, and
tokens.json: `tokens`, the bytes of every token in base64 ("" for special ones), and `special`, numbers by name.
"""

import base64
import json
import sys
from pathlib import Path

import numpy as np
import torch

from recognition.fine_tune_whisper import Clips
from recognition.smooth_bytes import largest_inputs, smoothed
from recognition.whisper_graphs import in_bytes, write_graphs
from recognition.whisper_model import whisper_base
from recognition.whisper_tokens import Tokens

CALIBRATION_CLIPS = 20


def token_table(tokens):
    """Returns what tokens.json holds."""
    return {
        "tokens": [base64.b64encode(tokens.bytes_of(token)).decode() for token in tokens.kept],
        "special": tokens.special(),
    }


def write(model, tokens, clips, output):
    """Writes the graphs of a network in floats and in bytes; `clips` are pairs of samples and tokens to smooth it with."""
    state = {name: tensor.detach().numpy() for name, tensor in model.state_dict().items()}
    even = smoothed(state, largest_inputs(model, clips))
    for kind, weights in (("float", state), ("bytes", in_bytes(even))):
        folder = Path(output) / kind
        write_graphs(weights, folder)
        table = json.dumps(token_table(tokens), ensure_ascii=False)
        (folder / "tokens.json").write_text(table + "\n", encoding="utf8")


def main(base, texts, people, output, *checkpoints):
    tokens = Tokens(base, Path(texts).read_text(encoding="utf8").splitlines())
    model = whisper_base(base, tokens.kept)
    if checkpoints:
        share, *files = checkpoints
        model.load_state_dict(mixed(model.state_dict(), [torch.load(file, weights_only=True) for file in files], float(share)))
    write(model, tokens, calibration(people, tokens), output)


def mixed(base, tuned, share):
    """Returns weights between those of a network and the mean of its fine-tuned ones: `share` of the latter."""
    return {name: (1 - share) * value + share * sum(one[name] for one in tuned) / len(tuned) for name, value in base.items()}


def calibration(people, tokens):
    """Returns some clips of people of other languages, as pairs of samples and tokens."""
    clips = Clips(people, 0, 0, tokens)
    clips.look()
    special = tokens.special()
    start = [special[name] for name in ("startoftranscript", "tr", "transcribe", "notimestamps")]
    return [(np.array(samples, np.float32) / 32768, start + text) for samples, text in clips.clips[:CALIBRATION_CLIPS]]


if __name__ == "__main__":
    main(*sys.argv[1:])
