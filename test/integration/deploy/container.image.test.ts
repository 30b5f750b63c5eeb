import { execFileSync } from "node:child_process";
import { globSync } from "node:fs";
import { chown, readFile, stat } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { freePort } from "../../support/free-port.ts";
import {
  type BuiltImage,
  buildImage,
  canBuildImages,
  installImageTools,
} from "../../support/image/built-image.ts";
import { startContainer } from "../../support/image/container.ts";
import { type Program, projectRoot } from "../../support/program.ts";
import { sharedDatabase } from "../../support/shared/shared.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const MEGABYTE = 1e6;
const MAX_MEGABYTES = 450;
/** For models and first checks on a busy machine. */
const TIMEOUT_MS = 600_000;
/** With nothing in work; DRAIN_SECONDS is 0. */
const STOP_MS = 30_000;
const API_KEY = "sk_0123456789abcdefghijklmn";
const PASSWORD = "a password of the image";

interface Health {
  readonly healthy: boolean;
  readonly output: string;
}

let image: BuiltImage;

/** A volume for DATA_DIR, as an engine makes it: the image's user owns it. */
async function volume(): Promise<TemporaryDirectory> {
  const directory = await temporaryDirectory("volume");
  const [user = 0, group = 0] = image.config.User.split(":").map(Number);
  await chown(directory.path, user, group);
  return directory;
}

/** Runs a command in a container to its end. */
async function runOnce(command: readonly string[], environment = {}) {
  await using data = await volume();
  await using program = startContainer(image, { data: data.path, environment }, command);
  return { code: await program.ended(), output: program.output() };
}

/** Asks as an engine does that runs the image's HEALTHCHECK. */
async function health(environment: Readonly<Record<string, string>>): Promise<Health> {
  const [, ...command] = image.config.Healthcheck.Test;
  const { code, output } = await runOnce(command, environment);
  return { healthy: code === 0, output };
}

/** Ends a container as an engine does; returns how, and after what time. */
async function stop(program: Program): Promise<{ how: number | string; tookMs: number }> {
  const began = performance.now();
  program.signal("SIGTERM");
  const how = await program.ended();
  return { how, tookMs: performance.now() - began };
}

const isAnswered = (url: string) => async () => {
  const answer = await fetch(url).catch(() => undefined);
  await answer?.body?.cancel();
  return answer?.ok === true;
};

const mayRun = canBuildImages();
const hint = mayRun ? "" : ` (to run it, as root: ${installImageTools})`;
describe.skipIf(!mayRun && process.env["CI"] !== "true")(`the container image${hint}`, () => {
  beforeAll(async () => void (image = await buildImage(COMMIT)));
  afterAll(() => image?.[Symbol.asyncDispose]());

  test(`takes less than ${MAX_MEGABYTES} MB`, () => {
    // What each COPY of the Dockerfile brings, a layer for each where an engine builds it.
    const parts = {
      "system and user": ["--exclude=./opt", "."],
      "Node and packages": ["opt/speech/node_modules"],
      models: ["opt/speech/service/models"],
      "programs and pages": ["--exclude=node_modules", "--exclude=service/models", "opt/speech"],
    };
    const print = (bytes: number, name: string) =>
      process.stdout.write(`${(bytes / MEGABYTE).toFixed(1).padStart(7)} MB  ${name}\n`);
    for (const [name, place] of Object.entries(parts)) {
      const counted = ["--summarize", "--bytes", "--one-file-system", ...place];
      print(
        Number.parseInt(execFileSync("du", counted, { cwd: image.root, encoding: "utf8" }), 10),
        name,
      );
    }
    print(image.bytes, "in all, as layers");
    expect(image.bytes / MEGABYTE).toBeLessThan(MAX_MEGABYTES);
  });

  test("says its commit, its ports and its volume, which its user owns", async () => {
    const { Env, ExposedPorts, User, Volumes } = image.config;
    expect(Env).toContain(`BUILD_COMMIT=${COMMIT}`);
    expect(Object.keys(ExposedPorts).sort()).toEqual(
      [8080, 8090, 8091, 9100].map((port) => `${port}/tcp`).sort(),
    );
    expect(User).toBe("1000:1000");
    expect(Object.keys(Volumes)).toEqual(["/var/lib/speech"]);
    const { uid, gid } = await stat(path.join(image.root, "/var/lib/speech"));
    expect(`${uid}:${gid}`).toBe(User);
  });

  test("has one Node, the ONNX library of this machine alone, no shell, no tests and no settings", () => {
    const found = (pattern: string): string[] =>
      globSync(pattern, { cwd: image.root }).map((file) => path.basename(file));
    expect(found("{usr,opt/speech/node_modules/node-*}/**/bin/node")).toEqual(["node"]);
    expect(found("**/onnxruntime-node/bin/**/*.node")).toEqual(["onnxruntime_binding.node"]);
    expect(found("{usr/bin,usr/sbin}/*")).toEqual([]);
    expect(found("opt/speech/{test,deploy,docs,.env,.git,service/training,status-page}")).toEqual(
      [],
    );
    expect(found("opt/speech/**/{*.test.ts,vite,typescript}")).toEqual([]);
  });

  test("lists what is in it", async () => {
    const file = path.join(image.root, "opt/speech/sbom.cdx.json");
    const { bomFormat, components } = JSON.parse(await readFile(file, "utf8")) as {
      readonly bomFormat: string;
      readonly components: readonly { readonly name: string; readonly version: string }[];
    };
    expect(bomFormat).toBe("CycloneDX");
    const { dependencies } = JSON.parse(
      await readFile(path.join(projectRoot, "package.json"), "utf8"),
    ) as { readonly dependencies: Readonly<Record<string, string>> };
    const listed = components.map(({ name, version }) => `${name} ${version}`);
    const needed = Object.entries(dependencies).map(([name, version]) => `${name} ${version}`);
    expect(needed.filter((one) => !listed.includes(one))).toEqual([]);
    expect(listed.filter((one) => /^(vite|vitest|typescript) /.test(one))).toEqual([]);
  });

  test("writes to DATA_DIR and /tmp alone", async () => {
    const script = `
      const { writeFileSync } = require("node:fs");
      for (const folder of ["/opt/speech", "/opt/speech/node_modules", "/etc", process.env.DATA_DIR, "/tmp"]) {
        try { writeFileSync(folder + "/x", ""); console.log(folder, "yes"); } catch ({ code }) { console.log(folder, code); }
      }
      console.log(process.getuid(), process.getgid(), String(process.getgroups()), process.pid);`;
    const { output } = await runOnce(["node", "-e", script]);
    expect(output.trim().split("\n")).toEqual([
      "/opt/speech EROFS",
      "/opt/speech/node_modules EROFS",
      "/etc EROFS",
      "/var/lib/speech yes",
      "/tmp yes",
      "1000 1000 1000 1",
    ]);
  });

  test("runs service, prober and status API, which work, are healthy and end at SIGTERM", async () => {
    const [servicePort, statusPort, metricsPort] = [
      await freePort(),
      await freePort(),
      await freePort(),
    ];
    const serviceUrl = `http://127.0.0.1:${servicePort}`;
    const statusUrl = `http://127.0.0.1:${statusPort}`;
    const free = String(await freePort());
    const nobodyThere = { PROBE_METRICS_PORT: free, SERVICE_PORT: free, STATUS_PORT: free };
    const shared = {
      ...nobodyThere,
      DRAIN_SECONDS: "0",
      PUBLIC_URL: serviceUrl,
      STATUS_URL: statusUrl,
      STATUS_DATABASE_URL: await sharedDatabase("status"),
      BOOTSTRAP_PASSWORD: PASSWORD,
    };
    const ofService = {
      ...shared,
      SERVICE_PORT: String(servicePort),
      SERVICE_DATABASE_URL: await sharedDatabase("service"),
      BOOTSTRAP_API_KEY: API_KEY,
    };
    const ofStatusApi = { ...shared, STATUS_PORT: String(statusPort) };
    const ofProber = {
      ...shared,
      PROBE_METRICS_PORT: String(metricsPort),
      BASE_URL: serviceUrl,
      PROBE_API_KEY: API_KEY,
    };
    expect(await health(ofService)).toMatchObject({ healthy: false });

    await using volumes = new AsyncDisposableStack();
    const start = async (entry: string, environment: Readonly<Record<string, string>>) => {
      const data = volumes.use(await volume()).path;
      const command = ["node", "launch/start.mjs", entry];
      return volumes.use(startContainer(image, { environment, data }, command));
    };
    const service = await start("service/main.ts", ofService);
    await eventually("the service is ready", isAnswered(`${serviceUrl}/readyz`), TIMEOUT_MS);
    for (const format of ["mp3", "opus", "aac", "flac", "wav", "pcm"]) {
      const spoken = await fetch(`${serviceUrl}/v1/audio/speech`, {
        method: "POST",
        headers: { authorization: `Bearer ${API_KEY}`, "content-type": "application/json" },
        body: JSON.stringify({
          model: "synth-v2",
          voice: "ayla",
          input: "Merhaba.",
          response_format: format,
        }),
      });
      const bytes = (await spoken.arrayBuffer()).byteLength;
      expect({ format, status: spoken.status, hasSound: bytes > 1_000 }).toEqual({
        format,
        status: 200,
        hasSound: true,
      });
    }
    for (const clip of ["clip.wav", "clip.m4a", "clip.webm", "clip.ogg"]) {
      const form = new FormData();
      form.set("model", "transcribe-1");
      form.set(
        "file",
        new Blob([await readFile(path.join(projectRoot, "fixtures/audio", clip))]),
        clip,
      );
      const heard = await fetch(`${serviceUrl}/v1/audio/transcriptions`, {
        method: "POST",
        headers: { authorization: `Bearer ${API_KEY}` },
        body: form,
      });
      expect(await heard.text()).toMatch(/yarın sabah saat dokuz/);
    }

    const statusApi = await start("status-api/main.ts", ofStatusApi);
    const prober = await start("probes/main.ts", ofProber);
    const proberUrl = `http://127.0.0.1:${metricsPort}`;
    await eventually("the prober probes", isAnswered(`${proberUrl}/readyz`), TIMEOUT_MS);
    // It has something to show once a prober has said what is checked.
    await eventually("the status page is up", isAnswered(`${statusUrl}/readyz`), TIMEOUT_MS);
    const seen = await eventually(
      "the page says that speech works",
      async () => {
        const answer = await fetch(`${statusUrl}/api/v2/status.json`);
        const { components } = (await answer.json()) as {
          readonly components: readonly { readonly id: string; readonly status: string }[];
        };
        const ofSpeech = components.filter(({ id }) =>
          ["stt-file", "tts"].some((one) => id.startsWith(one)),
        );
        return (
          ofSpeech.length > 0 &&
          ofSpeech.every(({ status }) => status === "operational") &&
          ofSpeech.length
        );
      },
      TIMEOUT_MS,
    );
    expect(seen).toBeGreaterThan(0);
    const page = await fetch(statusUrl);
    expect(await page.text()).toContain("</html>");

    for (const environment of [ofService, ofStatusApi, ofProber]) {
      expect(await health(environment)).toEqual({ healthy: true, output: "" });
    }
    for (const [name, program] of Object.entries({ prober, statusApi, service })) {
      const { how, tookMs } = await stop(program);
      process.stdout.write(`${name} ended ${Math.round(tookMs)} ms after SIGTERM\n`);
      expect({ name, how, isSoon: tookMs < STOP_MS }).toEqual({ name, how: 0, isSoon: true });
    }
    expect(await health(ofService)).toMatchObject({ healthy: false });
  });

  test("runs the commands", async () => {
    const list = ["node", "launch/start.mjs", "service/models-command.ts", "list"];
    const models = await runOnce(list, { SERVICE_DATABASE_URL: "embedded" });
    expect(models).toMatchObject({ code: 0, output: expect.stringContaining("transcribe-1") });
  });

  test("runs all of it at once, with databases in DATA_DIR", async () => {
    const [servicePort, statusPort] = [await freePort(), await freePort()];
    await using data = await volume();
    const environment = {
      DRAIN_SECONDS: "0",
      SERVICE_PORT: String(servicePort),
      STATUS_PORT: String(statusPort),
      PROBE_METRICS_PORT: String(await freePort()),
      SERVICE_DATABASE_URL: "embedded",
      STATUS_DATABASE_URL: "embedded",
    };
    await using everything = startContainer(image, { data: data.path, environment });
    await everything.printed(/Models: .*ok/, TIMEOUT_MS);
    expect(await health(environment)).toEqual({ healthy: true, output: "" });
    expect(await stop(everything)).toMatchObject({ how: 0 });
  });
});
