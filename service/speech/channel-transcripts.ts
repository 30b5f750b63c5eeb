import { allowanceAfter, type Allowance } from "../access/quota/allowance.ts";
import { ApiError } from "../contract/errors.ts";
import { MAX_SEPARATE_CHANNELS, NoSuchChannel, TooManyChannels } from "../engine/audio/channels.ts";
import { wholeTranscript, type TranscribedSentences, type Transcript } from "./transcribe.ts";

/** One channel of a recording that is heard channel by channel. */
export interface HeardChannel {
  readonly channel: number;
  /** The rest of the whole recording's allowance. */
  readonly allowance: Allowance;
  /** Seconds of the channels before it. */
  readonly secondsBefore: number;
}

/**
 * Returns the transcript of each channel of a recording, which `hear` hears one after the other and `allowance` counts together.
 * Rejects as `hear` does, and with ApiError for `field` where the channels are too many.
 */
export async function channelTranscripts(
  hear: (one: HeardChannel) => AsyncIterable<TranscribedSentences>,
  allowance: Allowance,
  field: string,
): Promise<readonly Transcript[]> {
  const transcripts: Transcript[] = [];
  let secondsBefore = 0;
  for (let channel = 0; channel < MAX_SEPARATE_CHANNELS; channel += 1) {
    const own = allowanceAfter(allowance, secondsBefore);
    try {
      const transcript = await wholeTranscript(hear({ channel, allowance: own, secondsBefore }));
      secondsBefore += transcript.durationSeconds;
      transcripts.push(transcript);
    } catch (error) {
      if (error instanceof TooManyChannels) {
        throw new ApiError("invalid_request", `${field} cannot be used: ${error.message}.`, field);
      }
      if (!(error instanceof NoSuchChannel)) throw error;
      // The failure to read one more channel took back what was used.
      allowance.use(secondsBefore);
      break;
    }
  }
  return transcripts;
}
