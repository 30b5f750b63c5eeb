import type { PageModule } from "#status-api/page/page-build.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReaders, writeDocument } from "../frame/write-document.ts";
import { renderSubscribe } from "../subscribe/render-subscribe.tsx";
import { TEXTS as SUBSCRIBE_TEXTS } from "../subscribe/texts/texts.ts";
import { SubscriptionPage, subscriptionTitle } from "./subscription-page.tsx";

/** Renders a page about subscriptions. */
export const renderSubscription: PageModule["renderSubscription"] = (content, name, options) => {
  const { language, path } = options;
  if (content.kind === "subscribe") return renderSubscribe(content, name?.[language], options);
  return writeDocument(
    <Document
      title={subscriptionTitle(content, language)}
      description={SUBSCRIBE_TEXTS[language].intro}
      tone="unknown"
      options={options}
      isPrivate
    >
      <Standalone reader={serverReaders[language]} name={name?.[language]} path={path}>
        <SubscriptionPage content={content} />
      </Standalone>
    </Document>,
  );
};
