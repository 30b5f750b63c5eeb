import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { islandIn } from "#web-kit/hydration/island.tsx";
import type { Language } from "#web-kit/language/languages.ts";
import type { DashboardTexts } from "../../texts/texts.ts";

/** Who reads a page: the language, where the API is, and whether a script runs. */
export interface Reader {
  readonly language: Language;
  readonly texts: DashboardTexts;
  readonly baseUrl: string;
  /** Whether the page's script runs: what needs it is shown only then, and times are told by the reader's clock. */
  readonly isLive: boolean;
}

/** Makes the reader that the server writes for. */
export function readerOf(texts: DashboardTexts, baseUrl: string): Reader {
  return { language: texts.language, texts, baseUrl, isLive: false };
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

/** The reader of the page that a component is part of. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (reader === undefined) throw new Error("no reader around this component");
  return reader;
}

/** A part of the page that is hydrated, and follows the reader, in a task of its own. */
export const Island = islandIn(ReaderContext);
