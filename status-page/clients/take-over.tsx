/// <reference types="vite/client" />
import "../style.css";
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { hydrateFilled } from "#web-kit/hydration/hydrate-filled.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import { onHost } from "../paths/base-path.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { liveOf } from "../live/live-of.ts";
import {
  keepAsking,
  keepFresh,
  type PageModel,
  pageModel,
  PAGE_ROOT_ID,
  type PageState,
  WAITING_ID,
} from "../live/page-model.ts";
import { headOf } from "../page/head-of.ts";
import { Page, type PageBody, type PageKind } from "../page/page.tsx";
import { iconOf } from "../status/status-mark.tsx";

function LivePage({ model, body }: { model: PageModel; body: PageBody }): JSX.Element {
  const content = model.content.value;
  return (
    <Page
      content={content}
      body={body}
      path={model.path.value}
      identity={model.identity}
      reader={model.reader.value}
      nowMs={model.nowMs.value}
      isConnectionLost={model.isConnectionLost.value}
      onRange={(range) => {
        if (content.kind === "component") {
          void moveTo(model, componentPath(content.view.component.id, range));
        }
      }}
    />
  );
}

/** Shows the page at another path in place; loads it if that fails. */
async function moveTo(model: PageModel, path: string): Promise<void> {
  history.replaceState(null, "", onHost(path));
  await model.moveTo(path).catch(() => location.reload());
}

/** Hydrates the server's page with the body of its kind, and keeps it up to date. */
export function takeOver<Kind extends PageKind>(body: PageBody<Kind>): void {
  const root = document.getElementById(PAGE_ROOT_ID);
  const state = readPageState() as PageState | undefined;
  if (document.getElementById(WAITING_ID) !== null) void keepAsking();
  if (root === null || state === undefined) return;
  const model = pageModel(state);
  queueTask(() => hydrateFilled(<LivePage model={model} body={body as PageBody} />, root));
  queueTask(() => {
    model.becomeInteractive();
    effect(() => {
      const { title, tone } = headOf(model.content.value, model.reader.value);
      document.title = title;
      // A configured icon stays.
      const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"][href^="data:"]');
      if (icon !== null) icon.href = iconOf(tone);
    });
    if (liveOf(state.content) !== null) keepFresh(model);
  });
}
