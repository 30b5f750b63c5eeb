import type { JSX } from "preact";
import type { PageMessage, PageModule } from "#status-api/page/page-build.ts";
import { Document } from "./document.tsx";
import { waitingId } from "./keep-asking.ts";
import { Message } from "./message.tsx";
import { Standalone } from "./standalone.tsx";
import { type MessageTexts, TEXTS } from "./message-texts.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { serverReader } from "../reader/reader.ts";

const waitingReloadSeconds = 5;

/** Renders a page that says why there is nothing else to see, and what to do. */
export const renderMessage: PageModule["renderMessage"] = (kind, name, options) => {
  const { language, path } = options;
  const texts = TEXTS[language];
  const { title, text } = texts[kind];
  const isWaiting = kind === "waiting";
  return writeDocument(
    <Document
      title={title}
      description={text}
      tone="unknown"
      options={options}
      {...(isWaiting && { script: "page", reloadSeconds: waitingReloadSeconds })}
      isPrivate
    >
      <Standalone reader={serverReader(language)} name={name?.[language]} path={path}>
        <Message title={title} text={text}>
          {nextStep(kind, path, texts)}
        </Message>
      </Standalone>
    </Document>,
  );
};

function nextStep(kind: PageMessage, path: string, texts: MessageTexts): JSX.Element {
  switch (kind) {
    case "waiting":
    case "failed":
      return (
        <a class="button plain" id={kind === "waiting" ? waitingId : undefined} href={path}>
          {texts.lookAgain}
        </a>
      );
    case "notFound":
    case "databaseAway":
      return (
        <a class="button plain" href="/">
          {texts.backToPage}
        </a>
      );
  }
}
