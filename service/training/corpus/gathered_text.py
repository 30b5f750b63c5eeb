"""Turkish running text of public repositories, as sentences."""

import csv
import html
import json
import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

from corpus.letters import ALPHABET

_CAPITALS = "ABCÇDEFGĞHIİJKLMNOÖPRSŞTUÜVYZÂÎÛWXQ"
_LETTERS = ALPHABET + "âîûwxq" + _CAPITALS
_BEGINS = set(_CAPITALS + "0123456789\"“‘'(-–")
_ALLOWED = set(_LETTERS + "0123456789 .,;:!?…'’‘\"“”()-–%")
_SENTENCE_END = re.compile(r"""([.!?…]["”’)]*)\s+""")
_ABBREVIATIONS = set("dr prof doç av sn bkz vb vs örn yy no alm ing hz st cad mah sok".split())
_SPEAKER = re.compile(rf"^[{_CAPITALS}]{{2}}[{_CAPITALS} .’'-]*(?:\([^)]*\))?\s*[-–—]+\s*")
_ASIDE = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_WITHOUT_VOWEL = re.compile(r"\b[bcçdfgğhjklmnprsştvyzwxqBCÇDFGĞHJKLMNPRSŞTVYZWXQ]+\b|[wxqWXQ]")
_LONG_NUMBER = re.compile(r"\d{7}|\d\.\d+\.\d")
_UNWRITTEN = str.maketrans("\u00a0", " ", "\u00ad\u0307\ufeff\r")  # soft hyphens, dots of İ in lower case


@dataclass(frozen=True)
class Source:
    """Texts of one repository: those whose path matches `paths`, read by the reader of that name."""

    kind: str  # minutes, everyday or prose, by which they are weighed, or held
    repository: str
    commit: str
    licence: str
    paths: str
    reader: str


def files(source, clones):
    """Yields (path, bytes) of a source's files, from its clone of the same name in the folder of clones."""
    git = ["git", "-C", str(Path(clones) / source.repository.split("/")[1])]
    listed = subprocess.run([*git, "ls-tree", "-r", "-z", source.commit], check=True, capture_output=True).stdout
    wanted = []
    for entry in listed.decode("utf8", "replace").split("\0"):
        attributes, _, path = entry.partition("\t")
        if path and re.search(source.paths, path):
            wanted.append((path, attributes.split()[2]))
    with subprocess.Popen([*git, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as reader:
        for path, blob in wanted:
            reader.stdin.write(blob.encode() + b"\n")
            reader.stdin.flush()
            header = reader.stdout.readline().split()
            if header[-1] == b"missing":
                continue
            content = reader.stdout.read(int(header[2]) + 1)[:-1]
            yield path, content
        reader.stdin.close()


def text_of(content):
    """Returns decoded text without soft hyphens, composed letters whole."""
    try:
        text = content.decode("utf8")
    except UnicodeDecodeError:
        text = content.decode("cp1254", "replace")
    return text.translate(_UNWRITTEN)


def minutes(text):
    """Minutes of parliament: wrapped lines, each speech begins with the speaker's name in capitals."""
    paragraph = []
    for line in text.split("\n"):
        line = line.strip()
        speaker = _SPEAKER.match(line) if line[:2].isupper() else None
        if speaker or not line or line.endswith((". ", ":")):
            yield " ".join(paragraph)
            paragraph = [line[speaker.end() :]] if speaker else [line]
        else:
            paragraph.append(line)
    yield " ".join(paragraph)


def treebank(text):
    """CoNLL-U."""
    for line in text.split("\n"):
        if line.startswith("# text = "):
            yield line[9:]


def lines(text):
    """A sentence or a paragraph a line."""
    yield from text.split("\n")


def columns(text):
    """Tables: every field of a line that is parted by tabs."""
    for line in text.split("\n"):
        yield from line.split("\t")


def strings(text):
    """Every string of a JSON document, or of a JSON document a line."""
    try:
        documents = [json.loads(text)]
    except ValueError:
        documents = []
        for line in text.split("\n"):
            try:
                documents.append(json.loads(line))
            except ValueError:
                continue
    seen = set()
    waiting = documents
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            if value not in seen:
                seen.add(value)
                yield from value.split("\n")
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)


def markdown(text):
    """Markdown or HTML: no code, marks, links or tables."""
    text = re.sub(r"^---\n.*?\n---\n|^\+\+\+\n.*?\n\+\+\+\n", "", text, count=1, flags=re.S)
    text = re.sub(r"```.*?```|~~~.*?~~~|<(script|style|pre|code)\b.*?</\1>|<!--.*?-->", "\n\n", text, flags=re.S)
    text = re.sub(r"!\[[^\]]*\]\([^)]*\)", "", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"</?(?:p|br|div|li|h\d|td|tr)\b[^>]*>", "\n\n", text)
    text = html.unescape(re.sub(r"<[^>]*>", "", text))
    text = re.sub(r"^\s*(?:#+|>|[-*+]|\d+[.)])\s+(.*)$", r"\n\1\n", text, flags=re.M)
    text = re.sub(r"[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}", "", text)
    for paragraph in re.split(r"\n\s*\n", text):
        if "|" not in paragraph and "`" not in paragraph:
            yield " ".join(paragraph.split())


READERS = {reader.__name__: reader for reader in (minutes, treebank, lines, columns, strings, markdown)}


def sentences(paragraph):
    """Yields the sentences of a paragraph that can be spoken, with their capitals and marks."""
    if "&" in paragraph:
        paragraph = html.unescape(paragraph)
    if "(" in paragraph or "[" in paragraph:
        paragraph = _ASIDE.sub(" ", paragraph)
    pieces = _SENTENCE_END.split(paragraph)
    pending = ""
    for at in range(0, len(pieces), 2):
        pending += pieces[at]
        mark = pieces[at + 1] if at + 1 < len(pieces) else ""
        following = pieces[at + 2][:1] if at + 2 < len(pieces) else ""
        if mark and (following not in _BEGINS or mark == "." and _abbreviated(pending)):
            pending += mark + " "
            continue
        sentence = " ".join((pending + mark).split()).lstrip("-–•*, ")
        if _is_sentence(sentence):
            yield sentence
        pending = ""


def _abbreviated(text):
    word = text[text.rfind(" ") + 1 :].lower()
    return len(word) == 1 or word in _ABBREVIATIONS or word.isdigit()


def _is_sentence(text):
    if not 8 <= len(text) <= 600 or not set(text) <= _ALLOWED or "...." in text or "www." in text:
        return False
    words = text.split()
    if not 2 <= len(words) <= 80:
        return False
    digits = sum(map(str.isdigit, text))
    if digits > 0.2 * len(text) or (digits and _LONG_NUMBER.search(text)):
        return False
    if sum(1 for word in words if len(word) > 2 and word.isupper()) > 0.3 * len(words):
        return False
    return len(_WITHOUT_VOWEL.findall(text)) <= 0.12 * len(words)


def _sources():
    with open(Path(__file__).with_name("gathered_texts.tsv"), encoding="utf8", newline="") as table:
        rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {row.pop("name"): Source(**row) for row in rows}


SOURCES = _sources()
"""By name; those of the kind `held` are never trained on: perplexity is measured on them."""
