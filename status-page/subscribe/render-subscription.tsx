import type { PageModule } from "#status-api/page-build.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReaders, writeDocument } from "../frame/write-document.ts";
import { SubscriptionPage, subscriptionTitle } from "./subscription-page.tsx";
import { TEXTS } from "./texts/texts.ts";

/** Renders a page about subscriptions. */
export const renderSubscription: PageModule["renderSubscription"] = (content, name, options) => {
  const { language, path } = options;
  const texts = TEXTS[language];
  const title = subscriptionTitle(content, texts);
  const isRefused = content.kind === "subscribe" && content.refusal !== undefined;
  return writeDocument(
    <Document
      // Nothing else is read aloud when a form comes back.
      title={isRefused ? texts.toCorrect(title) : title}
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
