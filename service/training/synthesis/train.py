"""Trains a model: `python3 -m synthesis.train synth-v2 DATA_FOLDER OUTPUT.pt [STEPS [FROM.pt]]`; FROM is what it goes on from."""

import pickle
import random
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from synthesis.network import (
    BANDS, CELL_FRAMES, PITCH_SCALE, AcousticModel, Size, melody, stated_log_f0, stated_voice,
)
from synthesis.kokoro_speakers import SPEAKERS as KOKORO_SPEAKERS

SEED = 20263
THREADS = 2
BATCH = 8
REPORT_STEPS = 50
HELD_OUT = 40
PEAK_RATE = 3e-3
NEAR_FRAMES = 20
SHORTEST_FRAMES = 0.5


@dataclass(frozen=True)
class Recipe:
    size: Size
    speakers: tuple
    teacher: str
    # What the model card says of how it sounds, and of the texts.
    about: str
    text: str
    # How much of the teacher's spread the exported decoder gets back (variance.py), 0 to 1.
    liveliness: float
    steps: int


RECIPES = {
    "synth-v2": Recipe(
        Size(224, (1, 2, 4, 8, 1), (9, 9, 9, 9, 9, 9)),
        KOKORO_SPEAKERS,
        "Kokoro-82M (Apache-2.0), a neural synthesizer that learned from people",
        "Nobody was recorded for it: a small network learned melody, pace and timbre from Kokoro's voices, and a vocoder of pulses and "
        "noise has not the detail of a recording.",
        "sentences of the treebanks of Universal Dependencies (CC BY-SA 4.0) and our own templates",
        0.8,
        10_387,
    ),
    "synth-v1": Recipe(
        Size(128, (1, 2, 4), (9, 9, 9, 9)),
        ("Annie", "shelby", "linda", "m3", "antonio", "max"),
        "espeak-ng (GPL-3.0, a tool of the training; no part of the product)",
        "Nobody's voice was recorded: the network learned from espeak-ng's formant voices, so it speaks clearly and evenly, not naturally.",
        "own templates, the Turkish manual pages (manpages-tr) and words of hunspell-tr",
        0.0,
        2000,
    ),
}


def cells(edges, frames):
    """Returns the symbol of each 10 ms cell and (CELL_FEATURES, T) saying where in the symbol it lies."""
    centres = np.arange((frames + 1) // CELL_FRAMES) * CELL_FRAMES + CELL_FRAMES / 2
    symbol = np.clip(np.searchsorted(edges, centres, "right") - 1, 0, len(edges) - 2)
    start, end = edges[symbol], edges[symbol + 1]
    length = np.maximum(end - start, SHORTEST_FRAMES)
    part = np.clip((centres - start) / length, 0, 1)
    near = [np.minimum(np.maximum(distance, 0), NEAR_FRAMES) / NEAR_FRAMES for distance in (centres - start, end - centres)]
    return symbol, np.stack([part, 1 - part, np.log(length), *near])


class Dataset:
    def __init__(self, folder, speakers):
        with open(Path(folder) / "utterances.pickle", "rb") as file:
            stored = pickle.load(file)
        self.symbols = stored["symbols"]
        self.speakers = speakers
        self.frames = np.load(Path(folder) / "frames.npy", mmap_mode="r")
        self.utterances = [one for one in stored["utterances"] if set(one["speaker"]) <= set(speakers)]
        for one in self.utterances:
            one["log_f0"], one["log_range"] = melody(self._values(one))
            one["symbol_of_cell"], one["features"] = cells(np.asarray(one["edges"]), one["count"])

    def _values(self, one):
        return self.frames[one["first"]:one["first"] + one["count"]].astype(np.float32)

    def band_statistics(self):
        sample = np.concatenate([self._values(one)[:, :BANDS] for one in self.utterances[::8]])
        return sample.mean(0), sample.std(0)

    def batch(self, chosen):
        most_symbols = max(len(one["symbols"]) for one in chosen)
        most_cells = max(len(one["symbol_of_cell"]) for one in chosen)
        size = len(chosen)
        symbols, marks = np.zeros((2, size, most_symbols), np.int64)
        progress, frames = np.zeros((2, size, most_symbols), np.float32)
        symbol_of_cell = np.zeros((size, most_cells), np.int64)
        features = np.zeros((size, len(chosen[0]["features"]), most_cells), np.float32)
        values = np.zeros((size, most_cells * CELL_FRAMES, self.frames.shape[1]), np.float32)
        present = np.zeros((size, most_cells * CELL_FRAMES), np.float32)
        for row, one in enumerate(chosen):
            count, length = len(one["symbols"]), len(one["symbol_of_cell"])
            symbols[row, :count], marks[row, :count], progress[row, :count] = one["symbols"], one["marks"], one["progress"]
            frames[row, :count] = np.diff(one["edges"])
            symbol_of_cell[row, :length], features[row, :, :length] = one["symbol_of_cell"], one["features"]
            values[row, :one["count"]], present[row, :one["count"]] = self._values(one), 1
        stated = [stated_voice(one["log_f0"], one["log_range"], one["rate"]) for one in chosen]
        shares = [[one["speaker"].get(name, 0.0) for name in self.speakers] for one in chosen]
        arrays = (symbols, marks, progress, frames, symbol_of_cell, features, values, present)
        return [torch.as_tensor(array) for array in arrays] + [torch.tensor(stated, dtype=torch.float32), torch.tensor(shares)]


def loss_of(net, batch):
    symbols, marks, progress, frames, symbol_of_cell, features, values, present, stated, shares = batch
    with torch.autocast("cpu", torch.bfloat16):
        log_frames, out = net(symbols, marks, progress, stated, shares, symbol_of_cell, features)
    log_frames, out = log_frames.float(), out.float()
    spoken = (symbols > 0).float()
    duration = ((log_frames - frames.clamp(min=SHORTEST_FRAMES).log()).abs() * spoken).sum() / spoken.sum()
    target = (values[..., :BANDS] - net.decoder.mean) / net.decoder.scale
    bands = ((out[..., :BANDS] - target).abs().mean(2) * present).sum() / present.sum()
    voiced = values[..., -1]
    relative = (values[..., BANDS] - stated_log_f0(stated)[:, None]) / PITCH_SCALE
    weight = present * (0.05 + voiced)
    pitch = ((out[..., BANDS] - relative).abs() * weight).sum() / weight.sum()
    regions = F.binary_cross_entropy_with_logits(out[..., BANDS + 1:], values[..., BANDS + 1:-1], reduction="none")
    periodicity = (regions.mean(2) * present).sum() / present.sum()
    return bands + 0.3 * duration + 0.3 * pitch + 0.5 * periodicity, (bands, duration, pitch, periodicity)


def batches(utterances, rng):
    """Yields batches of similar length for ever."""
    while True:
        ordered = sorted(utterances, key=lambda one: one["count"] * rng.uniform(0.9, 1.1))
        groups = [ordered[at:at + BATCH] for at in range(0, len(ordered), BATCH)]
        rng.shuffle(groups)
        yield from groups


def main(name, data, output, steps=None, begun=None):
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    recipe = RECIPES[name]
    steps = int(steps or recipe.steps)
    dataset = Dataset(data, recipe.speakers)
    net = AcousticModel(len(dataset.symbols), len(recipe.speakers), recipe.size, *dataset.band_statistics())
    if begun is not None:
        net.load_state_dict(torch.load(begun)["state"])
    held_out = [dataset.batch(dataset.utterances[at:at + BATCH]) for at in range(0, HELD_OUT, BATCH)]
    optimizer = torch.optim.AdamW(net.parameters(), PEAK_RATE, betas=(0.9, 0.98), weight_decay=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, PEAK_RATE, total_steps=steps, pct_start=0.08)
    print(f"{len(dataset.utterances)} utterances, {sum(p.numel() for p in net.parameters())} parameters", flush=True)
    started, total = time.time(), 0.0
    for step, group in zip(range(1, steps + 1), batches(dataset.utterances[HELD_OUT + BATCH:], rng)):
        loss, _ = loss_of(net, dataset.batch(group))
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        total += loss.item()
        if step % REPORT_STEPS == 0 or step == steps:
            net.eval()
            with torch.no_grad():
                parts = np.mean([[part.item() for part in loss_of(net, batch)[1]] for batch in held_out], 0)
            net.train()
            print(f"{step} loss {total / REPORT_STEPS:.3f} held out bands duration pitch periodicity {parts.round(3)} "
                  f"{time.time() - started:.0f} s", flush=True)
            total = 0.0
            torch.save({"name": name, "state": net.state_dict(), "symbols": dataset.symbols, "steps": step}, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
