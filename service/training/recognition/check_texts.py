"""Fails where a text that training hears is one that recognition is measured on: `python3 -m recognition.check_texts MEASURED_TSV FOLDER …`.

MEASURED_TSV is the list of measured clips, in Common Voice's layout; the folders hold shards of kokoro_speech's form.
"""

import sys
from pathlib import Path

from corpus.letters import letters
from recognition.texts_to_speak import measured_letters


def measured_among(measured_tsv, folders):
    """Returns how many texts were looked at, and the files that hold a measured one."""
    measured, count, found = measured_letters(measured_tsv), 0, []
    for table in (table for folder in folders for table in sorted(Path(folder).glob("*.tsv"))):
        texts = [line.split("\t")[3] for line in table.read_text(encoding="utf8").splitlines()]
        count += len(texts)
        found += [table for text in texts if letters(text) in measured]
    return count, found


if __name__ == "__main__":
    looked_at, holding = measured_among(sys.argv[1], sys.argv[2:])
    if holding:
        sys.exit(f"measured sentences are in {', '.join(map(str, holding))}: leave them out")
    print(f"none of {looked_at} texts is measured")
