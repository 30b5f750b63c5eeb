"""Has judges from outside hear speech: `python3 -m synthesis.judge_voices WHISPER DNSMOS FOLDER`.

WHISPER is a folder with Whisper base in CTranslate2's form, DNSMOS the file sig_bak_ovr.onnx of microsoft/DNS-Challenge.
FOLDER has WAV files and texts.json, a list of {"file", "voice", "text"}. Writes a line of JSON for each voice: its
letters and words, how many of them Whisper gets wrong, and the means of DNSMOS for speech, background and both.
"""

import json
import sys
from pathlib import Path

import numpy as np
import onnxruntime
from faster_whisper import WhisperModel
from faster_whisper.audio import decode_audio

from corpus.edit_distance import distance
from corpus.letters import letters

RATE_HZ = 16000
DNSMOS_SAMPLES = 144160
"""9.01 s; what is shorter is repeated."""
POLYNOMIALS = (
    np.poly1d([-0.08397278, 1.22083953, 0.0052439]),
    np.poly1d([-0.13166888, 1.60915514, -0.39604546]),
    np.poly1d([-0.06766283, 1.11546468, 0.04602535]),
)
"""Of DNSMOS's own script: from the network's outputs to opinions of 1 to 5."""


class Judges:
    def __init__(self, whisper, dnsmos):
        self._whisper = WhisperModel(whisper, device="cpu", compute_type="int8", cpu_threads=1)
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1
        self._dnsmos = onnxruntime.InferenceSession(dnsmos, options, providers=["CPUExecutionProvider"])

    def hear(self, samples):
        segments, _ = self._whisper.transcribe(samples, language="tr", beam_size=5, condition_on_previous_text=False)
        return " ".join(segment.text for segment in segments)

    def opinions(self, samples):
        repeated = np.tile(samples, DNSMOS_SAMPLES // len(samples) + 1)[None, :DNSMOS_SAMPLES].astype(np.float32)
        raw = self._dnsmos.run(None, {"input_1": repeated})[0][0]
        return [polynomial(value) for polynomial, value in zip(POLYNOMIALS, raw)]


def main(whisper, dnsmos, folder):
    judges = Judges(whisper, dnsmos)
    by_voice = {}
    for row in json.loads((Path(folder) / "texts.json").read_text(encoding="utf8")):
        samples = decode_audio(str(Path(folder) / row["file"]), sampling_rate=RATE_HZ)
        said, heard = letters(row["text"]), letters(judges.hear(samples))
        by_voice.setdefault(row["voice"], []).append((
            len(said), distance(said, heard), len(said.split()), distance(said.split(), heard.split()), judges.opinions(samples),
        ))
    for voice, rows in by_voice.items():
        counts = np.sum([row[:4] for row in rows], 0).tolist()
        names = ("letters", "letters_wrong", "words", "words_wrong")
        print(json.dumps({"voice": voice, **dict(zip(names, counts)), "dnsmos": np.mean([row[4] for row in rows], 0).round(2).tolist()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
