"""The form in which a training set of the synthesis is stored: frames.npy, hearings.npy and utterances.pickle."""

import pickle
from pathlib import Path

import numpy as np


def save(output, symbols, made):
    """Writes a training set and returns its utterances; `made` has (utterance, frames, hearing) of each."""
    utterances, first, first_heard = [], 0, 0
    for one, frames, hearing in made:
        utterances.append({**one, "first": first, "count": len(frames), "first_heard": first_heard, "count_heard": len(hearing)})
        first += len(frames)
        first_heard += len(hearing)
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    np.save(folder / "frames.npy", np.concatenate([frames for _, frames, _ in made]))
    np.save(folder / "hearings.npy", np.concatenate([hearing for _, _, hearing in made]))
    with open(folder / "utterances.pickle", "wb") as file:
        pickle.dump({"symbols": symbols, "utterances": utterances}, file)
    return utterances
