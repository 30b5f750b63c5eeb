/// <reference types="vite/client" />
import "./style.css";
import { effect } from "@preact/signals";
import { hydrate, type JSX } from "preact";
import type { PageView } from "#status-api/render/page-view.ts";
import { readPageState } from "#design-system/page-state.ts";
import { keepAsking, waitingId } from "./frame/keep-asking.ts";
import { toneOf } from "./banner/banner.tsx";
import { iconOf } from "./status/icon.ts";
import { Page } from "./overview/page.tsx";
import { type PageModel, pageModel } from "./live/page-model.ts";
import { pageRootId, type PageState } from "./live/page-state.ts";
import { titleOf } from "./overview/title.ts";

const refreshMs = 15_000;
const fetchTimeoutMs = 10_000;

function LivePage({ model }: { model: PageModel }): JSX.Element {
  return (
    <Page
      view={model.view.value}
      reader={model.reader.value}
      nowMs={model.nowMs.value}
      isConnectionLost={model.isConnectionLost.value}
    />
  );
}

async function fetchView(): Promise<PageView> {
  const response = await fetch("/page.json", {
    cache: "no-cache",
    signal: AbortSignal.timeout(fetchTimeoutMs),
  });
  if (!response.ok) throw new Error(`status ${response.status}`);
  return (await response.json()) as PageView;
}

/** Refreshes while somebody looks, and at once when somebody looks again. */
function keepFresh(model: PageModel): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const refresh = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    await model.refresh();
    timer = setTimeout(refresh, refreshMs);
  };
  document.addEventListener("visibilitychange", () => void refresh());
  addEventListener("online", () => void refresh());
  timer = setTimeout(refresh, refreshMs);
}

function start(): void {
  const root = document.getElementById(pageRootId);
  const state = readPageState() as PageState | undefined;
  if (document.getElementById(waitingId) !== null) void keepAsking();
  if (root === null || state === undefined) return;
  const model = pageModel(state, fetchView, Date.now);
  hydrate(<LivePage model={model} />, root);
  model.becomeInteractive(Intl.DateTimeFormat().resolvedOptions().timeZone);
  effect(() => {
    document.title = titleOf(model.view.value, model.reader.value);
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon !== null) icon.href = iconOf(toneOf[model.view.value.overall]);
  });
  keepFresh(model);
}

start();
