"""The built-in voices: points in the voice space, each near what a teacher said as one speaker."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Voice:
    name: str
    # A share for each of the teacher's voices.
    speaker: dict
    gender: str
    age: str
    pace: float = 1.0


VOICES = {
    "synth-v1": (
        Voice("ayla", {"Annie": 1}, "female", "young", 0.97),
        Voice("selin", {"shelby": 1}, "female", "middle-aged", 1.03),
        Voice("emre", {"m3": 1}, "male", "middle-aged", 0.97),
        Voice("kerem", {"antonio": 1}, "male", "young", 0.91),
    ),
    "synth-v2": (
        Voice("ayla", {"if_sara": 1}, "female", "young"),
        Voice("selin", {"ef_dora": 1}, "female", "middle-aged"),
        Voice("emre", {"hm_psi": 1}, "male", "middle-aged"),
        Voice("kerem", {"em_alex": 1}, "male", "young"),
        Voice("zeynep", {"hf_alpha": 1}, "female", "young", 1.04),
        Voice("defne", {"pf_dora": 1}, "female", "young"),
        Voice("ceren", {"hf_beta": 1}, "female", "middle-aged", 0.96),
        Voice("nuran", {"ff_siwis": 0.6, "if_sara": 0.4}, "female", "old", 0.88),
        Voice("murat", {"am_michael": 1}, "male", "middle-aged"),
        Voice("ozan", {"jm_kumo": 1}, "male", "young", 1.06),
        Voice("hakan", {"im_nicola": 1}, "male", "middle-aged"),
        Voice("baran", {"hm_omega": 1}, "male", "middle-aged", 0.94),
        Voice("ihsan", {"am_santa": 0.5, "hm_psi": 0.5}, "male", "old", 0.86),
        Voice("tolga", {"pm_alex": 0.6, "hm_psi": 0.4}, "male", "middle-aged", 1.02),
    ),
}
