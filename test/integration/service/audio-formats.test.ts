import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { textDistance } from "#word-errors/text-distance.ts";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  transcriptionForm,
} from "../../support/service/speech-service.ts";

test("Ogg Vorbis, WebM Opus and M4A are heard as the WAV file is", async () => {
  const service = await sharedSpeechService();
  const hear = async (file: Uint8Array) => {
    const body = transcriptionForm(file);
    const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
    expect(answer.status).toBe(200);
    return (await answer.json()) as { text: string; usage: { seconds: number } };
  };
  const { wav, text } = await fixtureClip();
  const fromWav = await hear(wav);
  for (const name of ["clip.ogg", "clip.webm", "clip.m4a"]) {
    const heard = await hear(await readFile(path.join(projectRoot, "fixtures/audio", name)));
    expect(textDistance(text, heard.text).wordErrorRatio).toBeLessThanOrEqual(
      textDistance(text, fromWav.text).wordErrorRatio + 0.07,
    );
    expect(Math.abs(heard.usage.seconds - fromWav.usage.seconds)).toBeLessThanOrEqual(0.15);
  }
});
