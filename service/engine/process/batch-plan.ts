import { LIVE_REPORT_SECONDS } from "../model/model.ts";

/** What decides whether an open recognition takes part in the next batch. */
export interface OpenRecognition {
  /** Audio that has arrived and was not decoded yet. */
  readonly waitingSeconds: number;
  readonly hasEnded: boolean;
  /** Audio after which a progress is reported at the latest. */
  readonly reportSeconds: number;
}

/** Seconds of all files that a batch decodes while nobody is live; long runs of the network cost half of short ones. */
const FILES_SECONDS = 20;
/** What a file gets beside a live stream, and at least: a few milliseconds of work. */
const SHORT_SECONDS = 2;
/** A live stream with more than this to decode catches up in longer runs of the network, which cost half. */
const BEHIND_SECONDS = 2;

/**
 * Decides how many seconds of each open recognition the next batch decodes. Live streams, told by their frequent
 * reports, get what they have, a report's worth at a time unless they are behind; files wait until there is a worthwhile stretch.
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
