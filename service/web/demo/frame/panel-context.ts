import type { DemoContent } from "./content.ts";
import type { DemoSession } from "../../session/demo-session.ts";
import type { DemoTexts } from "../../texts/texts.ts";

/** What every demo is brought to life with. */
export interface PanelContext {
  readonly texts: DemoTexts;
  readonly content: DemoContent;
  readonly session: DemoSession;
}
