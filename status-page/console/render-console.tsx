import type { JSX } from "preact";
import type { PageModule } from "#status-api/page/page-build.ts";
import { fill } from "#web-kit/language/texts.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReader, useTexts } from "../reader/reader.ts";
import { FORM_ID, hasForm } from "./console-form.ts";
import { isAwaited } from "./requested-run-page.tsx";
import { ConsoleNav, consolePage } from "./pages.tsx";
import { CONSOLE_TEXTS } from "./texts.ts";

const RELOAD_SECONDS = 30;
/** For a page that waits for a run. */
const AWAITED_SECONDS = 2;

/** Renders a page of the console: links and plain forms, which its script only keeps up to date. */
export const renderConsole: PageModule["renderConsole"] = (content, name, options) => {
  const { language, path, identity, siteUrl } = options;
  const texts = CONSOLE_TEXTS[language].console;
  const form = hasForm(content) ? FORM_ID : undefined;
  const isNow = content.kind === "now";
  const { body, title } = consolePage(content, language);
  return writeDocument(
    <Document
      title={content.kind === "signIn" ? title : fill(texts.title, { page: title })}
      description={texts.description}
      tone="unknown"
      options={options}
      script="console"
      bodyClass={content.kind === "signIn" ? undefined : "console-page"}
      {...(isNow && { reloadSeconds: RELOAD_SECONDS })}
      {...(isAwaited(content) && { reloadSeconds: AWAITED_SECONDS })}
      isPrivate
    >
      {/* Enter in a field presses the first button of its form, and the language switch comes first on the page. */}
      {form !== undefined && <button hidden form={form} name="step" value="preview" />}
      <Standalone
        reader={serverReader(language, siteUrl)}
        name={name?.[language]}
        identity={identity}
        path={path}
        form={form}
        consoleFoot={<ConsoleFoot />}
      >
        {content.kind !== "signIn" && <ConsoleNav path={path} />}
        {body}
      </Standalone>
    </Document>,
  );
};

/** Says in which zone times are, and what was done last, which the page's script writes. */
function ConsoleFoot(): JSX.Element {
  const texts = useTexts("frame");
  return (
    <footer class="page-footer">
      <p class="quiet" data-local-times={texts.timesLocal}>
        {texts.timesUtc}
      </p>
      <p class="console-done" role="status" id="console-done" />
    </footer>
  );
}
