import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";

import { editDistance } from "#word-errors/edit-distance.ts";
import { letters } from "#word-errors/letters.ts";
import { parseWav } from "../../../probes/speech/wav.ts";
import { axeFaults } from "../../support/browser/axe.ts";
import { installChromium } from "../../support/browser/chromium.ts";
import { keptListening, openDemo } from "../../support/browser/demo-page.ts";
import {
  sharedSpeechService,
  transcriptionForm,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

/** Of the characters that are spoken and heard again; the models' own rate is 1 %. */
const maxErrors = 0.1;
const sentence = "Akşama doğru hava serinledi ve hafif bir yağmur başladı.";

/** The audio that a page plays, recorded where it is handed to the browser. */
interface Played {
  readonly atMs: number;
  readonly peak: number;
  readonly state: AudioContextState;
}
declare global {
  var played: Played[];
}

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

/** Notes every piece of sound that the page starts. */
const notePlayed = (page: Page) =>
  page.addInitScript(() => {
    globalThis.played = [];
    window.AudioContext = class extends AudioContext {
      override createBufferSource(): AudioBufferSourceNode {
        const source = super.createBufferSource();
        source.start = (when = 0) => {
          const samples = source.buffer?.getChannelData(0) ?? new Float32Array(0);
          const peak = samples.reduce((max, sample) => Math.max(max, Math.abs(sample)), 0);
          globalThis.played.push({ atMs: performance.now(), peak, state: this.state });
          AudioBufferSourceNode.prototype.start.call(source, when);
        };
        return source;
      }
    };
  });

async function download(page: Page, within: string, format: "WAV" | "MP3"): Promise<Buffer> {
  const downloaded = page.waitForEvent("download");
  await page
    .locator(within)
    .getByRole("button", { name: `Download as ${format}` })
    .click();
  return Buffer.concat(await (await (await downloaded).createReadStream()).toArray());
}

describe.skipIf(browser === undefined)(`the demos that speak, in Chromium${hint}`, () => {
  let service: SharedSpeechService;

  beforeAll(async () => {
    service = await sharedSpeechService();
  });

  async function heard(wav: Buffer): Promise<string> {
    const body = transcriptionForm(wav);
    const answer = await service.call("/v1/audio/transcriptions", { method: "POST", body });
    return letters(((await answer.json()) as { readonly text: string }).text);
  }

  const speech = "#seslendirme";
  const speak = (page: Page) => page.getByRole("button", { name: "Generate speech" });
  const phase = (page: Page, within: string, name: string) =>
    page.locator(`${within} .take[data-phase="${name}"]`).waitFor();

  shortTest("what is typed before the page has loaded is kept, and spoken", async () => {
    const arrived = Promise.withResolvers<void>();
    const typed = Promise.withResolvers<void>();
    const holdScript = (page: Page) =>
      page.route(/speech-panel[^/]*\.js/, async (route) => {
        arrived.resolve();
        await typed.promise;
        await route.continue();
      });
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, holdScript);
    const { page } = demo;
    await page.locator("#tab-seslendirme").click();
    await arrived.promise;
    await page.locator("#speech-text").fill("Benim metnim budur.");
    await page.locator("#speech-voice").selectOption({ index: 2 });
    const chosen = await page.locator("#speech-voice").inputValue();
    typed.resolve();
    await speak(page).click();
    await phase(page, speech, "silent");
    expect(await page.locator("#speech-text").inputValue()).toBe("Benim metnim budur.");
    expect(await page.locator("#speech-voice").inputValue()).toBe(chosen);
    expect(await page.locator("#speech-count").textContent()).toContain("19");
  });

  longTest("a long text sounds before all of it has come, and stops when told to", async () => {
    await using demo = await openDemo(browser, service.url, "seslendirme", {}, notePlayed);
    const { page } = demo;
    await page.getByLabel("Text (in Turkish)").fill(`${sentence} `.repeat(10).trim());
    await speak(page).click();
    await phase(page, speech, "sounding");
    await page.getByText("first audio after").waitFor();
    await page.getByRole("button", { name: "Download as WAV" }).waitFor();
    const { played, answeredMs } = await page.evaluate(() => ({
      played: globalThis.played,
      answeredMs: performance
        .getEntriesByType("resource")
        .filter(({ name }) => name.endsWith("/v1/audio/speech"))
        .map((entry) => (entry instanceof PerformanceResourceTiming ? entry.responseEnd : 0)),
    }));
    expect(played.length).toBeGreaterThan(5);
    expect(played.at(-1)?.state).toBe("running");
    expect(played[0]?.atMs).toBeLessThan(answeredMs[0] ?? 0);
    expect(Math.max(...played.map(({ peak }) => peak))).toBeGreaterThan(0.1);
    await page.getByRole("button", { name: "Stop" }).click();
    await phase(page, speech, "silent");
    expect(demo.complaints).toEqual([]);
  });

  longTest("what is spoken is heard again as what was written", async () => {
    await using demo = await openDemo(browser, service.url, "seslendirme", {}, notePlayed);
    const { page } = demo;
    await page.getByLabel("Text (in Turkish)").fill(sentence);
    await page.getByLabel("Voice", { exact: true }).selectOption({ label: "Kerem – male, young" });
    await page.getByLabel("Speed").fill("1.2");
    await speak(page).click();
    await phase(page, speech, "sounding");
    await phase(page, speech, "silent");
    const wav = await download(page, speech, "WAV");
    expect(parseWav(wav).sampleRateHz).toBe(48_000);
    const said = letters(sentence);
    const found = await heard(wav);
    expect(editDistance(Array.from(said), Array.from(found)) / said.length).toBeLessThan(maxErrors);
    const mp3 = await download(page, speech, "MP3");
    expect(mp3.subarray(0, 3).toString("latin1")).toMatch(/^ID3|^\xff[\xe0-\xff]/);

    const before = await page.evaluate(() => globalThis.played.length);
    await page.getByRole("button", { name: "Play again" }).click();
    await phase(page, speech, "sounding");
    const after = await page.evaluate(() => globalThis.played);
    expect(after.length).toBe(2 * before);
    await phase(page, speech, "silent");
  });

  longTest(
    "a word is said as the reader wants it, by a voice of the first generation",
    async () => {
      await using demo = await openDemo(browser, service.url, "seslendirme");
      const { page } = demo;
      await page.getByLabel("Text (in Turkish)").fill("Bugün XQZ geldi.");
      await page.getByLabel("Voice", { exact: true }).selectOption("synth-v1 emre");
      await page.getByText("Change a pronunciation").click();
      await page.getByLabel("Word", { exact: true }).fill("XQZ");
      await page.getByLabel("Pronunciation", { exact: true }).fill("kırmızı araba");
      await speak(page).click();
      await phase(page, speech, "silent");
      const wav = await download(page, speech, "WAV");
      expect(parseWav(wav).sampleRateHz).toBe(24_000);
      expect(await heard(wav)).toContain("araba");
    },
  );

  longTest("a text that is too long is not sent", async () => {
    await using demo = await openDemo(browser, service.url, "seslendirme");
    const { page } = demo;
    await page.getByLabel("Text (in Turkish)").fill("a".repeat(5001));
    await page.getByText("5,001 / 5,000 characters").waitFor();
    expect(await speak(page).isDisabled()).toBe(true);
    await page.getByLabel("Text (in Turkish)").fill("a".repeat(5000));
    expect(await speak(page).isDisabled()).toBe(false);
  });

  longTest("a pronunciation that is none is told, and so is a lost connection", async () => {
    await using demo = await openDemo(browser, service.url, "seslendirme");
    const { page } = demo;
    await page.getByText("Change a pronunciation").click();
    await page.getByLabel("Word", { exact: true }).fill("ev");
    await page.getByLabel("Pronunciation", { exact: true }).fill("…");
    await speak(page).click();
    await page.locator(`${speech} [data-code="invalid_pronunciations"]`).waitFor();
    await page.getByLabel("Pronunciation", { exact: true }).fill("");
    await page.route("**/v1/audio/speech", (route) => route.abort("connectionreset"));
    await speak(page).click();
    await page.locator(`${speech} [data-code="connection_lost"]`).waitFor();
    await page.unroute("**/v1/audio/speech");
    await speak(page).click();
    await phase(page, speech, "sounding");
    expect(await page.locator(`${speech} [data-code]`).count()).toBe(0);
    await page.getByRole("button", { name: "Listen to Ayla" }).click();
    await phase(page, speech, "silent");
    await page.getByRole("button", { name: "Stop Ayla" }).waitFor();
    await page.getByRole("button", { name: "Play again" }).click();
    await page.getByRole("button", { name: "Listen to Ayla" }).waitFor();
  });

  longTest("described voices differ, and words that describe none are named", async () => {
    await using demo = await openDemo(browser, service.url, "ses-tasarimi");
    const { page } = demo;
    const variant = (at: number) => `#ses-tasarimi .variant:nth-child(${at})`;
    const create = page.getByRole("button", { name: "Generate voice" });
    await page.getByRole("button", { name: "an old man with a deep voice" }).click();
    await create.click();
    await phase(page, variant(1), "sounding");
    // What is cut short cannot be saved.
    await page.locator(variant(1)).getByRole("button", { name: "Download as WAV" }).waitFor();
    await page.getByLabel("Who is speaking?").fill("mavi gözlü, ince sesli bir çocuk");
    await page.getByRole("button", { name: "whispering" }).click();
    await create.click();
    await phase(page, variant(1), "sounding");
    // One voice at a time.
    await phase(page, variant(2), "silent");
    expect(await page.locator(variant(1)).textContent()).toContain("mavi, gözlü");
    await phase(page, variant(1), "silent");
    const child = parseWav(await download(page, variant(1), "WAV"));
    await page.locator(variant(2)).getByRole("button", { name: "Play again" }).click();
    await phase(page, variant(2), "sounding");
    await page.locator(variant(2)).getByRole("button", { name: "Edit the description" }).click();
    expect(await page.getByLabel("Who is speaking?").inputValue()).toBe(
      "an old man with a deep voice",
    );
    const man = parseWav(await download(page, variant(2), "WAV"));
    expect(Buffer.from(child.samples.buffer).equals(Buffer.from(man.samples.buffer))).toBe(false);
    expect(child.samples.length).not.toBe(man.samples.length);
    expect(demo.complaints).toEqual([]);
  });

  longTest(
    "a designed voice is saved after signing in, and in one step by whoever is signed in",
    async () => {
      await using demo = await openDemo(browser, service.url, "ses-tasarimi");
      const { page } = demo;
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      await button("whispering").click();
      await button("Generate voice").click();
      await button("Save this voice").click();
      await page.getByText("Only the voice is saved, not how it speaks.").waitFor();
      await page.getByLabel("Name").fill("Genç Ayşe ❤");
      await button("Save voice").click();
      const signIn = page.getByRole("link", { name: "Sign in or sign up" });
      await signIn.waitFor();
      expect(await axeFaults(page)).toEqual([]);
      await signIn.click();
      await page.getByLabel("E-mail").fill(service.email);
      await page.getByLabel("Password", { exact: true }).fill(service.password);
      await button("Sign in").click();
      await page.locator("form button:enabled", { hasText: "Listen" }).waitFor();
      expect(await page.getByLabel("Voice description").inputValue()).toBe(
        "a young, cheerful woman",
      );
      expect(await axeFaults(page)).toEqual([]);
      await button("Save voice").click();
      await page.getByText("Genç Ayşe ❤ saved.").waitFor();
      await page.getByText("designed from “a young, cheerful woman”").waitFor();
      expect(new URL(page.url()).search).toBe("");

      await page.goto(`${service.url}/demo#ses-tasarimi`);
      await page.locator("#ses-tasarimi button.button:enabled").first().waitFor();
      await button("an old man with a deep voice").click();
      await button("Generate voice").click();
      await button("Save this voice").click();
      await page.getByLabel("Name").fill("Dede");
      const full = {
        error: { code: "voice_limit_reached", message: "Full.", type: "", param: null },
      };
      await page.route("**/v1/voices", (route) => route.fulfill({ status: 409, json: full }));
      await button("Save voice").click();
      await page.getByText("Your account holds no more voices.").waitFor();
      await page.unroute("**/v1/voices");
      await button("Save voice").click();
      await page.getByText("Saved as “Dede”.").waitFor();
      await page.getByRole("link", { name: "Your voices" }).click();
      await page.getByText("designed from “an old man with a deep voice”").waitFor();
      expect(demo.complaints.filter((one) => !/status of 4(?:01|09)/.test(one))).toEqual([]);
    },
  );

  longTest("parentheses in a description are refused as they are written", async () => {
    await using demo = await openDemo(browser, service.url, "ses-tasarimi");
    const { page } = demo;
    await page.getByLabel("Who is speaking?").fill("genç (kadın)");
    await page.getByText("Parentheses are not allowed.").waitFor();
    expect(await page.getByRole("button", { name: "Generate voice" }).isDisabled()).toBe(true);
  });
});
