import { MINUTE_SECONDS } from "#units/time.ts";
import type { JSX } from "preact";
import { RangeSwitch } from "#web-kit/chart/range-switch.tsx";
import type { ComponentPageView } from "#status-api/page/page-view-component.ts";
import { FIGURE_RANGES, type FigureRange } from "#monitor/domain/figure-ranges.ts";
import { Island, useReader, useTexts } from "../reader/reader.ts";
import { componentPath } from "#monitor/domain/page-paths.ts";
import { CheckCharts } from "./check-charts.tsx";
import { fill } from "#web-kit/language/texts.ts";

interface ChecksProps {
  readonly view: ComponentPageView;
  readonly onRange: ((range: FigureRange) => void) | undefined;
}

/** Lists the checks of a component, with their intervals and results. */
export function Checks({ view, onRange }: ChecksProps): JSX.Element {
  const texts = useTexts("component");
  const { component, range, measured } = view;
  return (
    <section aria-labelledby="checks">
      <div class="checks-head">
        <h2 id="checks">{texts.checks}</h2>
        {measured !== null && (
          <RangeSwitch
            label={texts.period}
            ranges={FIGURE_RANGES.map((id) => ({
              id,
              label: texts.ranges[id],
              href: componentPath(component.id, id),
            }))}
            current={range}
            {...(onRange && { onChoose: onRange })}
          />
        )}
      </div>
      {measured === null && <p class="card quiet empty">{texts.measuredAway}</p>}
      {measured?.checks.length === 0 && <p class="card quiet empty">{texts.noChecks}</p>}
      {measured !== null && measured.checks.length > 0 && (
        <>
          <Measured view={view} measured={measured} />
          <p class="quiet">
            {texts.percentiles} {texts[POINT_NOTES[range]]}
          </p>
        </>
      )}
    </section>
  );
}

const POINT_NOTES: Readonly<Record<FigureRange, "eachRun" | "hourly" | "sixHourly" | "daily">> = {
  "24h": "eachRun",
  "7d": "hourly",
  "30d": "sixHourly",
  "90d": "daily",
};

function Measured({
  view,
  measured,
}: {
  view: ComponentPageView;
  measured: NonNullable<ComponentPageView["measured"]>;
}): JSX.Element {
  const { formats } = useReader();
  const texts = useTexts("component");
  const kinds: Readonly<Record<string, string>> = texts.kinds;
  return (
    <>
      {measured.checks.map((check) => (
        <Island as="section" key={check.id} class="card check" aria-label={check.id}>
          <h3>{kinds[check.kind] ?? check.kind}</h3>
          <p class="quiet">
            {check.periodSeconds === MINUTE_SECONDS
              ? texts.everyMinute
              : fill(texts.every, { period: formats.duration(check.periodSeconds * 1000) })}{" "}
            · <code>{check.id}</code>
          </p>
          <CheckCharts check={check} measured={measured} view={view} />
        </Island>
      ))}
    </>
  );
}
