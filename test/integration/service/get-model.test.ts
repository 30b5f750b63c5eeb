import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { createServer, request as ask } from "node:http";
import { connect, type AddressInfo } from "node:net";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect } from "vitest";
import { longDescribe, longTest, runsLong, shortTest } from "../../support/lengths.ts";
import { readCatalogue } from "#service/model-commands/catalogue/catalogue.ts";
import { eventually } from "../../support/eventually.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../../support/program.ts";
import {
  file,
  fileThatStalls,
  startFileServer,
  type FileServer,
} from "../../support/servers/file-server.ts";
import { describeWithTls, startTlsProxy } from "../../support/servers/tls-proxy.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const FIXTURES = path.join(projectRoot, "fixtures/models");
const WHISPER = ["encoder.onnx", "decoder.onnx", "tokens.txt"];

let home: TemporaryDirectory;
let modelsFolder: string;
let server: FileServer;
beforeEach(async () => {
  home = await temporaryDirectory("get-model");
  modelsFolder = path.join(home.path, "models");
  server = await startFileServer();
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await home[Symbol.asyncDispose]();
});

type Settings = Readonly<Record<string, string>>;

/** Starts `npm run models` as its script does, with a catalogue of the test's own. */
function start(parameters: readonly string[], settings: Settings = {}) {
  const entry = [...QUICK_TO_START, "launch/start.mjs", "service/models-command.ts"];
  const child = spawn(process.execPath, [...entry, ...parameters], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), SPEECH_MODELS_DIR: modelsFolder, ...settings },
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const result = Promise.all([text(child.stdout), text(child.stderr), ended]).then(
    ([stdout, stderr, code]) => ({ code, stdout, stderr }),
  );
  return { child, result };
}

const models = (parameters: readonly string[], settings?: Settings) =>
  start(parameters, settings).result;
const get = (name: string, settings?: Settings) =>
  models(["get", name, "--catalogue", catalogueFile()], settings);
const catalogueFile = () => path.join(home.path, "catalogue.json");
const visible = () =>
  readdir(modelsFolder).then((names) => names.filter((name) => !name.startsWith(".")));

const bytesOf = (fixture: string, name: string) => readFile(path.join(FIXTURES, fixture, name));
const sumOf = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

/** Serves a model of `fixtures/models` under its name, and returns how a catalogue describes it. */
async function published(
  name: string,
  fixture: string,
  names: readonly string[],
  model: object,
  address = server.url,
) {
  const files = await Promise.all(
    names.map(async (one) => {
      const bytes = await bytesOf(fixture, one);
      server.route(`/${name}/${one}`, file(bytes));
      const sha256 = sumOf(bytes);
      return { name: one, address: `${address}/${name}/${one}`, bytes: bytes.length, sha256 };
    }),
  );
  return {
    name,
    about: "a model of the tests",
    source: `${address}/${name}`,
    files,
    model: { sample_rate: 16_000, licence: "MIT", ...model },
    needs: { memory_megabytes: 100, memory_is: "measured", packages: ["sherpa-onnx-node"] },
    published: [{ on: "clips", measure: "word_error_ratio", value: 0.5, from: "its page" }],
    run_here: "in tests",
  };
}

const whisper = (name: string, address?: string) =>
  published(
    name,
    "random-whisper",
    WHISPER,
    {
      kind: "sherpa-offline-transcriber",
      task: "transcription",
      files: { encoder: "encoder.onnx", decoder: "decoder.onnx", tokens: "tokens.txt" },
      architecture: "whisper",
    },
    address,
  );

async function list(...entries: readonly object[]): Promise<void> {
  await writeFile(catalogueFile(), JSON.stringify({ models: entries }));
}

/** Waits until so many bytes of a file lie in the folder of downloads, whose parts are renamed once they are whole. */
async function partOf(id: string, size: number): Promise<void> {
  const folder = path.join(modelsFolder, ".downloads", id);
  await eventually(`${size} bytes of ${id}`, async () => {
    const names = await readdir(folder).catch(() => []);
    const part = names.find((name) => name.endsWith(".part"));
    if (part === undefined) return false;
    const { size: there } = await stat(path.join(folder, part)).catch(() => ({ size: -1 }));
    return there === size;
  });
}

longTest("a model is there when it is whole, and runs", async () => {
  await list(await whisper("tiny-v0.2"));
  const { code, stdout, stderr } = await get("tiny-v0.2");
  expect(code).toBe(0);
  const folder = path.join(modelsFolder, "tiny-v0-2");
  expect(stdout).toContain(`tiny-v0-2 is in ${folder}\n`);
  expect(stdout).toContain(`npm run models -- check ${folder} says whether it runs here`);
  expect(stderr).toBe("encoder.onnx: 0.0 MB\ndecoder.onnx: 0.0 MB\ntokens.txt: 0.0 MB\n");
  expect(await readdir(modelsFolder)).toEqual(["tiny-v0-2"]);
  const checked = await models(["check", folder]);
  expect(checked.stdout).toMatch(/^tiny-v0-2 fits: sherpa-offline-transcriber, transcription, /);

  const again = await get("tiny-v0.2");
  expect(again.stdout).toBe(`tiny-v0-2 is in ${folder} already, and whole\n`);
  expect(server.requests).toHaveLength(3);

  await writeFile(path.join(folder, "tokens.txt"), "another");
  const changed = await get("tiny-v0.2");
  expect(changed.code).toBe(1);
  expect(changed.stderr).toBe(
    `${folder}: is there already, and its tokens.txt is not the catalogue's; move the folder away first\n`,
  );
});

longTest("a voice is got as a recogniser is", async () => {
  const voices = { deniz: { speaker: 0, gender: "male", age: "young", pitch_hz: 150 } };
  const files = { model: "model.onnx", tokens: "tokens.txt" };
  const model = { kind: "sherpa-synthesizer", task: "synthesis", files, voices };
  await list(await published("hum", "tone-vits", Object.values(files), model));
  expect((await get("hum")).code).toBe(0);
  const checked = await models(["check", path.join(modelsFolder, "hum")]);
  expect(checked.stdout).toMatch(/^hum fits: sherpa-synthesizer, synthesis, /);
});

longDescribe("a command that ends in the middle", () => {
  const bySignal = [
    ["SIGKILL", null, /^encoder\.onnx: 0\.0 MB\ndecoder\.onnx: 0\.0 MB\n$/],
    ["SIGINT", 1, /\ndecoder\.onnx: stopped; the same command goes on from here\n$/],
  ] as const;
  longTest.each(bySignal)(
    "by %s leaves what the next goes on with",
    async (signal, exitCode, said) => {
      await list(await whisper("tiny"));
      const decoder = await bytesOf("random-whisper", "decoder.onnx");
      server.route("/tiny/decoder.onnx", fileThatStalls(decoder, 10_000));
      const { child, result } = start(["get", "tiny", "--catalogue", catalogueFile()]);
      await partOf("tiny", 10_000);
      child.kill(signal);
      const { code, stderr } = await result;
      expect(code).toBe(exitCode);
      expect(stderr).toMatch(said);
      expect(await visible()).toEqual([]);
      expect((await models(["list"])).stdout).toBe("(none)\n");

      server.route("/tiny/decoder.onnx", file(decoder));
      const next = await get("tiny");
      expect(next).toMatchObject({ code: 0 });
      expect(next.stderr).toBe("decoder.onnx: 0.0 MB, goes on at 0.0 MB\ntokens.txt: 0.0 MB\n");
      expect(server.requests.map(({ path: address, range }) => [address, range])).toEqual([
        ["/tiny/encoder.onnx", undefined],
        ["/tiny/decoder.onnx", undefined],
        ["/tiny/decoder.onnx", "bytes=10000-"],
        ["/tiny/tokens.txt", undefined],
      ]);
      expect(await readdir(modelsFolder)).toEqual(["tiny"]);
      expect((await models(["check", path.join(modelsFolder, "tiny")])).stdout).toMatch(
        /^tiny fits/,
      );
    },
  );
});

longTest("two at once: the second is told who downloads it, and spoils nothing", async () => {
  await list(await whisper("tiny"));
  const decoder = await bytesOf("random-whisper", "decoder.onnx");
  server.route("/tiny/decoder.onnx", fileThatStalls(decoder, 10_000));
  const { child, result } = start(["get", "tiny", "--catalogue", catalogueFile()]);
  await partOf("tiny", 10_000);
  const second = await get("tiny");
  expect(second.code).toBe(1);
  expect(second.stderr).toMatch(
    new RegExp(`^tiny: process ${child.pid} on \\S+ is downloading it\n$`),
  );
  server.route("/tiny/decoder.onnx", file(decoder));
  server.breakConnections();
  expect((await result).code).toBe(0);
  expect(await readdir(modelsFolder)).toEqual(["tiny"]);
});

shortTest("a file with another SHA-256 is refused, by its name and both sums", async () => {
  const entry = await whisper("tiny");
  await list(entry);
  const other = Buffer.from(await bytesOf("random-whisper", "tokens.txt")).reverse();
  server.route("/tiny/tokens.txt", file(other));
  const { code, stderr } = await get("tiny");
  expect(code).toBe(1);
  expect(stderr).toContain(
    `tokens.txt from ${server.url}/tiny/tokens.txt: has the SHA-256 ${sumOf(other)}, and ${entry.files[2]!.sha256} is expected; nothing of it was kept\n`,
  );
  expect(await visible()).toEqual([]);
  expect(await readdir(path.join(modelsFolder, ".downloads/tiny"))).toEqual([
    "decoder.onnx",
    "encoder.onnx",
  ]);
});

longTest(
  "a file whose SHA-256 nobody knows is taken with --trust, and its sum written down",
  async () => {
    const entry = await whisper("tiny");
    const [encoder, ...others] = entry.files;
    const { name, address, sha256 } = encoder!;
    await list({ ...entry, files: [{ name, address }, ...others] });
    const refused = await get("tiny");
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(
      /^tiny: the catalogue has no SHA-256 of encoder\.onnx; with --trust /,
    );
    expect(server.requests).toEqual([]);
    const trusted = await models(["get", "tiny", "--trust", "--catalogue", catalogueFile()]);
    expect(trusted.stdout).toContain(`\n${sha256}  encoder.onnx, as it came\n`);
    const manifest = await readFile(path.join(modelsFolder, "tiny/model.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ sha256: { "encoder.onnx": sha256 } });
  },
);

longTest("MODELS_MIRROR has each model's files in a folder of its name", async () => {
  await list(await whisper("tiny", "http://models.invalid"));
  for (const name of WHISPER) {
    server.route(`/mirror/tiny/${name}`, file(await bytesOf("random-whisper", name)));
  }
  expect(await get("tiny", { MODELS_MIRROR: `${server.url}/mirror/` })).toMatchObject({ code: 0 });
  expect(server.requests.map(({ path: address }) => address)).toEqual(
    WHISPER.map((name) => `/mirror/tiny/${name}`),
  );
  const wrong = await get("tiny", { MODELS_MIRROR: "models.example.com" });
  expect(wrong.stderr).toBe("MODELS_MIRROR is no such address; it takes http://… or https://…\n");
});

longDescribe("behind a proxy", () => {
  /** Starts a proxy that hands on what it is asked for, and to whom it made tunnels. */
  async function startProxy() {
    const requested: string[] = [];
    const proxy = createServer(({ url = "", headers }, response) => {
      requested.push(url);
      const { pathname } = new URL(url);
      ask({ port: server.port, path: pathname, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      }).end();
    });
    proxy.on("connect", ({ url = "" }, client) => {
      requested.push(url);
      const [, port] = url.split(":");
      const target = connect(Number(port), "127.0.0.1", () => {
        client.write("HTTP/1.1 200 OK\r\n\r\n");
        client.pipe(target).pipe(client);
      });
      for (const socket of [client, target]) socket.on("error", () => undefined);
    });
    proxy.listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const { port } = proxy.address() as AddressInfo;
    return {
      address: `127.0.0.1:${port}`,
      requested,
      async [Symbol.asyncDispose]() {
        proxy.closeAllConnections();
        proxy.close();
        await once(proxy, "close");
      },
    };
  }

  longTest("http:// is asked for through HTTP_PROXY, but for hosts in NO_PROXY", async () => {
    await list(await whisper("tiny", "http://models.invalid"), await whisper("near"));
    await using proxy = await startProxy();
    const settings = { HTTP_PROXY: proxy.address, NO_PROXY: "127.0.0.1" };
    expect(await get("tiny", settings)).toMatchObject({ code: 0 });
    expect(proxy.requested).toEqual(WHISPER.map((name) => `http://models.invalid/tiny/${name}`));
    expect(await get("near", settings)).toMatchObject({ code: 0 });
    expect(proxy.requested).toHaveLength(WHISPER.length);
  });

  if (runsLong)
    describeWithTls("with TLS", () => {
      longTest("https:// goes through a tunnel of HTTPS_PROXY", async () => {
        await using tls = await startTlsProxy(server.url);
        const certificate = path.join(home.path, "authority.pem");
        await writeFile(certificate, tls.certificate);
        await list(await whisper("tiny", `https://localhost:${tls.port}`));
        await using proxy = await startProxy();
        const settings = {
          HTTPS_PROXY: `http://${proxy.address}`,
          NODE_EXTRA_CA_CERTS: certificate,
        };
        expect(await get("tiny", settings)).toMatchObject({ code: 0 });
        expect(new Set(proxy.requested)).toEqual(new Set([`localhost:${tls.port}`]));
      });
    });

  longTest("a proxy that is no address is named", async () => {
    await list(await whisper("tiny"));
    const { code, stderr } = await get("tiny", { https_proxy: "socks4://there" });
    expect(code).toBe(1);
    expect(stderr).toBe("https_proxy is no address of a proxy; it takes http://HOST:PORT\n");
  });
});

longTest("a models folder that cannot be made is named", async () => {
  await list(await whisper("tiny"));
  await writeFile(path.join(home.path, "file"), "");
  const folder = path.join(home.path, "file/models");
  const { code, stderr } = await get("tiny", { SPEECH_MODELS_DIR: folder });
  expect(code).toBe(1);
  expect(stderr).toBe(`${folder}/.downloads: cannot be made (ENOTDIR)\n`);
});

longTest("a name that is taken by another folder is refused", async () => {
  await list(await whisper("tiny"));
  await get("tiny");
  await rename(path.join(modelsFolder, "tiny"), path.join(modelsFolder, "renamed"));
  const { code, stderr } = await get("tiny");
  expect(code).toBe(1);
  expect(stderr).toBe(`${path.join(modelsFolder, "renamed")}: is a model "tiny" already\n`);
});

longDescribe("the catalogue", () => {
  longTest("a name that is not in it leads to those most like it", async () => {
    const { code, stderr } = await models(["get", "wisper-smal"]);
    expect(code).toBe(1);
    expect(stderr).toBe('the catalogue has no model "wisper-smal"; did you mean whisper-small?\n');
    const far = await models(["catalogue", "zzz"]);
    expect(far.stderr).toMatch(/^the catalogue has no model "zzz"; there are seda-v0\.2-tiny, /);
  });

  longTest("is a table, all of one, or JSON with the model.json that each becomes", async () => {
    const table = await models(["catalogue"]);
    expect(table.stdout).toMatch(/^name +task +form +size +memory +licence +SHA-256 +published\n/);
    expect(table.stdout).toMatch(/\nwhisper-small +transcription +whisper +375\.5 MB +/);
    const one = await models(["catalogue", "whisper-small"]);
    expect(one.stdout).toMatch(/\nfile +small-encoder\.int8\.onnx, 112\.4 MB, SHA-256 4cbe7b22/);
    const json = await models(["catalogue", "--json"]);
    const { models: entries } = JSON.parse(json.stdout) as { models: readonly object[] };
    const known = await readCatalogue(
      path.join(projectRoot, "service/model-commands/catalogue/catalogue.json"),
    );
    expect(entries).toHaveLength(known.length);
    expect(entries.at(-1)).toMatchObject({ manifest: { id: expect.any(String), sha256: {} } });
  });

  longTest("all that is wrong with one of one's own is named", async () => {
    const entry = await whisper("tiny");
    await list({ ...entry, files: [] }, { ...entry, licence: "MIT" });
    const { stderr } = await get("tiny");
    expect(stderr).toContain(`${catalogueFile()}: models.0.files must not have fewer than 1 items`);
    expect(stderr).toContain(`${catalogueFile()}: models.1 must not have additional properties`);
    await list(entry, { ...entry, files: entry.files.slice(1) });
    expect((await get("tiny")).stderr).toBe(
      `${catalogueFile()}: tiny is there twice\n${catalogueFile()}: tiny needs encoder.onnx, and has no address of it\n`,
    );
  });
});
