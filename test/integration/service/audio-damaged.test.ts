import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import {
  clipInEveryFormat,
  never,
  outcomeOf,
  QUICK_DAMAGES,
  SAMPLE_RATE,
  SHORT,
  testDamages,
} from "../../support/service/damaged-audio.ts";

let decoder: AudioDecoder;
let whole: ReadonlyMap<string, Buffer>;
beforeAll(async () => {
  decoder = new AudioDecoder();
  whole = await clipInEveryFormat(["mp3"]);
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
    () => [["clip.mp3", file("clip.mp3")]],
    QUICK_DAMAGES,
  );

  const text = (content: string) => Buffer.from(content, "latin1");
  test.each([
    ["nothing", text(""), "empty_audio"],
    ["a sentence", text("this is no audio at all"), "undecodable_audio"],
  ])("that is %s is refused", async (_what, bytes, code) => {
    expect(await outcomeOf(decoder, bytes)).toBe(code);
  });
});

describe("a decoder", () => {
  test("that is killed is told of, does not blame the file that it had, and the next file is heard", async () => {
    const deaths: string[] = [];
    await using own = new AudioDecoder((how) => void deaths.push(how));
    const bytes = file("clip.mp3");
    async function* read() {
      yield bytes.subarray(0, 1000);
      process.kill(own.pids[0]!, "SIGKILL");
      yield bytes.subarray(1000);
    }
    const heard = async (recording: AsyncIterable<Uint8Array>) => {
      let count = 0;
      for await (const samples of own.decode(recording, SAMPLE_RATE, SHORT, never))
        count += samples.length;
      return count;
    };
    await expect(heard(read())).rejects.toMatchObject({
      code: "decoder_unavailable",
      retryAfterSeconds: 2,
    });
    expect(deaths).toEqual(["signal SIGKILL"]);
    async function* again() {
      yield bytes;
    }
    expect(await heard(again())).toBeGreaterThan(9 * SAMPLE_RATE);
    // Those that are no longer needed are ended by us.
    expect(deaths).toHaveLength(1);
  });
});
