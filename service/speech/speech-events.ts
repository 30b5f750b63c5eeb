import type { Sent } from "../contract/schema.ts";
import type { SpeechEventSchema } from "../contract/speech.ts";

/** Yields the bytes of an audio file as events, each with a part of it in base64; the last one has the usage. */
export async function* speechEvents(
  bytes: AsyncIterable<Uint8Array>,
  used: () => { readonly characters: number; readonly seconds: number },
): AsyncGenerator<Sent<typeof SpeechEventSchema>> {
  for await (const piece of bytes) {
    if (piece.length === 0) continue;
    yield { type: "speech.audio.delta", audio: Buffer.from(piece).toString("base64") };
  }
  const { characters, seconds } = used();
  // The model reads characters, so tokens are counted as characters.
  const tokens = { input_tokens: characters, output_tokens: 0, total_tokens: characters } as const;
  const usage = { type: "characters", characters, seconds, ...tokens } as const;
  yield { type: "speech.audio.done", usage };
}
