import type { EveryContent } from "./dashboard.tsx";
import type { Language } from "#web-kit/language/languages.ts";

/** What the script needs to make the same elements as the server. */
export interface DashboardState {
  readonly content: EveryContent;
  readonly language: Language;
  readonly baseUrl: string;
}
