import { type ComponentChildren, type JSX, toChildArray } from "preact";
import { isReason } from "#monitor/domain/reason.ts";
import { clockMs } from "#monitor/domain/zone-clock.ts";
import type { ConsoleKind, ConsoleViews } from "#status-api/page/page-view-console.ts";
import type { LocationNowView } from "#status-api/page/page-view-now.ts";
import type { Formats } from "../reader/formats.ts";
import { StatusMark } from "../status/status-mark.tsx";
import { useConsoleTexts } from "./texts.ts";

/** What a page of the console is given. */
export interface PageProps<Kind extends ConsoleKind> {
  readonly view: ConsoleViews[Kind];
}

/** Formats a moment in a time zone: `21 Nov 2026, 17:03`. */
export function zonedTime(formats: Formats, timeZone: string, atMs: number): string {
  // The server formats times in UTC.
  return formats.dateTime(clockMs(timeZone, atMs));
}

/** Formats both ends of a time span in a time zone; the end without its day when that is the day of the beginning. */
export function zonedSpan(formats: Formats, timeZone: string, fromMs: number, untilMs: number) {
  const [from, until] = [clockMs(timeZone, fromMs), clockMs(timeZone, untilMs)];
  return {
    from: formats.dateTime(from),
    until: formats.inSentence({ form: "time", atMs: until }, from),
  };
}

export function Alert({ children }: { readonly children: string }): JSX.Element {
  return (
    <p class="notice" role="alert">
      {children}
    </p>
  );
}

/** A list of rows, or the words that stand in its place while it is empty. */
export function Rows({
  none,
  class: kind = "console-rows",
  children,
}: {
  readonly none: string;
  readonly class?: string;
  readonly children: readonly JSX.Element[];
}): JSX.Element {
  if (children.length === 0) return <p class="card quiet">{none}</p>;
  return <ul class={`card ${kind}`}>{children}</ul>;
}

/** Facts one after the other, each a child, with a middle dot between two that share a line. */
export function Facts({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <span class="dotted">
      {toChildArray(children).map((fact, index) => (
        <span key={index}>
          {index > 0 && <span class="dot"> · </span>}
          {fact}
        </span>
      ))}
    </span>
  );
}

/** Links to older entries, if there are any. */
export function OlderLink({ path }: { readonly path: string | null }): JSX.Element | null {
  const texts = useConsoleTexts().console.work;
  if (path === null) return null;
  return (
    <p>
      <a class="button plain" href={path}>
        {texts.older}
      </a>
    </p>
  );
}

/** A fact of a `dl` with the class `console-facts`. */
export function Fact({
  name,
  children,
}: {
  readonly name: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The tone of a run by its result. */
export const RESULT_TONES = {
  ok: "operational",
  degraded: "degraded_performance",
  failed: "major_outage",
  prober_error: "unknown",
} as const satisfies Record<LocationNowView["result"], string>;

/** The result of a run with its mark and its reason. */
export function RunResult({
  result,
  reason,
}: Pick<LocationNowView, "result" | "reason">): JSX.Element {
  const { console: texts, reasons } = useConsoleTexts();
  return (
    <>
      <StatusMark status={RESULT_TONES[result]} /> {texts.results[result]}
      {isReason(reason) && `: ${reasons[reason]}`}
    </>
  );
}
