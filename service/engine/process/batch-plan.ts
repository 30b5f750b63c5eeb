/** What decides whether an open recognition takes part in the next batch. */
export interface OpenRecognition {
  /** Audio that has arrived and was not decoded yet. */
  readonly waitingSeconds: number;
  readonly hasEnded: boolean;
  /** Audio after which a progress is reported at the latest. */
  readonly reportSeconds: number;
}

/**
 * Audio that a batch decodes at most, of all files together, while nobody is live: the network is twice as fast per
 * second of audio in runs of twenty seconds as in runs of two.
 */
const FILES_SECONDS = 20;
/** What a file gets beside a live stream, and at least: a few milliseconds of work. */
const SHORT_SECONDS = 2;

/**
 * Decides how many seconds of audio each open recognition gets decoded in the next batch, 0 for those that wait.
 *
 * Live streams, told by their frequent reports, get whatever they have. Files wait until a worthwhile stretch is there;
 * it is short enough that nobody waits long for another's.
 */
export function planBatch(open: readonly OpenRecognition[]): readonly number[] {
  const stretch = open.some(isLive)
    ? SHORT_SECONDS
    : Math.max(SHORT_SECONDS, FILES_SECONDS / open.length);
  return open.map((recognition) => {
    const most = Math.min(recognition.reportSeconds, stretch);
    if (recognition.hasEnded) return most;
    const least = isLive(recognition) ? 0 : most;
    return recognition.waitingSeconds > 0 && recognition.waitingSeconds >= least ? most : 0;
  });
}

function isLive({ reportSeconds }: OpenRecognition): boolean {
  return reportSeconds < SHORT_SECONDS;
}
