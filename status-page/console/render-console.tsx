import type { JSX } from "preact";
import type { PageModule } from "#status-api/page/page-build.ts";
import type { ConsoleContent } from "#status-api/page/page-view-console.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { writeDocument } from "#web-kit/document/write-document.ts";
import { Document } from "../frame/document.tsx";
import { Standalone } from "../frame/standalone.tsx";
import { serverReader } from "../reader/reader.ts";
import { AskedRunPage, askedRunTitle, isAwaited } from "./asked-run-page.tsx";
import { ForbiddenPage } from "./forbidden-page.tsx";
import { FORM_ID, hasForm } from "./console-form.ts";
import { ConsoleFoot } from "./console-foot.tsx";
import { ConsoleNav } from "./console-nav.tsx";
import { IncidentPage } from "./incident-page.tsx";
import { IncidentsPage } from "./incidents-page.tsx";
import { NowPage } from "./now-page.tsx";
import { saidIn } from "./said-in.ts";
import { OnCallPage } from "./on-call-page.tsx";
import { GraphPage } from "./graph-page.tsx";
import { ReportOfAllPage } from "./report-of-all-page.tsx";
import { RunPage } from "./run-page.tsx";
import { RunsPage } from "./runs-page.tsx";
import { SignInPage } from "./sign-in-page.tsx";
import { CONSOLE_TEXTS } from "./texts.ts";
import { WorkBody, workTitle } from "./work-body.tsx";

const RELOAD_SECONDS = 30;
/** For a page that waits for a run. */
const AWAITED_SECONDS = 2;

/** Renders a page of the console: links and plain forms, which its script only keeps up to date. */
export const renderConsole: PageModule["renderConsole"] = (content, name, options) => {
  const { language, path, identity, siteUrl } = options;
  const texts = CONSOLE_TEXTS[language].console;
  const form = hasForm(content) ? FORM_ID : undefined;
  const isNow = content.kind === "now";
  const title = titleOf(content, language);
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
        <Body content={content} />
      </Standalone>
    </Document>,
  );
};

function Body({ content }: { readonly content: ConsoleContent }): JSX.Element {
  switch (content.kind) {
    case "signIn":
      return <SignInPage {...content} />;
    case "forbidden":
      return <ForbiddenPage role={content.role} needed={content.needed} />;
    case "now":
      return <NowPage view={content.view} />;
    case "runs":
      return <RunsPage view={content.view} />;
    case "graph":
      return <GraphPage view={content.view} />;
    case "report":
      return <ReportOfAllPage view={content.view} />;
    case "onCall":
      return <OnCallPage view={content.view} />;
    case "incidents":
      return <IncidentsPage incidents={content.incidents} canPublish={content.canPublish} />;
    case "incident":
      return <IncidentPage view={content.view} />;
    case "run":
      return <RunPage view={content.view} />;
    case "askedRun":
      return <AskedRunPage view={content.view} />;
    case "maintenances":
    case "maintenance":
    case "components":
    case "component":
    case "deliveries":
    case "subscribers":
    case "audit":
      return <WorkBody content={content} />;
  }
}

function titleOf(content: ConsoleContent, language: Language): string {
  const texts = CONSOLE_TEXTS[language].console;
  switch (content.kind) {
    case "signIn":
      return texts.signInTitle;
    case "forbidden":
      return texts.forbidden;
    case "now":
      return texts.nowTitle;
    case "runs":
      return fill(texts.keptRunsOf, { check: content.view.checkId });
    case "graph":
      return texts.graph.title;
    case "report":
      return texts.reports.title;
    case "onCall":
      return texts.onCall.title;
    case "incidents":
      return texts.tell.incidents;
    case "incident":
      if (content.view === null) return texts.tell.gone;
      if (content.view.incident === null) return texts.tell.newIncident;
      return saidIn(content.view.incident, "name", language);
    case "run":
      if (content.view === null) return texts.runGone;
      return fill(texts.runOf, { check: content.view.run.checkId });
    case "askedRun":
      return askedRunTitle(content.view, texts);
    case "maintenances":
    case "maintenance":
    case "components":
    case "component":
    case "deliveries":
    case "subscribers":
    case "audit":
      return workTitle(content, language);
  }
}
