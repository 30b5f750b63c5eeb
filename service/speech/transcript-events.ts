import { textOf } from "./written-form/written-words.ts";
import type { TranscriptWord } from "./segments.ts";
import type { TranscribedSentences } from "./transcribe.ts";
import { usageOf } from "./transcript-formats.ts";

/** The events of a transcript that is sent while it is made, in the shapes of the OpenAI audio API. */
export type TranscriptEvent =
  | { readonly type: "transcript.text.delta"; readonly delta: string }
  | {
      readonly type: "transcript.text.done";
      readonly text: string;
      readonly usage: ReturnType<typeof usageOf>;
    };

/** Yields sentences as events; all deltas together are the text of the last event. */
export async function* transcriptEvents(
  sentences: AsyncIterable<TranscribedSentences>,
): AsyncGenerator<TranscriptEvent> {
  let text = "";
  let seconds = 0;
  for await (const { words, transcribedSeconds } of sentences) {
    seconds = transcribedSeconds;
    for (const sentence of apart(words)) {
      const delta = (text === "" ? "" : " ") + textOf(sentence);
      text += delta;
      yield { type: "transcript.text.delta", delta };
    }
  }
  yield { type: "transcript.text.done", text, usage: usageOf(seconds) };
}

/** Yields the sentences of words as they are written, what is left without an end last. */
function* apart(words: readonly TranscriptWord[]): Generator<readonly TranscriptWord[]> {
  let begin = 0;
  for (const [at, { mark }] of words.entries()) {
    if (mark === "") continue;
    yield words.slice(begin, at + 1);
    begin = at + 1;
  }
  if (begin < words.length) yield words.slice(begin);
}
