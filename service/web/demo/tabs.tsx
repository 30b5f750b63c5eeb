import type { ReadonlySignal } from "@preact/signals";
import type { JSX } from "preact";
import { useDemoPage } from "./frame/demo-page.ts";

/** The demos in the order of their tabs; their anchors are the same in every language. */
export const PANELS = [
  { name: "live", anchor: "mikrofon" },
  { name: "file", anchor: "dosya" },
  { name: "speech", anchor: "seslendirme" },
  { name: "design", anchor: "ses-tasarimi" },
] as const;

export type Panel = (typeof PANELS)[number];

/** Returns the panel that a `#hash` names, or the first one. */
export function panelOf(hash: string): Panel {
  return PANELS.find(({ anchor }) => hash === `#${anchor}`) ?? PANELS[0];
}

/** Returns the panel that a key moves to from another one; undefined for other keys. */
export function panelAfterKey(current: Panel, key: string): Panel | undefined {
  const at = PANELS.indexOf(current);
  const indices: Readonly<Record<string, number>> = {
    ArrowRight: (at + 1) % PANELS.length,
    ArrowLeft: at - 1,
    Home: 0,
    End: -1,
  };
  const index = indices[key];
  return index === undefined ? undefined : PANELS.at(index);
}

export function tabId({ anchor }: Panel): string {
  return `tab-${anchor}`;
}

interface TabsProps {
  readonly chosen: ReadonlySignal<Panel>;
  readonly onChoose?: (panel: Panel) => void;
}

/** The tabs of the demos; each is a link to its own address. */
export function Tabs({ chosen, onChoose }: TabsProps): JSX.Element {
  const { texts } = useDemoPage();
  const onClick = (event: MouseEvent, panel: Panel): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onChoose?.(panel);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = panelAfterKey(chosen.value, event.key);
    if (next === undefined) return;
    event.preventDefault();
    onChoose?.(next);
    document.getElementById(tabId(next))?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={texts.demos} onKeyDown={onKeyDown}>
      {PANELS.map((panel) => (
        <a
          key={panel.name}
          id={tabId(panel)}
          role="tab"
          href={`#${panel.anchor}`}
          aria-controls={panel.anchor}
          aria-selected={panel === chosen.value}
          tabIndex={panel === chosen.value ? 0 : -1}
          onClick={(event) => onClick(event, panel)}
        >
          {texts.tabs[panel.name]}
        </a>
      ))}
    </div>
  );
}
