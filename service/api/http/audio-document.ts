/**
 * Yields a JSON document piece by piece, as the audio of a long text is large: the audio in base64 under `name`, then the fields
 * of `rest`, which is called when all audio is made.
 */
export async function* audioDocument(
  name: string,
  bytes: AsyncIterable<Uint8Array>,
  rest: () => object,
): AsyncGenerator<string> {
  yield `{${JSON.stringify(name)}:"`;
  yield* base64Of(bytes);
  yield `",${JSON.stringify(rest()).slice(1)}`;
}

/** Yields the base64 of all bytes as one text; three bytes at a time make four characters without padding. */
async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  for await (const piece of pieces) {
    const bytes = Buffer.concat([rest, piece]);
    const whole = bytes.length - (bytes.length % 3);
    yield bytes.toString("base64", 0, whole);
    rest = bytes.subarray(whole);
  }
  yield rest.toString("base64");
}
