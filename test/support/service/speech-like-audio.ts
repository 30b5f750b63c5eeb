/** What audio of the right outline is to be made: a tone that swells with syllables. */
export interface SpeechLikeAudio {
  readonly seconds: number;
  readonly sampleRateHz: number;
  /** Above 1 clips; 0 is silence. */
  readonly amplitude?: number;
  readonly pitchHz?: number;
  /** Length of a silence in the middle. */
  readonly gapSeconds?: number;
}

const SYLLABLES_PER_SECOND = 5;
const HEADER_BYTES = 44;

/** Makes a 16-bit mono WAV file. */
export function speechLikeWav(audio: SpeechLikeAudio): Buffer<ArrayBuffer> {
  const { seconds, sampleRateHz, amplitude = 0.3, pitchHz = 180, gapSeconds = 0 } = audio;
  const count = Math.round((seconds + gapSeconds) * sampleRateHz);
  const file = Buffer.alloc(HEADER_BYTES + count * 2);
  writeHeader(file, sampleRateHz, count * 2);
  for (let index = 0; index < count; index += 1) {
    const time = index / sampleRateHz;
    const isGap = time >= seconds / 2 && time < seconds / 2 + gapSeconds;
    const swell = 0.6 + 0.4 * Math.sin(2 * Math.PI * SYLLABLES_PER_SECOND * time);
    const sample = isGap ? 0 : amplitude * swell * Math.sin(2 * Math.PI * pitchHz * time);
    const clamped = Math.max(-1, Math.min(1, sample));
    file.writeInt16LE(Math.round(clamped * 32_767), HEADER_BYTES + index * 2);
  }
  return file;
}

function writeHeader(file: Buffer, sampleRateHz: number, dataBytes: number): void {
  file.write("RIFF", 0);
  file.writeUInt32LE(HEADER_BYTES - 8 + dataBytes, 4);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(sampleRateHz, 24);
  file.writeUInt32LE(sampleRateHz * 2, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write("data", 36);
  file.writeUInt32LE(dataBytes, 40);
}
