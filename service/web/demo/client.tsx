/// <reference types="vite/client" />
import "./style.css";
import { signal } from "@preact/signals";
import { type ComponentType, hydrate, type JSX } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { loadTexts } from "#web-kit/language/texts.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import type { DemoContent, PanelProps } from "./frame/content.ts";
import { SessionNote } from "./frame/session-note.tsx";
import { sessionView } from "../session/demo-session.ts";
import { panelOf, PANELS, type Panel, Tabs } from "./tabs.tsx";
import type { DemoTexts } from "../texts/texts.ts";

/** Each demo is loaded when it is first shown. */
const PANEL_LOADERS: Readonly<Record<Panel["name"], () => Promise<ComponentType<PanelProps>>>> = {
  live: async () => (await import("./live/live-panel.tsx")).LivePanel,
  file: async () => (await import("./file/file-panel.tsx")).FilePanel,
  speech: async () => (await import("./speech/speech-panel.tsx")).SpeechPanel,
  design: async () => (await import("./design/design-panel.tsx")).DesignPanel,
};

const chosen = signal<Panel>(panelOf(""));
const hydrated = new Set<Panel>();
// In a task after this script's own, so that the browser can finish the document first.
queueTask(() => void start());

async function start(): Promise<void> {
  const texts = await loadTexts<DemoTexts>(
    import.meta.glob("/languages/*/site/demo.json", { import: "default" }),
  );
  const props = { texts, content: readPageState() as DemoContent };
  hydrateInto(
    "demo-tabs",
    <Tabs texts={texts} chosen={chosen} onChoose={(panel) => choose(panel, props)} />,
  );
  hydrateInto("demo-session", <SessionNote texts={texts} view={sessionView} />);
  // After the tabs, which have to be hydrated as the server rendered them.
  queueTask(() => {
    window.addEventListener("popstate", () => show(panelOf(location.hash), props));
    show(panelOf(location.hash), props);
  });
}

/** Shows a panel and makes its address that of the page. */
function choose(panel: Panel, props: PanelProps): void {
  if (panel !== chosen.value) history.pushState(null, "", `#${panel.anchor}`);
  show(panel, props);
}

function show(panel: Panel, props: PanelProps): void {
  chosen.value = panel;
  for (const { anchor } of PANELS) {
    const element = document.getElementById(anchor);
    if (element !== null) element.hidden = anchor !== panel.anchor;
  }
  void hydratePanel(panel, props);
}

async function hydratePanel(panel: Panel, props: PanelProps): Promise<void> {
  if (hydrated.has(panel)) return;
  hydrated.add(panel);
  const Component = await PANEL_LOADERS[panel.name]();
  hydrateInto(panel.anchor, <Component {...props} />);
}

function hydrateInto(id: string, content: JSX.Element): void {
  const element = document.getElementById(id);
  if (element !== null) queueTask(() => hydrate(content, element));
}
