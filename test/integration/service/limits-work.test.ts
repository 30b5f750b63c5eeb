import { json } from "node:stream/consumers";
import { beforeAll, describe, expect, test } from "vitest";
import { accountKey } from "../../support/service/account-command.ts";
import { eventually } from "../../support/eventually.ts";
import { holdUpload } from "../../support/service/held-upload.ts";
import { builtInVoices } from "../../support/service/round-trips.ts";
import {
  fixtureClip,
  type SharedSpeechService,
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

interface Limits {
  readonly activities: Readonly<
    Record<"transcription" | "stream" | "speech", { readonly concurrent: { remaining: number } }>
  >;
  readonly quota: Readonly<
    Record<"audio_seconds" | "characters", { readonly used: number; readonly reserved: number }>
  >;
}

let service: SharedSpeechService;
const [voice] = builtInVoices("synth-v2");
let clip: Buffer;
beforeAll(async () => {
  service = await sharedSpeechService();
  clip = (await fixtureClip()).wav;
});

const call = (key: string, address: string, init: RequestInit = {}) =>
  fetch(new URL(address, service.url), {
    ...init,
    headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
  });
const limitsOf = async (key: string) => (await (await call(key, "/v1/limits")).json()) as Limits;
const speak = (key: string, input: string, fields: Readonly<Record<string, unknown>> = {}) =>
  call(key, "/v1/audio/speech", speechRequest({ input, voice, response_format: "pcm", ...fields }));
const transcribe = (key: string, file: Uint8Array) =>
  call(key, "/v1/audio/transcriptions", { method: "POST", body: transcriptionForm(file) });

describe("a month's quota", () => {
  const exceeded = { error: { code: "quota_exceeded", type: "rate_limit_error", param: null } };

  async function expectExceeded(answer: Response): Promise<void> {
    expect(answer.status).toBe(429);
    expect(await answer.json()).toMatchObject(exceeded);
    expect(answer.headers.get("x-should-retry")).toBe("false");
    expect(answer.headers.get("retry-after")).toBeNull();
    expect(answer.headers.get("x-ratelimit-remaining-requests")).toMatch(/^\d+$/);
  }

  test("of characters ends where they do, and what was not spoken is not counted", async () => {
    const key = await accountKey(
      service.dataDirectory,
      "characters@example.com",
      "monthly-characters=20",
    );
    expect((await speak(key, "Merhaba dünya", { voice: "nobody" })).status).toBe(400);
    await expectExceeded(await speak(key, "Bu cümle yirmi bir harf."));
    const spoken = await speak(key, "Merhaba dünya");
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    await eventually("it is counted", async () => (await limitsOf(key)).quota.characters.used > 0);
    expect((await limitsOf(key)).quota.characters).toEqual({
      limit: 20,
      used: 13,
      reserved: 0,
      remaining: 7,
    });
    const answers = await Promise.all(
      ["Bir iki.", "Bir.", "İki.", "Üç.", "On."].map((input) => speak(key, input)),
    );
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    const { characters } = (await limitsOf(key)).quota;
    expect(characters.used + characters.reserved).toBeLessThanOrEqual(20);
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(answers.map(({ status }) => status)).toContain(200);
    const usage = (await (await call(key, "/v1/usage")).json()) as {
      total: { characters: number };
    };
    expect(usage.total.characters).toBeGreaterThan(13);
  });

  test("of characters holds for all sessions that its key begins, and counts what they use", async () => {
    const key = await accountKey(
      service.dataDirectory,
      "sessions@example.com",
      "monthly-characters=20",
    );
    const begin = async () => {
      const begun = await call(key, "/v1/sessions", { method: "POST" });
      return ((await begun.json()) as { readonly token: string }).token;
    };
    const [one, another] = [await begin(), await begin()];
    const spoken = await speak(one, "Merhaba dünya");
    expect(spoken.status).toBe(200);
    await spoken.arrayBuffer();
    await eventually("it is counted", async () => (await limitsOf(key)).quota.characters.used > 0);
    expect((await limitsOf(another)).quota.characters).toMatchObject({ used: 13, remaining: 7 });
    await expectExceeded(await speak(another, "Merhaba dünya"));
    await expectExceeded(await speak(key, "Merhaba dünya"));
  });

  test("of audio refuses a recording that does not fit, and counts one that does", async () => {
    const short = await accountKey(
      service.dataDirectory,
      "short@example.com",
      "monthly-audio-seconds=1",
    );
    await expectExceeded(await transcribe(short, clip));
    expect((await limitsOf(short)).quota.audio_seconds).toMatchObject({ used: 0, reserved: 0 });

    const long = await accountKey(
      service.dataDirectory,
      "long@example.com",
      "monthly-audio-seconds=60",
    );
    expect((await transcribe(long, clip)).status).toBe(200);
    const seconds = (clip.length - 44) / 32_000;
    const used = async () => (await limitsOf(long)).quota.audio_seconds.used;
    await eventually("it is counted", async () => (await used()) > 0);
    expect(await used()).toBeCloseTo(seconds, 1);
  });

  test("that is used up refuses a recording before it is uploaded", async () => {
    const key = await accountKey(
      service.dataDirectory,
      "none@example.com",
      "monthly-audio-seconds=0",
    );
    const upload = await holdUpload(service.url, key);
    const answer = await upload.answer;
    expect(answer.statusCode).toBe(429);
    expect(await json(answer)).toMatchObject(exceeded);
    upload.leave();
  });

  test("ends a live stream where it ends, with the transcript up to there", async () => {
    const key = await accountKey(
      service.dataDirectory,
      "stream@example.com",
      "monthly-audio-seconds=4",
    );
    using client = await openStream(service.url, { credential: key });
    await client.message("session.started");
    for (let at = 44; at < clip.length; at += 16_000) {
      client.socket.send(clip.subarray(at, at + 16_000));
    }
    const text: unknown = expect.stringMatching(/\p{L}/u);
    expect(await client.message("transcript.final")).toMatchObject({ duration: 4, text });
    expect(await client.message("error")).toMatchObject(exceeded);
    expect(await client.closed()).toBe(4429);
    const standing = async () => (await limitsOf(key)).quota.audio_seconds;
    await eventually("what was heard is counted", async () => (await standing()).used > 0);
    expect(await standing()).toMatchObject({ used: 4, reserved: 0 });
  });
});
