import type { JSX } from "preact";
import type { UsageRow } from "../frame/content.ts";
import { duration, number } from "../frame/formats.tsx";
import { useReader } from "../frame/reader.ts";
import { totalOf } from "./sums.ts";

/** What was used in all: audio, characters, requests. */
export function Totals({ rows }: { readonly rows: readonly UsageRow[] }): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  const { audioSeconds, characters, requests } = totalOf(rows);
  const figures = [
    [usage.audio, duration(reader, audioSeconds)],
    [usage.characters, number(reader, characters)],
    [usage.requests, number(reader, requests)],
  ] as const;
  return (
    <dl class="figures">
      {figures.map(([name, value]) => (
        <div key={name} class="figure card">
          <dt class="quiet">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
