import { execFile, spawnSync } from "node:child_process";
import { copyFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeOf, crawled, linksOf } from "../../support/service/docs-pages.ts";
import { projectRoot } from "../../support/program.ts";
import { fixtureClip } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";

const run = promisify(execFile);
const runMs = 240_000;

let service: SpeechServiceInTurn;
let home: TemporaryDirectory;

beforeAll(async () => {
  service = await speechServiceInTurn();
  home = await temporaryDirectory("examples");
  await symlink(path.join(projectRoot, "node_modules"), path.join(home.path, "node_modules"));
  const clip = path.join(projectRoot, "service/web/website/merhaba.mp3");
  for (const name of ["merhaba.mp3", "kayit.mp3"]) {
    await copyFile(clip, path.join(home.path, name));
  }
  await writeFile(path.join(home.path, "recording.wav"), (await fixtureClip()).wav);
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

const isInstalled = (module: string): boolean =>
  spawnSync("python3", ["-c", `import ${module}`]).status === 0;
const pythonModules = ["requests", "websockets", "openai"] as const;
const missingModules = pythonModules.filter((module) => !isInstalled(module));
const hint =
  missingModules.length === 0
    ? ""
    : ` (without those that import ${missingModules.join(" or ")}; to run them: pip install ${missingModules.join(" ")})`;

const sitePages = (language: "tr" | "en") =>
  crawled(service.url, ["/", "/docs"], { cookie: `lang=${language}`, accept: "text/html" });

describe.each(["tr", "en"] as const)("the site in %s", (language) => {
  test("every link leads somewhere, and every part of a page that it names is there", async () => {
    const pages = await sitePages(language);
    const broken: string[] = [];
    for (const [from, { html }] of pages) {
      for (const href of linksOf(html, from)) {
        const [to = "", part] = href.split("#");
        const target = pages.get(to);
        const isThere =
          target?.status === 200 && (part === undefined || target.html.includes(`id="${part}"`));
        if (!isThere) broken.push(`${from}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
    expect([...pages.keys()].filter((page) => page.startsWith("/docs")).length).toBeGreaterThan(30);
  });
});

describe("every example runs as it is copied", () => {
  /** Runs the code of each page of one language, and returns what failed, with what it said. */
  async function failures(
    language: string,
    runExample: (code: string) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const failed: string[] = [];
    let count = 0;
    for (const [page, { html }] of await sitePages("en")) {
      for (const { code } of codeOf(html).filter((block) => block.language === language)) {
        if (missingModules.some((module) => code.includes(module))) continue;
        count += 1;
        await empty("/v1/pronunciations");
        await empty("/v1/voices");
        await runExample(code).catch((error: unknown) =>
          failed.push(`${page}\n${code}\n${String(error)}`),
        );
      }
    }
    expect(count).toBeGreaterThan(20);
    return failed;
  }

  const idOf = async (address: string, init: RequestInit): Promise<string> => {
    const answer = await service.call(address, { method: "POST", ...init });
    expect(answer.status).toBe(201);
    return ((await answer.json()) as { readonly id: string }).id;
  };
  const savedVoice = async (): Promise<string> => {
    const form = new FormData();
    const { wav } = await fixtureClip();
    form.append("reference_audio", new Blob([Buffer.from(wav)]), "clip.wav");
    form.append("consent", "true");
    return idOf("/v1/voices", { body: form });
  };
  const savedPronunciation = (): Promise<string> =>
    idOf("/v1/pronunciations", {
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ word: "TBMM", alias: "Meclis" }),
    });
  /** Examples save the same word and voice again and again. */
  async function empty(collection: string): Promise<void> {
    const answer = await service.call(`${collection}?limit=100`);
    const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
    for (const { id } of data) await service.call(`${collection}/${id}`, { method: "DELETE" });
  }
  const environment = async (code: string): Promise<NodeJS.ProcessEnv> => ({
    ...process.env,
    API_KEY: service.key,
    ...(code.includes("VOICE_ID") && { VOICE_ID: await savedVoice() }),
    ...(code.includes("PRONUNCIATION_ID") && { PRONUNCIATION_ID: await savedPronunciation() }),
  });
  const example = async (file: string, code: string, program: string, args: readonly string[]) => {
    await writeFile(path.join(home.path, file), code);
    const env = await environment(code);
    const running = run(program, [...args, file], { cwd: home.path, env, timeout: 60_000 });
    // The quick start reads the key from the terminal.
    running.child.stdin?.end(code.includes("read -rs") ? `${service.key}\n` : "");
    return running;
  };

  test("curl", { timeout: runMs }, async () => {
    // A refusal is an error of the example, of which curl says nothing unless it is told to.
    const strict = 'set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n';
    const failed = await failures("bash", (code) =>
      example("example.sh", `${strict}${code}\n`, "bash", []),
    );
    expect(failed).toEqual([]);
  });

  test("JavaScript", { timeout: runMs }, async () => {
    const failed = await failures("javascript", (code) =>
      example("example.mjs", code, process.execPath, []),
    );
    expect(failed).toEqual([]);
  });

  test.skipIf(missingModules.includes("requests"))(
    `Python${hint}`,
    { timeout: runMs },
    async () => {
      const failed = await failures("python", (code) => example("example.py", code, "python3", []));
      expect(failed).toEqual([]);
    },
  );

  test("and one that is refused is seen to fail", async () => {
    await expect(
      example("refused.mjs", `await import("node:fs"); process.exit(3);`, process.execPath, []),
    ).rejects.toThrow("Command failed");
    await expect(
      example("refused.sh", `curl --fail-with-body ${service.url}/v1/models`, "bash", ["-e"]),
    ).rejects.toThrow("Command failed");
  });
});
