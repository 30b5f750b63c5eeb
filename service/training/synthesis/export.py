"""Writes a model folder: `python3 -m synthesis.export CHECKPOINT.pt DATA_FOLDER MODEL_FOLDER [SPEAKER.pt]`.

The measured figures are left empty; synthesis/measure.ts fills them in.
"""

import hashlib
import json
import math
import pickle
import random
import sys
from pathlib import Path

import numpy as np
import onnx
import torch
from torch import nn

from recognition import features
from recognition.export import halve_weights
from synthesis.network import BANDS, AcousticModel, melody, stated_voice
from synthesis.speaker_network import SpeakerEncoder
from synthesis.train import BATCH, RECIPES, SEED, Dataset
from synthesis.variance import enliven
from synthesis.voices import VOICES

SAMPLE_RATES_HZ = {"synth-v1": 24000, "synth-v2": 48000}
DEFAULT = "synth-v2"
# Utterances by which the spread of what the decoder predicts is compared with the teacher's.
SAMPLED = 160


class Speaking(nn.Module):
    """The decoder as the product calls it."""

    def __init__(self, decoder):
        super().__init__()
        self.decoder = decoder

    def forward(self, cells, voice):
        return self.decoder.speak(cells, voice)


def write_network(network, example, path, **names):
    """Writes one network as ONNX, its large weights in half precision."""
    torch.onnx.export(network, example, path, opset_version=13, dynamo=False, **names)
    model = halve_weights(onnx.load(path))
    onnx.checker.check_model(model)
    onnx.save(model, path)


def write_networks(net, folder):
    symbols = torch.ones(1, 7, dtype=torch.int64)
    voice = torch.zeros(1, net.encoder.voice.in_features)
    write_network(
        net.encoder, (symbols, symbols, torch.zeros(1, 7), voice), folder / "encoder.onnx",
        input_names=["symbols", "marks", "progress", "voice"], output_names=["hidden", "log_frames"],
        dynamic_axes={"symbols": {1: "n"}, "marks": {1: "n"}, "progress": {1: "n"}, "hidden": {2: "n"}, "log_frames": {1: "n"}},
    )
    width = net.decoder.cell.in_channels
    write_network(
        Speaking(net.decoder), (torch.zeros(1, width, 9), voice), folder / "decoder.onnx",
        input_names=["cells", "voice"], output_names=["frames"], dynamic_axes={"cells": {2: "t"}, "frames": {1: "f"}},
    )


def write_speaker_network(checkpoint, path):
    encoder = SpeakerEncoder()
    encoder.load_state_dict(torch.load(checkpoint)["state"])
    write_network(
        encoder.eval(), torch.zeros(1, 300, features.BANDS), path,
        input_names=["features"], output_names=["estimates"], dynamic_axes={"features": {1: "t"}},
    )


def hearing():
    """Returns what the speaker encoder hears, as model.json says it."""
    return {
        "sample_rate": features.SAMPLE_RATE,
        "features": {
            "bands": features.BANDS,
            "hop": features.HOP,
            "window": features.WINDOW,
            "fft_size": features.FFT_SIZE,
            "lowest_hz": features.LOWEST_HZ,
            "highest_hz": features.HIGHEST_HZ,
            "floor": features.FLOOR,
            "mean": features.MEAN,
            "deviation": features.DEVIATION,
        },
    }


def stated_of(utterances, frames, voice):
    """Returns the stated part of a voice: the middle pitch, range and pace of all that its speaker said."""
    own = [one for one in utterances if one["speaker"] == voice.speaker]
    melodies = [melody(frames[one["first"]:one["first"] + one["count"]]) for one in own]
    log_f0, log_range = np.median(melodies, 0).tolist()
    log_f0, log_range = log_f0 + math.log(voice.pitch), log_range + math.log(voice.melody)
    return stated_voice(log_f0, log_range, voice.pace * np.median([one["rate"] for one in own]))


def built_in_voices(net, recipe, utterances, frames):
    voices = {}
    for voice in VOICES[recipe]:
        timbre = voice.timbre or voice.speaker
        shares = torch.tensor([float(timbre.get(name, 0)) for name in RECIPES[recipe].speakers])
        numbers = [*stated_of(utterances, frames, voice), *(shares @ net.speaker).tolist(), math.log(voice.tract)]
        vector = [round(value, 4) for value in numbers]
        voices[voice.name] = {"gender": voice.gender, "age": voice.age, "vector": vector}
    return voices


def main(checkpoint, data, output, speaker=None):
    stored = torch.load(checkpoint)
    recipe = RECIPES[stored["name"]]
    with open(Path(data) / "utterances.pickle", "rb") as file:
        utterances = pickle.load(file)["utterances"]
    frames = np.load(Path(data) / "frames.npy", mmap_mode="r")
    net = AcousticModel(len(stored["symbols"]), len(recipe.speakers), recipe.size, np.zeros(BANDS), np.ones(BANDS))
    net.load_state_dict(stored["state"])
    net.eval()
    dataset = Dataset(data, recipe.speakers)
    sample = random.Random(SEED).sample(dataset.utterances, SAMPLED)
    enliven(net, [dataset.batch(sample[at:at + BATCH]) for at in range(0, SAMPLED, BATCH)], recipe.liveliness)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    write_networks(net, folder)
    files = {"encoder": "encoder.onnx", "decoder": "decoder.onnx"}
    if speaker is not None:
        files["speaker"] = "speaker.onnx"
        write_speaker_network(speaker, folder / files["speaker"])
    manifest = {
        "id": stored["name"],
        "kind": "harmonic-noise-synthesizer",
        "task": "synthesis",
        "sample_rate": SAMPLE_RATES_HZ[stored["name"]],
        "default": stored["name"] == DEFAULT,
        "capabilities": [] if speaker is None else ["designed_voices", "directed_delivery", "cloned_voices"],
        "files": files,
        "licence": "MIT",
        "made_with": {
            "teacher": recipe.teacher,
            "about": recipe.about,
            "text": recipe.text,
            "commands": "service/training/README.md",
            "seed": SEED,
            "steps": stored["steps"],
            "speakers": len(recipe.speakers),
            "utterances": sum(set(one["speaker"]) <= set(recipe.speakers) for one in utterances),
            "parameters": sum(parameter.numel() for parameter in net.parameters()),
        },
        "measured": {},
        "sha256": {name: hashlib.sha256((folder / name).read_bytes()).hexdigest() for name in files.values()},
        "symbols": stored["symbols"],
        "decoder_context_cells": sum(kernel // 2 for kernel in recipe.size.decoder_kernels),
        "voices": built_in_voices(net, stored["name"], utterances, frames),
        **({} if speaker is None else {"speaker": hearing()}),
    }
    (folder / "model.json").write_text(json.dumps(manifest, ensure_ascii=False, indent=2) + "\n", encoding="utf8")


if __name__ == "__main__":
    main(*sys.argv[1:])
