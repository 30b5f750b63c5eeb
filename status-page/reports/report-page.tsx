import type { JSX } from "preact";
import type { ReportView } from "#status-api/page/page-view-report.ts";
import { MAX_INCIDENTS } from "#monitor/domain/report.ts";
import { fill } from "#web-kit/language/texts.ts";
import { publicReports, type ReportPaths } from "#monitor/domain/page-paths.ts";
import { FilledText } from "../reader/filled-text.tsx";
import { Moment } from "../reader/moment.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { ComponentTable } from "./component-table.tsx";
import { IncidentTable } from "./incident-table.tsx";

/** The report of one month: objectives, actual uptime, and the durations of incidents. */
export function ReportPage({
  view,
  paths = publicReports,
}: {
  view: ReportView;
  /** The paths of the other months and of its files. */
  paths?: ReportPaths;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("report");
  const { report, previous, next } = view;
  const { timeZone, incidents, components } = report;
  const month = formats.month(report.month);
  const zone = timeZone === "Etc/UTC" ? "UTC" : timeZone;
  return (
    <section class="report">
      <h1>{fill(texts.title, { month })}</h1>
      <p class="quiet">{fill(texts.explanation, { zone })}</p>
      {!report.isOver && <RunningNote untilMs={report.untilMs} />}
      <nav class="months" aria-label={texts.months}>
        <MonthLink month={previous} rel="prev" paths={paths} />
        <MonthLink month={next} rel="next" paths={paths} />
      </nav>
      <h2>{texts.components}</h2>
      <ComponentTable components={components} />
      <h2>{texts.incidents}</h2>
      {incidents.length === 0 ? (
        <p class="card quiet empty">{fill(texts.none, { month })}</p>
      ) : (
        <IncidentTable report={report} />
      )}
      {report.hasMoreIncidents && <p class="quiet">{fill(texts.more, { count: MAX_INCIDENTS })}</p>}
      <Explanations month={report.month} paths={paths} />
    </section>
  );
}

function RunningNote({ untilMs }: { untilMs: number }): JSX.Element {
  const { running } = useTexts("report");
  return (
    <p class="running">
      <FilledText text={running} values={{ moment: <Moment atMs={untilMs} /> }} />
    </p>
  );
}

function MonthLink(props: {
  month: string | null;
  rel: "prev" | "next";
  paths: ReportPaths;
}): JSX.Element {
  const { formats } = useReader();
  const { month, rel, paths } = props;
  if (month === null) return <span class={rel} />;
  const name = formats.month(month);
  return (
    <a class={`button plain small ${rel}`} rel={rel} href={paths.page(month)}>
      {rel === "prev" ? `‹ ${name}` : `${name} ›`}
    </a>
  );
}

/** Explains the figures, and links to machine-readable files of them. */
function Explanations({ month, paths }: { month: string; paths: ReportPaths }): JSX.Element {
  const texts = useTexts("report");
  return (
    <Island as="footer" class="report-notes">
      <details class="figures" open>
        <summary>{texts.how}</summary>
        <p>{texts.uptimeMeaning}</p>
        <p>{texts.budgetMeaning}</p>
        <p>{texts.detectMeaning}</p>
        <p>{texts.resolveMeaning}</p>
        <p>{texts.listedMeaning}</p>
      </details>
      <p class="report-files">
        {texts.files}: <a href={paths.file(month, ".csv")}>{texts.componentsCsv}</a>{" "}
        <a href={paths.file(month, "/incidents.csv")}>{texts.incidentsCsv}</a>{" "}
        <a href={paths.file(month, ".json")}>{texts.json}</a>
      </p>
    </Island>
  );
}
