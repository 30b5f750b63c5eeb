import { open, writeFile } from "node:fs/promises";
import path from "node:path";
import { parse } from "@plussub/srt-vtt-parser";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import { letters } from "#word-errors/letters.ts";
import samples from "#service/web/samples/samples.json" with { type: "json" };
import { installChromium } from "../../support/browser/chromium.ts";
import { keptListening, openDemo } from "../../support/browser/demo-page.ts";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const uploadBytes = 100 * 1024 * 1024;
const clip = path.join(projectRoot, "fixtures/audio/clip.wav");

/** The parser's result; its own types name files that Node does not find. */
interface Entry {
  /** Milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const choose = (page: Page, file: string) =>
  page.locator("#dosya input[type=file]").setInputFiles(file);
const lines = (page: Page) => page.locator("#dosya .transcript li p");
const problem = (page: Page, code: string) => page.locator(`#dosya [data-code="${code}"]`);

async function transcript(page: Page): Promise<string> {
  await lines(page).first().waitFor();
  return letters((await lines(page).allTextContents()).join(" "));
}

/** Lets go of a file over the place where files are dropped. */
function drop(page: Page, name: string, bytes: Buffer): Promise<void> {
  return page.evaluate(
    ([fileName, base64]) => {
      const data = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([data], fileName, { type: "audio/wav" }));
      const init = { dataTransfer, bubbles: true, cancelable: true };
      const zone = document.querySelector("#dosya .drop-zone");
      zone?.dispatchEvent(new DragEvent("dragover", init));
      zone?.dispatchEvent(new DragEvent("drop", init));
    },
    [name, bytes.toString("base64")] as const,
  );
}

describe.skipIf(browser === undefined)(`the demo of files in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  let home: TemporaryDirectory;
  let recording: { readonly wav: Buffer; readonly text: string };

  beforeAll(async () => {
    home = await temporaryDirectory("demo-files");
    recording = await fixtureClip();
    service = await sharedSpeechService();
  });
  afterAll(async () => {
    await home[Symbol.asyncDispose]();
  });

  test("a file that is dropped is written down, and plays from the word that is pressed", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    await drop(page, "toplantı.wav", recording.wav);
    expect(await transcript(page)).toBe(letters(recording.text));
    expect(await page.locator("#dosya .file-name").textContent()).toMatch(/toplantı\.wav/);
    await page.locator("#dosya .waveform").waitFor();

    const word = page.locator("#dosya [data-start]").filter({ hasText: "birlikte" });
    const wordStart = Number(await word.getAttribute("data-start"));
    expect(wordStart).toBeGreaterThan(4);
    await word.click();
    await page.waitForFunction((seconds) => {
      const player = document.querySelector("audio");
      return player !== null && !player.paused && player.currentTime > seconds;
    }, wordStart);
    await page.locator("#dosya .heard").waitFor();
    await page.evaluate(() => document.querySelector("audio")?.pause());

    // One player, which keys move too.
    expect(await page.locator("audio[controls]").count()).toBe(0);
    const position = page.getByRole("slider", { name: "Position" });
    await position.press("Home");
    await page.getByRole("button", { name: "Play", exact: true }).press("Enter");
    await page.getByRole("button", { name: "Pause" }).press("Enter");
    await position.press("End");
    await page.waitForFunction((seconds) => {
      const player = document.querySelector("audio");
      return player !== null && player.currentTime > seconds;
    }, wordStart);

    await page.getByRole("button", { name: "Play from 0:00" }).press("Enter");
    await page.waitForFunction((seconds) => {
      const player = document.querySelector("audio");
      return player !== null && player.currentTime < seconds;
    }, wordStart);

    // What begins to sound stops what sounded before it; this sample never comes.
    await page.route("**/voices/**", () => {});
    const sample = page.getByRole("button", { name: "Listen to Ayla" });
    await page.locator("#tab-seslendirme").click();
    await sample.click();
    await page.waitForFunction(() => {
      const player = document.querySelector("audio");
      return player !== null && player.paused && !player.ended;
    });
    await page.locator("#tab-dosya").click();
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.locator("#tab-seslendirme").click();
    await sample.waitFor();
    expect(demo.complaints).toEqual([]);
  });

  longTest.each(["SRT", "VTT"])("its subtitles are good %s", async (format) => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    await choose(page, clip);
    await transcript(page);
    const downloaded = page.waitForEvent("download");
    await page.getByRole("button", { name: `Download as ${format}` }).click();
    const download = await downloaded;
    expect(download.suggestedFilename()).toBe(`transcript.${format.toLowerCase()}`);
    const subtitles = await (await download.createReadStream()).toArray();
    const cues: readonly Entry[] = parse(Buffer.concat(subtitles).toString("utf8")).entries;
    expect(letters(cues.map(({ text }) => text).join(" "))).toBe(letters(recording.text));
    let earlier = 0;
    for (const { from, to } of cues) {
      expect(from).toBeGreaterThanOrEqual(earlier);
      expect(to).toBeGreaterThan(from);
      earlier = to;
    }
  });

  test("is cancelled while it is on its way", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    // A network that takes the file and says nothing.
    await page.route("**/v1/audio/transcriptions", () => {});
    await choose(page, clip);
    await page.locator("#dosya progress").waitFor();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("button", { name: "Choose a file" }).waitFor();
    await page.unroute("**/v1/audio/transcriptions");
    await choose(page, clip);
    expect(await transcript(page)).toBe(letters(recording.text));
  });

  longTest("a connection that is lost is told, and tried again", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    await page.route("**/v1/audio/transcriptions", (route) => route.abort("connectionreset"));
    await choose(page, clip);
    await problem(page, "connection_lost").waitFor();
    await page.unroute("**/v1/audio/transcriptions");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await transcript(page)).toBe(letters(recording.text));
    expect(await problem(page, "connection_lost").count()).toBe(0);

    // A sample that does not come is not the file of before.
    await page.route("**/*.mp3", (route) => route.abort("connectionreset"));
    await page.getByRole("button", { name: "Weather" }).click();
    await problem(page, "connection_lost").waitFor();
    await page.unroute("**/*.mp3");
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await transcript(page)).toBe(letters(samples.weather.transcript));
  });

  test("what is no recording is refused before or after it is sent", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    const sent: string[] = [];
    page.on("request", (request) => sent.push(new URL(request.url()).pathname));
    const files = {
      text: path.join(home.path, "notlar.txt"),
      empty: path.join(home.path, "bos.wav"),
      large: path.join(home.path, "uzun.mp3"),
      broken: path.join(home.path, "bozuk.mp3"),
    };
    await writeFile(files.text, "not");
    await writeFile(files.empty, "");
    await writeFile(files.broken, "This is no sound at all.".repeat(100));
    const large = await open(files.large, "w");
    await large.truncate(uploadBytes + 1);
    await large.close();
    await choose(page, files.text);
    await problem(page, "unsupported_file").waitFor();
    await choose(page, files.empty);
    await problem(page, "empty_audio").waitFor();
    await choose(page, files.large);
    await problem(page, "file_too_large").waitFor();
    expect(sent).toEqual([]);
    await choose(page, files.broken);
    await problem(page, "undecodable_audio").waitFor();
    expect(sent).toContain("/v1/audio/transcriptions");
  });

  longTest.each(["Meeting", "Order", "Weather"] as const)(
    "the sample %s becomes text",
    async (name) => {
      await using demo = await openDemo(browser, service.url, "dosya");
      const { page } = demo;
      await page.getByRole("button", { name }).click();
      const sample = samples[letters(name) as keyof typeof samples];
      expect(await transcript(page)).toBe(letters(sample.transcript));
      await page.getByRole("button", { name: "Play", exact: true }).waitFor();
      expect(demo.complaints).toEqual([]);
    },
  );

  longTest("says when nobody speaks in it", async () => {
    await using demo = await openDemo(browser, service.url, "dosya");
    const { page } = demo;
    const silence = Buffer.concat([recording.wav.subarray(0, 44), Buffer.alloc(64_000)]);
    await drop(page, "sessiz.wav", silence);
    await page.getByText("No speech was detected.").waitFor();
    expect(await lines(page).count()).toBe(0);
  });
});
