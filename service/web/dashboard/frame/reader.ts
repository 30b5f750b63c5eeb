import { createContext } from "preact";
import { useContext } from "preact/hooks";
import { islandIn } from "#web-kit/hydration/island.tsx";
import type { DashboardTexts, VoiceTexts } from "../../texts/texts.ts";

/** A form that was sent. */
export interface SentForm {
  readonly action: string;
  /** The names of the fields that were empty. */
  readonly empty: readonly string[];
}

/** The reader of a page, for all its parts. */
export interface Reader {
  readonly texts: DashboardTexts;
  readonly voiceTexts: VoiceTexts;
  /** The base URL of the API. */
  readonly baseUrl: string;
  /** Whether the page's script runs: only then are the controls that need it shown, and times in the reader's zone. */
  readonly isLive: boolean;
  /** The form that the page answers; undefined where it answers none. */
  readonly sent: SentForm | undefined;
}

export const ReaderContext = createContext<Reader | undefined>(undefined);

/** Returns the reader of the page around a component; throws where there is none. */
export function useReader(): Reader {
  const reader = useContext(ReaderContext);
  if (reader === undefined) throw new Error("no reader around this component");
  return reader;
}

/** A part of the page that is hydrated, and follows the reader, in a task of its own. */
export const Island = islandIn(ReaderContext);
