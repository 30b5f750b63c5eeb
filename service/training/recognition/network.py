"""The recognition network, as it is trained (whole utterances) and as it is shipped (a stream in chunks).

Two strided convolutions that look back only make one step of four frames; residual blocks of depthwise and
pointwise convolution follow, each looking back many steps and ahead one. Utterances are followed by silence frames
for at least the right context, so that the end of an utterance is what a stream hears when it is flushed.
"""

import torch
from torch import nn
from torch.nn import functional

from corpus.letters import ALPHABET
from recognition.features import BANDS

TOKENS = ["", " ", *ALPHABET]
"""Output classes: the CTC blank, space, letters."""

FRAMES_PER_STEP = 4
WIDTH = 192
EXPANSION = 2
STRIDED_KERNEL = 5
STRIDED_LEFT = STRIDED_KERNEL - 2
LEFT_CONTEXTS = [5, 7, 9, 11, 13, 13, 13, 13, 13]
BLOCK_RIGHT = 1
RIGHT_CONTEXT = BLOCK_RIGHT * len(LEFT_CONTEXTS)
DROPOUT = 0.05


class Block(nn.Module):
    """One residual block over [batch, width, steps]."""

    def __init__(self, left):
        super().__init__()
        self.left = left
        self.depthwise = nn.Conv1d(WIDTH, WIDTH, left + 1 + BLOCK_RIGHT, groups=WIDTH, bias=False)
        self.norm = nn.BatchNorm1d(WIDTH)
        self.widen = nn.Conv1d(WIDTH, EXPANSION * WIDTH, 1)
        self.narrow = nn.Conv1d(EXPANSION * WIDTH, WIDTH, 1)
        self.dropout = nn.Dropout1d(DROPOUT)

    def change(self, context):
        """Returns what is added to a step, from `left` steps before it to the right context behind it."""
        return self.narrow(functional.relu(self.widen(self.norm(self.depthwise(context)))))

    def forward(self, steps):
        context = functional.pad(steps, (self.left, BLOCK_RIGHT))
        return steps + self.dropout(self.change(context).to(steps.dtype))


class Recogniser(nn.Module):
    """The network as trained: features [batch, 64, frames] to log-probabilities [batch, tokens, frames / 4]."""

    def __init__(self):
        super().__init__()
        self.first = nn.Conv1d(BANDS, WIDTH, STRIDED_KERNEL, stride=2)
        self.second = nn.Conv1d(WIDTH, WIDTH, STRIDED_KERNEL, stride=2)
        self.blocks = nn.ModuleList(Block(left) for left in LEFT_CONTEXTS)
        self.output = nn.Conv1d(WIDTH, len(TOKENS), 1)

    def forward(self, features):
        steps = functional.relu(self.first(functional.pad(features, (STRIDED_LEFT, 0))))
        steps = functional.relu(self.second(functional.pad(steps, (STRIDED_LEFT, 0)))).float()
        for block in self.blocks:
            steps = block(steps)
        return self.output(steps).float().log_softmax(1)


class StreamingRecogniser(nn.Module):
    """The network as shipped: chunks of any multiple of four frames, with everything it remembers in one flat state.

    Inputs: features [batch, frames, 64]; position [batch], the number of steps fed before this chunk; state
    [batch, STATE_SIZE], zeros at first. Outputs: log-probabilities [batch, frames / 4, tokens], the first of which
    belongs to step position - RIGHT_CONTEXT (steps before 0 mean nothing), and the next state.
    """

    MEMORIES = [(BANDS, STRIDED_LEFT), (WIDTH, STRIDED_LEFT)] + [(WIDTH, left + BLOCK_RIGHT) for left in LEFT_CONTEXTS]
    STATE_SIZE = sum(channels * length for channels, length in MEMORIES)

    def __init__(self, trained):
        super().__init__()
        self.trained = trained

    def forward(self, features, position, state):
        memories, start = [], 0
        for channels, length in self.MEMORIES:
            memories.append(state[:, start : start + channels * length].reshape(-1, channels, length))
            start += channels * length
        remembered = []

        def with_past(new):
            whole = torch.cat([memories[len(remembered)], new], 2)
            length = self.MEMORIES[len(remembered)][1]
            remembered.append(whole[:, :, -length:].flatten(1))
            return whole

        steps = functional.relu(self.trained.first(with_past(features.transpose(1, 2))))
        steps = functional.relu(self.trained.second(with_past(steps)))
        number = position[:, None, None] + torch.arange(steps.shape[2])
        for index, block in enumerate(self.trained.blocks):
            context = with_past(steps)
            here = context[:, :, block.left : context.shape[2] - BLOCK_RIGHT]
            began = number >= BLOCK_RIGHT * (index + 1)
            steps = (here + block.change(context)) * began
        log_probs = self.trained.output(steps).log_softmax(1)
        return log_probs.transpose(1, 2), torch.cat(remembered, 1)


def fold_norms(network):
    """Returns the network in evaluation form with each batch norm folded into the convolution before it."""
    network.eval()
    for block in network.blocks:
        block.depthwise = nn.utils.fusion.fuse_conv_bn_eval(block.depthwise, block.norm)
        block.norm = nn.Identity()
    return network
