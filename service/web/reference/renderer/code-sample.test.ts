import type { HarRequest } from "@scalar/types/snippetz";
import { describe, expect, test } from "vitest";
import { documentPath, kebabCase } from "../frame/paths.ts";
import { sectionOf } from "../frame/sections.ts";
import { getSnippet } from "./code-sample.ts";

const REQUEST: HarRequest = {
  method: "POST",
  url: "https://speech.example/v1/a",
  httpVersion: "HTTP/1.1",
  cookies: [],
  queryString: [],
  headersSize: -1,
  bodySize: -1,
  headers: [{ name: "Content-Type", value: "application/json" }],
  postData: { mimeType: "application/json", text: '{"input":"Merhaba"}' },
};
const FORM: HarRequest = {
  ...REQUEST,
  headers: [
    { name: "Content-Type", value: "multipart/form-data" },
    { name: "X-Api-Key", value: "sk" },
  ],
  postData: { mimeType: "multipart/form-data", params: [{ name: "model", value: "transcribe-1" }] },
};

const DOWNLOAD = { "x-sample-files": { download: "speech.mp3" } };
const UPLOAD = { "x-sample-files": { uploads: { file: "recording.wav" } } };

function codeOf(...of: Parameters<typeof getSnippet>): string {
  const [error, code] = getSnippet(...of);
  if (code === null) throw error;
  return code;
}

describe("a request in curl", () => {
  test("writes what it downloads to a file, and nothing else", () => {
    const plain = codeOf("shell", "curl", REQUEST, {});
    expect(plain).toContain("curl https://speech.example/v1/a");
    expect(plain).not.toContain("--output");
    expect(codeOf("shell", "curl", REQUEST, DOWNLOAD)).toBe(`${plain} \\\n  --output speech.mp3`);
  });

  test("sends a form with its files, and leaves its content type to curl", () => {
    const code = codeOf("shell", "curl", FORM, UPLOAD);
    expect(code).toMatch(/--form '?file=@recording\.wav'?/);
    expect(code).toMatch(/--form '?model=transcribe-1'?/);
    expect(code).toContain("X-Api-Key");
    expect(code).not.toMatch(/content-type/i);
  });
});

describe("a request in JavaScript", () => {
  test("prints its answer, and throws what failed", () => {
    const code = codeOf("js", "fetch", REQUEST, {});
    expect(code).toMatch(/^const response = await fetch\('https:\/\/speech\.example\/v1\/a'/);
    expect(code).toMatch(
      /\nif \(!response\.ok\) throw new Error\(await response\.text\(\)\)\nconsole\.log\(await response\.text\(\)\)$/,
    );
    expect(code).not.toContain("import");
  });

  test("writes what it downloads to a file", () => {
    const code = codeOf("js", "fetch", REQUEST, DOWNLOAD);
    expect(code.startsWith("import { writeFile } from 'node:fs/promises'\n\n")).toBe(true);
    expect(code).toMatch(
      /\nawait writeFile\('speech\.mp3', Buffer\.from\(await response\.arrayBuffer\(\)\)\)$/,
    );
    expect(code).not.toContain("console.log");
  });

  test("reads the files that it sends", () => {
    const code = codeOf("js", "fetch", FORM, UPLOAD);
    expect(code.startsWith("import { readFile } from 'node:fs/promises'\n\n")).toBe(true);
    expect(code).toContain("new Blob([await readFile('recording.wav')]), 'recording.wav'");
    expect(code).not.toContain("new Blob([])");
    expect(code).toContain("const response = await fetch(");
  });

  test("imports both where it reads and writes files", () => {
    const files = { "x-sample-files": { uploads: { file: "a.wav" }, download: "b.mp3" } };
    expect(codeOf("js", "fetch", FORM, files)).toMatch(/^import \{ readFile, writeFile \} from /);
    // A body of JSON has no file.
    expect(codeOf("js", "fetch", REQUEST, files)).toMatch(/^import \{ writeFile \} from /);
  });
});

describe("a request in Python", () => {
  test.each([
    [{}, "print(response.text)"],
    [DOWNLOAD, 'open("speech.mp3", "wb").write(response.content)'],
  ])("with %o ends with its result", (operation, result) => {
    const code = codeOf("python", "requests", REQUEST, operation);
    expect(code).toMatch(/^import requests\n\nresponse = requests\.post\(/);
    expect(code.endsWith(`\nresponse.raise_for_status()\n${result}`)).toBe(true);
  });
});

test("another client has the renderer's own sample", () => {
  const code = codeOf("shell", "wget", REQUEST, DOWNLOAD);
  expect(code).toContain("wget");
  expect(code).not.toContain("speech.mp3");
});

test("a client that there is not is an error", () => {
  const [error, code] = getSnippet("shell", "fetch" as "curl", REQUEST, {});
  expect(error?.message).toBe("shell has no fetch");
  expect(code).toBeNull();
});

test.each([
  [{ anchor: "create-speech", tag: "Speech" }, "tag/speech/create-speech"],
  [{ anchor: "live-speech", tag: undefined }, "channel/livespeech"],
  [{ anchor: "deepgram-live-speech", tag: undefined }, "channel/deepgramlivespeech"],
])("the section of %o is %s", (entry, section) => {
  expect(sectionOf(entry)).toBe(section);
});

test("names become anchors, and parts have a document in each language", () => {
  expect(["createSpeech", "a", "readTTSHealth"].map(kebabCase)).toEqual([
    "create-speech",
    "a",
    "read-t-t-s-health",
  ]);
  expect(documentPath("sockets", "tr")).toBe("/docs/reference/sockets-tr.json");
});
