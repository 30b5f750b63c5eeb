import { beforeAll, describe, expect } from "vitest";
import { casesOf, longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import {
  sharedSpeechService,
  speechRequest,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const BYTES_PER_SECOND = 2 * 24_000;

let service: SharedSpeechService;
/** A voice that both models have. */
const VOICE = "ayla";
beforeAll(async () => {
  service = await sharedSpeechService();
}, STARTING_MS);

const ask = (input: string, fields: Readonly<Record<string, unknown>> = {}) => {
  const body = { voice: VOICE, response_format: "pcm", input_type: "ssml", input, ...fields };
  return service.call("/v1/audio/speech", speechRequest(body));
};

async function secondsOf(input: string, fields: Readonly<Record<string, unknown>> = {}) {
  const answer = await ask(input, fields);
  if (answer.status !== 200) throw new Error(await answer.text());
  return (await answer.arrayBuffer()).byteLength / BYTES_PER_SECOND;
}

const TEXT = "Bugün hava çok güzel, yarın da öyle olacak.";

describe.each(casesOf(["synth-v2"], ["synth-v1"]))("SSML with %s", (model) => {
  shortTest("a document of text alone is spoken as the text is", async () => {
    const plain = await secondsOf(TEXT, { model, input_type: "text" });
    expect(await secondsOf(`<speak>${TEXT}</speak>`, { model })).toBe(plain);
    expect(await secondsOf(TEXT, { model })).toBe(plain);
  });

  shortTest("a break is as long as it says, wherever it is", async () => {
    const at = async (seconds: number, before: string, after: string) =>
      secondsOf(`<speak>${before}<break time="${seconds}s"/>${after}</speak>`, { model });
    for (const [before, after] of [
      ["Bugün hava çok güzel.", " Yarın da öyle."],
      ["Bugün hava ", "çok güzel."],
      ["", "Bugün hava çok güzel."],
      ["Bugün hava çok güzel.", ""],
    ] as const) {
      const more = (await at(3, before, after)) - (await at(1, before, after));
      expect(more).toBeCloseTo(2, 2);
    }
  });

  longTest("rate changes the length of what it holds alone", async () => {
    const plain = await secondsOf(TEXT, { model });
    const slow = await secondsOf(`<prosody rate="50%">${TEXT}</prosody>`, { model });
    expect(slow / plain).toBeGreaterThan(1.7);
    expect(slow / plain).toBeLessThan(2.2);
    const half = await secondsOf(
      'Bugün hava çok güzel, <prosody rate="50%">yarın da öyle olacak.</prosody>',
      { model },
    );
    expect(half).toBeGreaterThan(plain * 1.2);
    expect(half).toBeLessThan(slow * 0.9);
  });
});

shortDescribe("SSML", () => {
  shortTest("pitch needs a model that can change the melody", async () => {
    const input = '<prosody pitch="+4st">Bugün hava çok güzel.</prosody>';
    expect((await ask(input)).status).toBe(200);
    const refused = await ask(input, { model: "synth-v1" });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { code: "invalid_request", param: "input", message: /line 1: pitch of prosody/ },
    });
  });

  shortTest("an error names line, element and what is allowed, before any audio", async () => {
    for (const stream_format of ["audio", "sse"]) {
      const answer = await ask("<speak>\nBir\n<video/></speak>", { stream_format });
      expect(answer.status).toBe(400);
      const { error } = (await answer.json()) as { error: Record<string, string> };
      expect(error).toMatchObject({ code: "invalid_request", param: "input" });
      expect(error["message"]).toMatch(
        /line 3: video is not supported; allowed are speak, .*break/,
      );
    }
  });

  shortTest("as events it is counted by its text", async () => {
    const answer = await ask("<speak><s>Bir iki.</s></speak>", { stream_format: "sse" });
    expect(await answer.text()).toContain('"characters":8');
  });

  shortTest("input_type is text or ssml, and text is the default", async () => {
    const wrong = await ask("a", { input_type: "html" });
    expect(await wrong.json()).toMatchObject({
      error: { param: "input_type", message: /text, ssml/ },
    });
    const plain = await ask('Bir <break time="3s"/> iki.', { input_type: undefined });
    expect(plain.headers.get("x-removed-markup")).toBe("true");
    expect((await plain.arrayBuffer()).byteLength / BYTES_PER_SECOND).toBeLessThan(3);
  });
});

shortDescribe("SSML on the socket", () => {
  const open = async () => {
    const client = await openStream(service.url, {
      path: "/v1/audio/speech/stream",
      credential: service.key,
    });
    client.say({ type: "config", voice: VOICE, input_type: "ssml" });
    return client;
  };

  shortTest("all text up to a flush is one document", async () => {
    using client = await open();
    const document =
      '<speak>Bir. <break time="2s"/> İki. <prosody rate="80%">Üç.</prosody></speak>';
    for (const bit of document.match(/.{1,7}/gsu) ?? [])
      client.say({ type: "text.append", text: bit });
    client.say({ type: "text.flush" });
    const flushed = await client.message("audio.flushed");
    expect(flushed).toMatchObject({ characters: "Bir. İki. Üç.".length });
    expect(flushed["removed_markup"]).toBeUndefined();
    const seconds = await secondsOf(document);
    expect(flushed["seconds"]).toBeCloseTo(seconds, 2);
    client.say({ type: "text.append", text: "Dört <break/> beş." });
    client.say({ type: "end" });
    await client.message("audio.done");
    expect(await client.closed()).toBe(1000);
  });

  shortTest("a document that is none is an error that names the line", async () => {
    using client = await open();
    client.say({ type: "text.append", text: "<speak>Bir.\n<p>iki</speak>" });
    client.say({ type: "text.flush" });
    expect(await client.message("error")).toMatchObject({
      error: { code: "invalid_request", message: /line 2: missing end tag for element p/ },
    });
    expect(await client.closed()).toBe(4400);
  });

  shortTest("a config goes back to text, which is spoken sentence by sentence", async () => {
    using client = await open();
    client.say({ type: "config", input_type: "text" });
    client.say({ type: "text.append", text: "Bir <b>iki</b>. Üç" });
    await client.hasAudio();
    client.say({ type: "end" });
    expect(await client.message("audio.done")).toMatchObject({ removed_markup: true });
  });
});
