import { expect, test } from "vitest";
import { isLast, isReady, MessageBatches } from "./message-batches.ts";

function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const startup = message("", "user postgres");
const prepared = Buffer.concat([
  message("P", "select $1"),
  message("B", "ŞğıÇ SQX"),
  message("E", ""),
  message("S", ""),
]);
const query = message("Q", "select 1");
const goodbye = message("X", "");
const batches = [startup, prepared, query, goodbye];
const all = Buffer.concat(batches);

test.each([1, 2, 3, 7, 50, all.length])(
  "messages that come %i bytes at a time are batched alike",
  (size) => {
    const taker = new MessageBatches();
    const taken: Buffer[] = [];
    for (let at = 0; at < all.length; at += size)
      taken.push(...taker.take(all.subarray(at, at + size)));
    expect(taken.map(String)).toEqual(batches.map(String));
  },
);

test("what has no end yet waits", () => {
  const taker = new MessageBatches();
  expect(taker.take(startup)).toHaveLength(1);
  expect(taker.take(message("P", "select 1"))).toEqual([]);
  expect(taker.take(message("S", ""))).toHaveLength(1);
});

test("the answer of a database that is ready for more ends with that", () => {
  expect(isReady(Buffer.concat([message("C", "UPDATE 1\0"), message("Z", "I")]))).toBe(true);
  expect(isReady(message("E", "SPANIC\0\0"))).toBe(false);
  expect(isReady(Buffer.alloc(0))).toBe(false);
  expect(batches.map(isLast)).toEqual([false, false, false, true]);
});
