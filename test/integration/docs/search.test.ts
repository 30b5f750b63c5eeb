import { beforeAll, describe, expect, test } from "vitest";
import { type Language, languages } from "#web-kit/language/languages.ts";
import { openIndex } from "#service/web/docs/search/search-index.ts";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import questionsByLanguage from "./search-questions.json" with { type: "json" };

const questions: Readonly<Partial<Record<Language, Readonly<Record<string, string>>>>> =
  questionsByLanguage;

interface SearchFile {
  readonly index: { readonly storedFields: Readonly<Record<string, { readonly href: string }>> };
}

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
});

/** What readers type, and the page and part of it that they look for. */
describe.each(languages)("a search in %s", (language) => {
  const wanted = Object.entries(questions[language] ?? {});
  let text: string;
  beforeAll(async () => {
    const answer = await fetch(new URL(`/docs/search-${language}.json`, service.url));
    text = await answer.text();
  });

  test(`answers ${wanted.length} questions with the right page first`, () => {
    expect(wanted.length).toBeGreaterThanOrEqual(30);
    const find = openIndex(text);
    const wrong = wanted.flatMap(([question, href]) => {
      const [first] = find(question);
      return first?.href === href ? [] : [`${question}: ${first?.href} in place of ${href}`];
    });
    expect(wrong).toEqual([]);
  });

  test("leads to pages and parts of pages that are there", async () => {
    const { index } = JSON.parse(text) as SearchFile;
    const hrefs = Object.values(index.storedFields).map(({ href }) => href);
    expect(hrefs.length).toBeGreaterThan(120);
    const byPage = Map.groupBy(hrefs, (href) => href.split("#")[0] ?? "");
    const broken: string[] = [];
    for (const [path, inPage] of byPage) {
      const page = await fetch(new URL(path, service.url), {
        headers: { cookie: `lang=${language}`, accept: "text/html" },
      });
      const html = await page.text();
      const isThere = (href: string): boolean => {
        const [, part] = href.split("#");
        return page.status === 200 && (part === undefined || html.includes(`id="${part}"`));
      };
      broken.push(...inPage.filter((href) => !isThere(href)));
    }
    expect(broken).toEqual([]);
  });
});
