import { LIVE_REPORT_SECONDS } from "../model/model.ts";

/** What decides whether an open recognition takes part in the next batch. */
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
  const stretch = open.some(isLive)
    ? SHORT_SECONDS
    : Math.max(SHORT_SECONDS, FILES_SECONDS / open.length);
  return open.map((recognition) => {
    const isBehind = isLive(recognition) && recognition.waitingSeconds > BEHIND_SECONDS;
    const most = isBehind ? stretch : Math.min(recognition.reportSeconds, stretch);
    if (recognition.hasEnded) return most;
    const least = isLive(recognition) ? 0 : most;
    return recognition.waitingSeconds > 0 && recognition.waitingSeconds >= least ? most : 0;
  });
}

function isLive({ reportSeconds }: OpenRecognition): boolean {
  return reportSeconds < LIVE_REPORT_SECONDS;
}
