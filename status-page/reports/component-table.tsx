import { MINUTE_MS } from "#units/time.ts";
import type { JSX } from "preact";
import type { ComponentReport } from "#monitor/domain/report.ts";
import { fill } from "#web-kit/language/texts.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { Length } from "./length.tsx";

/** A row for each component: its uptime and objective, the rest of its error budget, and its incidents. */
export function ComponentTable(props: { components: readonly ComponentReport[] }): JSX.Element {
  const texts = useTexts("report");
  return (
    <Island as="div" class="card report-table">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.component}</th>
            <th scope="col">{texts.uptime}</th>
            <th scope="col">{texts.objective}</th>
            <th scope="col">{texts.budget}</th>
            <th scope="col">{texts.incidents}</th>
            <th scope="col">
              {texts.detect} <span class="unit">({texts.mean})</span>
            </th>
            <th scope="col">
              {texts.resolve} <span class="unit">({texts.mean})</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.components.map((component) => (
            <ComponentRow key={component.id} component={component} />
          ))}
        </tbody>
      </table>
    </Island>
  );
}

function ComponentRow({ component }: { component: ComponentReport }): JSX.Element {
  const { language, formats, siteUrl } = useReader();
  const texts = useTexts("report");
  const { id, name, uptimePercent, coveragePercent, objective, noData, incidentCount } = component;
  const { meanToDetectMs, meanToResolveMs } = component;
  return (
    <tr>
      <th scope="row">
        <a href={siteUrl + componentPath(id)}>{name[language]}</a>
        {uptimePercent !== null && coveragePercent < 100 && (
          <span class="quiet note">
            {fill(texts.observed, { percent: formats.percent(coveragePercent) })}
          </span>
        )}
        {uptimePercent !== null && noData.length > 0 && (
          <span class="quiet note">
            {fill(texts.noDataOn, {
              days: noData
                .map(({ firstDate, lastDate }) => formats.days(firstDate, lastDate))
                .join("; "),
            })}
          </span>
        )}
      </th>
      <td data-title={texts.uptime}>
        {uptimePercent === null ? texts.noData : formats.percent(uptimePercent)}
      </td>
      <td data-title={texts.objective}>{objective === null ? "–" : formats.percent(objective)}</td>
      <td data-title={texts.budget}>
        <Budget component={component} />
      </td>
      <td data-title={texts.incidents}>{formats.number(incidentCount)}</td>
      <td data-title={texts.detect}>
        <Length ms={meanToDetectMs} />
      </td>
      <td data-title={texts.resolve}>
        <Length ms={meanToResolveMs} />
      </td>
    </tr>
  );
}

function Budget(props: { component: ComponentReport }): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("report");
  const { budget, uptimePercent } = props.component;
  if (budget === null || uptimePercent === null) return <>–</>;
  // Rounded down, so that no more of a budget is shown than is left.
  const minutes = (ms: number): string => formats.number(Math.floor((ms / MINUTE_MS) * 10) / 10);
  const whole = minutes(budget.wholeMs);
  if (budget.leftMs >= 0) {
    return <>{fill(texts.budgetLeft, { left: minutes(budget.leftMs), whole })}</>;
  }
  const over = formats.number(Math.ceil((-budget.leftMs / MINUTE_MS) * 10) / 10);
  return <strong class="used-up">{fill(texts.budgetUsedUp, { over, whole })}</strong>;
}
