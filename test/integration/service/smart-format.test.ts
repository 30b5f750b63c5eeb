import { beforeAll, describe, expect, test } from "vitest";
import {
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";

let service: SharedSpeechService;
let spoken: Buffer<ArrayBuffer>;
beforeAll(async () => {
  service = await sharedSpeechService();
  const input = "Dün yüz yirmi lira ödedim.";
  const answer = await service.call(
    "/v1/audio/speech",
    speechRequest({ model: "synth-v1", voice: "ayla", input, response_format: "wav" }),
  );
  spoken = Buffer.from(await answer.arrayBuffer());
});

async function transcribe(fields: Readonly<Record<string, string>>): Promise<string> {
  const body = transcriptionForm(spoken, { model: "transcribe-1", ...fields });
  const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
  expect(answer.status).toBe(200);
  return answer.text();
}

describe("smart_format", () => {
  test("writes what was said in figures, in every format that it is asked for", async () => {
    for (const response_format of ["json", "text", "verbose_json", "srt", "vtt"]) {
      const text = await transcribe({ response_format, smart_format: "true" });
      expect(text).toContain("120 lira ödedim");
    }
    expect(await transcribe({ response_format: "text" })).toBe("Dün yüz yirmi lira ödedim.\n");
  });

  test("gives a figure the times of all its words", async () => {
    const fields = { response_format: "verbose_json", "timestamp_granularities[]": "word" };
    const plain = JSON.parse(await transcribe(fields)) as Verbose;
    const smart = JSON.parse(await transcribe({ ...fields, smart_format: "true" })) as Verbose;
    expect(smart.words.map(({ word }) => word)).toEqual(["Dün", "120", "lira", "ödedim"]);
    const [, hundred, twenty] = plain.words;
    expect(smart.words[1]).toMatchObject({ start: hundred!.start, end: twenty!.end });
  });

  test("is streamed where it is asked for", async () => {
    expect(await transcribe({ stream: "true", smart_format: "true" })).toContain("120 lira");
    expect(await transcribe({ stream: "true" })).toContain("yüz yirmi lira");
  });

  test("writes the segments of a live stream in figures, and their words with confidence", async () => {
    using client = await openStream(service.url, {
      credential: service.key,
      query: { sample_rate: "24000", words: "true", word_confidence: "true", smart_format: "true" },
    });
    client.socket.send(spoken.subarray(44));
    client.say({ type: "end" });
    const final = await client.message("transcript.final");
    expect(final["text"]).toContain("120 lira ödedim");
    const { words } = (final["segments"] as { words: { confidence: number }[] }[])[0]!;
    for (const { confidence } of words) {
      expect(confidence).toBeGreaterThan(0);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  test("writes the final results of Deepgram's socket in figures", async () => {
    using client = await openStream(service.url, {
      path: "/v1/listen",
      credential: service.key,
      query: {
        model: "nova-3",
        language: "tr",
        smart_format: "true",
        encoding: "linear16",
        sample_rate: "24000",
      },
    });
    client.socket.send(spoken.subarray(44));
    client.say({ type: "CloseStream" });
    await client.message("Metadata");
    expect(JSON.stringify(client.messages)).toContain("120 lira ödedim");
  });

  test("is what Deepgram's clients get by the same name, and by numerals", async () => {
    for (const query of ["smart_format=true", "numerals=true&punctuate=true"]) {
      const answer = await service.call(`/v1/listen?model=nova-3&language=tr&${query}`, {
        method: "POST",
        headers: { "content-type": "audio/wav" },
        body: spoken,
      });
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain('"transcript":"Dün 120 lira ödedim.');
    }
  });

  test("takes true or false", async () => {
    const body = transcriptionForm(spoken, { model: "transcribe-1", smart_format: "often" });
    const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("smart_format has to be true or false");
  });
});

interface Verbose {
  readonly words: readonly {
    readonly word: string;
    readonly start: number;
    readonly end: number;
  }[];
}
