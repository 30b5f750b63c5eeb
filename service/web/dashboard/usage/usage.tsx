import { fill } from "#web-kit/language/texts.ts";
import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { RangeSwitch } from "#web-kit/chart/range-switch.tsx";
import { askView } from "../api/ask-view.ts";
import { useAttempt } from "../frame/attempt.ts";
import type { UsageView } from "../frame/content.ts";
import { limit } from "../frame/formats.tsx";
import { ADDRESSES } from "../frame/navigation.tsx";
import { Complaint } from "../frame/notices.tsx";
import { Island, useReader } from "../frame/reader.ts";
import { QuotaMeters } from "./quota-meters.tsx";
import { Totals } from "./totals.tsx";
import { UsageCharts } from "./usage-charts.tsx";
import { UsageTable } from "./usage-table.tsx";

/** Which usage is shown. */
type Choice = Pick<UsageView, "dayCount" | "keyId" | "by">;

/** The usage page: usage by day and product or key, quota and limits. */
export function UsagePage({ shown: first }: { readonly shown: UsageView }): JSX.Element {
  const { usage } = useReader().texts;
  const view = useSignal(first);
  const newest = useRef("");
  const { isBusy, complaint, attempt } = useAttempt();
  const { rows, quota, limits } = view.value;
  const choose = (choice: Choice): void => {
    const address = addressOf(choice);
    newest.current = address;
    void attempt(async () => {
      const answer = await askView<UsageView>(address);
      // Another choice may have been made meanwhile.
      if (newest.current !== address) return;
      view.value = answer;
      history.replaceState(null, "", address);
    });
  };
  return (
    <>
      <h1>{usage.title}</h1>
      <Choices shown={view.value} onChoose={choose} />
      <Complaint text={complaint.value} />
      <div aria-live="polite" aria-busy={isBusy.value}>
        <Totals rows={rows} />
      </div>
      {rows.length === 0 ? (
        <p class="quiet">{usage.empty}</p>
      ) : (
        <section aria-labelledby="charts-title">
          <div class="section-head">
            <h2 id="charts-title">{usage.charts}</h2>
            <GroupSwitch shown={view.value} onChoose={choose} />
          </div>
          <UsageCharts {...view.value} />
          <Island as="div" class="usage-table">
            <UsageTable rows={rows} />
          </Island>
        </section>
      )}
      <Island as="section" aria-labelledby="quota-title">
        <h2 id="quota-title">{usage.quota}</h2>
        <QuotaMeters quota={quota} />
      </Island>
      <Island as="section" aria-labelledby="limits-title">
        <h2 id="limits-title">{usage.limits}</h2>
        <LimitTable limits={limits} />
        <p class="quiet">{usage.limitsNote}</p>
      </Island>
    </>
  );
}

/** Returns the URL of a choice. */
function addressOf({ dayCount, keyId, by }: Choice): string {
  const query = { days: String(dayCount), by, ...(keyId !== undefined && { key: keyId }) };
  return `${ADDRESSES.usage}?${new URLSearchParams(query)}`;
}

interface ChoicesProps {
  readonly shown: UsageView;
  readonly onChoose: (choice: Choice) => void;
}

/** Links and a form for choosing days and key; a script updates the page in place. */
function Choices({ shown, onChoose }: ChoicesProps) {
  const { usage } = useReader().texts;
  const { dayCount, dayCounts, keyId, keys, by } = shown;
  return (
    <div class="choices">
      <RangeSwitch
        label={usage.period}
        current={String(dayCount)}
        ranges={dayCounts.map((count) => ({
          id: String(count),
          label: fill(usage.days, { count }),
          href: addressOf({ ...shown, dayCount: count }),
        }))}
        onChoose={(count) => onChoose({ ...shown, dayCount: Number(count) })}
      />
      <form class="form-row" action={ADDRESSES.usage}>
        <input type="hidden" name="days" value={dayCount} />
        <input type="hidden" name="by" value={by} />
        <label for="usage-key">{usage.key}</label>
        <select
          class="input"
          id="usage-key"
          name="key"
          onChange={({ currentTarget: { value } }) =>
            onChoose({ ...shown, keyId: value === "" ? undefined : value })
          }
        >
          <option value="">{usage.allKeys}</option>
          {keys.map(({ id, name, isRevoked }) => (
            <option key={id} value={id} selected={id === keyId}>
              {isRevoked ? fill(usage.revokedKey, { name }) : name}
            </option>
          ))}
          <option value="dashboard" selected={keyId === "dashboard"}>
            {usage.dashboard}
          </option>
        </select>
        <button class="button plain without-script" type="submit">
          {usage.apply}
        </button>
      </form>
    </div>
  );
}

/** Switches between bars split by product and by key. */
function GroupSwitch({ shown, onChoose }: ChoicesProps) {
  const { usage } = useReader().texts;
  return (
    <RangeSwitch
      label={usage.partedBy}
      current={shown.by}
      ranges={(["product", "key"] as const).map((by) => ({
        id: by,
        label: usage.by[by],
        href: addressOf({ ...shown, by }),
      }))}
      onChoose={(by) => onChoose({ ...shown, by })}
    />
  );
}

function LimitTable({ limits }: Pick<UsageView, "limits">) {
  const reader = useReader();
  const { limitNames } = reader.texts.usage;
  return (
    <dl class="facts">
      {(Object.keys(limitNames) as (keyof typeof limitNames)[]).map((name) => (
        <div key={name}>
          <dt>{limitNames[name]}</dt>
          <dd>{limit(reader, limits[name])}</dd>
        </div>
      ))}
    </dl>
  );
}
