import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { UsageRow } from "../frame/content.ts";
import { day, number } from "../frame/formats.ts";
import { useReader } from "../frame/reader.ts";
import { byDayAndProduct, totalOf } from "./sums.ts";

/** The figures in words: for screen readers, for browsers without a script, for copying. */
export function UsageTable({ rows }: { readonly rows: readonly UsageRow[] }): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  const total = totalOf(rows);
  return (
    <details class="folded">
      <summary>{usage.allFigures}</summary>
      <div class="table" role="region" aria-label={usage.title} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">{usage.day}</th>
              <th scope="col">{usage.product}</th>
              <th scope="col" class="number">
                {usage.requests}
              </th>
              <th scope="col" class="number">
                {usage.audio}
              </th>
              <th scope="col" class="number">
                {usage.characters}
              </th>
            </tr>
          </thead>
          <tbody>
            {byDayAndProduct(rows).map((row) => (
              <tr key={`${row.day} ${row.product}`}>
                <th scope="row">{day(reader, row.day)}</th>
                <td>{usage.products[row.product]}</td>
                <Figures row={row} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {usage.total}
              </th>
              <Figures row={total} />
            </tr>
          </tfoot>
        </table>
      </div>
    </details>
  );
}

function Figures({ row }: { readonly row: ReturnType<typeof totalOf> }) {
  const reader = useReader();
  const { usage } = reader.texts;
  return (
    <>
      <td class="number">{number(reader, row.requests)}</td>
      <td class="number">
        {fill(usage.seconds, { seconds: number(reader, row.audioSeconds, 1) })}
      </td>
      <td class="number">{number(reader, row.characters)}</td>
    </>
  );
}
