"""Writes model.json beside the exported network: `python3 -m recognition.describe MODEL_FOLDER [MEASURED_JSON]`.

Without figures it describes a model that can be run to measure them.
"""

import hashlib
import json
import sys
from pathlib import Path

from corpus import further_sentences, treebank_sentences, write_sentences
from recognition import features, make_data, network, train
from recognition.export import FILE_NAME
from recognition.teacher import NEVER_TRAINED

LETTERS_FILE_NAME = "letters.ngram"
FIRST_TRAINING = "8cd2e4a62b811d38ce19931b991a4997e210bdfe"
"""The commit whose code made, and whose model folder holds, the weights that the second training began from."""
DECODING = {"beam": 16, "letter_weight": 0.5, "letter_bonus": 1.0, "least_confidence": 0.2}
WORD_TIMING = {"start_offset": -0.25, "end_offset": -0.18}


def description(folder, measured):
    """Returns what model.json says of the network in a folder."""
    files = {"acoustic": FILE_NAME, "letters": LETTERS_FILE_NAME}
    return {
        "id": "transcribe-1",
        "kind": "ctc-transcriber",
        "task": "transcription",
        "sample_rate": features.SAMPLE_RATE,
        "default": True,
        "capabilities": ["word_times"],
        "files": files,
        "features": {
            "bands": features.BANDS, "hop": features.HOP, "window": features.WINDOW, "fft_size": features.FFT_SIZE,
            "lowest_hz": features.LOWEST_HZ, "highest_hz": features.HIGHEST_HZ, "floor": features.FLOOR,
            "mean": features.MEAN, "deviation": features.DEVIATION,
        },
        "tokens": network.TOKENS,
        "frames_per_step": network.FRAMES_PER_STEP,
        "right_context_steps": network.RIGHT_CONTEXT,
        "state_size": network.StreamingRecogniser.STATE_SIZE,
        "word_timing": WORD_TIMING,
        "decoding": DECODING,
        "licence": "MIT",
        "made_with": {
            "commands": "service/training/README.md",
            "seeds": {
                "sentences": write_sentences.SEED, "treebanks": treebank_sentences.SEED,
                "further sentences": further_sentences.SEED, "data": make_data.SEED, "training": train.SEED,
            },
            "training": [
                {
                    "commit": FIRST_TRAINING, "utterances": 15_174, "epochs": 8,
                    "schedule": "one-cycle to 0.003, planned for 15 epochs and shortened in steps to 8 while it ran",
                },
                {
                    "begun_from": FIRST_TRAINING, "utterances": 31_893, "epochs": train.EPOCHS,
                    "schedule": f"rise to {train.PEAK_LEARNING_RATE}, then half a cosine",
                },
            ],
            "teacher": "espeak-ng, Turkish voice and its variants; a tool of the training, not part of the product",
            "variants_never_trained": NEVER_TRAINED,
            "threads": train.THREADS,
            "text": "templates of this repository, manual pages of manpages-tr, words of hunspell-tr, Universal "
            "Dependencies treebanks Kenet, BOUN, Penn, FrameNet, Tourism and Atis (CC BY-SA 4.0)",
        },
        "measured": measured,
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files.values()},
    }


if __name__ == "__main__":
    target = Path(sys.argv[1])
    known = json.loads(Path(sys.argv[2]).read_text()) if len(sys.argv) > 2 else {}
    (target / "model.json").write_text(json.dumps(description(target, known), indent=2, ensure_ascii=False) + "\n")
