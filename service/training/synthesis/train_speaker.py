"""Trains the speaker encoder of a trained model: `python3 -m synthesis.train_speaker MODEL.pt DATA_FOLDER OUTPUT.pt`.

It hears recordings of the training's speakers through rooms, channels and noise, their vocal tracts lengthened and
shortened, and is judged by what the acoustic model, left as it is, says with the voice it estimates.
"""

import json
import math
import random
import sys
import time

import numpy as np
import torch
from torch.nn import functional as F

from recognition.augmentation import Augmentation
from recognition.features import BAND_CENTRES_HZ as HEARD_CENTRES_HZ
from recognition.features import BANDS as HEARD_BANDS
from recognition.features import DEVIATION, FLOOR, MEAN
from synthesis.analysis import CENTRES_HZ
from synthesis.network import BANDS, AcousticModel, stated_voice
from synthesis.speaker_network import LEARNED, PACE, TRACT, SpeakerEncoder
from synthesis.train import RECIPES, THREADS, Dataset

SEED = 20264
STEPS = 1500
BATCH = 10
PEAK_RATE = 2e-3
REPORT_STEPS = 50
LONGEST_LOG_TRACT = 0.2
# 10 ms frames of one recording: 2.5 to 8 s.
RECORDING_FRAMES = (250, 800)
# Cells that the acoustic model speaks of each sentence.
JUDGED_CELLS = 160
_MEL_STEP = 2595 * math.log10(1 + CENTRES_HZ[0] / 700)
_CENTRES = torch.tensor(CENTRES_HZ, dtype=torch.float32)


def warped(bands, log_tract):
    """Returns bands (batch, T, BANDS) as a vocal tract exp(log_tract), one value a row, times as long makes them."""
    hz = _CENTRES[None] * log_tract.exp()[:, None]
    place = (2595 * torch.log10(1 + hz / 700) / _MEL_STEP - 1).clamp(0, BANDS - 1.001)
    low = place.floor().long()
    part = (place - low)[:, None]
    take = lambda at: bands.gather(2, at[:, None].expand_as(bands))
    return take(low) * (1 - part) + take(low + 1) * part


def warped_hearing(log_powers, log_tract):
    """The same for what is heard: (T, HEARD_BANDS)."""
    place = np.interp(HEARD_CENTRES_HZ * math.exp(log_tract), HEARD_CENTRES_HZ, np.arange(HEARD_BANDS))
    low = np.minimum(place.astype(int), HEARD_BANDS - 2)
    return log_powers[:, low] * (1 - (place - low)) + log_powers[:, low + 1] * (place - low)


class Surroundings(Augmentation):
    """Rooms, channels and noise, milder than recognition learns from: what colours a recording hides its speaker."""

    def heard(self, log_powers):
        """Returns features of (batch, T, HEARD_BANDS) log powers, heard somewhere."""
        count = len(log_powers)
        if self.rng.random() < 0.2:
            log_powers = self._reverberate(log_powers)
        response = torch.where(self._flags(count, 0.5), self._channel(count), torch.zeros(()))
        heard = torch.logaddexp(log_powers + response, self._noises(log_powers))
        heard = heard + self._uniform(-5, 2.5, count, 1, 1)
        return (torch.logaddexp(heard, torch.tensor(math.log(FLOOR))) - MEAN) / DEVIATION


class Recordings:
    """Draws recordings of the speakers of a data set."""

    def __init__(self, dataset, folder, rng):
        self.dataset, self.rng = dataset, rng
        self.hearings = np.load(f"{folder}/hearings.npy", mmap_mode="r")
        self.by_speaker = {}
        for one in dataset.utterances:
            self.by_speaker.setdefault(json.dumps(one["speaker"], sort_keys=True), []).append(one)
        self.surroundings = Surroundings(SEED)

    def _heard(self, one):
        return self.hearings[one["first_heard"]:one["first_heard"] + one["count_heard"]].astype(np.float32)

    def recording(self, speaker, log_tract, length):
        """Returns (length, HEARD_BANDS) log powers and the number of its mean pace."""
        pieces, paces, heard = [], [], 0
        while heard < length:
            one = self.rng.choice(self.by_speaker[speaker])
            piece = self._heard(one)[: length - heard]
            pieces.append(piece)
            paces.append((stated_voice(0, 0, one["rate"])[2], len(piece)))
            heard += len(piece)
        pace = sum(value * weight for value, weight in paces) / length
        return warped_hearing(np.concatenate(pieces), log_tract), pace

    def batch(self):
        """Returns features, what the speakers shall say, and the log tract and pace of each recording."""
        speakers = self.rng.sample(sorted(self.by_speaker), BATCH)
        length = self.rng.randint(*RECORDING_FRAMES)
        tracts = [self.rng.uniform(-LONGEST_LOG_TRACT, LONGEST_LOG_TRACT) * (self.rng.random() < 0.6) for _ in speakers]
        heard = [self.recording(speaker, tract, length) for speaker, tract in zip(speakers, tracts)]
        powers = torch.tensor(np.stack([powers for powers, _ in heard]), dtype=torch.float32)
        features = self.surroundings.heard(powers)
        said = self.dataset.batch([self.rng.choice(self.by_speaker[speaker]) for speaker in speakers])
        return features, said, torch.tensor(tracts, dtype=torch.float32), torch.tensor([pace for _, pace in heard])


def loss_of(net, estimate, said, tract, pace):
    """Returns the loss and (what the estimated voice says wrong, error of the learned part, of the tract, of the pace)."""
    symbols, marks, progress, _, symbol_of_cell, features, values, present, stated, shares = said
    voice = torch.cat([stated, estimate[:, :LEARNED]], 1)
    hidden, _ = net.encoder(symbols, marks, progress, voice)
    cells = min(JUDGED_CELLS, symbol_of_cell.shape[1])
    index = symbol_of_cell[:, None, :cells].expand(-1, hidden.shape[1], -1)
    spoken = net.decoder(torch.cat([hidden.gather(2, index), features[..., :cells]], 1), voice)
    frames = spoken.shape[1]
    level = lambda bands: bands * net.decoder.scale + net.decoder.mean
    said_bands = warped(level(spoken[..., :BANDS]), estimate[:, TRACT])
    wanted_bands = warped(values[:, :frames, :BANDS], tract)
    weight = present[:, :frames]
    wrong = (((said_bands - wanted_bands) / net.decoder.scale).abs().mean(2) * weight).sum() / weight.sum()
    learned = F.mse_loss(estimate[:, :LEARNED], shares @ net.speaker.detach())
    tract_error = (estimate[:, TRACT] - tract).abs().mean()
    pace_error = (estimate[:, PACE] - pace).abs().mean()
    return wrong + 0.2 * learned + tract_error + 0.2 * pace_error, (wrong, learned, tract_error, pace_error)


def main(checkpoint, data, output):
    torch.set_num_threads(THREADS)
    torch.manual_seed(SEED)
    stored = torch.load(checkpoint)
    recipe = RECIPES[stored["name"]]
    dataset = Dataset(data, recipe.speakers)
    net = AcousticModel(len(stored["symbols"]), len(recipe.speakers), recipe.size, np.zeros(BANDS), np.ones(BANDS))
    net.load_state_dict(stored["state"])
    net.eval().requires_grad_(False)
    recordings = Recordings(dataset, data, random.Random(SEED))
    encoder = SpeakerEncoder()
    optimizer = torch.optim.AdamW(encoder.parameters(), PEAK_RATE, betas=(0.9, 0.98), weight_decay=1e-2)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, PEAK_RATE, total_steps=STEPS, pct_start=0.1)
    started, totals = time.time(), np.zeros(4)
    for step in range(1, STEPS + 1):
        features, said, tract, pace = recordings.batch()
        loss, parts = loss_of(net, encoder(features), said, tract, pace)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        totals += [part.item() for part in parts]
        if step % REPORT_STEPS == 0:
            print(f"{step} said wrong, learned, tract, pace {(totals / REPORT_STEPS).round(3)} {time.time() - started:.0f} s", flush=True)
            totals[:] = 0
            torch.save({"name": stored["name"], "state": encoder.state_dict(), "steps": step}, output)


if __name__ == "__main__":
    main(*sys.argv[1:])
