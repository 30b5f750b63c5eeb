/// <reference types="vite/client" />
import "../style.css";
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { hydrateFilled } from "#web-kit/hydration/hydrate-filled.ts";
import { queueTask } from "#web-kit/hydration/queue-task.ts";
import { readPageState } from "#web-kit/document/page-state.ts";
import { readerOf } from "../reader/reader.ts";
import { signUpModel } from "../subscribe/sign-up-model.ts";
import { pathOfWay } from "#monitor/domain/page-paths.ts";
import {
  SubscribePage,
  SUBSCRIBE_ROOT_ID,
  type SubscribeState,
  subscribeTitle,
} from "./subscribe-page.tsx";
import { SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";

/** Hydrates the server's subscription page, so that its forms are answered in place. */
function takeOver(root: HTMLElement, { content, name, identity, language }: SubscribeState): void {
  const model = signUpModel(content);
  const frameReader = readerOf(language, "utc", false);
  const reader = signal(frameReader);
  const LivePage = (): JSX.Element => (
    <SubscribePage
      model={model}
      frameReader={frameReader}
      reader={reader.value}
      name={name}
      identity={identity}
    />
  );
  queueTask(() => hydrateFilled(<LivePage />, root));
  queueTask(() => {
    reader.value = readerOf(language, "local", true);
    effect(
      () => void (document.title = subscribeTitle(model, SUBSCRIBE_TEXTS[language].subscribe)),
    );
    let shown = content.way;
    effect(() => {
      const way = model.way.value;
      if (way === shown) return;
      shown = way;
      history.replaceState(null, "", pathOfWay(way, model.form.value.statusEvent?.id));
    });
    // Set last, after header and footer: a form looks the same whether the browser or the script sends it.
    queueTask(() => void (root.dataset["takenOver"] = ""));
  });
}

const root = document.getElementById(SUBSCRIBE_ROOT_ID);
if (root !== null) takeOver(root, readPageState() as SubscribeState);
