import type { JSX } from "preact";
import { useConsoleTexts } from "./texts.ts";

/** The pages of the console, by the names of their texts. */
const LINKS = [
  ["now", "/console"],
  ["incidents", "/console/incidents"],
  ["maintenance", "/console/maintenance"],
  ["components", "/console/components"],
  ["deliveries", "/console/deliveries"],
  ["subscribers", "/console/subscribers"],
  ["audit", "/console/audit"],
] as const;

/** Leads to the pages of the console; a page below one of them belongs to it. */
export function ConsoleNav({ path }: { readonly path: string }): JSX.Element {
  const texts = useConsoleTexts().console.work.nav;
  const [place] = path.split("?");
  const current = (href: string): "page" | "true" | undefined => {
    if (place === href) return "page";
    return href !== "/console" && place?.startsWith(`${href}/`) === true ? "true" : undefined;
  };
  return (
    <nav class="console-nav" aria-label={texts.label}>
      <ul>
        {LINKS.map(([name, href]) => (
          <li key={name}>
            <a href={href} aria-current={current(href)}>
              {texts[name]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
