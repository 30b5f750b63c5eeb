"""The acoustic model: symbols and a voice to durations, then 10 ms cells to band levels, pitch and periodicity."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

MARKS = 16
CELL_FEATURES = 5
CELL_FRAMES = 2
BANDS = 80
OUTPUTS = BANDS + 1 + 3
STATED = 3
LEARNED = 13
VOICE = STATED + LEARNED
LEARNED_NOISE = 0.1


@dataclass(frozen=True)
class Size:
    width: int
    encoder_dilations: tuple
    decoder_kernels: tuple


class Block(nn.Module):
    """Depthwise convolution, normalisation and a two-layer perceptron per position, added to the input."""

    def __init__(self, width, kernel, dilation=1):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2 * dilation, dilation=dilation, groups=width,
                                   bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.widen = nn.Conv1d(width, 2 * width, 1)
        self.narrow = nn.Conv1d(2 * width, width, 1)

    def forward(self, x):
        return x + self.narrow(torch.relu(self.widen(self.norm(self.depthwise(x)))))


class Encoder(nn.Module):
    def __init__(self, symbols, size):
        super().__init__()
        width = size.width
        self.symbol = nn.Embedding(symbols + 1, width)
        self.mark = nn.Embedding(MARKS, width)
        self.progress = nn.Linear(1, width)
        self.voice = nn.Linear(VOICE, width)
        self.blocks = nn.Sequential(*[Block(width, 5, dilation) for dilation in size.encoder_dilations])
        self.duration = nn.Sequential(Block(width, 3), nn.Conv1d(width, 1, 1))

    def forward(self, symbols, marks, progress, voice):
        """Takes three (batch, N) arrays and (batch, VOICE); returns (batch, width, N) and log frames (batch, N)."""
        x = self.symbol(symbols) + self.mark(marks) + self.progress(progress[..., None]) + self.voice(voice)[:, None]
        x = self.blocks((x * (symbols > 0)[..., None]).transpose(1, 2))
        return x, self.duration(x)[:, 0]


class Decoder(nn.Module):
    def __init__(self, size, mean, scale):
        super().__init__()
        width = size.width
        self.cell = nn.Conv1d(width + CELL_FEATURES, width, 1)
        self.voice = nn.Linear(VOICE, width)
        self.blocks = nn.Sequential(*[Block(width, kernel) for kernel in size.decoder_kernels])
        self.out = nn.Conv1d(width, CELL_FRAMES * OUTPUTS, 1)
        self.register_buffer("mean", torch.as_tensor(mean, dtype=torch.float32))
        self.register_buffer("scale", torch.as_tensor(scale, dtype=torch.float32))

    def forward(self, cells, voice):
        """Takes (batch, width + CELL_FEATURES, T); returns (batch, 2T, OUTPUTS), normalised and relative to the voice."""
        x = self.blocks(self.cell(cells) + self.voice(voice)[:, :, None])
        return self.out(x).transpose(1, 2).reshape(len(cells), -1, OUTPUTS)

    def speak(self, cells, voice):
        """Returns (batch, 2T, OUTPUTS): log band power, log F0, periodicity 0 to 1."""
        x = self(cells, voice)
        bands = x[..., :BANDS] * self.scale + self.mean
        log_f0 = x[..., BANDS:BANDS + 1] * PITCH_SCALE + stated_log_f0(voice)[:, None, None]
        return torch.cat([bands, log_f0, torch.sigmoid(x[..., BANDS + 1:])], 2)


LEAST_RANGE = 0.01
PITCH_CENTRE, PITCH_SPREAD, PITCH_SCALE = 5.0, 0.35, 0.2
RANGE_CENTRE, RANGE_SPREAD, RANGE_LIMIT = -2.15, 0.5, 2.5
RATE_CENTRE, RATE_SPREAD = 165.0, 0.12


def stated_voice(log_f0, log_range, words_per_minute):
    """Returns the part of a voice vector that has a meaning of its own: pitch, range and pace, near -2 to 2."""
    pitch_range = (log_range - RANGE_CENTRE) / RANGE_SPREAD
    return [
        (log_f0 - PITCH_CENTRE) / PITCH_SPREAD,
        max(-RANGE_LIMIT, min(RANGE_LIMIT, pitch_range)),
        math.log(words_per_minute / RATE_CENTRE) / RATE_SPREAD,
    ]


def melody(frames):
    """Returns the middle of the log F0 of voiced frames, and the log of half of what lies between its outer tenths."""
    log_f0 = frames[frames[:, -1] > 0.5, BANDS].astype(float)
    if len(log_f0) == 0:
        return PITCH_CENTRE, RANGE_CENTRE
    low, middle, high = np.percentile(log_f0, [10, 50, 90])
    return middle, math.log(max((high - low) / 2, LEAST_RANGE))


def stated_log_f0(voice):
    return voice[:, 0] * PITCH_SPREAD + PITCH_CENTRE


class AcousticModel(nn.Module):
    def __init__(self, symbols, speakers, size, mean, scale):
        super().__init__()
        self.encoder = Encoder(symbols, size)
        self.decoder = Decoder(size, mean, scale)
        self.speaker = nn.Parameter(0.5 * torch.randn(speakers, LEARNED))

    def voice(self, stated, shares):
        """Takes (batch, STATED) and the share of every speaker, (batch, speakers); returns (batch, VOICE)."""
        learned = shares @ self.speaker
        if self.training:
            # Points near a speaker shall sound like it, so that the space between the speakers can be used.
            learned = learned + LEARNED_NOISE * torch.randn_like(learned)
        return torch.cat([stated, learned], 1)

    def forward(self, symbols, marks, progress, stated, shares, symbol_of_cell, cell_features):
        voice = self.voice(stated, shares)
        hidden, log_frames = self.encoder(symbols, marks, progress, voice)
        index = symbol_of_cell[:, None].expand(-1, hidden.shape[1], -1)
        return log_frames, self.decoder(torch.cat([hidden.gather(2, index), cell_features], 1), voice)
