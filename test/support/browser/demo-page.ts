import path from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import { complaintsOf } from "./complaints.ts";
import { keptChromium } from "./chromium.ts";
import { projectRoot } from "../program.ts";

/** A page of demos that was opened, and what it complained of since. */
export interface OpenedDemo extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Which the service counts demo sessions by; no other demo is opened from it. */
  readonly clientAddress: string;
  /** Console errors and warnings, violations of the content security policy among them. */
  readonly complaints: readonly string[];
}

/** The name in the address of each demo. */
export const demoAnchors = ["mikrofon", "dosya", "seslendirme", "ses-tasarimi"] as const;
export type DemoAnchor = (typeof demoAnchors)[number];

/** As keptChromium, one whose microphone hears a recording of fixtures/audio, once from its beginning; sound plays unasked. */
export function keptListening(recording = "clip.wav"): Promise<Browser | undefined> {
  return keptHearing(`${path.join(projectRoot, "fixtures/audio", recording)}%noloop`);
}

/** The same with a WAV file that is heard again and again. */
export function keptHearing(file: string): Promise<Browser | undefined> {
  return keptChromium([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${file}`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
}

let opened = 0;

/** Opens a demo of the shared service at `url`, in English unless told otherwise, and returns once it can be used. */
export async function openDemo(
  browser: Browser | undefined,
  url: string,
  anchor: DemoAnchor,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<OpenedDemo> {
  if (browser === undefined) throw new Error("these tests need a browser");
  const clientAddress = `2001:db8:${(process.pid & 0xff_ff).toString(16)}:${(++opened).toString(16)}::1`;
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
    extraHTTPHeaders: { "x-forwarded-for": clientAddress },
    ...options,
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await prepare(page);
  await page.goto(`${url}/demo#${anchor}`);
  await page.locator(`#${anchor} button.button:enabled`).first().waitFor();
  return { page, context, clientAddress, complaints, [Symbol.asyncDispose]: () => context.close() };
}
