import type { JSX } from "preact";
import { isForAnotherTab } from "../another-tab.ts";

interface RangeSwitchProps<Id extends string> {
  /** The accessible name of the switch, e.g. `Period`. */
  readonly label: string;
  /** Time ranges, each with the URL of the page that shows it. */
  readonly ranges: readonly { readonly id: Id; readonly label: string; readonly href: string }[];
  readonly current: Id;
  /** Shows another range in place; without it the links are followed. */
  readonly onChoose?: (id: Id) => void;
}

/** Lets readers choose how far back charts go: links, which a script may handle in place. */
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
