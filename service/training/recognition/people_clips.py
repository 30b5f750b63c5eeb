"""Writes clips of people speaking other languages, with what Whisper base takes them for as Turkish, so that fine-tuning
does not forget how people sound: `python3 -m recognition.people_clips REPOSITORY MODEL OUTPUT EACH`.

REPOSITORY is a clone of the Common Voice samples that the README names, MODEL an untouched export of export_whisper,
EACH how many clips of a language. OUTPUT gets shards as kokoro_speech writes them, each with one clip of every language;
its names of voices are languages, and the pace is 1. What is Turkish in the clone is left alone.
"""

import csv
import io
import re
import subprocess
import sys
from pathlib import Path

import numpy as np

from recognition.hear_clips import ExportedWhisper

TURKISH = "tr"
SECONDS = (1.0, 12.0)
PADDING = 16000
LETTERS_PER_SECOND = (4, 20)
"""Of what is said at all: fewer are what Whisper writes where it hears nothing ("Bu ne?"), more cannot be said."""
_WRITTEN = re.compile(r"[A-Za-zÇĞİÖŞÜçğıöşüâîû ,.?!:;'\"-]+")
_REPEATED = re.compile(r"(.{3,}?)\1\1")


def _git(repository, *arguments):
    return subprocess.run(["git", "-C", repository, *arguments], capture_output=True, check=True).stdout


def listed(repository, language):
    """Returns the names of a language's validated clips."""
    table = _git(repository, "show", f"HEAD:{language}/validated.tsv").decode("utf8")
    return [row["path"] for row in csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)]


def decoded(repository, path):
    """Returns a recording of the clone as 16 kHz int16 samples."""
    command = ["ffmpeg", "-v", "error", "-i", "-", "-ar", "16000", "-ac", "1", "-f", "s16le", "-"]
    whole = _git(repository, "show", f"HEAD:{path}")
    return np.frombuffer(subprocess.run(command, input=whole, capture_output=True, check=True).stdout, np.int16)


def is_plausible(text, seconds):
    """Tells whether a text is in Turkish letters, of a length that can be said, and does not go round in circles."""
    fewest, most = LETTERS_PER_SECOND
    return bool(_WRITTEN.fullmatch(text)) and fewest <= len(text) / seconds < most and not _REPEATED.search(text)


def main(repository, model, output, each):
    whisper, output = ExportedWhisper(model), Path(output)
    output.mkdir(parents=True, exist_ok=True)
    names = _git(repository, "ls-tree", "--name-only", "-d", "HEAD").decode().split()
    languages = {name: listed(repository, name) for name in names if name != TURKISH}
    for shard in range(int(each)):
        if (output / f"{shard:05}.tsv").exists():
            continue
        clips, rows = [], []
        for language, paths in languages.items():
            if shard >= len(paths):
                continue
            samples = decoded(repository, f"{language}/clips/{paths[shard]}")
            seconds = len(samples) / 16000
            if not SECONDS[0] <= seconds <= SECONDS[1]:
                continue
            text = whisper.transcribe(samples.astype(np.float32) / 32768, beam=1, padding=PADDING)
            if is_plausible(text, seconds):
                clips.append(samples)
                rows.append(f"{len(samples)}\t{language}\t1\t{text}\n")
        np.save(output / f"{shard:05}.npy", np.concatenate(clips))
        (output / f"{shard:05}.tsv").write_text("".join(rows), encoding="utf8")
        print(f"{shard}: {len(rows)} clips", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
