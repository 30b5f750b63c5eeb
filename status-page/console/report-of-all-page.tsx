import type { JSX } from "preact";
import { consoleReports } from "#monitor/domain/page-paths.ts";
import { ReportPage } from "../reports/report-page.tsx";
import type { PageProps } from "./page-parts.tsx";
import { useConsoleTexts } from "./texts.ts";

/** The report of a month with all components, including those that are not public. */
export function ReportOfAllPage({ view }: PageProps<"report">): JSX.Element {
  return (
    <>
      <ReportPage view={view} paths={consoleReports} />
      <p class="quiet">{useConsoleTexts().console.reports.lead}</p>
    </>
  );
}
