import { execFile, spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf, type CopiedCode, crawled } from "../../support/service/docs-pages.ts";
import { emptyCollection, readersEnvironment } from "../../support/service/readers-environment.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const run = promisify(execFile);
/** For all pages, with what they install. */
const ALL_MS = 900_000;
const BLOCK_MS = 120_000;
/** Pages that the reader's language is shown in. */
const PAGES_IN = "en";
/** What pages tell their readers to install. */
const INSTALL_COMMANDS = {
  npm: /\bnpm install ((?:@?[a-z][\w./-]*(?: (?=@?[a-z]))?)+)/g,
  pip: /\bpip install ((?:[a-z][\w-]*(?: (?=[a-z]))?)+)/g,
} as const;
const WRONG_KEY = "sk_nobody";

/** The PATH of a reader: nothing of this project. */
const PATH = (process.env["PATH"] ?? "")
  .split(path.delimiter)
  .filter((folder) => !folder.includes("node_modules"))
  .join(path.delimiter);
const READER = { ...process.env, PATH };

const isThere = (program: string, ...args: readonly string[]): boolean =>
  spawnSync(program, args, { timeout: 20_000, env: READER }).status === 0;
const hasNpm = isThere("npm", "view", "ws", "version", "--fetch-retries=0");
const hasPython = isThere("python3", "-c", "import ensurepip, venv");
/** The Node that runs the tests, and the one of this machine. */
const NODES = isThere("node", "--version") ? [process.execPath, "node"] : [process.execPath];

let service: SharedSpeechService;
let pages: readonly Page[];
const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

/** A page with code. */
interface Page {
  readonly path: string;
  readonly blocks: readonly CopiedCode[];
  /** Names of packages. */
  readonly npm: readonly string[];
  readonly pip: readonly string[];
  /** Addresses of files that it offers. */
  readonly downloads: readonly string[];
}

beforeAll(async () => {
  service = await sharedSpeechService();
  const headers = { cookie: `lang=${PAGES_IN}`, accept: "text/html" };
  const found = await crawled(service.url, ["/", "/docs"], headers);
  pages = [...found].map(pageOf).filter(({ blocks }) => blocks.length > 0);
});

function pageOf([address, { html }]: readonly [string, { readonly html: string }]): Page {
  const text = html.replaceAll(/<[^>]*>/g, "");
  const packages = (pattern: RegExp) => [
    ...new Set([...text.matchAll(pattern)].flatMap(([, names = ""]) => names.trim().split(" "))),
  ];
  const downloads = [...html.matchAll(/<a\b[^>]*\bdownload\b[^>]*>/g)].flatMap(
    ([link]) => /\bhref="([^"]+)"/.exec(link)?.[1] ?? [],
  );
  const [npm, pip] = [packages(INSTALL_COMMANDS.npm), packages(INSTALL_COMMANDS.pip)];
  return { path: address, blocks: codeOf(html), npm, pip, downloads };
}

/** Gives an empty folder in which a reader has installed what a page says, and has the files that it offers or makes. */
async function folderFor(page: Page, packages: readonly string[]): Promise<string> {
  const folder = running.use(await temporaryDirectory("empty")).path;
  if (packages.length > 0) {
    const installing = ["install", ...packages, "--no-audit", "--no-fund"];
    await run("npm", installing, { cwd: folder, env: READER });
  }
  for (const address of page.downloads) {
    const url = new URL(address, service.url);
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer());
    await writeFile(path.join(folder, path.basename(url.pathname)), bytes);
  }
  for (const block of page.blocks.filter(makesFile)) await runBlock(block, folder, "bash");
  return folder;
}

function makesFile({ language, code }: CopiedCode): boolean {
  return language === "bash" && /^curl -O /m.test(code);
}

const environments = new Map<string, Promise<string>>();

/** Installs packages into an environment of their own, and returns its python. */
function pythonWith(packages: readonly string[]): Promise<string> {
  const names = packages.toSorted().join(" ");
  const made = environments.get(names) ?? install();
  environments.set(names, made);
  return made;

  async function install(): Promise<string> {
    const folder = running.use(await temporaryDirectory("python")).path;
    await run("python3", ["-m", "venv", folder], { env: READER });
    const python = path.join(folder, "bin/python");
    if (packages.length > 0) await run(python, ["-m", "pip", "install", "-q", ...packages]);
    return python;
  }
}

// A refusal is an error of the example, of which curl says nothing unless it is told to.
const STRICT = 'set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n';

/** Runs a block of code in a folder, as it stands on the page. */
async function runBlock(
  { language, code }: CopiedCode,
  folder: string,
  program: string,
  key = service.key,
) {
  const isShell = language === "bash";
  const file = { bash: "code.sh", javascript: "code.mjs", python: "code.py" }[language] ?? "code";
  await writeFile(path.join(folder, file), isShell ? `${STRICT}${code}\n` : code);
  const env = { ...(await readersEnvironment(service, code)), PATH, API_KEY: key };
  const started = run(program, [file], { cwd: folder, env, timeout: BLOCK_MS });
  // What reads nothing may have ended before.
  started.child.stdin?.on("error", () => undefined);
  // The quick start reads the key from the terminal.
  started.child.stdin?.end(code.includes("read -rs") ? `${key}\n` : "");
  return started;
}

/** Runs the code of all pages in one language in the order of each page, and returns what failed. */
async function failures(
  language: "bash" | "javascript" | "python",
  isUsed: (block: CopiedCode) => boolean,
  prepare: (page: Page) => Promise<{ readonly folder: string; readonly programs: string[] }>,
): Promise<readonly string[]> {
  const failed: string[] = [];
  let ran = 0;
  for (const page of pages) {
    if (!page.blocks.some((block) => block.language === language)) continue;
    const { folder, programs } = await prepare(page);
    const noted = (block: CopiedCode, problem: string) =>
      failed.push(`${page.path}\n${block.code}\n${problem}`);
    for (const block of page.blocks.filter(isUsed)) {
      const isShell = block.language === "bash";
      for (const program of isShell ? ["bash"] : programs) {
        ran += 1;
        await emptyCollection(service, "/v1/pronunciations");
        await emptyCollection(service, "/v1/voices");
        await runBlock(block, folder, program).catch((error: unknown) =>
          noted(block, `${program}: ${String(error)}`),
        );
      }
      if (isShell || !block.code.includes("API_KEY")) continue;
      const said = await saidToNobody(block, folder, programs[0]!);
      if (!/API key/i.test(said)) noted(block, `says nothing of a wrong key: ${said}`);
    }
  }
  expect(ran).toBeGreaterThan(7);
  return failed;
}

/** Runs code with a key that nobody has, and returns what it says as it fails; nothing where it does not fail. */
async function saidToNobody(block: CopiedCode, folder: string, program: string): Promise<string> {
  try {
    await runBlock(block, folder, program, WRONG_KEY);
    return "";
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { readonly stdout?: string; stderr?: string };
    return stdout + stderr;
  }
}

/** Commands of a page that write a file which its other code may read. */
const writesFile = ({ language, code }: CopiedCode): boolean =>
  language === "bash" && / -o \S+$/m.test(code);

describe("in an empty folder, with what its page says to install and download", () => {
  test("all commands run as they are copied", { timeout: ALL_MS }, async () => {
    const prepare = async (page: Page) => ({ folder: await folderFor(page, []), programs: [] });
    expect(await failures("bash", ({ language }) => language === "bash", prepare)).toEqual([]);
  });

  test.skipIf(!hasNpm)(
    `JavaScript runs as it is copied, and says what is wrong with a key${hasNpm ? "" : " (to run it, let this reach its registry: npm install openai)"}`,
    { timeout: ALL_MS },
    async () => {
      const isUsed = (block: CopiedCode) => block.language === "javascript" || writesFile(block);
      const prepare = async (page: Page) => ({
        folder: await folderFor(page, page.npm),
        programs: NODES,
      });
      expect(await failures("javascript", isUsed, prepare)).toEqual([]);
    },
  );

  test.skipIf(!hasPython)(
    `Python runs as it is copied, and says what is wrong with a key${hasPython ? "" : " (to run it: apt-get install python3-venv)"}`,
    { timeout: ALL_MS },
    async () => {
      const isUsed = (block: CopiedCode) => block.language === "python" || writesFile(block);
      const prepare = async (page: Page) => ({
        folder: await folderFor(page, []),
        programs: [await pythonWith(page.pip)],
      });
      expect(await failures("python", isUsed, prepare)).toEqual([]);
    },
  );
});
