import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

type ConsoleTexts = ReturnType<typeof useConsoleTexts>["console"];

/** The pages of the console, each with a function that returns its name from the texts. */
const LINKS: readonly (readonly [href: string, nameIn: (texts: ConsoleTexts) => string])[] = [
  ["/console", ({ nowTitle }) => nowTitle],
  ["/console/incidents", ({ tell }) => tell.incidents],
  ["/console/on-call", ({ onCall }) => onCall.title],
  ["/console/maintenance", ({ work }) => work.nav.maintenance],
  ["/console/components", ({ work }) => work.nav.components],
  ["/console/graph", ({ graph }) => graph.title],
  ["/console/deliveries", ({ work }) => work.nav.deliveries],
  ["/console/subscribers", ({ work }) => work.nav.subscribers],
  ["/console/audit", ({ work }) => work.nav.audit],
  ["/console/reports", ({ reports }) => reports.title],
];

/** Links to the pages of the console; pages below one of them count as that page. */
export function ConsoleNav({ path }: { readonly path: string }): JSX.Element {
  const texts = useConsoleTexts().console;
  const [place] = path.split("?");
  const current = (href: string): "page" | "true" | undefined => {
    if (place === href) return "page";
    return href !== "/console" && place?.startsWith(`${href}/`) === true ? "true" : undefined;
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
