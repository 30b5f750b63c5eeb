/** Yields bytes in pieces of one size; the last may be smaller. */
export async function* inPieces(
  bytes: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<Buffer, void, undefined> {
  let gathered: Uint8Array[] = [];
  let length = 0;
  for await (const some of bytes) {
    gathered.push(some);
    length += some.length;
    if (length < size) continue;
    const whole = Buffer.concat(gathered);
    yield whole.subarray(0, size);
    gathered = [whole.subarray(size)];
    length -= size;
  }
  if (length > 0) yield Buffer.concat(gathered);
}
