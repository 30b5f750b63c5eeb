/** The events of speech that is sent as such, in the shapes of the OpenAI audio API. */
export type SpeechEvent =
  | { readonly type: "speech.audio.delta"; readonly audio: string }
  | { readonly type: "speech.audio.done"; readonly usage: SpeechUsage };

/** What a request used; the model reads characters, so they are what its tokens count. */
export interface SpeechUsage {
  readonly type: "characters";
  readonly characters: number;
  /** Of audio. */
  readonly seconds: number;
  readonly input_tokens: number;
  readonly output_tokens: 0;
  readonly total_tokens: number;
}

/** Yields the bytes of an audio file as events, each with a part of it in base64; the last one says what was used. */
export async function* speechEvents(
  bytes: AsyncIterable<Uint8Array>,
  used: () => Pick<SpeechUsage, "characters" | "seconds">,
): AsyncGenerator<SpeechEvent> {
  for await (const piece of bytes) {
    if (piece.length === 0) continue;
    yield { type: "speech.audio.delta", audio: Buffer.from(piece).toString("base64") };
  }
  const { characters, seconds } = used();
  const tokens = { input_tokens: characters, output_tokens: 0, total_tokens: characters } as const;
  yield {
    type: "speech.audio.done",
    usage: { type: "characters", characters, seconds, ...tokens },
  };
}
