import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { letters } from "#word-errors/letters.ts";
import { installChromium } from "../../support/browser/chromium.ts";
import { keptListening, openDemo } from "../../support/browser/demo-page.ts";
import {
  fixtureClip,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import { toneModel, waveformModel } from "../../support/service/waveform-model.ts";

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

describe.skipIf(browser === undefined)(
  `the demos with models of one's own, in Chromium${hint}`,
  () => {
    let models: TemporaryDirectory;
    let service: SpeechService;
    let clip: Awaited<ReturnType<typeof fixtureClip>>;

    beforeAll(async () => {
      models = await temporaryDirectory("models");
      await waveformModel(models.path, "untimed", { capabilities: [] });
      await toneModel(models.path, "tone");
      service = await startSpeechService({ SPEECH_MODELS_DIR: models.path });
      clip = await fixtureClip();
    });
    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      await models[Symbol.asyncDispose]();
    });

    test("a recording is written down without times of words, and no voice is designed", async () => {
      await using demo = await openDemo(browser, service.url, "dosya");
      const { page, complaints } = demo;
      const file = { name: "clip.wav", mimeType: "audio/wav", buffer: Buffer.from(clip.wav) };
      await page.locator("#dosya input[type=file]").setInputFiles(file);
      await page.locator("#dosya .transcript li").first().waitFor();
      const lines = await page.locator('#dosya .transcript [lang="tr"]').allTextContents();
      expect(letters(lines.join(" "))).toContain("merhaba");
      expect(await page.locator("#dosya [data-start]").count()).toBe(0);
      await page.getByText("does not know when each word was spoken").waitFor();

      await page.locator("#tab-ses-tasarimi").click();
      await page.getByText("The installed models (tone) cannot make voices").waitFor();
      expect(await page.locator("#ses-tasarimi button").count()).toBe(0);
      expect(complaints).toEqual([]);
    });

    test("what is said appears later, and the page says so", async () => {
      await using demo = await openDemo(browser, service.url, "mikrofon");
      const { page, complaints } = demo;
      await page.getByRole("button", { name: "Start speaking" }).click();
      await page.getByText("The model in use hears whole segments").waitFor();
      await page.locator("#mikrofon .transcript li").first().waitFor();
      expect(complaints).toEqual([]);
    });
  },
);
