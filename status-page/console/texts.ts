import type console from "#languages/en/status-page/console.json";
import type alerts from "#languages/en/status-api/alerts.json";
import type reasons from "#languages/en/monitor/reasons.json";
import type { TextsOf } from "#web-kit/language/texts.ts";
import { useReader } from "../reader/reader.ts";
import { textsIn } from "../texts/texts.ts";

export interface ConsoleTexts {
  readonly console: TextsOf<typeof console>;
  readonly alerts: TextsOf<typeof alerts>;
  readonly reasons: TextsOf<typeof reasons>;
}

/** The texts of the console, which is only rendered on the server. */
export const CONSOLE_TEXTS = textsIn<ConsoleTexts>(
  import.meta.glob("/languages/*/{status-page/console,status-api/alerts,monitor/reasons}.json", {
    eager: true,
    import: "default",
  }),
);

export function useConsoleTexts(): ConsoleTexts {
  return CONSOLE_TEXTS[useReader().language];
}
