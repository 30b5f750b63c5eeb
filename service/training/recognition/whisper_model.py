"""Whisper base in PyTorch, with the tokens of `whisper_tokens`, read from CTranslate2's file; shapes as in the paper.

Sound is 16 kHz, frames of log-mel come every 10 ms, those of the encoder every 20 ms.
"""

import math
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

from recognition.ctranslate2_file import read_tensors

SAMPLE_RATE, WINDOW, HOP, MELS = 16000, 400, 160, 80
MOST_SAMPLES = 30 * SAMPLE_RATE
STATE, HEADS, LAYERS = 512, 8, 6
WIDTH = STATE // HEADS
ALIGNMENT_HEADS = [(3, 1), (4, 2), (4, 3), (4, 7), (5, 1), (5, 2), (5, 4), (5, 6)]
"""Layer and head of the decoder whose attention follows the words in time."""


def mel_filters():
    """Returns the 80 bands of Slaney's scale over 201 bins, [80, 201]."""
    bins = np.linspace(0, SAMPLE_RATE / 2, WINDOW // 2 + 1)
    linear_step, border, log_step = 200 / 3, 1000.0, math.log(6.4) / 27
    border_mel = border / linear_step
    highest = border_mel + math.log(SAMPLE_RATE / 2 / border) / log_step
    mels = np.linspace(0, highest, MELS + 2)
    edges = np.where(mels < border_mel, mels * linear_step, border * np.exp(log_step * (mels - border_mel)))
    ramps = edges[:, None] - bins[None]
    rising, falling = -ramps[:-2] / np.diff(edges)[:-1, None], ramps[2:] / np.diff(edges)[1:, None]
    return (np.maximum(0, np.minimum(rising, falling)) * (2 / (edges[2:] - edges[:-2]))[:, None]).astype(np.float32)


def fourier_kernels():
    """Returns cosines, then sines, of 201 bins in Hann's window, [402, 1, 400]."""
    time = np.arange(WINDOW)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * time / WINDOW)
    phases = 2 * np.pi * np.outer(np.arange(WINDOW // 2 + 1), time) / WINDOW
    return np.concatenate([np.cos(phases) * window, np.sin(phases) * window])[:, None].astype(np.float32)


class LogMel(nn.Module):
    """Whisper's features: samples [B, n], n a multiple of HOP, to [B, 80, n / HOP]."""

    def __init__(self):
        super().__init__()
        self.register_buffer("kernels", torch.from_numpy(fourier_kernels()), persistent=False)
        self.register_buffer("filters", torch.from_numpy(mel_filters()), persistent=False)

    def forward(self, samples):
        padded = F.pad(samples[:, None], (WINDOW // 2, WINDOW // 2), mode="reflect")[..., : samples.shape[1] + WINDOW - HOP]
        parts = F.conv1d(padded, self.kernels, stride=HOP) ** 2
        power = parts[:, : WINDOW // 2 + 1] + parts[:, WINDOW // 2 + 1 :]
        log = torch.log10(torch.clamp(self.filters @ power, min=1e-10))
        return (torch.maximum(log, log.amax((1, 2), keepdim=True) - 8) + 4) / 4


class Attention(nn.Module):
    """Multi-head attention; keys have no bias, as in Whisper."""

    def __init__(self):
        super().__init__()
        self.query, self.value, self.out = (nn.Linear(STATE, STATE) for _ in range(3))
        self.key = nn.Linear(STATE, STATE, bias=False)

    def forward(self, hidden, source, mask=None, causal=False):
        heads = [part.unflatten(-1, (HEADS, WIDTH)).transpose(1, 2)
                 for part in (self.query(hidden), self.key(source), self.value(source))]
        mixed = F.scaled_dot_product_attention(*heads, attn_mask=mask, is_causal=causal)
        return self.out(mixed.transpose(1, 2).flatten(2))


class Layer(nn.Module):
    """One block, with attention to the encoder where `cross`."""

    def __init__(self, cross):
        super().__init__()
        self.attention_norm, self.attention = nn.LayerNorm(STATE), Attention()
        if cross:
            self.cross_norm, self.cross = nn.LayerNorm(STATE), Attention()
        self.wide_norm, self.widen, self.narrow = nn.LayerNorm(STATE), nn.Linear(STATE, 4 * STATE), nn.Linear(4 * STATE, STATE)

    def forward(self, hidden, source=None, source_mask=None, causal=False):
        normed = self.attention_norm(hidden)
        hidden = hidden + self.attention(normed, normed, causal=causal)
        if source is not None:
            hidden = hidden + self.cross(self.cross_norm(hidden), source, source_mask)
        return hidden + self.narrow(F.gelu(self.widen(self.wide_norm(hidden))))


class Encoder(nn.Module):
    """Log-mel [B, 80, F] to [B, F / 2, STATE], F even and at most 3,000."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv1d(MELS, STATE, 3, padding=1), nn.Conv1d(STATE, STATE, 3, stride=2, padding=1)
        self.register_buffer("places", torch.zeros(1500, STATE))
        self.layers = nn.ModuleList(Layer(cross=False) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(STATE)

    def forward(self, mel):
        hidden = F.gelu(self.second(F.gelu(self.first(mel)))).transpose(1, 2)
        hidden = hidden + self.places[: hidden.shape[1]]
        for layer in self.layers:
            hidden = layer(hidden)
        return self.norm(hidden)


class Decoder(nn.Module):
    """Tokens [B, S] and the encoder's [B, T, STATE], with a mask [B, 1, 1, T] of what exists, to scores [B, S, V]."""

    def __init__(self, vocabulary):
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, STATE)
        self.places = nn.Parameter(torch.zeros(448, STATE))
        self.layers = nn.ModuleList(Layer(cross=True) for _ in range(LAYERS))
        self.norm = nn.LayerNorm(STATE)

    def forward(self, tokens, source, source_mask=None):
        hidden = self.embedding(tokens) + self.places[: tokens.shape[1]]
        for layer in self.layers:
            hidden = layer(hidden, source, source_mask, causal=True)
        return self.norm(hidden) @ self.embedding.weight.T


class Whisper(nn.Module):
    """The whole network, for training."""

    def __init__(self, vocabulary):
        super().__init__()
        self.features, self.encoder, self.decoder = LogMel(), Encoder(), Decoder(vocabulary)


def _state_of(tensors, kept):
    state = {}

    def put(ours, theirs):
        state[ours] = torch.from_numpy(np.array(tensors[theirs], np.float32))

    def norm(ours, theirs):
        put(f"{ours}.weight", f"{theirs}/gamma")
        put(f"{ours}.bias", f"{theirs}/beta")

    def linear(ours, theirs):
        put(f"{ours}.weight", f"{theirs}/weight")
        put(f"{ours}.bias", f"{theirs}/bias")

    def split(ours, names, theirs):
        for kind in ("weight", "bias"):
            parts = np.split(np.array(tensors[f"{theirs}/{kind}"], np.float32), len(names))
            for name, part in zip(names, parts):
                if (name, kind) != ("key", "bias"):
                    state[f"{ours}.{name}.{kind}"] = torch.from_numpy(part.copy())

    for convolution, name in (("first", "conv1"), ("second", "conv2")):
        linear(f"encoder.{convolution}", f"encoder/{name}")
    put("encoder.places", "encoder/position_encodings/encodings")
    put("decoder.places", "decoder/position_encodings/encodings")
    state["decoder.embedding.weight"] = torch.from_numpy(np.array(tensors["decoder/embeddings/weight"][kept], np.float32))
    for side in ("encoder", "decoder"):
        norm(f"{side}.norm", f"{side}/layer_norm")
        for layer in range(LAYERS):
            ours, theirs = f"{side}.layers.{layer}", f"{side}/layer_{layer}"
            norm(f"{ours}.attention_norm", f"{theirs}/self_attention/layer_norm")
            split(f"{ours}.attention", ("query", "key", "value"), f"{theirs}/self_attention/linear_0")
            linear(f"{ours}.attention.out", f"{theirs}/self_attention/linear_1")
            norm(f"{ours}.wide_norm", f"{theirs}/ffn/layer_norm")
            linear(f"{ours}.widen", f"{theirs}/ffn/linear_0")
            linear(f"{ours}.narrow", f"{theirs}/ffn/linear_1")
            if side == "decoder":
                norm(f"{ours}.cross_norm", f"{theirs}/attention/layer_norm")
                split(f"{ours}.cross", ("query",), f"{theirs}/attention/linear_0")
                split(f"{ours}.cross", ("key", "value"), f"{theirs}/attention/linear_1")
                linear(f"{ours}.cross.out", f"{theirs}/attention/linear_2")
    return state


def whisper_base(folder, kept):
    """Returns Whisper base, read from a folder with CTranslate2's `model.bin`, with the kept tokens only."""
    tensors = read_tensors((Path(folder) / "model.bin").read_bytes())
    model = Whisper(len(kept))
    model.load_state_dict(_state_of(tensors, kept))
    return model.eval()
