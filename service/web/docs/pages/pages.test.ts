import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import type { ArticleProps } from "../frame/article.tsx";
import { GUIDE_NAMES } from "../guides/guides.ts";
import { guideMarkdown } from "../guides/guide-markdown.ts";
import { tableMarkdown } from "../tables/table-markdown.ts";
import { llmsFull, llmsIndex } from "./llms.ts";
import { findPage, pageGroups } from "./pages.ts";
import { searchEntries } from "./search-entries.ts";

const root = path.resolve(import.meta.dirname, "../../../..");
const documentOf = (name: string): unknown =>
  JSON.parse(readFileSync(path.join(root, "docs", name), "utf8"));

const voice = (name: string, gender: "female" | "male") =>
  ({ name, gender, age: "young", sample: `/voices/${name}.mp3` }) as const;

const CONTENT = {
  page: "docs",
  slug: "",
  openApi: documentOf("openapi.json"),
  asyncApi: documentOf("asyncapi.json"),
  ttsUrl: "https://speech.example",
  errors: [
    {
      name: "rate_limit_exceeded",
      code: "rate_limit_exceeded",
      status: 429,
      sentence: "Begin a demo session",
      advice: "Wait.",
      retryAfterSeconds: undefined,
    },
  ],
  // Guides name many limits; each of them is the same here.
  limits: new Proxy({}, { get: () => 3_600 }) as Readonly<Record<string, number>>,
  limitRows: [
    { name: "uploadBytes", value: 1_234.5, error: "file_too_large" },
    { name: "messagesPerSecond", value: 100, error: "rate_limit_exceeded" },
  ],
  voices: [
    { model: "synth-v2", voices: [voice("ayla", "female"), voice("can", "male")] },
    { model: "synth-v1", voices: [voice("deniz", "female")] },
  ],
  models: [
    {
      id: "transcribe-1",
      task: "transcription",
      names: ["whisper-1", "default"],
      capabilities: ["written_form", "word_times"],
      sampleRate: 16_000,
      isDefault: true,
    },
    {
      id: "plain",
      task: "transcription",
      names: [],
      capabilities: ["written_form"],
      sampleRate: 8_000,
      isDefault: false,
    },
    {
      id: "synth-v2",
      task: "synthesis",
      names: [],
      capabilities: ["cloned_voices", "designed_voices", "directed_delivery"],
      sampleRate: 48_000,
      isDefault: true,
    },
    {
      id: "synth-v1",
      task: "synthesis",
      names: [],
      capabilities: [],
      sampleRate: 24_000,
      isDefault: false,
    },
  ],
  compatModelId: "whisper-1",
  compatTargetId: "transcribe-1",
  synthesisModelId: "synth-v2",
  codeLanguage: "curl",
} as unknown as ArticleProps["content"];

const propsOf = (language: "en" | "tr", slug = ""): ArticleProps => ({
  language,
  baseUrl: "https://speech.example",
  content: { ...CONTENT, slug },
});
const ENGLISH = propsOf("en");

describe("a table in Markdown", () => {
  test.each([
    [
      "errors",
      [
        "| Status | Code | Errors |",
        "| --- | --- | --- |",
        "| 429 | `rate_limit_exceeded` | Begin a demo session Wait. |",
      ],
    ],
    [
      "limits",
      [
        "| Limit | Default | Error if exceeded |",
        "| --- | --- | --- |",
        "| Recording to transcribe | 1,234.5 MB | `file_too_large` |",
        "| Messages per second on one socket, on average | 100 | `rate_limit_exceeded` |",
      ],
    ],
    [
      "voices",
      [
        "| Voice | Model | Description |",
        "| --- | --- | --- |",
        "| `ayla` | `synth-v2` | female, young |",
        "| `can` | `synth-v2` | male, young |",
        "| `deniz` | `synth-v1` | female, young |",
      ],
    ],
    [
      "transcriptionModels",
      [
        "| Model | Sample rate | Other names | Can do |",
        "| --- | --- | --- | --- |",
        "| `transcribe-1` (default) | 16,000 Hz | `whisper-1`, `default` | word timestamps |",
        "| `plain` | 8,000 Hz |  | text and segments only |",
      ],
    ],
    [
      "synthesisModels",
      [
        "| Model | Sample rate | Other names | Can do |",
        "| --- | --- | --- | --- |",
        "| `synth-v2` (default) | 48,000 Hz |  | designed voices, instructions, cloned and saved voices |",
        "| `synth-v1` | 24,000 Hz |  | built-in voices only |",
      ],
    ],
  ])("of %s", (name, lines) => {
    expect(tableMarkdown(name, ENGLISH)).toBe(lines.join("\n"));
  });

  test("is in the reader's language", () => {
    const errors = tableMarkdown("errors", propsOf("tr"));
    expect(errors).toContain("| `rate_limit_exceeded` | Demo oturumu açma Wait. |");
    expect(tableMarkdown("transcriptionModels", propsOf("tr"))).toContain("16.000 Hz");
  });

  test.each(["other", "toString"])("that there is not is a fault: %s", (name) => {
    expect(() => tableMarkdown(name, ENGLISH)).toThrow(`there is no table ::${name}::`);
  });
});

describe("the pages", () => {
  test("are the guides in their order, then both parts of the reference", () => {
    const [guides, reference] = pageGroups(ENGLISH);
    expect(guides?.title).toBe("Guides");
    expect(guides?.links.map(({ href }) => href)).toEqual([
      "/docs",
      ...GUIDE_NAMES.slice(1).map((name) => `/docs/${name}`),
    ]);
    expect(guides?.links.every(({ title }) => title !== "")).toBe(true);
    expect(reference).toEqual({
      title: "API reference",
      links: [
        { href: "/docs/reference", title: "HTTP API" },
        { href: "/docs/reference/sockets", title: "WebSockets" },
      ],
    });
  });

  test.each([
    ["", ""],
    ["voices", "voices"],
    ["quick-start", undefined],
    ["gone", undefined],
  ])("are found by their path %j: %j", (slug, found) => {
    expect(findPage(propsOf("en", slug))?.slug).toBe(found);
  });
});

describe("a guide in Markdown", () => {
  const limits = guideMarkdown("limits", ENGLISH);

  test("has its tables, and headings without their ids", () => {
    expect(limits).toContain("| Recording to transcribe | 1,234.5 MB | `file_too_large` |");
    expect(limits).not.toMatch(/^::\w+::$/m);
    expect(limits).not.toMatch(/^#.*\{#/m);
    expect(limits).toMatch(/^# /);
  });

  test.each(GUIDE_NAMES)("has whole addresses and no gaps: %s", (name) => {
    const markdown = guideMarkdown(name, ENGLISH);
    expect(markdown).not.toContain("](/");
    expect(markdown).not.toContain("{{");
  });
});

describe("the index for language models", () => {
  const lines = llmsIndex(ENGLISH).split("\n");

  test("has a line for each guide, with its address and lead", () => {
    const guides = lines.filter((line) => line.includes(".md): "));
    expect(guides).toHaveLength(GUIDE_NAMES.length);
    expect(guides[1]).toMatch(
      /^- \[.+\]\(https:\/\/speech\.example\/docs\/authentication\.md\): .+/,
    );
    expect(guides[0]).toContain("(https://speech.example/docs.md): ");
  });

  test("begins with a title and a quotation, and has both documents and each operation", () => {
    expect(lines[0]).toMatch(/^# \S/);
    expect(lines[2]).toMatch(/^> \S/);
    expect(lines.filter((line) => line.startsWith("## "))).toHaveLength(3);
    const text = lines.join("\n");
    expect(text).toContain("- [OpenAPI](https://speech.example/v1/openapi.json): ");
    expect(text).toContain("- [AsyncAPI](https://speech.example/v1/asyncapi.json): ");
    expect(text).toContain(
      "(https://speech.example/docs/reference#create-speech): `POST /v1/audio/speech`",
    );
    expect(text.endsWith("\n")).toBe(true);
  });

  test("is beside a file that has every guide whole", () => {
    const full = llmsFull(ENGLISH);
    expect(full.startsWith(lines.slice(0, 3).join("\n"))).toBe(true);
    for (const name of GUIDE_NAMES) {
      expect(full).toContain(guideMarkdown(name, ENGLISH).trimEnd());
    }
    expect(full).toContain("`POST /v1/audio/speech`");
  });
});

describe("what can be searched", () => {
  test("has an address of its own, and counts by its place", async () => {
    const entries = await searchEntries(ENGLISH);
    expect(new Set(entries.map(({ href }) => href)).size).toBe(entries.length);
    const entryAt = (wanted: string) => entries.find(({ href }) => href === wanted);
    expect(entryAt("/docs")).toMatchObject({ part: "", code: "", weight: 2.3 });
    expect(entryAt("/docs/reference")).toMatchObject({ page: "API reference", weight: 0.7 });
    const speech = entryAt("/docs/reference#create-speech");
    expect(speech).toMatchObject({ part: "", weight: 0.7 });
    expect(speech?.text).toMatch(/^POST \/v1\/audio\/speech /);
    expect(speech?.code.split(" ")).toContain("createSpeech");
    expect(entryAt("/docs/errors#rate_limit_exceeded")).toMatchObject({
      part: "rate_limit_exceeded",
      text: "429 Begin a demo session Wait.",
      code: "",
      weight: 0.4,
    });
    const parts = entries.filter(
      ({ href, weight }) => href.startsWith("/docs/voices#") && weight === 1,
    );
    expect(parts.length).toBeGreaterThan(0);
    for (const { part, page } of parts) expect([part === "", page === ""]).toEqual([false, false]);
  });

  test("is in the reader's language", async () => {
    const entries = await searchEntries(propsOf("tr"));
    expect(entries.find(({ href }) => href === "/docs/errors#rate_limit_exceeded")?.text).toBe(
      "429 Demo oturumu açma Wait.",
    );
  });
});
