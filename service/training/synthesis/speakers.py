"""The teacher's variants as speakers: those of the built-in voices, others to fill the voice space, and held-out ones."""

from recognition.teacher import NEVER_TRAINED, trained_variants
from synthesis.voices import VOICES

BUILT_IN = tuple(voice.variant for voice in VOICES["synth-v2"])
# It hurries whatever pace is asked of it.
_OWN_PACE = {"fast"}
OTHERS = tuple(name for name in trained_variants() if name not in BUILT_IN and name not in _OWN_PACE)
# Nothing of the synthesis heard these: clones are measured on them.
HELD_OUT = tuple(name for name in NEVER_TRAINED if name not in BUILT_IN)
