"""Measures a network as it is shipped, without the letter model: `python3 -m recognition.evaluate CHECKPOINT DATA_FOLDER`.

Prints character and word error rates of greedy decoding on held-out sentences, in variants that training heard, in
variants it never heard, and copy-synthesised.
"""

import sys

import torch

from recognition.export import shipped_network
from recognition.make_data import read_set
from recognition.measure import error_rates, transcribe

SETS = ("trained", "never-trained", "copied")


def evaluate(network, data_folder):
    """Prints the error rates of each set."""
    for kind in SETS:
        utterances = read_set(data_folder, kind)
        characters, words = error_rates([(text, transcribe(network, powers)) for text, powers in utterances])
        print(f"{kind:14} {len(utterances)} sentences  CER {characters:6.2%}  WER {words:6.2%}", flush=True)


if __name__ == "__main__":
    torch.set_num_threads(2)
    evaluate(shipped_network(sys.argv[1]), sys.argv[2])
