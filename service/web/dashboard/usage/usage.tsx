import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { RangeSwitch } from "#web-kit/chart/range-switch.tsx";
import type { UsageView } from "../frame/content.ts";
import { limit } from "../frame/formats.tsx";
import { Island, useReader } from "../frame/reader.ts";
import { QuotaMeters } from "./quota-meters.tsx";
import { Totals } from "./totals.tsx";
import { UsageCharts } from "./usage-charts.tsx";
import { UsageTable } from "./usage-table.tsx";

/** What an account used by day and product, its quota and its limits. */
export function UsagePage({ shown }: { readonly shown: UsageView }): JSX.Element {
  const { usage } = useReader().texts;
  const { rows, days, quota, limits } = shown;
  return (
    <>
      <h1>{usage.title}</h1>
      <Choices shown={shown} />
      <Totals rows={rows} />
      {rows.length === 0 ? (
        <p class="quiet">{usage.empty}</p>
      ) : (
        <section aria-labelledby="charts-title">
          <h2 id="charts-title">{usage.charts}</h2>
          <UsageCharts rows={rows} days={days} />
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

/** Which days and which key: links and a form, so that every choice has an address. */
function Choices({ shown }: { readonly shown: UsageView }) {
  const { usage } = useReader().texts;
  const { dayCount, dayCounts, keyId, keys } = shown;
  const ofKey = keyId === undefined ? "" : `&${new URLSearchParams({ key: keyId })}`;
  return (
    <div class="choices">
      <RangeSwitch
        label={usage.period}
        current={String(dayCount)}
        ranges={dayCounts.map((count) => ({
          id: String(count),
          label: fill(usage.days, { count }),
          href: `/dashboard/usage?days=${count}${ofKey}`,
        }))}
      />
      <form class="form-row" action="/dashboard/usage">
        <input type="hidden" name="days" value={dayCount} />
        <label for="usage-key">{usage.key}</label>
        <select class="input" id="usage-key" name="key">
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
        <button class="button plain" type="submit">
          {usage.apply}
        </button>
      </form>
    </div>
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
