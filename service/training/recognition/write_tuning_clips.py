"""Writes clips to choose decoding parameters on: `python3 -m recognition.write_tuning_clips TREEBANKS FOLDER`.

Sentences that no training hears and nothing is measured on, in trained variants, in each condition of write_clips.
"""

import sys
from multiprocessing import Pool
from pathlib import Path

from corpus.treebank_sentences import never_trained_sentences
from recognition.make_data import PROCESSES
from recognition.write_clips import write_clip

COUNT = 150

if __name__ == "__main__":
    _, texts = never_trained_sentences(sys.argv[1])
    jobs = [("tuning", number, text) for number, text in enumerate(texts[:COUNT])]
    with Pool(PROCESSES) as pool:
        pool.map(write_clip, [(Path(sys.argv[2]), job) for job in jobs], chunksize=8)
