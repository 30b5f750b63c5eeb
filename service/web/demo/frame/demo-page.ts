import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DemoTexts, VoiceTexts } from "../../texts/texts.ts";
import type { DemoContent } from "./content.ts";

/** Data from which every part of the page is rendered, on the server and in the browser. */
export interface DemoPage {
  readonly texts: DemoTexts;
  readonly voiceTexts: VoiceTexts;
  readonly content: DemoContent;
}

export const DemoPageContext = createContext<DemoPage | undefined>(undefined);

/** Returns the page around a component; throws where there is none. */
export function useDemoPage(): DemoPage {
  const page = useContext(DemoPageContext);
  if (page === undefined) throw new Error("no page of demos around this component");
  return page;
}
