"""The built-in voices: points in the voice space, each near one teacher variant."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Voice:
    name: str
    variant: str
    pitch_factor: float = 1.0
    pitch_range: int = 55
    words_per_minute: int = 160


_FIRST = (
    Voice("ayla", "Annie"),
    Voice("selin", "shelby", words_per_minute=170),
    Voice("emre", "m3"),
    Voice("kerem", "antonio", words_per_minute=150),
)

VOICES = {
    "synth-v1": _FIRST,
    "synth-v2": (
        *_FIRST,
        Voice("zeynep", "linda", 1.1, 65, 165),
        Voice("defne", "Andrea", 0.88),
        Voice("ceren", "steph2", 1.0, 45, 150),
        Voice("nuran", "grandma", 0.95, 50, 140),
        Voice("murat", "paul", 0.95, 45, 155),
        Voice("ozan", "max", 1.2, 60, 175),
        Voice("hakan", "m7", 1.12, 60, 160),
        Voice("baran", "Gene", 0.92, 40, 145),
        Voice("ihsan", "grandpa", 0.95, 55, 135),
        Voice("tolga", "m8", 0.9, 50, 165),
    ),
}
