import type { PageMessage, PageModule } from "#status-api/page/page-build.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { WAITING_ID } from "../live/page-model.ts";
import { serverReader } from "../reader/reader.ts";
import { Document } from "./document.tsx";
import { Standalone } from "./standalone.tsx";
import { SUBSCRIBE_TEXTS } from "../subscribe/texts.ts";

const WAITING_RELOAD_SECONDS = 5;

/** The next step that the page offers: the same page again, or the main page. */
const NEXT_STEPS: Readonly<Record<PageMessage, "lookAgain" | "backToPage">> = {
  waiting: "lookAgain",
  notReached: "lookAgain",
  failed: "lookAgain",
  notFound: "backToPage",
  databaseAway: "backToPage",
};

/** Renders a page that says why there is nothing else to see, and what to do. */
export const renderMessage: PageModule["renderMessage"] = (kind, name, options) => {
  const { language, path, siteUrl = "" } = options;
  const texts = SUBSCRIBE_TEXTS[language].messages;
  const { title, text } = texts[kind];
  const isWaiting = kind === "waiting" || kind === "notReached";
  const step = NEXT_STEPS[kind];
  return writeDocument(
    <Document
      title={title}
      description={text}
      tone="unknown"
      options={options}
      {...(isWaiting &&
        siteUrl === "" && { script: "overview", reloadSeconds: WAITING_RELOAD_SECONDS })}
      isPrivate
    >
      <Standalone
        reader={serverReader(language, siteUrl)}
        name={name?.[language]}
        identity={options.identity}
        path={path}
      >
        <main class="message" id="content">
          <h1>{title}</h1>
          <p>{text}</p>
          <a
            class="button plain"
            id={isWaiting ? WAITING_ID : undefined}
            href={step === "lookAgain" ? path : `${siteUrl}/`}
          >
            {texts[step]}
          </a>
        </main>
      </Standalone>
    </Document>,
  );
};
