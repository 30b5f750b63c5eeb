import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import type { QuotaMeter, QuotaMonth } from "../frame/content.ts";
import { duration, Instant, number } from "../frame/formats.tsx";
import { useReader } from "../frame/reader.ts";

const WIDTH = 100;
const HEIGHT = 4;

/** Shows both monthly quotas, and when they reset. */
export function QuotaMeters({ quota }: { readonly quota: QuotaMonth }): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  return (
    <div class="stack">
      <div class="meters">
        <Meter
          name={usage.audioQuota}
          meter={quota.audioSeconds}
          written={(seconds) => duration(reader, seconds)}
        />
        <Meter
          name={usage.characterQuota}
          meter={quota.characters}
          written={(count) => number(reader, count)}
        />
      </div>
      <p class="quiet">
        {usage.resets} <Instant at={quota.resetsAt} />
      </p>
    </div>
  );
}

interface MeterProps {
  readonly name: string;
  readonly meter: QuotaMeter;
  readonly written: (amount: number) => string;
}

function Meter({ name, meter: { limit, used, reserved }, written }: MeterProps) {
  const { usage } = useReader().texts;
  const left = limit === null ? Infinity : Math.max(limit - used - reserved, 0);
  const leftText = left === 0 ? usage.exhausted : fill(usage.left, { amount: written(left) });
  return (
    <div class="card meter">
      <p class="meter-head">
        <strong>{name}</strong>
        <span>
          {limit === null
            ? fill(usage.usedOnly, { used: written(used) })
            : fill(usage.ofLimit, { used: written(used), limit: written(limit) })}
        </span>
      </p>
      {limit !== null && <Bar used={used / limit} reserved={reserved / limit} />}
      <p class="quiet">
        {limit === null ? usage.unlimited : leftText}
        {reserved > 0 && ` · ${fill(usage.reserved, { amount: written(reserved) })}`}
      </p>
    </div>
  );
}

/** Draws `used` and `reserved`, fractions of the limit; hidden from screen readers, which read the text beside it. */
function Bar({ used, reserved }: { readonly used: number; readonly reserved: number }) {
  const usedWidth = Math.min(used, 1) * WIDTH;
  const reservedWidth = Math.min(reserved * WIDTH, WIDTH - usedWidth);
  return (
    <svg
      class={used >= 1 ? "meter-bar full" : "meter-bar"}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <rect class="range" width={WIDTH} height={HEIGHT} />
      <rect class="used" width={usedWidth} height={HEIGHT} />
      <rect class="reserved" x={usedWidth} width={reservedWidth} height={HEIGHT} />
    </svg>
  );
}
