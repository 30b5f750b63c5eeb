"""The speaker encoder: what is heard of a speaker to the learned part of a voice, the vocal tract and the pace."""

import torch
from torch import nn

from recognition.features import BANDS as HEARD_BANDS
from synthesis.network import LEARNED

WIDTH = 96
BLOCKS = 4
# The learned part of the vector, the log of the vocal tract's length, the number of the pace.
ESTIMATES = LEARNED + 2
TRACT, PACE = LEARNED, LEARNED + 1


class HearingBlock(nn.Module):
    def __init__(self, width, kernel):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width, bias=False)
        self.norm = nn.BatchNorm1d(width)
        self.widen = nn.Conv1d(width, 2 * width, 1)
        self.narrow = nn.Conv1d(2 * width, width, 1)

    def forward(self, x):
        return x + self.narrow(torch.relu(self.widen(self.norm(self.depthwise(x)))))


class SpeakerEncoder(nn.Module):
    """Takes features (batch, T, HEARD_BANDS) as recognition hears them; returns (batch, ESTIMATES)."""

    def __init__(self):
        super().__init__()
        self.enter = nn.Conv1d(HEARD_BANDS, WIDTH, 5, stride=2, padding=2)
        self.blocks = nn.Sequential(*[HearingBlock(WIDTH, 9) for _ in range(BLOCKS)])
        self.attention = nn.Conv1d(WIDTH, WIDTH, 1)
        self.out = nn.Sequential(nn.Linear(2 * WIDTH, 2 * WIDTH), nn.ReLU(), nn.Linear(2 * WIDTH, ESTIMATES))
        self.scale = nn.Parameter(torch.tensor([0.5] * LEARNED + [0.1, 1.0]), requires_grad=False)

    def forward(self, features):
        x = self.blocks(self.enter(features.transpose(1, 2)))
        # Each channel listens where it hears something of the speaker, not to pauses.
        weights = self.attention(x).softmax(2)
        mean = (weights * x).sum(2)
        deviation = ((weights * x * x).sum(2) - mean * mean).clamp_min(1e-5).sqrt()
        return self.out(torch.cat([mean, deviation], 1)) * self.scale
