/// <reference types="vite/client" />
import "./style.css";
import { signal } from "@preact/signals";
import type { ComponentType, JSX } from "preact";
import { hydrateFilled } from "#web-kit/hydration/hydrate-filled.ts";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { loadTexts } from "#web-kit/language/texts.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import type { DemoContent } from "./frame/content.ts";
import { type DemoPage, DemoPageContext } from "./frame/demo-page.ts";
import { SessionNote } from "./frame/session-note.tsx";
import { panelOf, PANELS, type Panel, Tabs } from "./tabs.tsx";
import type { DemoTexts, VoiceTexts } from "../texts/texts.ts";

/** Each demo is loaded when it is first shown. */
const PANEL_LOADERS: Readonly<Record<Panel["name"], () => Promise<ComponentType>>> = {
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
  const [texts, voiceTexts] = await Promise.all([
    loadTexts<DemoTexts>(import.meta.glob("/languages/*/site/demo.json", { import: "default" })),
    loadTexts<VoiceTexts>(import.meta.glob("/languages/*/site/voices.json", { import: "default" })),
  ]);
  const page = { texts, voiceTexts, content: readPageState() as DemoContent };
  const tabs = <Tabs chosen={chosen} onChoose={(panel) => choose(panel, page)} />;
  hydrateInto("demo-tabs", tabs, page);
  hydrateInto("demo-session", <SessionNote />, page);
  // After the tabs, which must hydrate the server's markup first.
  queueTask(() => {
    window.addEventListener("popstate", () => show(panelOf(location.hash), page));
    show(panelOf(location.hash), page);
  });
}

/** Shows a panel and puts its anchor into the page's URL. */
function choose(panel: Panel, page: DemoPage): void {
  if (panel !== chosen.value) history.pushState(null, "", `#${panel.anchor}`);
  show(panel, page);
}

function show(panel: Panel, page: DemoPage): void {
  chosen.value = panel;
  for (const { anchor } of PANELS) {
    const element = document.getElementById(anchor);
    if (element !== null) element.hidden = anchor !== panel.anchor;
  }
  void hydratePanel(panel, page);
}

async function hydratePanel(panel: Panel, page: DemoPage): Promise<void> {
  if (hydrated.has(panel)) return;
  hydrated.add(panel);
  const Component = await PANEL_LOADERS[panel.name]();
  hydrateInto(panel.anchor, <Component />, page);
}

function hydrateInto(id: string, content: JSX.Element, page: DemoPage): void {
  const element = document.getElementById(id);
  const root = <DemoPageContext.Provider value={page}>{content}</DemoPageContext.Provider>;
  if (element !== null) queueTask(() => hydrateFilled(root, element));
}
