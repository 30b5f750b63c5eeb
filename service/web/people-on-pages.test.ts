import { expect, test } from "vitest";
import type { PageFiles } from "#web-kit/document/page-files.ts";
import type { PeopleFigures } from "../contract/models.ts";
import { renderPage } from "./server.tsx";
import type { PageContent, PageFrame } from "./site-document.tsx";

const files: PageFiles = { script: "", imports: [], texts: {}, style: "", fonts: [] };
const frame: PageFrame = {
  language: "en",
  baseUrl: "http://127.0.0.1",
  statusUrl: undefined,
  path: "/",
  emptyFields: undefined,
  files: { website: files, docs: files, reference: files, demo: files, dashboard: files },
};

const limits = {
  uploadBytes: 1e8,
  inputCharacters: 5000,
  directionCharacters: 200,
  voiceNameCharacters: 40,
};

/** The pages where people try recognition, of a model with these figures. */
const pages: Readonly<Record<string, (people: PeopleFigures | undefined) => PageContent>> = {
  website: (people) => ({
    page: "website",
    voiceCounts: [],
    clones: false,
    standard: undefined,
    people,
    codeLanguage: "curl",
  }),
  demo: (people) => ({ page: "demo", models: [], hasWordTimes: true, people, limits }),
};

const figures = (ratio: number): PeopleFigures => ({
  clips: 50,
  words: 273,
  word_error_ratio: ratio,
  character_error_ratio: ratio / 3,
});

test.each(Object.keys(pages))("%s says of people what the model's figures say", (page) => {
  const shown = (people: PeopleFigures | undefined) => renderPage(pages[page]!(people), frame);
  expect(shown(figures(0.25))).toContain("about 25 are transcribed wrong (50 recordings).");
  expect(shown(figures(0.18))).toContain("about 18 are transcribed wrong (50 recordings).");
  expect(shown(undefined)).toContain("has not been measured.");
});
