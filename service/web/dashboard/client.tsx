/// <reference types="vite/client" />
import "./style.css";
import type { JSX } from "preact";
import { hydrateFilled } from "#web-kit/hydration/hydrate-filled.ts";
import { useLayoutEffect, useState } from "preact/hooks";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { DashboardTexts, VoiceTexts } from "../texts/texts.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import {
  Dashboard,
  DASHBOARD_ROOT_ID,
  type DashboardProps,
  type DashboardState,
} from "./dashboard.tsx";

/** Renders the server's markup first, then local times and the controls that need a script. */
function LiveDashboard(props: Omit<DashboardProps, "isLive">): JSX.Element {
  const [isLive, setLive] = useState(false);
  // After the islands, which must hydrate the server's markup first.
  useLayoutEffect(() => queueTask(() => setLive(true)), []);
  return <Dashboard {...props} isLive={isLive} />;
}

async function start(): Promise<void> {
  const root = document.getElementById(DASHBOARD_ROOT_ID);
  const state = readPageState() as DashboardState | undefined;
  if (root === null || state === undefined) return;
  const [texts, voiceTexts] = await Promise.all([
    loadTexts<DashboardTexts>(
      import.meta.glob("/languages/*/site/dashboard.json", { import: "default" }),
    ),
    loadTexts<VoiceTexts>(import.meta.glob("/languages/*/site/voices.json", { import: "default" })),
  ]);
  queueTask(() => hydrateFilled(<LiveDashboard {...state} {...{ texts, voiceTexts }} />, root));
  // The page may answer a form, which reloading would send again.
  const { content } = state;
  if (content.page === "dashboard" && content.shown.view === "keys") {
    history.replaceState(null, "", location.pathname);
  }
}

void start();
