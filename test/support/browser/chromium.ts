import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import packagedChromium from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** The one line that makes the browser tests run where no Chromium starts. */
export const installChromium = "apt-get install chromium";

/** How long a page is waited for: a busy machine takes a minute for the largest. */
const TIMEOUT_MS = 120_000;

/** A Chromium that can be started, and with what. */
interface Chromium {
  readonly executablePath: string;
  readonly args: readonly string[];
}

const systemNames = [
  "chromium",
  "chromium-browser",
  "google-chrome-stable",
  "google-chrome",
  "chrome",
];

/** Nothing but the pages under test goes over the network, nothing asks questions, and no processor plays a graphics card. */
const quietArguments = [
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-gpu",
  "--disable-sync",
  "--no-first-run",
];

/** Pages of tests live for moments: to optimise their scripts takes more than it gives, axe half as long again. */
const shortLivedArguments = ["--js-flags=--no-maglev --no-opt"];

/**
 * What the package's own arguments have that would silence audio or let it stutter in the browser's own process, choose a mode
 * twice, end the browser with the first context that closes, switch off what pages rely on, or draw by OpenGL, which takes
 * three times as long.
 */
const unwantedArguments =
  /^--(?:mute-audio|disable-features|enable-features|disable-site-isolation-trials|headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)(?:=|$)/;

/**
 * Starts CHROMIUM_PATH, else the one inside @sparticuz/chromium, which has no windows and takes less than half the time, else
 * the system's Chromium or Chrome; `args` are added to its arguments. Returns undefined where none starts; with CI=true it throws
 * instead.
 */
export function launchChromium(args: readonly string[] = []): Promise<Browser | undefined> {
  return launchFirst([chromiumOfPackage, systemChromium], [...shortLivedArguments, ...args]);
}

let kept: { readonly args: string; readonly browser: Browser } | undefined;

/**
 * As launchChromium, but one for all files of this process that ask for the same arguments one after another. They close what
 * they open in it, and leave itself open; it ends when a file asks for others, or with the process.
 */
export async function keptChromium(args: readonly string[] = []): Promise<Browser | undefined> {
  const joined = args.join(" ");
  if (kept?.args === joined && kept.browser.isConnected()) return kept.browser;
  await kept?.browser.close();
  kept = undefined;
  const browser = await launchChromium(args);
  if (browser !== undefined) kept = { args: joined, browser };
  return browser;
}

/** As launchChromium, but with the system's before the package's: a browser as people have it. */
export function launchInstalledChromium(): Promise<Browser | undefined> {
  return launchFirst([systemChromium, chromiumOfPackage], []);
}

/** Where a Chromium may be found; undefined where there is none. */
type Place = () => Promise<Chromium | undefined> | Chromium | undefined;

async function launchFirst(
  places: readonly Place[],
  args: readonly string[],
): Promise<Browser | undefined> {
  const named = process.env["CHROMIUM_PATH"] ?? "";
  const failures: unknown[] = [];
  for (const place of named === "" ? places : [() => ({ executablePath: named, args: [] })]) {
    try {
      const found = await place();
      if (found === undefined) continue;
      const browser = await chromium.launch({
        executablePath: found.executablePath,
        args: [...found.args, ...quietArguments, ...rootArguments(), ...args],
      });
      return browser.on("context", (context) => context.setDefaultTimeout(TIMEOUT_MS));
    } catch (error) {
      failures.push(error);
    }
  }
  const reasons = failures.map((failure) => String(failure).split("\n")[0]).join("; ");
  if (process.env["CI"] === "true") throw new AggregateError(failures, reasons);
  process.stderr.write(`no browser tests: ${reasons} (to run them: ${installChromium})\n`);
  return undefined;
}

function systemChromium(): Chromium | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const executablePath = systemNames
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((file) => existsSync(file));
  return executablePath === undefined ? undefined : { executablePath, args: [] };
}

async function chromiumOfPackage(): Promise<Chromium> {
  return {
    executablePath: await packagedChromium.executablePath(),
    args: packagedChromium.args.filter((argument) => !unwantedArguments.test(argument)),
  };
}

/** Chromium's sandbox refuses to run as root. */
function rootArguments(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}
