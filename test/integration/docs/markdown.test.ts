import { beforeAll, describe, expect, test } from "vitest";
import { languages } from "#web-kit/language/languages.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

const get = (path: string, language: string) =>
  fetch(new URL(path, service.url), { headers: { cookie: `lang=${language}` } });

describe.each(languages)("documentation for programs in %s", (language) => {
  test("llms.txt has the form of llmstxt.org, and each of its links leads somewhere", async () => {
    const answer = await get("/llms.txt", language);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    const [title, gap, summary, ...rest] = (await answer.text()).trimEnd().split("\n");
    expect(title).toMatch(/^# \S/);
    expect(gap).toBe("");
    expect(summary).toMatch(/^> \S/);
    const form = /^(|## \S.*|- \[[^\]]+\]\((http[^)]+)\): \S.*)$/;
    expect(rest.filter((line) => !form.test(line))).toEqual([]);
    const links = rest.flatMap((line) => form.exec(line)?.[2] ?? []);
    expect(links.length).toBeGreaterThan(30);
    for (const link of links) {
      const page = await fetch(link, { headers: { accept: "text/html" } });
      await page.body?.cancel();
      expect([link, page.status]).toEqual([link, 200]);
    }
  });

  test("a guide stands by itself as Markdown, and llms-full.txt has them all", async () => {
    const answer = await get("/docs/limits.md", language);
    expect(answer.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    const guide = await answer.text();
    expect(guide).toMatch(/^# \S.*\n\n\S/);
    expect(guide).toContain("| `rate_limit_exceeded` |");
    expect(guide).not.toMatch(/\{#|\{\{|^::|\]\(\//m);
    const full = await (await get("/llms-full.txt", language)).text();
    expect(full).toContain(guide.trimEnd());
    expect(full).toContain("`POST /v1/audio/speech`");
    expect(full).not.toMatch(/\{\{|^::\w+::/m);
  });
});

test("an unknown guide is not there", async () => {
  expect((await get("/docs/nothing.md", "en")).status).toBe(404);
});
