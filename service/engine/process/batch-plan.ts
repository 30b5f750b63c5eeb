import { LIVE_REPORT_SECONDS } from "../model/model.ts";

/** The state of an open recognition that decides whether it takes part in the next batch. */
export interface OpenRecognition {
  /** Audio that has arrived and was not decoded yet. */
  readonly waitingSeconds: number;
  readonly hasEnded: boolean;
  /** Maximum seconds of audio between two reports. */
  readonly reportSeconds: number;
}

/** Seconds of all files together in a batch without live streams; long runs of the network cost half of short ones. */
const FILES_SECONDS = 20;
/** Seconds of a file in a batch with live streams, and the minimum otherwise: a few milliseconds of work. */
const SHORT_SECONDS = 2;
/** A live stream with more than this to decode catches up in longer runs of the network, which cost half. */
const BEHIND_SECONDS = 2;

/**
 * Returns how many seconds of each open recognition the next batch decodes. Live streams, known by their short report
 * interval, get what they have, up to one interval at a time unless they are behind; files wait for enough audio.
 */
export function planBatch(open: readonly OpenRecognition[]): readonly number[] {
  const maxSeconds = open.some(isLive)
    ? SHORT_SECONDS
    : Math.max(SHORT_SECONDS, FILES_SECONDS / open.length);
  return open.map((recognition) => {
    const isBehind = isLive(recognition) && recognition.waitingSeconds > BEHIND_SECONDS;
    const seconds = isBehind ? maxSeconds : Math.min(recognition.reportSeconds, maxSeconds);
    if (recognition.hasEnded) return seconds;
    const min = isLive(recognition) ? 0 : seconds;
    return recognition.waitingSeconds > 0 && recognition.waitingSeconds >= min ? seconds : 0;
  });
}

function isLive({ reportSeconds }: OpenRecognition): boolean {
  return reportSeconds < LIVE_REPORT_SECONDS;
}
