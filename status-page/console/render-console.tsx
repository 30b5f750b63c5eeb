import type { PageModule } from "#status-api/page/page-build.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReader } from "../reader/reader.ts";
import { NowPage } from "./now-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { CONSOLE_TEXTS } from "./texts.ts";

const RELOAD_SECONDS = 30;

/** Renders a page of the console: links and plain forms, which its script only keeps fresh. */
export const renderConsole: PageModule["renderConsole"] = (content, name, options) => {
  const { language, path, identity } = options;
  const texts = CONSOLE_TEXTS[language].console;
  const isNow = content.kind === "now";
  return writeDocument(
    <Document
      title={isNow ? texts.nowTitle : texts.signInTitle}
      description={texts.description}
      tone="unknown"
      options={options}
      script="console"
      {...(isNow && { reloadSeconds: RELOAD_SECONDS })}
      isPrivate
    >
      <Standalone
        reader={serverReader(language)}
        name={name?.[language]}
        identity={identity}
        path={path}
      >
        {isNow ? <NowPage view={content.view} /> : <SignInPage problem={content.problem} />}
      </Standalone>
    </Document>,
  );
};
