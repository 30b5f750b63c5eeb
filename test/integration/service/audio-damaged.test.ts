import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AudioError } from "#service/engine/audio/audio-error.ts";
import { AudioDecoder } from "#service/engine/audio/decoding/audio-decoder.ts";
import { AudioEncoder } from "#service/engine/audio/encoding/audio-encoder.ts";
import type { AudioFormatName } from "#service/engine/audio/encoding/audio-formats.ts";
import { openAudio } from "#service/engine/audio/decoding/open-audio.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { projectRoot } from "../../support/program.ts";

const SAMPLE_RATE = 16_000;
const CLIP_SECONDS = 9.135;
const folder = path.join(projectRoot, "fixtures/audio");
const SHORT = { urgency: "short" } as const;
const never = new AbortController().signal;

let decoder: AudioDecoder;
let whole: ReadonlyMap<string, Uint8Array>;
beforeAll(async () => {
  decoder = new AudioDecoder();
  whole = await makeFiles();
});
afterAll(() => decoder[Symbol.asyncDispose]());

function file(name: string): Buffer {
  const bytes = whole.get(name);
  if (bytes === undefined) throw new Error(`there is no ${name}`);
  return Buffer.from(bytes);
}

async function makeFiles(): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>();
  for (const name of ["clip.wav", "clip.ogg", "clip.webm", "clip.m4a"])
    files.set(name, await readFile(path.join(folder, name)));
  const { samples } = parseWav(await readFile(path.join(folder, "clip.wav")));
  await using encoder = new AudioEncoder();
  const formats: readonly AudioFormatName[] = ["mp3", "opus", "aac", "flac"];
  for (const format of formats) {
    const output = await encoder.open(format, SAMPLE_RATE);
    files.set(`clip.${format}`, Buffer.concat([await output.push(samples), await output.end()]));
    await output.close();
  }
  return files;
}

/** What becomes of a file: the seconds that were heard, or the code of its error. */
async function outcome(bytes: Uint8Array): Promise<number | string> {
  async function* read() {
    for (let at = 0; at < bytes.length; at += 8192) yield bytes.subarray(at, at + 8192);
  }
  let count = 0;
  try {
    const audio = await openAudio({ bytes: bytes.length, read }, decoder, SAMPLE_RATE);
    for await (const samples of audio.read(never, SHORT)) {
      expect(samples.every((sample) => sample >= -1 && sample <= 1)).toBe(true);
      count += samples.length / audio.sampleRate;
    }
    return count;
  } catch (error) {
    if (error instanceof AudioError) return error.code;
    throw error;
  }
}

/** Whether a damaged clip was refused as audio, or heard for about as long as it was. */
function isFine(found: number | string): boolean {
  if (typeof found === "string") return found === "undecodable_audio" || found === "empty_audio";
  return found > 0 && found < 120;
}

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function makeRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Damage = (bytes: Uint8Array, random: () => number) => Uint8Array;

const damages: Readonly<Record<string, Damage>> = {
  "cut off anywhere": (bytes, random) => bytes.slice(0, Math.floor(random() * bytes.length)),
  "cut off in its first bytes": (bytes, random) => bytes.slice(0, 1 + Math.floor(random() * 60)),
  "with its beginning missing": (bytes, random) => bytes.slice(Math.floor(random() * 400)),
  "with a bit in a thousand bytes flipped": (bytes, random) =>
    bytes.map((byte) => (random() < 0.001 ? byte ^ (1 << Math.floor(random() * 8)) : byte)),
  "with a bit in ten bytes flipped": (bytes, random) =>
    bytes.map((byte) => (random() < 0.1 ? byte ^ (1 << Math.floor(random() * 8)) : byte)),
  "with its headers damaged": (bytes, random) =>
    bytes.map((byte, at) => (at < 300 && random() < 0.05 ? Math.floor(random() * 256) : byte)),
  "with its end damaged": (bytes, random) =>
    bytes.map((byte, at) =>
      at > bytes.length - 1500 && random() < 0.02 ? Math.floor(random() * 256) : byte,
    ),
  "of noise after its first bytes": (bytes, random) =>
    bytes.map((byte, at) => (at < 100 ? byte : Math.floor(random() * 256))),
};

describe("a file", () => {
  test.each(Object.entries(damages))("%s is heard in part or refused", async (kind, damage) => {
    const random = makeRandom(kind.length);
    for (const [name, bytes] of whole) {
      const found = await outcome(damage(bytes, random));
      expect({ name, found, isFine: isFine(found) }).toMatchObject({ isFine: true });
    }
  });

  test("that is whole is heard whole, whatever it is called", async () => {
    for (const [name, bytes] of whole) {
      const found = await outcome(bytes);
      const isWhole = Math.abs(Number(found) - CLIP_SECONDS) < 0.15;
      expect({ name, found, isWhole }).toMatchObject({ isWhole: true });
    }
  });

  const text = (content: string) => Buffer.from(content, "latin1");
  test.each([
    ["nothing", text(""), "empty_audio"],
    ["a sentence", text("this is no audio at all"), "undecodable_audio"],
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
    expect(await outcome(bytes)).toBe(code);
  });

  test("whose index claims billions of entries is refused or heard, in bounded memory", async () => {
    const bytes = file("clip.m4a");
    for (const table of ["stsz", "stts", "stsc", "stco"]) {
      const lying = Buffer.from(bytes);
      const countAt = lying.indexOf(table) + (table === "stsz" ? 12 : 8);
      lying.writeUInt32BE(0x7fff_ffff, countAt);
      expect(isFine(await outcome(lying))).toBe(true);
    }
  });
});

/** ADTS frames of AAC with a header and nothing in them. */
const EMPTY_FRAMES = Buffer.alloc(9_800_000, Buffer.from("fff1604000fffc", "hex"));

describe("a decoder", () => {
  test("ends a file that it makes nothing of for long, and says so", async () => {
    await using own = new AudioDecoder();
    async function* read() {
      yield EMPTY_FRAMES;
    }
    const beganAtMs = performance.now();
    await expect(own.decode(read(), SAMPLE_RATE, SHORT, never).next()).rejects.toMatchObject({
      code: "undecodable_audio",
    });
    // It took 31 s of processor time, and two are allowed: in between is what a busy machine does.
    expect(performance.now() - beganAtMs).toBeLessThan(25_000);
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
