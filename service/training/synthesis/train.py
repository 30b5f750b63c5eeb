"""Trains a model: `python3 -m synthesis.train synth-v2 DATA_FOLDER OUTPUT.pt [STEPS]`."""

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
from synthesis.speakers import BUILT_IN, OTHERS

SEED = 20263
BATCH = 8
REPORT_STEPS = 50
HELD_OUT = 40
PEAK_RATE = 3e-3
NEAR_FRAMES = 20
SHORTEST_FRAMES = 0.5


@dataclass(frozen=True)
class Recipe:
    size: Size
    variants: tuple
    steps: int


RECIPES = {
    "synth-v2": Recipe(
        Size(192, (1, 2, 4, 1), (9, 9, 9, 9, 9)),
        BUILT_IN + OTHERS,
        2600,
    ),
    "synth-v1": Recipe(Size(128, (1, 2, 4), (9, 9, 9, 9)), ("Annie", "shelby", "linda", "m3", "antonio", "max"), 2000),
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
    def __init__(self, folder, variants):
        with open(Path(folder) / "utterances.pickle", "rb") as file:
            stored = pickle.load(file)
        self.symbols = stored["symbols"]
        self.variants = variants
        self.frames = np.load(Path(folder) / "frames.npy", mmap_mode="r")
        self.utterances = [one for one in stored["utterances"] if one["variant"] in variants]
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
        variant = [self.variants.index(one["variant"]) for one in chosen]
        arrays = (symbols, marks, progress, frames, symbol_of_cell, features, values, present)
        return [torch.as_tensor(array) for array in arrays] + [torch.tensor(stated, dtype=torch.float32), torch.tensor(variant)]


def loss_of(net, batch):
    symbols, marks, progress, frames, symbol_of_cell, features, values, present, stated, variant = batch
    log_frames, out = net(symbols, marks, progress, stated, variant, symbol_of_cell, features)
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


def main(name, data, output, steps=None):
    torch.set_num_threads(1)
    torch.manual_seed(SEED)
    rng = random.Random(SEED)
    recipe = RECIPES[name]
    steps = int(steps or recipe.steps)
    dataset = Dataset(data, recipe.variants)
    net = AcousticModel(len(dataset.symbols), len(recipe.variants), recipe.size, *dataset.band_statistics())
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
