import type { JSX } from "preact";
import type { ReportView } from "#status-api/page/page-view-report.ts";
import { consoleReports } from "#monitor/domain/page-paths.ts";
import { ReportPage } from "../reports/report-page.tsx";
import { useConsoleTexts } from "./texts.ts";

/** The report of a month with all components, including those that are not public. */
export function ReportOfAllPage({ view }: { readonly view: ReportView }): JSX.Element {
  return (
    <>
      <ReportPage view={view} paths={consoleReports} />
      <p class="quiet">{useConsoleTexts().console.reports.lead}</p>
    </>
  );
}
