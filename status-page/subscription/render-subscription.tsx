import type { PageModule, PageOptions } from "#status-api/page/page-build.ts";
import { PageStateScript } from "#web-kit/document/page-state-script.tsx";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReader } from "../reader/reader.ts";
import { signUpModel } from "../subscribe/sign-up-model.ts";
import {
  SubscribePage,
  SUBSCRIBE_ROOT_ID,
  type SubscribeState,
  subscribeTitle,
} from "./subscribe-page.tsx";
import { SubscriptionPage, subscriptionTitle } from "./subscription-page.tsx";
import { SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";

export const renderSubscription: PageModule["renderSubscription"] = (content, name, options) => {
  const { language, path } = options;
  const ownName = name?.[language];
  if (content.kind === "subscribe") return renderSubscribe(content, ownName, options);
  return writeDocument(
    <Document
      title={subscriptionTitle(content, language)}
      description={SUBSCRIBE_TEXTS[language].subscribe.intro}
      tone="unknown"
      options={options}
      isPrivate
    >
      <Standalone
        reader={serverReader(language)}
        name={ownName}
        identity={options.identity}
        path={path}
      >
        <SubscriptionPage content={content} />
      </Standalone>
    </Document>,
  );
};

/** Renders the subscription page, with the state from which its script hydrates it. */
function renderSubscribe(
  content: SubscribeState["content"],
  name: string | undefined,
  options: PageOptions,
): string {
  const { language, identity } = options;
  const reader = serverReader(language);
  const model = signUpModel(content);
  const texts = SUBSCRIBE_TEXTS[language].subscribe;
  const state: SubscribeState = {
    content,
    identity,
    language,
    ...(name !== undefined && { name }),
  };
  return writeDocument(
    <Document
      title={subscribeTitle(model, texts)}
      description={texts.intro}
      tone="unknown"
      options={options}
      script="subscribe"
      isPrivate
    >
      <div id={SUBSCRIBE_ROOT_ID}>
        <SubscribePage
          model={model}
          frameReader={reader}
          reader={reader}
          name={name}
          identity={identity}
        />
      </div>
      <PageStateScript state={state} />
    </Document>,
  );
}
