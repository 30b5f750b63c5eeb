import type { JSX } from "preact";
import { panelAfterKey, PANELS, type Panel } from "./panels.ts";
import type { DemoTexts } from "../texts/texts.ts";

interface TabsProps {
  readonly texts: DemoTexts;
  readonly chosen: Panel;
  readonly onChoose?: (panel: Panel) => void;
}

/** The tabs of the demos; each is a link to its own address. */
export function Tabs({ texts, chosen, onChoose }: TabsProps): JSX.Element {
  const follow = (event: MouseEvent, panel: Panel): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose?.(panel);
  };
  const press = (event: KeyboardEvent): void => {
    const next = panelAfterKey(chosen, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose?.(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={texts.demos} onKeyDown={press}>
      {PANELS.map((panel) => (
        <a
          key={panel.name}
          id={tabId(panel)}
          role="tab"
          href={`#${panel.anchor}`}
          aria-controls={panel.anchor}
          aria-selected={panel === chosen}
          tabIndex={panel === chosen ? 0 : -1}
          onClick={(event) => follow(event, panel)}
        >
          {texts.tabs[panel.name]}
        </a>
      ))}
    </div>
  );
}

export function tabId({ anchor }: Panel): string {
  return `tab-${anchor}`;
}
