import type { Sent } from "../contract/schema.ts";
import type { TranscriptEventSchema } from "../contract/transcriptions.ts";
import type { TranscribedSentences } from "./transcribe.ts";
import { usageOf } from "./transcript-formats.ts";
import { textOf } from "./written-form/written-words.ts";

/** Yields sentences as events; all deltas together are the text of the last event. */
export async function* transcriptEvents(
  sentences: AsyncIterable<TranscribedSentences>,
): AsyncGenerator<Sent<typeof TranscriptEventSchema>> {
  let text = "";
  let seconds = 0;
  for await (const { words, transcribedSeconds } of sentences) {
    seconds = transcribedSeconds;
    let begin = 0;
    for (const [at, { mark }] of words.entries()) {
      if (mark === "" && at < words.length - 1) continue;
      const delta = (text === "" ? "" : " ") + textOf(words.slice(begin, at + 1));
      begin = at + 1;
      text += delta;
      yield { type: "transcript.text.delta", delta };
    }
  }
  yield { type: "transcript.text.done", text, usage: usageOf(seconds) };
}
