"""The speakers that synth-v2 learns from: Kokoro's voices and mixtures of two of them, a share for each name."""

import numpy as np

from synthesis.voices import VOICES

BUILT_IN = tuple(voice.speaker for voice in VOICES["synth-v2"])
# No training hears these: clones are measured on them.
HELD_OUT = ("af_bella", "am_puck", "bm_lewis", "jf_tebukuro", "zf_xiaoni", "zm_yunxi")
# Every voice of Kokoro that the trainings hear, by the names of its style vectors.
SPEAKERS = (
    "af_alloy", "af_aoede", "af_heart", "af_jessica", "af_kore", "af_nicole", "af_nova", "af_river", "af_sarah", "af_sky",
    "am_adam", "am_echo", "am_eric", "am_fenrir", "am_liam", "am_michael", "am_onyx", "am_santa", "bf_alice", "bf_emma",
    "bf_isabella", "bf_lily", "bm_daniel", "bm_fable", "bm_george", "ef_dora", "em_alex", "em_santa", "ff_siwis", "hf_alpha",
    "hf_beta", "hm_omega", "hm_psi", "if_sara", "im_nicola", "jf_alpha", "jf_gongitsune", "jf_nezumi", "jm_kumo", "pf_dora",
    "pm_alex", "pm_santa", "zf_xiaobei", "zf_xiaoxiao", "zf_xiaoyi", "zm_yunjian", "zm_yunxia", "zm_yunyang",
)
BUILT_IN_SHARE, ONE_SHARE = 0.68, 0.5
MIXED = (0.3, 0.7)


def random_speaker(rng):
    """Returns a built-in voice's speaker, one of Kokoro's voices, or a mixture of two."""
    if rng.random() < BUILT_IN_SHARE:
        return dict(rng.choice(BUILT_IN))
    if rng.random() < ONE_SHARE:
        return {rng.choice(SPEAKERS): 1.0}
    one, other = rng.sample(SPEAKERS, 2)
    share = round(rng.uniform(*MIXED), 2)
    return {one: share, other: 1 - share}


def mixed(styles, speaker):
    """Returns the weighted mean of vectors by name."""
    return sum(share * styles[name] for name, share in speaker.items()).astype(np.float32)
