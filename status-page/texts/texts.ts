/// <reference types="vite/client" />
import type badges from "#languages/en/status-page/badges.json";
import type component from "#languages/en/status-page/component.json";
import type durations from "#languages/en/durations.json";
import type frame from "#languages/en/status-page/frame.json";
import type history from "#languages/en/status-page/history.json";
import type incidents from "#languages/en/status-page/incidents.json";
import type page from "#languages/en/status-page/page.json";
import type report from "#languages/en/status-page/report.json";
import type { StatusTexts } from "#monitor/domain/status-texts.ts";
import type { ScriptName } from "#status-api/page/page-build.ts";
import { forEachLanguage, type Language } from "#web-kit/language/languages.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";

/** The id of the element in which a page passes the texts of its language to its script, which therefore contains none. */
export const TEXTS_ID = "page-texts";

/** The texts of the pages in one language, by file. */
export interface Texts {
  readonly badges: TextsOf<typeof badges>;
  readonly component: TextsOf<typeof component>;
  readonly durations: TextsOf<typeof durations>;
  readonly frame: TextsOf<typeof frame>;
  readonly history: TextsOf<typeof history>;
  readonly incidents: TextsOf<typeof incidents>;
  readonly page: TextsOf<typeof page>;
  readonly report: TextsOf<typeof report>;
  readonly status: StatusTexts;
}

/** The texts that the script of each kind of page needs; its page contains no others. */
const partsOf: Readonly<Record<ScriptName, readonly (keyof Texts)[]>> = {
  overview: ["badges", "durations", "frame", "incidents", "page", "status"],
  component: ["badges", "component", "durations", "frame", "page", "status"],
  statusEvent: ["durations", "frame", "incidents", "page", "status"],
  history: ["durations", "frame", "history", "incidents", "page", "status"],
  report: ["durations", "frame", "page", "report", "status"],
  subscribe: ["durations", "frame", "page", "status"],
  console: [],
};

/** Returns the texts that a page passes to its script. */
export function textsOfScript(script: ScriptName, language: Language): Partial<Texts> {
  const texts = TEXTS[language];
  return Object.fromEntries(partsOf[script].map((part) => [part, texts[part]]));
}

/** The texts of most pages, and the names of statuses. */
export type PageTexts = Texts["page"] & StatusTexts;

/** The texts by language. The server has every language; a browser has only the page's own, which the page passes to it. */
export const TEXTS: Readonly<Record<Language, Texts>> = import.meta.env.SSR
  ? textsIn(
      import.meta.glob(
        "/languages/*/{durations,status-page/{badges,component,frame,history,incidents,page,report},monitor/status}.json",
        { eager: true, import: "default" },
      ),
    )
  : handedTexts();

function handedTexts(): Readonly<Record<Language, Texts>> {
  const texts = JSON.parse(document.getElementById(TEXTS_ID)?.textContent ?? "{}") as Texts;
  return forEachLanguage(() => texts);
}

/** Returns texts by language, each under the name of its file. */
export function textsIn<Parts>(
  files: Readonly<Record<string, unknown>>,
): Readonly<Record<Language, Parts>> {
  return forEachLanguage((language) => {
    const ofLanguage = Object.entries(files).filter(([path]) =>
      path.startsWith(`/languages/${language}/`),
    );
    const parts = ofLanguage.map(([path, texts]) => [/(\w+)\.json$/.exec(path)?.[1], texts]);
    return Object.fromEntries(parts) as Parts;
  });
}
