import { fill } from "#web-kit/language/texts.ts";
import type { JSX } from "preact";
import { RangeSwitch } from "#web-kit/chart/range-switch.tsx";
import type { KeyRow, UsageView } from "../frame/content.ts";
import { duration, number } from "../frame/formats.ts";
import { Figure } from "../frame/figure.tsx";
import { Island, useReader, type Reader } from "../frame/reader.ts";
import { QuotaMeters } from "./quota-meters.tsx";
import { totalOf } from "./sums.ts";
import { UsageCharts } from "./usage-charts.tsx";
import { UsageTable } from "./usage-table.tsx";

/** What an account used by day and product, its quota and its limits. */
export function UsagePage({ shown }: { readonly shown: UsageView }): JSX.Element {
  const reader = useReader();
  const { usage } = reader.texts;
  const total = totalOf(shown.rows);
  return (
    <>
      <h1>{usage.title}</h1>
      <Choices shown={shown} />
      <dl class="figures">
        <Figure name={usage.audio} value={duration(reader, total.audioSeconds)} />
        <Figure name={usage.characters} value={number(reader, total.characters)} />
        <Figure name={usage.requests} value={number(reader, total.requests)} />
      </dl>
      {shown.rows.length === 0 ? (
        <p class="quiet">{usage.empty}</p>
      ) : (
        <section aria-labelledby="charts-title">
          <h2 id="charts-title">{usage.charts}</h2>
          <UsageCharts rows={shown.rows} days={shown.days} />
          <Island as="div" class="usage-table">
            <UsageTable rows={shown.rows} />
          </Island>
        </section>
      )}
      <Island as="section" aria-labelledby="quota-title">
        <h2 id="quota-title">{usage.quota}</h2>
        <QuotaMeters quota={shown.quota} />
      </Island>
      <Island as="section" aria-labelledby="limits-title">
        <h2 id="limits-title">{usage.limits}</h2>
        <LimitTable limits={shown.limits} />
        <p class="quiet">{usage.limitsNote}</p>
      </Island>
    </>
  );
}

/** Which days and which key: links and a form, so that every choice has an address. */
function Choices({ shown }: { readonly shown: UsageView }) {
  const { usage } = useReader().texts;
  const { dayCount, dayCounts, keyId, keys } = shown;
  return (
    <div class="choices">
      <RangeSwitch
        label={usage.period}
        current={String(dayCount)}
        ranges={dayCounts.map((count) => ({
          id: String(count),
          label: fill(usage.days, { count }),
          href: addressOf(count, keyId),
        }))}
      />
      <form class="form-row" action="/dashboard/usage">
        <input type="hidden" name="days" value={dayCount} />
        <label for="usage-key">{usage.key}</label>
        <select class="input" id="usage-key" name="key">
          <option value="">{usage.allKeys}</option>
          {keys.map((key) => (
            <option key={key.id} value={key.id} selected={key.id === keyId}>
              {nameOf(key, usage)}
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
  const { limitNames, unlimited } = reader.texts.usage;
  return (
    <dl class="facts">
      {(Object.keys(limitNames) as (keyof typeof limitNames)[]).map((name) => {
        const limit = limits[name];
        return (
          <div key={name}>
            <dt>{limitNames[name]}</dt>
            <dd>{limit === null ? unlimited : number(reader, limit)}</dd>
          </div>
        );
      })}
    </dl>
  );
}

function addressOf(days: number, keyId: string | undefined): string {
  const query = new URLSearchParams({
    days: String(days),
    ...(keyId !== undefined && { key: keyId }),
  });
  return `/dashboard/usage?${query}`;
}

function nameOf({ name, isRevoked }: KeyRow, usage: Reader["texts"]["usage"]): string {
  return isRevoked ? fill(usage.revokedKey, { name }) : name;
}
