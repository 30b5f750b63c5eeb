import type { Sent } from "../contract/schema.ts";
import type { SpeechEventSchema } from "../contract/speech.ts";

type SpeechEvent = Sent<typeof SpeechEventSchema>;
type Times = Omit<Extract<SpeechEvent, { type: "speech.audio.timestamps" }>, "type">;

/** Returns what a speech is charged by; the model reads characters, so that tokens are counted as characters. */
export function speechUsage(characters: number, seconds: number) {
  const tokens = { input_tokens: characters, output_tokens: 0, total_tokens: characters } as const;
  return { type: "characters", characters, seconds, ...tokens } as const;
}

/**
 * Yields the bytes of an audio file as events, each with a part of it in base64; then its times, if there are any, and the usage.
 */
export async function* speechEvents(
  bytes: AsyncIterable<Uint8Array>,
  ended: () => { readonly usage: ReturnType<typeof speechUsage>; readonly times?: Times },
): AsyncGenerator<SpeechEvent> {
  for await (const piece of bytes) {
    if (piece.length === 0) continue;
    yield { type: "speech.audio.delta", audio: Buffer.from(piece).toString("base64") };
  }
  const { usage, times } = ended();
  if (times !== undefined) yield { type: "speech.audio.timestamps", ...times };
  yield { type: "speech.audio.done", usage };
}
