import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { islandIn } from "#web-kit/hydration/island.tsx";
import type { Zone } from "#web-kit/locale/dates.ts";
import { DEFAULT_LANGUAGE, type Language } from "#web-kit/language/languages.ts";
import { type Formats, formatsOf } from "./formats.ts";
import { type PageTexts, TEXTS, type Texts } from "../texts/texts.ts";

/** The reader for whom a page is rendered: language, zone, and whether a script runs in the browser. */
export interface Reader {
  readonly language: Language;
  readonly texts: PageTexts;
  readonly formats: Formats;
  /** The current time on a live page; null on a page about the past, which shows no relative times. */
  readonly nowMs: number | null;
  /** The URL of the status page, without a trailing slash; empty where it is on the same site. */
  readonly siteUrl: string;
  /** False on the server and while hydrating, so that both give the same elements. */
  readonly interactive: boolean;
}

/** Returns a reader; the server formats times in UTC, because it cannot know the zone. */
export function readerOf(language: Language, zone: Zone, interactive: boolean): Reader {
  const texts = { ...TEXTS[language].page, ...TEXTS[language].status };
  return {
    language,
    texts,
    formats: formatsOf(language, TEXTS[language].durations, zone),
    nowMs: null,
    siteUrl: "",
    interactive,
  };
}

export function serverReader(language: Language, siteUrl = ""): Reader {
  return { ...readerOf(language, "utc", false), siteUrl };
}

export const ReaderContext = createContext<Reader>(serverReader(DEFAULT_LANGUAGE));

export function useReader(): Reader {
  return useContext(ReaderContext);
}

/** Returns the texts of a part of the page in the reader's language. */
export function useTexts<Part extends keyof Texts>(part: Part): Texts[Part] {
  return TEXTS[useReader().language][part];
}

/** A part of the page that is hydrated, and follows the reader, in a task of its own. */
export const Island = islandIn(ReaderContext);
