"""The built-in voices: points in the voice space, each near what a teacher said as one speaker."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Voice:
    name: str
    # A share for each of the teacher's voices, whose pitch, range and pace it has.
    speaker: dict
    gender: str
    age: str
    # Factors of that pace, pitch and range in semitones, and of the length of the vocal tract.
    pace: float = 1.0
    pitch: float = 1.0
    melody: float = 1.0
    tract: float = 1.0
    # Other shares for its timbre.
    timbre: dict | None = None


VOICES = {
    "synth-v1": (
        Voice("ayla", {"Annie": 1}, "female", "young", 0.97),
        Voice("selin", {"shelby": 1}, "female", "middle-aged", 1.03),
        Voice("emre", {"m3": 1}, "male", "middle-aged", 0.97),
        Voice("kerem", {"antonio": 1}, "male", "young", 0.91),
    ),
    "synth-v2": (
        Voice("ayla", {"pf_dora": 0.4, "hf_alpha": 0.6}, "female", "young", 0.94,
              timbre={"pf_dora": 0.35, "hf_alpha": 0.5, "am_michael": 0.15}),
        Voice("selin", {"if_sara": 0.3, "hf_alpha": 0.5, "hm_omega": 0.2}, "female", "middle-aged", 0.9, pitch=0.93, tract=1.05,
              timbre={"pf_dora": 0.3, "hf_alpha": 0.4, "hm_omega": 0.2, "am_michael": 0.1}),
        Voice("emre", {"hm_psi": 0.5, "hm_omega": 0.5}, "male", "middle-aged", melody=0.55, timbre={"hm_psi": 0.7, "hm_omega": 0.3}),
        Voice("kerem", {"jm_kumo": 0.4, "hm_omega": 0.4, "em_alex": 0.2}, "male", "young", melody=0.95, tract=0.97),
        Voice("zeynep", {"hf_alpha": 0.7, "ff_siwis": 0.3}, "female", "young", 0.96, tract=1.04,
              timbre={"hf_alpha": 0.42, "ff_siwis": 0.18, "pf_dora": 0.15, "am_michael": 0.25}),
        Voice("defne", {"hf_beta": 0.35, "hf_alpha": 0.35, "pf_dora": 0.3}, "female", "young",
              timbre={"hf_beta": 0.3, "hf_alpha": 0.3, "pf_dora": 0.25, "am_michael": 0.15}),
        Voice("ceren", {"hf_beta": 0.5, "hf_alpha": 0.5}, "female", "middle-aged", 0.93, pitch=0.92, tract=1.03,
              timbre={"hf_beta": 0.35, "hf_alpha": 0.3, "pf_dora": 0.2, "am_michael": 0.15}),
        Voice("nuran", {"if_sara": 0.4, "hf_alpha": 0.4, "ff_siwis": 0.2}, "female", "old", 0.88, pitch=0.9, tract=1.05,
              timbre={"if_sara": 0.3, "hf_alpha": 0.35, "hm_psi": 0.2, "am_michael": 0.15}),
        Voice("murat", {"am_michael": 0.45, "hm_omega": 0.55}, "male", "middle-aged", melody=0.87, tract=1.04),
        Voice("ozan", {"jm_kumo": 0.6, "hm_omega": 0.4}, "male", "young", 1.03),
        Voice("hakan", {"im_nicola": 0.4, "hm_omega": 0.6}, "male", "middle-aged", melody=0.87, tract=0.98),
        Voice("baran", {"hm_omega": 1}, "male", "middle-aged", 0.94, melody=0.6),
        Voice("ihsan", {"am_santa": 0.3, "hm_psi": 0.3, "hm_omega": 0.4}, "male", "old", 0.86, melody=0.55, tract=1.02,
              timbre={"am_santa": 0.4, "hm_psi": 0.45, "hm_omega": 0.15}),
        Voice("tolga", {"pm_alex": 0.6, "hm_psi": 0.4}, "male", "middle-aged"),
    ),
}
