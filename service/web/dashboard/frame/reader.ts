import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { islandIn } from "#web-kit/hydration/island.tsx";
import type { Language } from "#web-kit/language/languages.ts";
import { TEXTS, type Texts } from "../texts/texts.ts";

/** Who reads a page: the language, where the API is, and whether a script runs. */
export interface Reader {
  readonly language: Language;
  readonly texts: Texts;
  readonly baseUrl: string;
  /** Whether the page's script runs: what needs it is shown only then, and times are told by the reader's clock. */
  readonly isLive: boolean;
}

/** Makes the reader that the server writes for. */
export function readerOf(language: Language, baseUrl: string): Reader {
  return { language, texts: TEXTS[language], baseUrl, isLive: false };
}

export const ReaderContext = createContext<Reader>(readerOf("tr", ""));

/** The reader of the page that a component is part of. */
export function useReader(): Reader {
  return useContext(ReaderContext);
}

/** A part of the page that is hydrated, and follows the reader, in a task of its own. */
export const Island = islandIn(ReaderContext);
