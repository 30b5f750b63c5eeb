"""The built-in voices: points in the voice space, each near one teacher variant."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Voice:
    name: str
    variant: str
    gender: str
    age: str
    pitch_factor: float = 1.0
    range_factor: float = 1.0
    words_per_minute: int = 160


_FIRST = (
    Voice("ayla", "Annie", "female", "young"),
    Voice("selin", "shelby", "female", "middle-aged", words_per_minute=170),
    Voice("emre", "m3", "male", "middle-aged"),
    Voice("kerem", "antonio", "male", "young", words_per_minute=150),
)

VOICES = {
    "synth-v1": _FIRST,
    "synth-v2": (
        *_FIRST,
        Voice("zeynep", "linda", "female", "young", 1.1, 1.2, 165),
        Voice("defne", "Andrea", "female", "young", 0.88),
        Voice("ceren", "steph2", "female", "middle-aged", 1.0, 0.9, 150),
        Voice("nuran", "grandma", "female", "old", 0.95, 0.95, 140),
        Voice("murat", "paul", "male", "middle-aged", 0.95, 0.85, 155),
        Voice("ozan", "max", "male", "young", 1.2, 1.15, 175),
        Voice("hakan", "m7", "male", "middle-aged", 1.12, 1.15, 160),
        Voice("baran", "Gene", "male", "middle-aged", 0.92, 0.8, 145),
        Voice("ihsan", "grandpa", "male", "old", 0.95, 1.0, 135),
        Voice("tolga", "m8", "male", "middle-aged", 0.9, 0.95, 165),
    ),
}
