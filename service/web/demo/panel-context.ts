import type { DemoContent } from "./content.ts";
import type { DemoSession } from "./session/demo-session.ts";
import type { Texts } from "./turkish.ts";

/** What every demo is brought to life with. */
export interface PanelContext {
  readonly texts: Texts;
  readonly content: DemoContent;
  readonly session: DemoSession;
}
