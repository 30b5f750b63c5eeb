"""Trains recognition: `python3 -m recognition.train DATA_FOLDER CHECKPOINT [EPOCHS [BEGIN_FROM]]`.

Writes the checkpoint after every epoch and goes on from it when it exists; otherwise begins from the weights of the
checkpoint BEGIN_FROM, or from random ones.
"""

import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from recognition.augmentation import Augmentation
from recognition.features import DEVIATION, HOP, MEAN, SAMPLE_RATE, SILENCE
from recognition.make_data import read_set
from recognition.measure import error_rates, transcribe
from recognition.network import FRAMES_PER_STEP, RIGHT_CONTEXT, TOKENS, Recogniser

SEED = 20263
THREADS = 1
FRAMES_PER_SECOND = SAMPLE_RATE / HOP
FRAMES_PER_BATCH = 12_000
EPOCHS = 4
PEAK_LEARNING_RATE = 2e-3
WARM_UP = 0.08
WEIGHT_DECAY = 5e-3
FLUSH_FRAMES = FRAMES_PER_STEP * RIGHT_CONTEXT
QUIET = (SILENCE - MEAN) / DEVIATION
MEASURED_PER_EPOCH = 40


def batches(utterances, rng):
    """Returns lists of utterance numbers of similar length, in random order."""
    order = sorted(range(len(utterances)), key=lambda i: len(utterances[i][1]) * rng.uniform(0.95, 1.05))
    groups, group = [], []
    for number in order:
        group.append(number)
        if len(group) * len(utterances[number][1]) >= FRAMES_PER_BATCH:
            groups.append(group)
            group = []
    groups += [group] if group else []
    rng.shuffle(groups)
    return groups


def padded(utterances, augmentation):
    """Returns log powers [batch, frames, 64], each at a tempo of its own, and each utterance's number of frames."""
    rows = []
    for text, powers in utterances:
        tempo = augmentation.tempo(len(text) * FRAMES_PER_SECOND / len(powers))
        row = torch.tensor(np.asarray(powers, np.float32))
        rows.append(row if tempo == 1 else functional.interpolate(row.T[None], scale_factor=1 / tempo, mode="linear")[0].T)
    lengths = [len(row) for row in rows]
    return nn.utils.rnn.pad_sequence(rows, batch_first=True, padding_value=-18.4), lengths


def with_silence_after(features, lengths):
    """Returns features [batch, 64, frames] with silence behind each utterance for the whole right context."""
    frames = -(-features.shape[1] // FRAMES_PER_STEP) * FRAMES_PER_STEP + FLUSH_FRAMES
    whole = functional.pad(features, (0, 0, 0, frames - features.shape[1]), value=QUIET)
    for row, length in zip(whole, lengths):
        row[length:] = QUIET
    return whole.transpose(1, 2)


def loss_of(network, utterances, augmentation, ctc):
    """Returns the CTC loss of one batch."""
    log_powers, lengths = padded(utterances, augmentation)
    heard = with_silence_after(augmentation.features(log_powers, lengths), lengths)
    with torch.autocast("cpu", torch.bfloat16):
        log_probs = network(heard)
    steps = torch.tensor([-(-length // FRAMES_PER_STEP) for length in lengths])
    texts = [[TOKENS.index(letter, 1) for letter in text] for text, _ in utterances]
    targets = torch.tensor([token for text in texts for token in text])
    return ctc(log_probs.permute(2, 0, 1), targets, steps, torch.tensor([len(text) for text in texts]))


def learning_rate(progress):
    """Returns the rate at a share of the training, 0 to 1: a straight rise, then half a cosine down to nothing."""
    if progress < WARM_UP:
        return PEAK_LEARNING_RATE * max(progress / WARM_UP, 0.02)
    return PEAK_LEARNING_RATE * 0.5 * (1 + math.cos(math.pi * (progress - WARM_UP) / (1 - WARM_UP)))


def train(folder, checkpoint, epochs, begin_from):
    """Trains up to a number of epochs; `begin_from` is a checkpoint or None."""
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    utterances = read_set(folder, "train")
    held_out = {kind: read_set(folder, kind)[::4][:MEASURED_PER_EPOCH] for kind in ("trained", "never-trained", "copied")}
    network, ctc = Recogniser(), nn.CTCLoss(zero_infinity=True)
    optimizer = torch.optim.AdamW(network.parameters(), weight_decay=WEIGHT_DECAY)
    first = 0
    if checkpoint.exists():
        saved = torch.load(checkpoint)
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
        first = saved["epoch"] + 1
    elif begin_from:
        network.load_state_dict(torch.load(begin_from)["network"])
    for epoch in range(first, epochs):
        augmentation, began, total = Augmentation(SEED + epoch), time.time(), 0.0
        groups = batches(utterances, random.Random(SEED + epoch))
        network.train()
        for number, group in enumerate(groups):
            for group_of_weights in optimizer.param_groups:
                group_of_weights["lr"] = learning_rate((epoch + number / len(groups)) / epochs)
            loss = loss_of(network, [utterances[i] for i in group], augmentation, ctc)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 5)
            optimizer.step()
            total += loss.item()
            if number % 50 == 0:
                print(f"{epoch} {number}/{len(groups)} loss {total / (number + 1):.3f} {time.time() - began:.0f} s", flush=True)
        state = {"network": network.state_dict(), "optimizer": optimizer.state_dict(), "epoch": epoch}
        torch.save(state, checkpoint)
        for kind, some in held_out.items():
            characters, words = error_rates([(text, transcribe(network, powers)) for text, powers in some])
            print(f"epoch {epoch} {kind}: CER {characters:.2%} WER {words:.2%}", flush=True)


if __name__ == "__main__":
    _, data, target, *options = sys.argv
    train(Path(data), Path(target), int(options[0]) if options else EPOCHS, options[1] if len(options) > 1 else None)
