import { describe, expect, test } from "vitest";
import { curl } from "./curl.ts";
import { python } from "./python.ts";

const BASE = "https://speech.example";
const speech = (fields: Parameters<typeof curl.speech>[0]["fields"]) =>
  ({ kind: "speech", fields, file: "speech.mp3" }) as const;
const transcription = (file: string) =>
  ({ kind: "transcription", fields: { model: "transcribe-1" }, file }) as const;

describe("curl", () => {
  test("sends fields in one line of 72 characters, and longer ones in several", () => {
    // {"input": "…"} is 13 characters and the text.
    const longest = "a".repeat(72 - 13);
    expect(curl.speech(speech({ input: longest }), BASE)).toContain(`-d '{"input": "${longest}"}'`);
    expect(curl.speech(speech({ input: `${longest}a` }), BASE)).toContain(
      `-d '{\n    "input": "${longest}a"\n  }'`,
    );
  });

  test.each([
    ["recording.wav", "file=@recording.wav"],
    ["my recording.wav", "file=@my recording.wav"],
    ["a,b.wav", 'file=@"a,b.wav"'],
    ["a;b.wav", 'file=@"a;b.wav"'],
    ['a"b.wav', 'file=@"a\\"b.wav"'],
    ["a;b\\c.wav", 'file=@"a;b\\\\c.wav"'],
  ])("is told the file %s as %s", (file, named) => {
    const code = curl.transcription(transcription(file), BASE);
    expect(code.replaceAll("'", "")).toContain(`-F ${named}`);
  });
});

describe("Python", () => {
  test("passes what the library knows as arguments, and the rest in the body", () => {
    const fields = { input: "Merhaba", voice: "ayla", speed: 2, seed: 7, word_boundaries: true };
    const code = python.speech(speech({ ...fields, others: [false, { a: "b" }] }), BASE);
    expect(code).toContain('    input="Merhaba",\n    voice="ayla",\n    speed=2,\n');
    expect(code).toContain(
      '    extra_body={"seed": 7, "word_boundaries": True, "others": [False, {"a": "b"}]},\n',
    );
    expect(code).toContain("from openai import OpenAI  #");
    expect(code).not.toContain("omit");
  });

  test("has no body of its own where the library knows everything, and omits a missing voice", () => {
    const code = python.speech(speech({ input: "Merhaba" }), BASE);
    expect(code).not.toContain("extra_body");
    expect(code).toContain("from openai import OpenAI, omit  #");
    expect(code).toContain("    voice=omit,\n");
  });
});
