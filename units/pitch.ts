/** An octave, which doubles a frequency, has twelve semitones. */
export const SEMITONES_PER_OCTAVE = 12;
