import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { projectRoot } from "../../support/program.ts";
import { sharedSpeechService } from "../../support/service/speech-service.ts";

const python = process.env["PYTHON"] ?? "python3";
const hasOpenAi = spawnSync(python, ["-c", "import openai"]).status === 0;
const hint = hasOpenAi ? "" : " (to run it: pip install openai)";

describe.skipIf(!hasOpenAi)(`Python's openai package${hint}`, () => {
  test("transcribes and speaks with its own names", async () => {
    const { url, key } = await sharedSpeechService();
    const baseUrl = new URL("/v1", url).href;
    const program = `
import sys
from openai import OpenAI
client = OpenAI()
with open(sys.argv[1], "rb") as clip:
    print(client.audio.transcriptions.create(model="gpt-4o-transcribe", file=clip).text)
with open(sys.argv[1], "rb") as clip:
    words = client.audio.transcriptions.create(model="whisper-1", file=clip, language="tr", response_format="verbose_json", timestamp_granularities=["word"]).words
    print(len(words))
with client.audio.speech.with_streaming_response.create(model="gpt-4o-mini-tts", voice="coral", input="Merhaba dünya.", instructions="Speak in a cheerful and positive tone.") as answer:
    print(len(answer.read()))
`;
    const clip = path.join(projectRoot, "fixtures/audio/clip.wav");
    const { stdout, stderr } = spawnSync(python, ["-c", program, clip], {
      env: { ...process.env, OPENAI_API_KEY: key, OPENAI_BASE_URL: baseUrl },
    });
    expect(stderr.toString()).toBe("");
    const [text, words, bytes] = stdout.toString().trim().split("\n");
    expect(text).toMatch(/merhaba/i);
    expect(Number(words)).toBeGreaterThan(5);
    expect(Number(bytes)).toBeGreaterThan(1000);
  });
});
