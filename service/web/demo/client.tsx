/// <reference types="vite/client" />
import "./style.css";
import { signal } from "@preact/signals";
import { hydrate, type JSX } from "preact";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { loadTexts } from "#web-kit/language/texts.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import type { DemoContent } from "./frame/content.ts";
import type { PanelContext } from "./frame/panel-context.ts";
import { panelOf, PANELS, type Panel, type PanelName } from "./panels.ts";
import { pageSession, type DemoSession } from "../session/demo-session.ts";
import { SessionNote } from "./frame/session-note.tsx";
import { Tabs } from "./tabs.tsx";
import type { DemoTexts } from "../texts/texts.ts";

type Wake = (panel: Element, context: PanelContext) => void;

/** Each demo is loaded when it is first shown. */
const ISLANDS: Readonly<Record<PanelName, () => Promise<{ readonly wake: Wake }>>> = {
  live: () => import("./live/island.tsx"),
  file: () => import("./file/island.tsx"),
  speech: () => import("./speech/island.tsx"),
  design: () => import("./design/island.tsx"),
};

const chosen = signal<Panel>(panelOf(""));
const awake = new Set<Panel>();
// After the task that reads this script, in which the browser has the end of the document to do.
queueTask(() => void start());

async function start(): Promise<void> {
  const texts = await loadTexts<DemoTexts>(
    import.meta.glob("/languages/*/site/demo.json", { import: "default" }),
  );
  const session = pageSession();
  const content = readPageState() as DemoContent;
  const context = { texts, content, session };
  island("demo-tabs", <LiveTabs texts={texts} onChoose={(panel) => choose(panel, context)} />);
  island("demo-session", <LiveSessionNote texts={texts} session={session} />);
  // After the tabs, which have to begin as the server wrote them.
  queueTask(() => {
    window.addEventListener("popstate", () => show(panelOf(location.hash), context));
    show(panelOf(location.hash), context);
  });
}

/** Shows a panel and gives it its address. */
function choose(panel: Panel, context: PanelContext): void {
  if (panel !== chosen.value) history.pushState(null, "", `#${panel.anchor}`);
  show(panel, context);
}

function show(panel: Panel, context: PanelContext): void {
  chosen.value = panel;
  for (const { anchor } of PANELS) {
    const element = document.getElementById(anchor);
    if (element !== null) element.hidden = anchor !== panel.anchor;
  }
  void wake(panel, context);
}

async function wake(panel: Panel, context: PanelContext): Promise<void> {
  const element = document.getElementById(panel.anchor);
  if (element === null || awake.has(panel)) return;
  awake.add(panel);
  const loaded = await ISLANDS[panel.name]();
  queueTask(() => loaded.wake(element, context));
}

function island(id: string, content: JSX.Element): void {
  const element = document.getElementById(id);
  if (element !== null) queueTask(() => hydrate(content, element));
}

function LiveTabs(props: {
  readonly texts: DemoTexts;
  readonly onChoose: (panel: Panel) => void;
}): JSX.Element {
  return <Tabs {...props} chosen={chosen.value} />;
}

function LiveSessionNote({
  texts,
  session,
}: {
  readonly texts: DemoTexts;
  readonly session: DemoSession;
}): JSX.Element {
  return <SessionNote texts={texts} view={session.view.value} />;
}
