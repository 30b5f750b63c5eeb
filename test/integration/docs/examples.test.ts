import { execFile, spawnSync } from "node:child_process";
import { copyFile, readFile, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { casesOf, longTest, runsLong, shortTest } from "../../support/lengths.ts";
import type { Call } from "#service/web/code/calls/call.ts";
import { samplesOfCall } from "#service/web/code/calls/samples-of-call.ts";
import { designRequestOf } from "#service/web/demo/design/design-form.ts";
import { transcriptionFields } from "#service/web/demo/file/upload.ts";
import { liveParameters } from "#service/web/demo/live/live-socket.ts";
import { codeOf, type CopiedCode, crawled, linksOf } from "../../support/service/docs-pages.ts";
import {
  emptyCollection,
  endedJob,
  readersEnvironment,
  savedPronunciation,
  savedVoice,
} from "../../support/service/readers-environment.ts";
import { referenceSamples } from "../../support/service/reference-samples.ts";
import { projectRoot } from "../../support/program.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const run = promisify(execFile);
const runMs = 600_000;

/** Somebody who copies examples, with an account and a directory of their own. */
interface Reader {
  readonly service: SharedSpeechService;
  readonly home: string;
}

const running = new AsyncDisposableStack();
afterAll(() => running.disposeAsync());

async function newReader(): Promise<Reader> {
  const home = running.use(await temporaryDirectory("examples")).path;
  await symlink(path.join(projectRoot, "node_modules"), path.join(home, "node_modules"));
  const clip = path.join(projectRoot, "service/web/website/merhaba.mp3");
  for (const name of ["merhaba.mp3", "kayit.mp3"]) await copyFile(clip, path.join(home, name));
  await writeFile(path.join(home, "recording.wav"), (await fixtureClip()).wav);
  return { service: await sharedSpeechService(), home };
}

const isInstalled = (module: string): boolean =>
  spawnSync("python3", ["-c", `import ${module}`]).status === 0;
/** By the name that pip knows, what examples import of it; Debian 12 has a `websockets` without `sync`. */
const pythonModules = {
  requests: "requests",
  websockets: "websockets.sync.client",
  openai: "openai",
} as const;
const missingModules = (Object.keys(pythonModules) as (keyof typeof pythonModules)[]).filter(
  (name) => !isInstalled(pythonModules[name]),
);
const hint =
  missingModules.length === 0
    ? ""
    : ` (without those that import ${missingModules.join(" or ")}; to run them: pip install ${missingModules.join(" ")})`;

const languages = ["tr", "en"] as const;
const sitePages = async (language: string) => {
  const { url } = await sharedSpeechService();
  const headers = { cookie: `lang=${language}`, accept: "text/html" };
  // Each sample of a voice is spoken when it is first asked for.
  return crawled(url, ["/", "/docs"], headers, runsLong ? undefined : /^\/voices\/[^/]+\//);
};

describe.each(casesOf(languages.slice(0, 1), languages.slice(1)))("the site in %s", (language) => {
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
    expect([...pages.keys()].filter((page) => page.startsWith("/docs")).length).toBeGreaterThan(8);
  });
});

describe.concurrent("every example runs as it is copied", () => {
  /** Runs the code of each page of one language, and returns what failed, with what it said. */
  async function failures(
    language: string,
    runExample: (reader: Reader, code: string) => Promise<unknown>,
  ): Promise<readonly string[]> {
    const reader = await newReader();
    const failed: string[] = [];
    let [found, ran] = [0, 0];
    const pages = [...(await sitePages("en"))].map(
      ([page, { html }]) => [page, codeOf(html)] as const,
    );
    for (const [page, blocks] of [
      ...pages,
      ["/docs/reference/sockets", await socketCode(reader)] as const,
      ["/demo", demoCode(reader)] as const,
    ]) {
      for (const { code } of blocks.filter((block) => block.language === language)) {
        found += 1;
        if (missingModules.some((module) => code.includes(module))) continue;
        ran += 1;
        await emptyCollection(reader.service, "/v1/pronunciations");
        await emptyCollection(reader.service, "/v1/voices");
        await runExample(reader, code).catch((error: unknown) =>
          failed.push(`${page}\n${code}\n${String(error)}`),
        );
      }
    }
    expect(found).toBeGreaterThan(7);
    expect(ran).toBeGreaterThan(0);
    return failed;
  }

  /** The reference has the examples of sockets in its document; those of endpoints, made by its renderer, run below. */
  async function socketCode({ service }: Reader): Promise<readonly CopiedCode[]> {
    const answer = await fetch(new URL("/docs/reference/sockets-en.json", service.url));
    const { channels } = (await answer.json()) as {
      readonly channels: Readonly<Record<string, { readonly description: string }>>;
    };
    return Object.values(channels).flatMap(({ description }) =>
      [...description.matchAll(/^```(\w+)\n(.*?)^```/gms)].map(([, of = "", code = ""]) => ({
        language: of,
        code,
      })),
    );
  }

  /** What the demos show of a recording, a stream, a text with quotes in it, and a described voice. */
  function demoCode({ service }: Reader): readonly CopiedCode[] {
    const input = "Ali'nin \"3 kahvesi\" 14.30'da hazır. GitHub'da bekliyor.";
    const pronunciations = [{ word: "GitHub", alias: "githab" }];
    const model = {
      id: "synth-v2",
      sampleRate: 48_000,
      designs: true,
      isDirected: true,
      voices: [],
    };
    const form = { description: "yaşlı bir adam", directions: "yavaş", text: "Merhaba." };
    const fields = { model: "synth-v2", voice: "ayla", input, speed: 1.2, pronunciations };
    const calls: readonly Call[] = [
      { kind: "transcription", fields: transcriptionFields(true), file: "merhaba.mp3" },
      { kind: "speech", fields, file: "ali'nin sesi.mp3" },
      { kind: "speech", fields: designRequestOf(form, model).fields, file: "ses.mp3" },
      { kind: "live", fields: liveParameters(16_000, true), file: "recording.wav" },
    ];
    return calls.flatMap((call) => samplesOfCall(call, service.url));
  }

  const example = async (
    reader: Reader,
    file: string,
    code: string,
    program: string,
    args: readonly string[],
  ) => {
    const { home, service } = reader;
    await writeFile(path.join(home, file), code);
    const env = await readersEnvironment(service, code);
    const started = run(program, [...args, file], { cwd: home, env, timeout: 150_000 });
    // What reads nothing may have ended before.
    started.child.stdin?.on("error", () => undefined);
    // The quick start reads the key from the terminal.
    started.child.stdin?.end(code.includes("read -rs") ? `${service.key}\n` : "");
    return started;
  };

  longTest("curl", { timeout: runMs }, async () => {
    // A refusal is an error of the example, of which curl says nothing unless it is told to.
    const strict = 'set -e\ncurl() { command curl -sS --fail-with-body "$@"; }\n';
    const failed = await failures("bash", (reader, code) =>
      example(reader, "example.sh", `${strict}${code}\n`, "bash", []),
    );
    expect(failed).toEqual([]);
  });

  longTest("JavaScript", { timeout: runMs }, async () => {
    const failed = await failures("javascript", (reader, code) =>
      example(reader, "example.mjs", code, process.execPath, []),
    );
    expect(failed).toEqual([]);
  });

  longTest.skipIf(missingModules.includes("requests"))(
    `Python${hint}`,
    { timeout: runMs },
    async () => {
      const failed = await failures("python", (reader, code) =>
        example(reader, "example.py", code, "python3", []),
      );
      expect(failed).toEqual([]);
    },
  );

  /** Programs that run samples one after another and print those that fail; to start one for each would take ten times as long. */
  const runners = {
    bash: {
      program: "bash",
      ending: "sh",
      script: `curl() { command curl -sS --fail-with-body "$@"; }
for file in sample-*; do said=$(. "./$file" 2>&1) || printf '%s\\n' "$(cat "$file")" "$said"; done`,
    },
    javascript: {
      program: process.execPath,
      ending: "mjs",
      script: `import { globSync, readFileSync } from "node:fs";
const { log } = console;
console.log = () => {};
for (const file of globSync("sample-*").sort()) {
  await import("./" + file).catch((error) => log(readFileSync(file, "utf8") + "\\n" + error));
}`,
    },
    python: {
      program: "python3",
      ending: "py",
      script: `import contextlib, glob, io, runpy
for file in sorted(glob.glob("sample-*")):
    try:
        with contextlib.redirect_stdout(io.StringIO()): runpy.run_path(file)
    except Exception as error:
        print(open(file).read(), error)`,
    },
  } as const;

  const runnable = (["bash", "javascript", "python"] as const).filter(
    (language) => language !== "python" || !missingModules.includes("requests"),
  );
  longTest.for(runnable)(
    "samples of the reference, in %s",
    { timeout: runMs },
    async (language) => {
      const reader = await newReader();
      const { home, service } = reader;
      const voice = `/voices/${await savedVoice(service)}`;
      const pronunciation = `/pronunciations/${await savedPronunciation(service)}`;
      const job = `/jobs/${await endedJob(service)}`;
      // The document has the transcript after the deletion of its job.
      const transcript = `/jobs/${await endedJob(service)}/transcript`;
      const { program, ending, script } = runners[language];
      // Who speaks a vendor's dialect does so by the vendor's library, as in its guide.
      const samples = (await referenceSamples(service.url, service.key)).filter(
        (sample) => sample.language === language && !sample.isVendors,
      );
      expect(samples.length).toBeGreaterThan(20);
      // Their order is that of the document: what is read and changed is deleted at last.
      for (const [index, { code }] of samples.entries()) {
        const file = `sample-${String(index).padStart(2, "0")}.${ending}`;
        const filled = code
          .replace("/voices/{id}", voice)
          .replace("/pronunciations/{id}", pronunciation)
          .replace("/jobs/{id}/transcript", transcript)
          .replace("/jobs/{id}", job);
        await writeFile(path.join(home, file), filled);
      }
      await writeFile(path.join(home, `all.${ending}`), script);
      const { stdout } = await run(program, [`all.${ending}`], { cwd: home });
      expect(stdout).toBe("");
      expect((await readFile(path.join(home, "speech.mp3"))).length).toBeGreaterThan(2_000);
      for (const deleted of [voice, pronunciation, job]) {
        expect((await service.call(`/v1${deleted}`)).status).toBe(404);
      }
    },
  );

  shortTest("and one that is refused is seen to fail", async () => {
    const reader = await newReader();
    await expect(
      example(
        reader,
        "refused.mjs",
        `await import("node:fs"); process.exit(3);`,
        process.execPath,
        [],
      ),
    ).rejects.toThrow("Command failed");
    await expect(
      example(
        reader,
        "refused.sh",
        `curl --fail-with-body ${reader.service.url}/v1/models`,
        "bash",
        ["-e"],
      ),
    ).rejects.toThrow("Command failed");
  });
});
