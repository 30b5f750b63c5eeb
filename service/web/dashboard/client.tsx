import "./style.css";
import { hydrate, type JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import { Dashboard, DASHBOARD_ROOT_ID } from "./dashboard.tsx";
import { readerOf } from "./frame/reader.ts";
import type { DashboardState } from "./page-state.ts";

/** Begins as the server wrote it, then tells times in the reader's zone and shows what needs a script. */
function LiveDashboard({ content, language, baseUrl }: DashboardState): JSX.Element {
  const [reader, setReader] = useState(() => readerOf(language, baseUrl));
  // After the turns of the page's parts, each of which has to begin as the server wrote it.
  useLayoutEffect(() => queueTask(() => setReader({ ...reader, isLive: true })), []);
  return <Dashboard content={content} reader={reader} />;
}

function start(): void {
  const root = document.getElementById(DASHBOARD_ROOT_ID);
  const state = readPageState() as DashboardState | undefined;
  if (root === null || state === undefined) return;
  queueTask(() => hydrate(<LiveDashboard {...state} />, root));
  // A page that answered a form would send the form once more when it is loaded again.
  const { content } = state;
  if (content.page === "dashboard" && content.shown.view === "keys") {
    history.replaceState(null, "", location.pathname);
  }
}

start();
