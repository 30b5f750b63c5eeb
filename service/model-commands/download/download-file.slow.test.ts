import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { Fault } from "#runtime/fault.ts";
import { eventually } from "../../../test/support/eventually.ts";
import {
  file,
  fileByDrops,
  fileOfNoLength,
  fileThatStalls,
  fileWithoutRanges,
  redirect,
  startFileServer,
  status,
  type FileServer,
} from "../../../test/support/servers/file-server.ts";
import {
  temporaryDirectory,
  type TemporaryDirectory,
} from "../../../test/support/temporary-directory.ts";
import { downloadFile, type WantedFile } from "./download-file.ts";
import { DOWNLOAD_LIMITS } from "./download-limits.ts";
import { progressOn } from "./progress.ts";
import { openTransport } from "./transport.ts";

const bytes = Buffer.from(Array.from({ length: 5_000 }, (_, at) => at % 251));
const sha256 = createHash("sha256").update(bytes).digest("hex");
const NO_PROXIES = { http: "", https: "", none: "" };
/** As they are, but for how long is waited. */
const quick = { ...DOWNLOAD_LIMITS, waitsMs: [0, 0] };

let folder: TemporaryDirectory;
let server: FileServer;
let said: string;
beforeEach(async () => {
  folder = await temporaryDirectory("download");
  server = await startFileServer();
  said = "";
});
afterEach(async () => {
  await server[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

async function download(wanted: Partial<WantedFile> = {}, limits = quick): Promise<string> {
  const dispatcher = openTransport(NO_PROXIES);
  const progress = progressOn({ write: (text) => (said += text) });
  const known = { name: "model.onnx", address: `${server.url}/file`, bytes: bytes.length, sha256 };
  const ways = { dispatcher, progress, signal: new AbortController().signal, limits };
  try {
    return await downloadFile({ ...known, ...wanted }, folder.path, ways);
  } finally {
    await dispatcher.destroy();
  }
}

const ranges = () => server.requests.map(({ range }) => range);
const here = () => readdir(folder.path);
/** Breaks the connection when so many bytes of the file are written. */
async function breakAt(size: number): Promise<void> {
  await eventually(`a part of ${size} bytes`, async () => {
    const [part = "none"] = (await here()).filter((name) => name.endsWith(".part"));
    const found = await stat(path.join(folder.path, part)).catch(() => undefined);
    return found?.size === size;
  });
  server.breakConnections();
}

const content = () => readFile(path.join(folder.path, "model.onnx"));

test("a file is there when it is whole, and is not asked for again", async () => {
  server.route("/file", file(bytes));
  expect(await download()).toBe(sha256);
  expect(await content()).toEqual(bytes);
  expect(said).toBe("model.onnx: 0.0 MB\n");
  expect(await download()).toBe(sha256);
  expect(ranges()).toEqual([undefined]);
});

test("one of that name with another content is replaced", async () => {
  server.route("/file", file(bytes));
  await writeFile(path.join(folder.path, "model.onnx"), "another");
  await download();
  expect(await content()).toEqual(bytes);
});

describe("where the connection breaks", () => {
  test("the rest is asked for, as often as something comes", async () => {
    server.route("/file", fileThatStalls(bytes, 1_000));
    const done = download();
    for (const size of [1_000, 2_000, 3_000, 4_000]) await breakAt(size);
    await done;
    expect(await content()).toEqual(bytes);
    expect(ranges()).toEqual([undefined, ...[1, 2, 3, 4].map((at) => `bytes=${at}000-`)]);
    expect(said).toContain("model.onnx: the connection failed");
    expect(said).toContain("asked again\nmodel.onnx: 0.0 MB, goes on at 0.0 MB\n");
  });

  test("a server that knows no ranges sends it all anew", async () => {
    server.route("/file", (request, response) => {
      const route = request.headers.range === undefined ? fileThatStalls : fileWithoutRanges;
      route(bytes, 1_000)(request, response);
    });
    const done = download();
    await breakAt(1_000);
    await done;
    expect(await content()).toEqual(bytes);
    expect(ranges()).toEqual([undefined, "bytes=1000-"]);
  });

  test("a server that refuses the range is asked from the beginning", async () => {
    server.route("/file", (request, response) => {
      if (server.requests.length === 1) fileThatStalls(bytes, 1_000)(request, response);
      else if (request.headers.range !== undefined) status(416)(request, response);
      else file(bytes)(request, response);
    });
    const done = download();
    await breakAt(1_000);
    await done;
    expect(await content()).toEqual(bytes);
    expect(ranges()).toEqual([undefined, "bytes=1000-", undefined]);
  });

  test("a file without a SHA-256 begins anew: it may be another by now", async () => {
    server.route("/file", (request, response) => {
      const route = server.requests.length === 1 ? fileThatStalls : file;
      route(bytes, 1_000)(request, response);
    });
    const once = { ...quick, attempts: 1 };
    await Promise.all([
      expect(download({ sha256: undefined }, once)).rejects.toThrow(Fault),
      breakAt(1_000),
    ]);
    expect(await download({ sha256: undefined })).toBe(sha256);
    expect(ranges()).toEqual([undefined, undefined]);
  });
});

describe("nothing is kept", () => {
  test("of a file with another SHA-256, which is named", async () => {
    const other = Buffer.from(bytes).fill(0, 10, 20);
    server.route("/file", file(other));
    const found = createHash("sha256").update(other).digest("hex");
    await expect(download()).rejects.toThrow(
      `model.onnx from ${server.url}/file: has the SHA-256 ${found}, and ${sha256} is expected; nothing of it was kept`,
    );
    expect(await here()).toEqual([]);
  });

  test.each([
    ["shorter", bytes.subarray(1), file, "has 4999 bytes, and 5000 are expected"],
    ["longer", Buffer.concat([bytes, bytes]), file, "has 10000 bytes, and 5000 are expected"],
    [
      "longer than it says",
      Buffer.concat([bytes, bytes]),
      fileOfNoLength,
      "has more than the 5000 bytes that are expected",
    ],
  ])("of one that is %s", async (_, sent, route, message) => {
    server.route("/file", route(sent));
    await expect(download()).rejects.toThrow(
      `model.onnx from ${server.url}/file: ${message}; nothing of it was kept`,
    );
    expect(await here()).toEqual([]);
  });

  test("of one of unknown size that is larger than any may be", async () => {
    server.route("/file", file(bytes));
    const limits = { ...quick, maxUnknownBytes: 100 };
    await expect(download({ bytes: undefined }, limits)).rejects.toThrow(
      "has 5000 bytes, and at most 100 are expected",
    );
  });
});

describe("what the server answers", () => {
  test.each([401, 403, 404, 410])("%i ends it at once", async (code) => {
    server.route("/file", status(code));
    await expect(download()).rejects.toThrow(
      `model.onnx from ${server.url}/file: the server answered ${code}`,
    );
    expect(ranges()).toHaveLength(1);
  });

  test.each([429, 500, 503])("%i is asked again, three times in all", async (code) => {
    server.route("/file", status(code));
    await expect(download()).rejects.toThrow(
      `model.onnx: ${server.url}/file answered ${code}; the same command goes on from here`,
    );
    expect(ranges()).toHaveLength(3);
  });

  test("a server that nobody is at is named by what the network says", async () => {
    const address = "http://127.0.0.1:1/file";
    await expect(download({ address })).rejects.toThrow(
      "model.onnx: the connection failed (ECONNREFUSED); the same command goes on from here",
    );
  });
});

describe("where an address leads elsewhere", () => {
  test("it is followed, and told without its query", async () => {
    server.route("/file", redirect("/there?signature=secret"));
    server.route("/there?signature=secret", file(bytes));
    await download();
    expect(await content()).toEqual(bytes);
    server.route("/file", redirect("/gone?signature=secret"));
    await expect(download({ name: "other" })).rejects.toThrow(
      /^other from \S+\/file: the server answered 404$/,
    );
  });

  test("in a circle, it is given up after five times", async () => {
    server.route("/file", redirect("/file"));
    await expect(download()).rejects.toThrow(`${server.url}/file: leads on more than 5 times`);
    expect(ranges()).toHaveLength(6);
  });

  test.each(["ftp://127.0.0.1/file", "file:///etc/passwd"])("%s is not followed", async (to) => {
    server.route("/file", redirect(to));
    await expect(download()).rejects.toThrow("which is not followed");
  });

  test("a name and password go to their own host alone", async () => {
    await using other = await startFileServer();
    other.route("/file", file(bytes));
    server.route("/file", redirect(`${other.url}/file`));
    const address = `${server.url.replace("//", "//reader:p%40ss@")}/file`;
    await download({ address });
    const pair = Buffer.from("reader:p@ss").toString("base64");
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([`Basic ${pair}`]);
    expect(other.requests.map(({ authorization }) => authorization)).toEqual([undefined]);
  });
});

describe("a server that is too slow", () => {
  const hasty = { ...quick, windowMs: 200, minBytes: 500 };

  test("is given up when nothing comes", async () => {
    server.route("/file", fileThatStalls(bytes, 0));
    await expect(download({}, hasty)).rejects.toThrow(
      "model.onnx: nothing came in 0.2 s; the same command goes on from here",
    );
    expect(ranges()).toHaveLength(3);
  });

  test("and when it comes by drops", async () => {
    server.route("/file", fileByDrops(bytes, 10));
    const limits = { ...hasty, attempts: 1 };
    await expect(download({}, limits)).rejects.toThrow(
      /^model\.onnx: (nothing|\d+ bytes) came in 0\.2 s; the same command goes on from here$/,
    );
  });
});

test("a folder that cannot be written is named", async () => {
  server.route("/file", file(bytes));
  const dispatcher = openTransport(NO_PROXIES);
  const ways = { dispatcher, progress: progressOn({ write: () => true }), limits: quick };
  const nowhere = path.join(folder.path, "nowhere");
  const wanted = { name: "model.onnx", address: `${server.url}/file`, sha256 };
  await expect(
    downloadFile(wanted, nowhere, { ...ways, signal: new AbortController().signal }),
  ).rejects.toThrow(/nowhere\/model\.onnx\.\w+\.part: cannot be written \(ENOENT\)$/);
  await dispatcher.destroy();
});

test("a terminal sees how far it is, on one line", async () => {
  const output = { isTTY: true, write: (text: string) => (said += text) };
  const progress = progressOn(output);
  progress.begin("model.onnx", 0, 2_000_000);
  progress.received(1_000_000);
  progress.end();
  progress.say("asked again");
  expect(said.replaceAll("\r\u001B[K", "|")).toMatch(
    /^\|model\.onnx: 1\.0 MB of 2\.0 MB, [\d.]+ MB\/s\|\|asked again\n$/,
  );
});
