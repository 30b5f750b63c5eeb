import { spawn } from "node:child_process";
import { once } from "node:events";
import { text as readText } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { writeOrder } from "#service/engine/audio/decoding/order.ts";
import { OUTCOME } from "#service/engine/audio/decoding/outcome.ts";
import {
  clipInEveryFormat,
  isFine,
  never,
  outcomeOf,
  SAMPLE_RATE,
  SHORT,
  testDamages,
} from "../../support/service/damaged-audio.ts";

const CLIP_SECONDS = 9.135;

let decoder: AudioDecoder;
let whole: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  decoder = new AudioDecoder();
  whole = await clipInEveryFormat();
});
afterAll(() => decoder[Symbol.asyncDispose]());

function file(name: string): Buffer {
  const bytes = whole.get(name);
  if (bytes === undefined) throw new Error(`there is no ${name}`);
  return bytes;
}

describe("a file", () => {
  testDamages(
    () => decoder,
    () => whole,
  );

  test("that is whole is heard whole, whatever it is called", async () => {
    for (const [name, bytes] of whole) {
      const found = await outcomeOf(decoder, bytes);
      const isWhole = Math.abs(Number(found) - CLIP_SECONDS) < 0.15;
      expect({ name, found, isWhole }).toMatchObject({ isWhole: true });
    }
  });

  const text = (content: string) => Buffer.from(content, "latin1");
  test.each([
    ["zeros", Buffer.alloc(100_000), "undecodable_audio"],
    ["a playlist", text("#EXTM3U\n#EXTINF:1,\n/etc/passwd\n#EXT-X-ENDLIST\n"), "undecodable_audio"],
    ["a list of files", text("ffconcat version 1.0\nfile /etc/passwd\n"), "undecodable_audio"],
    [
      "a picture",
      Buffer.from(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
        "base64",
      ),
      "undecodable_audio",
    ],
  ])("that is %s is refused", async (_what, bytes, code) => {
    expect(await outcomeOf(decoder, bytes)).toBe(code);
  });

  test("whose index claims billions of entries is refused or heard, in bounded memory", async () => {
    const bytes = file("clip.m4a");
    for (const table of ["stsz", "stts", "stsc", "stco"]) {
      const lying = Buffer.from(bytes);
      const countAt = lying.indexOf(table) + (table === "stsz" ? 12 : 8);
      lying.writeUInt32BE(0x7fff_ffff, countAt);
      expect(isFine(await outcomeOf(decoder, lying))).toBe(true);
    }
  });
});

const CHILD = fileURLToPath(import.meta.resolve("#service/engine/audio/decoding/child.ts"));

/** ADTS frames of AAC with a header and nothing in them. */
const EMPTY_FRAMES = Buffer.alloc(9_800_000, Buffer.from("fff1604000fffc", "hex"));

describe("a decoder", () => {
  test("ends a file that it makes nothing of for long, and says so", async () => {
    await using own = new AudioDecoder();
    async function* read() {
      yield EMPTY_FRAMES;
    }
    // Whole it takes 31 s of CPU time; the decoder allows itself two.
    await expect(own.decode(read(), SAMPLE_RATE, SHORT, never).next()).rejects.toMatchObject({
      code: "undecodable_audio",
      message: expect.stringContaining("too much work"),
    });
  });

  test("keeps nothing of what FFmpeg writes about a file, however much it is", async () => {
    const heap = "--max-old-space-size=24";
    const child = spawn(process.execPath, [heap, CHILD], { stdio: ["pipe", "ignore", "pipe"] });
    child.stdin.write(writeOrder({ sampleRate: SAMPLE_RATE, channel: "mixed" }));
    child.stdin.end(EMPTY_FRAMES);
    const [[code], written] = await Promise.all([once(child, "exit"), readText(child.stderr)]);
    expect({ code, written }).toEqual({ code: OUTCOME.tooMuchWork, written: "" });
  });

  test("that has no place yet waits for one: no more processes run than there are places", async () => {
    await using own = new AudioDecoder();
    const { places } = own;
    async function* read() {
      yield file("clip.mp3");
    }
    const begun = await Promise.all(
      Array.from({ length: places }, async () => {
        const samples = own.decode(read(), SAMPLE_RATE, SHORT, never);
        await samples.next();
        return samples;
      }),
    );
    const leaving = new AbortController();
    const late = own.decode(read(), SAMPLE_RATE, SHORT, leaving.signal).next();
    // One more is kept ready.
    expect(own.pids.length).toBeLessThanOrEqual(places + 1);
    await begun[0]?.return();
    expect((await late).done).toBe(false);
    leaving.abort(new Error("over"));
    await Promise.all(begun.map((samples) => samples.return()));
  });

  test("ends when its reader stops reading", async () => {
    const long = Buffer.concat(Array.from({ length: 60 }, () => file("clip.mp3")));
    async function* read() {
      yield long;
    }
    await using own = new AudioDecoder();
    const samples = own.decode(read(), SAMPLE_RATE, SHORT, never);
    await samples.next();
    const busy = own.pids[0]!;
    await samples.return();
    await expect.poll(() => own.pids, { timeout: 4000 }).not.toContain(busy);
  });

  test("ends when the client leaves", async () => {
    const long = Buffer.concat(Array.from({ length: 60 }, () => file("clip.mp3")));
    async function* read() {
      yield long;
    }
    await using own = new AudioDecoder();
    const leaving = new AbortController();
    const samples = own.decode(read(), SAMPLE_RATE, SHORT, leaving.signal);
    await samples.next();
    const busy = own.pids[0]!;
    leaving.abort(new Error("the client has left"));
    await expect(
      (async () => {
        // oxlint-disable-next-line no-unused-vars -- only its end is waited for
        for await (const _ of samples);
      })(),
    ).rejects.toThrow("the client has left");
    await expect.poll(() => own.pids, { timeout: 4000 }).not.toContain(busy);
  });
});
