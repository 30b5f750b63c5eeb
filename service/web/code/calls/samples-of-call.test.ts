import { describe, expect, test } from "vitest";
import type { Call, FieldValue } from "./call.ts";
import { samplesOfCall } from "./samples-of-call.ts";

const base = "https://speech.example.com";
const calls: Readonly<Record<string, Call>> = {
  speech: {
    kind: "speech",
    fields: {
      model: "synth-v2",
      voice: "ayla",
      input: 'Ali\'nin "3 kahve"si\nhazır \\ $HOME',
      instructions: "neşeli",
      speed: 1.2,
      response_format: "mp3",
      pronunciations: [{ word: "GitHub", alias: "githab" }],
    },
    file: "ses.mp3",
  },
  "designed speech": {
    kind: "speech",
    fields: { model: "synth-v2", voice_description: "yaşlı bir adam", input: "Merhaba." },
    file: "ses.mp3",
  },
  transcription: {
    kind: "transcription",
    fields: {
      model: "transcribe-1",
      response_format: "verbose_json",
      prompt: "Ayşe'nin listesi",
      timestamp_granularities: ["word", "segment"],
    },
    file: "Ali'nin kaydı; son.m4a",
  },
  "speech in few fields": {
    kind: "speech",
    fields: { input: "Merhaba.", speed: 2, stream: true },
    file: "ses.mp3",
  },
  live: { kind: "live", fields: { sample_rate: 48_000, words: true }, file: "recording.wav" },
};

/** The names and values of a field, at any depth. */
function partsOf(name: string, value: FieldValue): readonly string[] {
  if (typeof value !== "object") return [name, String(value)];
  if (Array.isArray(value)) return value.flatMap((one: FieldValue) => partsOf(name, one));
  return [name, ...Object.entries(value).flatMap(([key, member]) => partsOf(key, member))];
}

/** As each language writes what has to be escaped. */
const plain = (code: string): string =>
  code
    .replaceAll(String.raw`'\''`, "'")
    .replaceAll(String.raw`\n`, "\n")
    .replaceAll(/\\(["\\])/g, "$1");

describe.each(Object.entries(calls))("a call of %s", (name, call) => {
  const blocks = samplesOfCall(call, base);

  test("is written in every language that can make it", () => {
    const all = ["bash", "javascript", "python"];
    expect(blocks.map(({ language }) => language)).toEqual(
      call.kind === "live" ? all.slice(1) : all,
    );
  });

  test("is written as before", async () => {
    const code = blocks.map(({ language, code }) => `${language}\n\n${code}\n`).join("\n");
    await expect(code).toMatchFileSnapshot(`./samples/${name.replaceAll(" ", "-")}.txt`);
  });

  test.each(blocks)("mentions each parameter in $language", ({ code }) => {
    const said = plain(code);
    for (const part of Object.entries(call.fields).flatMap(([name, value]) =>
      partsOf(name, value),
    )) {
      expect(said.toLowerCase()).toContain(plain(part).toLowerCase());
    }
    expect(said).toContain(call.file);
    expect(said).toContain("speech.example.com");
    expect(said).toContain("API_KEY");
  });
});

test("a described voice has no voice's name in Python, whose library asks for one", () => {
  const { code } = samplesOfCall(calls["designed speech"] as Call, base)[2] ?? { code: "" };
  expect(code).toContain("voice=omit");
  expect(code).toContain('extra_body={"voice_description": "yaşlı bir adam"}');
});
