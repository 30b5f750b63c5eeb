import type { PathOptions } from "#status-api/page/page-build.ts";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { Document } from "../frame/document.tsx";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { serverReader } from "../reader/reader.ts";
import { signUpModel } from "../subscribe/sign-up-model.ts";
import { SubscribePage, subscribeTitle } from "./subscribe-page.tsx";
import { type SubscribeContent, subscribeRootId, type SubscribeState } from "./subscribe-state.ts";
import { TEXTS } from "../subscribe/texts.ts";

/** Renders the page where people subscribe; the script finds its state in it and takes over. */
export function renderSubscribe(
  content: SubscribeContent,
  name: string | undefined,
  options: PathOptions,
): string {
  const { language } = options;
  const reader = serverReader(language);
  const model = signUpModel(content);
  const state: SubscribeState = { content, language, ...(name === undefined ? {} : { name }) };
  return writeDocument(
    <Document
      title={subscribeTitle(model, TEXTS[language])}
      description={TEXTS[language].intro}
      tone="unknown"
      options={options}
      script="subscribe"
      isPrivate
    >
      <div id={subscribeRootId}>
        <SubscribePage model={model} frameReader={reader} reader={reader} name={name} />
      </div>
      <PageStateScript state={state} />
    </Document>,
  );
}
