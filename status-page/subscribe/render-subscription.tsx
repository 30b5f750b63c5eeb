import type { PageModule, PathOptions } from "#status-api/page-build.ts";
import { pageStateId, pageStateJson } from "#design-system/page-state.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReaders, writeDocument } from "../frame/write-document.ts";
import { signUpModel } from "./sign-up-model.ts";
import { SubscribePage, subscribeTitle } from "./subscribe-page.tsx";
import { type SubscribeContent, subscribeRootId, type SubscribeState } from "./subscribe-state.ts";
import { SubscriptionPage, subscriptionTitle } from "./subscription-page.tsx";
import { TEXTS } from "./texts/texts.ts";

/** Renders a page about subscriptions. */
export const renderSubscription: PageModule["renderSubscription"] = (content, name, options) => {
  const { language, path } = options;
  if (content.kind === "subscribe") return renderSubscribe(content, name?.[language], options);
  const texts = TEXTS[language];
  return writeDocument(
    <Document
      title={subscriptionTitle(content, texts)}
      description={texts.intro}
      tone="unknown"
      options={options}
      withScript={false}
      isPrivate
    >
      <Standalone reader={serverReaders[language]} name={name?.[language]} path={path}>
        <SubscriptionPage content={content} />
      </Standalone>
    </Document>,
  );
};

/** Where people sign up, the script finds the page's state and takes over. */
function renderSubscribe(
  content: SubscribeContent,
  name: string | undefined,
  options: PathOptions,
): string {
  const { language } = options;
  const reader = serverReaders[language];
  const model = signUpModel(content);
  const state: SubscribeState = { content, language, ...(name === undefined ? {} : { name }) };
  return writeDocument(
    <Document
      title={subscribeTitle(model, TEXTS[language])}
      description={TEXTS[language].intro}
      tone="unknown"
      options={options}
      withScript
      isPrivate
    >
      <div id={subscribeRootId}>
        <SubscribePage model={model} frameReader={reader} reader={reader} name={name} />
      </div>
      <script
        type="application/json"
        id={pageStateId}
        dangerouslySetInnerHTML={{ __html: pageStateJson(state) }}
      />
    </Document>,
  );
}
