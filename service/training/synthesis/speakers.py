"""The teacher's variants as speakers: those of the built-in voices, others to fill the voice space, and held-out ones."""

from recognition.teacher import NEVER_TRAINED, trained_variants

BUILT_IN = (
    "Annie", "shelby", "m3", "antonio", "linda", "Andrea", "steph2", "grandma", "paul", "max", "m7", "Gene", "grandpa", "m8",
)
# It hurries whatever pace is asked of it.
_OWN_PACE = {"fast"}
OTHERS = tuple(name for name in trained_variants() if name not in BUILT_IN and name not in _OWN_PACE)
# Nothing of the synthesis heard these: clones are measured on them.
HELD_OUT = tuple(name for name in NEVER_TRAINED if name not in BUILT_IN)
