import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { UsageRow } from "../frame/content.ts";
import { day, number } from "../frame/formats.tsx";
import { useReader } from "../frame/reader.ts";
import { byDayAndProduct, type Total, totalOf } from "./sums.ts";

/** The figures as a table: for screen readers, for browsers without a script, for copying. */
export function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  return (
    <details class="folded">
      <summary>{usage.allFigures}</summary>
      <div class="table" role="region" aria-label={usage.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{usage.day}</th>
              <th scope="col">{usage.product}</th>
              {[usage.requests, usage.audio, usage.characters].map((name) => (
                <th key={name} scope="col" class="number">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {byDayAndProduct(rows).map((row) => (
              <tr key={`${row.day} ${row.product}`}>
                <th scope="row">{day(reader, row.day)}</th>
                <td>{usage.products[row.product]}</td>
                <Figures of={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {usage.total}
              </th>
              <Figures of={totalOf(rows)} />
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}

function Figures({ of: { requests, audioSeconds, characters } }: { readonly of: Total }) {
  const reader = useReader();
  const seconds = number(reader, audioSeconds, 1);
  return (
    <>
      <td class="number">{number(reader, requests)}</td>
      <td class="number">{fill(reader.texts.usage.seconds, { seconds })}</td>
      <td class="number">{number(reader, characters)}</td>
    </>
  );
}
