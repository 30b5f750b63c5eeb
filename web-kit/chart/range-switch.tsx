import type { JSX } from "preact";
import { isForAnotherTab } from "../another-tab.ts";

/** A stretch of time that charts can show. */
export interface ChartRange<Id extends string = string> {
  readonly id: Id;
  /** E.g. `7 days`. */
  readonly label: string;
  /** Where the page with this range is, for browsers without script and for sharing. */
  readonly href: string;
}

interface RangeSwitchProps<Id extends string> {
  /** Names the switch, e.g. `Period`. */
  readonly label: string;
  readonly ranges: readonly ChartRange<Id>[];
  readonly current: Id;
  /** Shows another range in place; without it the links are followed. */
  readonly onChoose?: (id: Id) => void;
}

/** Lets readers choose how far back charts go: links, which a script may answer in place. */
export function RangeSwitch<Id extends string>(props: RangeSwitchProps<Id>): JSX.Element {
  const { label, ranges, current, onChoose } = props;
  return (
    <nav class="ranges" aria-label={label}>
      {ranges.map(({ id, label: name, href }) => (
        <a
          key={id}
          href={href}
          aria-current={id === current ? "true" : undefined}
          onClick={(event) => {
            if (onChoose === undefined || isForAnotherTab(event)) return;
            event.preventDefault();
            onChoose(id);
          }}
        >
          {name}
        </a>
      ))}
    </nav>
  );
}
