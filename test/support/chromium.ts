import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";

import packagedChromium from "@sparticuz/chromium";
import { type Browser, chromium } from "playwright-core";

/** The one line that makes the browser tests run where no Chromium starts. */
export const installChromium = "apt-get install chromium";

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

/**
 * What the package's own arguments have that would silence audio or choose a mode twice, end the browser
 * with the first context that closes, switch off what pages rely on, or draw by OpenGL, which takes three times as long.
 */
const unwantedArguments =
  /^--(?:mute-audio|headless|single-process|no-zygote|disable-web-security|allow-running-insecure-content|ignore-gpu-blocklist|in-process-gpu|use-gl|use-angle|enable-unsafe-swiftshader)(?:=|$)/;

/**
 * Starts CHROMIUM_PATH, else the system's Chromium or Chrome, else the one inside @sparticuz/chromium; `args` are
 * added to its arguments. Returns undefined where none starts; with CI=true it throws instead.
 */
export async function launchChromium(args: readonly string[] = []): Promise<Browser | undefined> {
  try {
    const found = systemChromium() ?? (await chromiumOfPackage());
    return await chromium.launch({
      executablePath: found.executablePath,
      args: [...found.args, ...quietArguments, ...rootArguments(), ...args],
    });
  } catch (error) {
    if (process.env["CI"] === "true") throw error;
    const [reason] = String(error).split("\n");
    process.stderr.write(`no browser tests: ${reason} (to run them: ${installChromium})\n`);
    return undefined;
  }
}

function systemChromium(): Chromium | undefined {
  const named = process.env["CHROMIUM_PATH"];
  if (named !== undefined && named !== "") return { executablePath: named, args: [] };
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
