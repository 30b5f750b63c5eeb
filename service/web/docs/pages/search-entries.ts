import { setImmediate as nextTurn } from "node:timers/promises";
import { ALL_TEXTS, translated } from "../../texts/texts.ts";
import { hrefOfEntry, referenceEntries } from "../../reference/documents/entries.ts";
import { REFERENCE_PATHS } from "../../reference/frame/paths.ts";
import { type ArticleProps, hrefOf } from "../frame/article.tsx";
import { guideParts } from "../guides/guide-parts.tsx";
import { GUIDE_NAMES, type GuideName, slugOfGuide } from "../guides/guides.ts";
import { readGuide } from "../guides/guide-article.tsx";
import type { SearchEntry } from "../search/entry.ts";

/** Ranking weights: guides come before the reference, and the top of a page before its parts. */
const WEIGHTS = { guide: 2.3, part: 1, reference: 0.7, error: 0.4 };

/** Returns every searchable entry of the documentation in one language; reads each guide in a turn of its own. */
export async function searchEntries(props: ArticleProps): Promise<readonly SearchEntry[]> {
  const entries: SearchEntry[] = [];
  for (const name of GUIDE_NAMES) {
    entries.push(...guideEntries(name, props));
    await nextTurn();
  }
  return [...entries, ...referencePages(props), ...errorEntries(props)];
}

function guideEntries(name: GuideName, props: ArticleProps): readonly SearchEntry[] {
  const page = readGuide(name, props).title;
  const href = hrefOf(slugOfGuide(name));
  return guideParts(name, props).map(({ heading, text, code }) => ({
    href: heading === undefined ? href : `${href}#${heading.id}`,
    page,
    part: heading?.text ?? "",
    text,
    code,
    weight: heading === undefined ? WEIGHTS.guide : WEIGHTS.part,
  }));
}

function referencePages({ language, content }: ArticleProps): readonly SearchEntry[] {
  const texts = ALL_TEXTS.reference[language];
  const overview = {
    href: REFERENCE_PATHS.http,
    page: texts.title,
    part: "",
    text: texts.overview,
    code: "",
    weight: WEIGHTS.reference,
  };
  const entries = referenceEntries(content).map((entry) => ({
    href: hrefOfEntry(entry),
    page: translated(language, entry.title),
    part: "",
    text: joined([`${entry.method} ${entry.path}`, translated(language, entry.description)]),
    code: joined(entry.names),
    weight: WEIGHTS.reference,
  }));
  return [overview, ...entries];
}

function errorEntries(props: ArticleProps): readonly SearchEntry[] {
  const { language, content } = props;
  const page = readGuide("errors", props).title;
  return content.errors.map(({ name, code, status, sentence, advice }) => ({
    href: `${hrefOf("errors")}#${name}`,
    page,
    part: code,
    text: joined([String(status), translated(language, sentence), translated(language, advice)]),
    code: "",
    weight: WEIGHTS.error,
  }));
}

const joined = (texts: readonly string[]): string => [...new Set(texts)].filter(Boolean).join(" ");
