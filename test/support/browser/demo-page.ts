import path from "node:path";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";

import { complaintsOf } from "./complaints.ts";
import { launchChromium } from "./chromium.ts";
import { projectRoot } from "../program.ts";

/** A page of demos that was opened, and what it complained of since. */
export interface OpenedDemo extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console errors and warnings, violations of the content security policy among them. */
  readonly complaints: readonly string[];
}

/** The name in the address of each demo. */
export const demoAnchors = ["mikrofon", "dosya", "seslendirme", "ses-tasarimi"] as const;
export type DemoAnchor = (typeof demoAnchors)[number];

/** Starts a Chromium whose microphone hears a recording of fixtures/audio, once from its beginning; sound plays unasked. */
export function launchListening(recording = "clip.wav"): Promise<Browser | undefined> {
  const file = path.join(projectRoot, "fixtures/audio", recording);
  return launchChromium([
    "--use-fake-ui-for-media-stream",
    "--use-fake-device-for-media-stream",
    `--use-file-for-fake-audio-capture=${file}%noloop`,
    "--autoplay-policy=no-user-gesture-required",
  ]);
}

/** Opens a demo of the service at `url`, in English unless told otherwise, and returns once it can be used. */
export async function openDemo(
  browser: Browser,
  url: string,
  anchor: DemoAnchor,
  options: BrowserContextOptions = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
): Promise<OpenedDemo> {
  const context = await browser.newContext({
    locale: "en-GB",
    viewport: { width: 1280, height: 900 },
    ...options,
  });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await prepare(page);
  await page.goto(`${url}/demo#${anchor}`);
  await page.locator(`#${anchor} button.button:enabled`).first().waitFor();
  return { page, context, complaints, [Symbol.asyncDispose]: () => context.close() };
}
