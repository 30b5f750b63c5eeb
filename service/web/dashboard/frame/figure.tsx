import type { JSX } from "preact";

/** One figure with its name. */
export function Figure({
  name,
  value,
}: {
  readonly name: string;
  readonly value: string;
}): JSX.Element {
  return (
    <div class="figure card">
      <dt class="quiet">{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
