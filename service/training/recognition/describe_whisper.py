"""Writes model.json of a model of the kind whisper-transcriber:
`python3 -m recognition.describe_whisper ../models/transcribe-1 ../small-models/transcribe-1`.

The folder holds what export_whisper and word_model wrote; the small recogniser, which hears every segment first, is
copied beside it. Figures on people that `npm run bench:people -- --write-card` put there stay.
"""

import hashlib
import json
import shutil
import sys
from pathlib import Path

FILES = {"encoder": "encoder.onnx", "decoder": "decoder.onnx", "tokens": "tokens.json", "words": "words.ngram"}
PADDING_SECONDS = 1
"""What fine-tuning put behind every clip."""
DECODING = {
    "beam": 8,
    "live_beam": 3,
    "word_weight": 0.3,
    "word_bonus": 2,
    "no_speech": 0.6,
    "least_nats_per_token": -1,
    "confidence_power": 0.25,
}
LEAST_MEAN_CONFIDENCE = 0.82
"""From here on the small recogniser is believed: of 50 clips of people one was above, of the voices it knows nearly all."""
OF_SMALL = ("features", "tokens", "frames_per_step", "right_context_steps", "state_size", "word_timing", "decoding")
MADE_WITH = {
    "commands": "service/training/README.md",
    "from": "Whisper base of OpenAI (MIT), cut to 10,345 tokens of Turkish, and fine-tuned; 0.25 untouched + 0.75 the mean of three trainings",
    "tuned_on_people": "how far from the untouched weights, which stage, word_weight, word_bonus, beam: 50 clips of Common Voice",
}


def main(folder: Path, small: Path) -> None:
    described = json.loads((small / "model.json").read_text(encoding="utf8"))
    for name in described["files"].values():
        shutil.copy(small / name, folder / name)
    files = {**FILES, **described["files"]}
    path = folder / "model.json"
    measured = json.loads(path.read_text(encoding="utf8"))["measured"] if path.exists() else {}
    document = {
        "id": "transcribe-1",
        "kind": "whisper-transcriber",
        "task": "transcription",
        "sample_rate": 16000,
        "default": True,
        "capabilities": ["word_times", "written_form"],
        "files": files,
        "padding_seconds": PADDING_SECONDS,
        "decoding": DECODING,
        "first": {**{name: described[name] for name in OF_SMALL}, "least_mean_confidence": LEAST_MEAN_CONFIDENCE},
        "licence": "MIT; what the word n-grams were counted in: MODEL_CARD.md",
        "made_with": MADE_WITH,
        "measured": measured,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files.values()},
    }
    path.write_text(json.dumps(document, indent=2, ensure_ascii=False) + "\n", encoding="utf8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
