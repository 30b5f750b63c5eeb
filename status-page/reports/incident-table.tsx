import type { JSX } from "preact";
import type { IncidentReport, MonthReport } from "#monitor/domain/report.ts";
import { statusEventPath } from "#monitor/domain/page-paths.ts";
import { namesOfComponents } from "../reader/component-names.ts";
import { Moment } from "../reader/moment.tsx";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { Length } from "./length.tsx";

/** A row for each incident of the month, newest first, and the means below. */
export function IncidentTable({ report }: { report: MonthReport }): JSX.Element {
  const texts = useTexts("report");
  return (
    <Island as="div" class="card report-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.incident}</th>
            <th scope="col">{texts.started}</th>
            <th scope="col">{texts.duration}</th>
            <th scope="col">{texts.detect}</th>
            <th scope="col">{texts.resolve}</th>
          </tr>
        </thead>
        <tbody>
          {report.incidents.map((incident) => (
            <IncidentRow key={incident.id} incident={incident} report={report} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={3}>
              {texts.all} <span class="unit">({texts.mean})</span>
            </th>
            <td data-title={texts.detect}>
              <Length ms={report.meanToDetectMs} />
            </td>
            <td data-title={texts.resolve}>
              <Length ms={report.meanToResolveMs} />
            </td>
          </tr>
        </tfoot>
      </table>
    </Island>
  );
}

function IncidentRow(props: { incident: IncidentReport; report: MonthReport }): JSX.Element {
  const reader = useReader();
  const texts = useTexts("report");
  const { incident, report } = props;
  const { id, name, impact, componentIds, startedAtMs, durationMs } = incident;
  return (
    <tr>
      <th scope="row">
        <a href={reader.siteUrl + statusEventPath(id)}>{name[reader.language]}</a>
        <span class="quiet note">
          {reader.texts.impacts[impact]}
          {componentIds.length > 0 &&
            ` · ${texts.affected}: ${namesOfComponents(report.components, componentIds, reader)}`}
        </span>
      </th>
      <td data-title={texts.started}>
        <Moment atMs={startedAtMs} />
      </td>
      <td data-title={texts.duration}>
        {durationMs === null ? texts.ongoing : <Length ms={durationMs} />}
      </td>
      <td data-title={texts.detect}>
        <Length ms={incident.toDetectMs} />
      </td>
      <td data-title={texts.resolve}>
        <Length ms={incident.toResolveMs} />
      </td>
    </tr>
  );
}
