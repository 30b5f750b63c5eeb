import type { PageModule } from "#status-api/page/page-build.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { serverReader } from "../reader/reader.ts";
import { renderSubscribe } from "./render-subscribe.tsx";
import { TEXTS as SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";
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
      <Standalone reader={serverReader(language)} name={name?.[language]} path={path}>
        <SubscriptionPage content={content} />
      </Standalone>
    </Document>,
  );
};
