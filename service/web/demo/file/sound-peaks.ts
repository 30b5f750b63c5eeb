import { PeakTrack } from "#web-kit/audio/loudness.ts";

/** Enough to draw from; few enough to keep a recording of many minutes in memory. */
const SAMPLE_RATE = 8000;
/** Longer recordings are played without a waveform. */
const MOST_SECONDS = 20 * 60;

/** Returns so many peaks of a recording that lasts so long; none where that is too long or the browser cannot read it. */
export async function peaksOfRecording(
  file: Blob,
  seconds: number,
  count: number,
): Promise<readonly number[]> {
  if (!(seconds <= MOST_SECONDS)) return [];
  try {
    const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
    const sound = await context.decodeAudioData(await file.arrayBuffer());
    const track = new PeakTrack(sound.sampleRate, count / sound.duration);
    track.add(sound.getChannelData(0));
    return track.peaks.slice(0, count);
  } catch {
    return [];
  }
}
