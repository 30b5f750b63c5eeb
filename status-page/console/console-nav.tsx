import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

type ConsoleTexts = ReturnType<typeof useConsoleTexts>["console"];

/** The pages of the console, each with a function that returns its name from the texts. */
const LINKS: readonly (readonly [href: string, nameIn: (texts: ConsoleTexts) => string])[] = [
  [CONSOLE_PATHS.now, ({ nowTitle }) => nowTitle],
  [CONSOLE_PATHS.incidents, ({ tell }) => tell.incidents],
  [CONSOLE_PATHS.onCall, ({ onCall }) => onCall.title],
  [CONSOLE_PATHS.maintenance, ({ work }) => work.nav.maintenance],
  [CONSOLE_PATHS.components, ({ work }) => work.nav.components],
  [CONSOLE_PATHS.graph, ({ graph }) => graph.title],
  [CONSOLE_PATHS.deliveries, ({ work }) => work.nav.deliveries],
  [CONSOLE_PATHS.subscribers, ({ work }) => work.nav.subscribers],
  [CONSOLE_PATHS.audit, ({ work }) => work.nav.audit],
  [CONSOLE_PATHS.reports, ({ reports }) => reports.title],
];

/** Links to the pages of the console; pages below one of them count as that page. */
export function ConsoleNav({ path }: { readonly path: string }): JSX.Element {
  const texts = useConsoleTexts().console;
  const [place] = path.split("?");
  const current = (href: string): "page" | "true" | undefined => {
    if (place === href) return "page";
    return href !== CONSOLE_PATHS.now && place?.startsWith(`${href}/`) === true
      ? "true"
      : undefined;
  };
  return (
    <nav class="console-nav" aria-label={texts.work.nav.label}>
      <ul>
        {LINKS.map(([href, nameIn]) => (
          <li key={href}>
            <a href={href} aria-current={current(href)}>
              {nameIn(texts)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
