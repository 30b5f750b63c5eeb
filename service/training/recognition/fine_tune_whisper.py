"""Fine-tunes Whisper on Turkish of voices and on people of other languages.

`python3 -m recognition.fine_tune_whisper BASE TEXTS SOUNDS CHECKPOINT MINUTES SEED KIND=SHARE:FOLDER[:FIRST-LAST] … [FROM=CHECKPOINT …]`: BASE
and TEXTS as export_whisper takes them, SOUNDS the file of sound_augmentation, the folders those with shards of
kokoro_speech's form. Each clip comes from a kind by its share. Shards that are added while it runs are heard too. The
rate of learning falls to nothing over MINUTES; the weights are written every few minutes. It begins with BASE, or with the
mean of checkpoints.
"""

import math
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

from recognition.sound_augmentation import SoundAugmentation
from recognition.whisper_model import HOP, MOST_SAMPLES, whisper_base
from recognition.whisper_tokens import Tokens

SAMPLE_RATE = 16000
HIGHEST_RATE, WARM_STEPS = 4e-5, 10
FROZEN_LAYERS = 3
"""How many of the encoder's first layers stay as people taught them."""
BATCH, BATCHES_IN_SIGHT = 8, 4
JOINED_SHARE, NOISE_SHARE = 0.12, 0.025
SMOOTHING = 0.1
SAVE_SECONDS = 180
NO_LOSS = -100


class Clips:
    """The clips of a folder's shards, read as they come."""

    def __init__(self, folder, first, last, tokens):
        self._folder, self._first, self._last, self._tokens = Path(folder), first, last, tokens
        self._seen, self.clips = set(), []

    def look(self):
        """Takes in what shards there are by now."""
        for table in sorted(self._folder.glob("*.tsv")):
            if table in self._seen or not self._first <= int(table.stem) <= self._last:
                continue
            self._seen.add(table)
            samples, at = np.load(table.with_suffix(".npy"), mmap_mode="r"), 0
            for line in table.read_text(encoding="utf8").splitlines():
                count, _, _, text = line.split("\t")
                clip, at = samples[at : at + int(count)], at + int(count)
                try:
                    self.clips.append((clip, self._tokens.encode(text)))
                except KeyError:
                    continue


class Batches:
    """Draws clips by their kinds' shares, makes them differ, and puts those of like length together."""

    def __init__(self, kinds, tokens, sounds, seed):
        self._rng = np.random.default_rng(seed)
        self._kinds, self._sounds = kinds, SoundAugmentation(sounds, self._rng)
        special = tokens.special()
        self._end, self._no_speech = special["endoftext"], special["nospeech"]
        self._start = [special[name] for name in ("startoftranscript", "tr", "transcribe", "notimestamps")]

    def _clip(self, clips):
        samples, text = clips[self._rng.integers(len(clips))]
        return np.array(samples, np.float32) / 32768, text

    def _example(self):
        """Returns samples, tokens that go in, and those that should come out."""
        if self._rng.random() < NOISE_SHARE:
            samples = self._sounds.silence(self._rng.uniform(1, 6))
            return samples, self._start, [self._no_speech, NO_LOSS, NO_LOSS, self._end]
        shares = np.array([share * min(1, len(clips.clips) / 400) for share, clips in self._kinds])
        clips = self._kinds[self._rng.choice(len(shares), p=shares / shares.sum())][1].clips
        samples, text = self._clip(clips)
        while self._rng.random() < JOINED_SHARE and len(samples) < 12 * SAMPLE_RATE:
            more, further = self._clip(clips)
            gap = np.zeros(int(self._rng.uniform(0.1, 0.8) * SAMPLE_RATE), np.float32)
            samples, text = np.concatenate([samples, gap, more]), text + further
        return self._sounds.heard(samples)[:MOST_SAMPLES], self._start + text, [NO_LOSS] * 3 + text + [self._end]

    def __iter__(self):
        while True:
            for _, clips in self._kinds:
                clips.look()
            examples = sorted((self._example() for _ in range(BATCH * BATCHES_IN_SIGHT)), key=lambda example: len(example[0]))
            for place in self._rng.permutation(BATCHES_IN_SIGHT):
                yield self._together(examples[place * BATCH : (place + 1) * BATCH])

    def _together(self, examples):
        silence = self._rng.uniform(0.2, 1.5) if self._rng.random() < 0.9 else self._rng.uniform(1.5, 8)
        longest = min(MOST_SAMPLES, max(len(samples) for samples, _, _ in examples) + int(silence * SAMPLE_RATE))
        whole = -(-longest // (2 * HOP)) * 2 * HOP
        samples = np.stack([np.pad(samples, (0, whole - len(samples))) for samples, _, _ in examples])
        length = max(len(tokens) for _, tokens, _ in examples)
        tokens = [tokens + [self._end] * (length - len(tokens)) for _, tokens, _ in examples]
        targets = [targets + [NO_LOSS] * (length - len(targets)) for _, _, targets in examples]
        return torch.from_numpy(samples), torch.tensor(tokens), torch.tensor(targets)

    def mask(self, mel):
        """Blots out a band and a moment or two of some clips."""
        for row in mel:
            if self._rng.random() < 0.5:
                width = self._rng.integers(1, 12)
                start = self._rng.integers(0, row.shape[0] - width)
                row[start : start + width] = row.mean()
            if self._rng.random() < 0.5:
                width = self._rng.integers(1, 20)
                start = self._rng.integers(0, row.shape[1] - width)
                row[:, start : start + width] = row.mean()
        return mel


def _kind(argument, tokens):
    share, folder, *shards = argument.split("=")[1].split(":")
    first, last = (int(number) for number in shards[0].split("-")) if shards else (0, 99_999)
    return float(share), Clips(folder, first, last, tokens)


def mean(checkpoints):
    """Returns the mean of the weights in some files."""
    states = [torch.load(file, weights_only=True) for file in checkpoints]
    return {name: sum(state[name] for state in states) / len(states) for name in states[0]}


def main(base, texts, sounds, checkpoint, minutes, seed, *arguments):
    torch.set_num_threads(1)
    torch.manual_seed(int(seed))
    tokens = Tokens(base, Path(texts).read_text(encoding="utf8").splitlines())
    model = whisper_base(base, tokens.kept)
    begin_with = [argument.removeprefix("FROM=") for argument in arguments if argument.startswith("FROM=")]
    if begin_with:
        model.load_state_dict(mean(begin_with))
    kinds = [argument for argument in arguments if not argument.startswith("FROM=")]
    batches = Batches([_kind(kind, tokens) for kind in kinds], tokens, sounds, int(seed))
    for part in (model.encoder.first, model.encoder.second, *model.encoder.layers[:FROZEN_LAYERS]):
        part.requires_grad_(False)
    learning = [parameter for parameter in model.parameters() if parameter.requires_grad]
    optimiser = torch.optim.AdamW(learning, lr=HIGHEST_RATE, betas=(0.9, 0.98), weight_decay=0.01)
    begun = saved = time.monotonic()
    losses, heard_seconds = [], 0.0
    for step, (samples, given, wanted) in enumerate(batches):
        spent = (time.monotonic() - begun) / 60 / float(minutes)
        if spent >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = HIGHEST_RATE * min(1, (step + 1) / WARM_STEPS) * (0.5 + 0.5 * math.cos(math.pi * spent))
        with torch.no_grad():
            mel = batches.mask(model.features(samples))
        scores = model.decoder(given, model.encoder(mel))
        loss = F.cross_entropy(scores.flatten(0, 1), wanted.flatten(), ignore_index=NO_LOSS, label_smoothing=SMOOTHING)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(learning, 1.0)
        optimiser.step()
        losses.append(loss.item())
        heard_seconds += samples.numel() / SAMPLE_RATE
        if step % 10 == 9:
            print(f"{step + 1} steps, {(time.monotonic() - begun) / 60:.1f} minutes, {heard_seconds / 3600:.2f} hours, "
                  f"loss {np.mean(losses[-10:]):.3f}", flush=True)
        if time.monotonic() - saved > SAVE_SECONDS:
            torch.save(model.state_dict(), f"{checkpoint}.new")
            Path(f"{checkpoint}.new").replace(checkpoint)
            saved = time.monotonic()
    torch.save(model.state_dict(), checkpoint)


if __name__ == "__main__":
    main(*sys.argv[1:])
