"""Speaks Turkish with espeak-ng's library, giving samples and the place of every phoneme.

espeak-ng (GPL) is a tool of the training only; nothing of it is part of the product.
"""

import ctypes

import numpy as np

RATE_HZ = 22050
PHONEME_EVENT = 7
RETRIEVAL_WITH_PHONEME_EVENTS = (1, 0, None, 1)
RATE, PITCH, RANGE = 1, 3, 4
UTF8, SEPARATED_BY_UNDERSCORE = 1, ord("_") << 8


class _Id(ctypes.Union):
    _fields_ = [("number", ctypes.c_int), ("name", ctypes.c_char_p), ("string", ctypes.c_char * 8)]


class _Event(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("unique", ctypes.c_uint), ("text_position", ctypes.c_int), ("length", ctypes.c_int),
        ("audio_position", ctypes.c_int), ("sample", ctypes.c_int), ("user_data", ctypes.c_void_p), ("id", _Id),
    ]


_Callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.POINTER(ctypes.c_short), ctypes.c_int, ctypes.POINTER(_Event))


class Teacher:
    """One espeak-ng in this process; `speak` is not reentrant."""

    def __init__(self):
        self._library = ctypes.CDLL("libespeak-ng.so.1")
        self._library.espeak_Initialize(*RETRIEVAL_WITH_PHONEME_EVENTS)
        self._pieces, self._events = [], []
        self._callback = _Callback(self._receive)
        self._library.espeak_SetSynthCallback(self._callback)
        self._library.espeak_TextToPhonemes.restype = ctypes.c_char_p

    def _receive(self, samples, count, events):
        if samples and count > 0:
            self._pieces.append(np.ctypeslib.as_array(samples, (count,)).copy())
        at = 0
        while events[at].type != 0:
            if events[at].type == PHONEME_EVENT:
                self._events.append((events[at].sample, events[at].id.string.decode()))
            at += 1
        return 0

    def speak(self, text, variant, pitch, pitch_range, words_per_minute):
        """Returns float samples at RATE_HZ and [(first sample, phoneme mnemonic)]."""
        self._pieces.clear()
        self._events.clear()
        self._library.espeak_SetVoiceByName(f"tr+{variant}".encode())
        for parameter, value in ((RATE, words_per_minute), (PITCH, pitch), (RANGE, pitch_range)):
            self._library.espeak_SetParameter(parameter, value, 0)
        data = text.encode()
        self._library.espeak_Synth(data, len(data) + 1, 0, 1, 0, 1, None, None)
        self._library.espeak_Synchronize()
        return np.concatenate(self._pieces).astype(np.float32) / 32768, list(self._events)

    def stresses(self, text):
        """Returns [(phoneme mnemonic, whether it bears the main stress)] of a text, pauses left out."""
        data, found = ctypes.create_string_buffer(text.encode()), []
        pointer = ctypes.c_void_p(ctypes.addressof(data))
        while pointer.value:
            clause = self._library.espeak_TextToPhonemes(ctypes.byref(pointer), UTF8, SEPARATED_BY_UNDERSCORE).decode()
            for word in clause.split():
                for written in word.split("_"):
                    mnemonic = written.lstrip("',").rstrip(":")
                    if mnemonic and mnemonic[0] not in "!|;":
                        found.append((mnemonic, written.startswith("'")))
        return found
