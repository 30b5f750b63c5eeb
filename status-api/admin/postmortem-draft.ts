import { runPath } from "#monitor/domain/console-paths.ts";
import { type ComponentStatus, worstStatus } from "#monitor/domain/component-status.ts";
import { isReason } from "#monitor/domain/reason.ts";
import { componentWords, statusEventWords } from "#monitor/domain/status-words.ts";
import type { Trouble } from "#monitor/store/interval-history.ts";
import { durationIn } from "#web-kit/language/duration.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import { clockInWords, momentInWords } from "../texts/moments.ts";
import { durationTexts, postmortemTexts, reasonTexts } from "../texts/texts.ts";
import type { PostmortemFacts } from "./postmortem-facts.ts";

/** Longer timelines leave out what lies between their first and last lines. */
const MAX_LINES = 40;

/** Returns the draft of a postmortem in Markdown: what is known, and the headings of what people have to say. */
export function postmortemDraft(facts: PostmortemFacts, language: Language): string {
  const texts = postmortemTexts[language];
  return [
    texts.summary,
    summaryOf(facts, language),
    texts.affected,
    membersOf(facts, language),
    texts.timeline,
    timelineOf(facts, language),
    texts.cause,
    texts.learned,
    ...(facts.runs.length === 0 ? [] : [texts.evidence, evidenceOf(facts, language)]),
  ].join("\n\n");
}

function summaryOf(facts: PostmortemFacts, language: Language): string {
  const { name, startedAtMs, notifiedAtMs, endedAtMs, alerts, timeZone } = facts;
  const texts = postmortemTexts[language];
  const after = (atMs: number): string =>
    durationIn(durationTexts[language], Math.max(0, atMs - startedAtMs));
  const taken = alerts
    .flatMap(({ acknowledgedAtMs: atMs, acknowledgedBy: by }) =>
      atMs === null || by === null ? [] : [{ atMs, by }],
    )
    .toSorted((a, b) => a.atMs - b.atMs)[0];
  return [
    fill(texts.span, {
      name: name[language],
      from: momentInWords(startedAtMs, language, timeZone),
      until: momentInWords(endedAtMs, language, timeZone),
      duration: after(endedAtMs),
    }),
    fill(texts.detected, { duration: after(notifiedAtMs) }),
    ...(taken === undefined
      ? []
      : [fill(texts.acknowledged, { name: plainWords(taken.by), duration: after(taken.atMs) })]),
  ].join(" ");
}

function membersOf(facts: PostmortemFacts, language: Language): string {
  const { components, troubles, timeZone, endedAtMs } = facts;
  const texts = postmortemTexts[language];
  const lines = components.flatMap(({ id, name }) => {
    const own = troubles.filter(({ componentId }) => componentId === id);
    if (own.length === 0) return [];
    const until = ({ toMs }: Trouble): number => toMs ?? endedAtMs;
    const times = joined(own, until).map(
      ([fromMs, toMs]) =>
        `${clockInWords(fromMs, language, timeZone)} – ${clockInWords(toMs, language, timeZone)}`,
    );
    const lastedMs = own.reduce((sum, one) => sum + until(one) - one.fromMs, 0);
    const reasons = [...new Set(own.flatMap(({ reason }) => reasonWords(reason, language) ?? []))];
    return `- ${fill(reasons.length === 0 ? texts.member : texts.memberReason, {
      component: name[language],
      status: componentWords[worstStatus(own.map(({ status }) => status))][language],
      times: times.join(", "),
      duration: durationIn(durationTexts[language], lastedMs),
      reason: reasons.join("; "),
    })}`;
  });
  return lines.length === 0 ? "…" : lines.join("\n");
}

/** Returns the begins and ends of times that follow each other without a gap as one. */
function joined(
  troubles: readonly Trouble[],
  until: (trouble: Trouble) => number,
): (readonly [fromMs: number, toMs: number])[] {
  const times: [number, number][] = [];
  for (const trouble of troubles) {
    const before = times.at(-1);
    if (before?.[1] === trouble.fromMs) before[1] = until(trouble);
    else times.push([trouble.fromMs, until(trouble)]);
  }
  return times;
}

interface TimelineEvent {
  readonly atMs: number;
  /** The component that the text is about; several of which the same is said at the same time share a line. */
  readonly component?: string;
  readonly write: (components: string) => string;
}

function timelineOf(facts: PostmortemFacts, language: Language): string {
  const texts = postmortemTexts[language];
  const events = eventsOf(facts, language).toSorted((a, b) => a.atMs - b.atMs);
  const byLine = Map.groupBy(events, ({ atMs, write, component }, index) => {
    const clock = clockInWords(atMs, language, facts.timeZone);
    return `${clock} ${write("")} ${component === undefined ? index : ""}`;
  });
  const lines = [...byLine.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const names = [first, ...others].flatMap(({ component }) => component ?? []);
    const clock = clockInWords(first.atMs, language, facts.timeZone);
    return `- ${clock} ${first.write([...new Set(names)].join(", "))}`;
  });
  if (lines.length <= MAX_LINES) return lines.join("\n");
  const cut = fill(texts.furtherEvents, { count: lines.length - MAX_LINES });
  return [...lines.slice(0, MAX_LINES / 2), `- ${cut}`, ...lines.slice(-MAX_LINES / 2)].join("\n");
}

function eventsOf(facts: PostmortemFacts, language: Language): TimelineEvent[] {
  const texts = postmortemTexts[language];
  const nameOf = (id: string): string =>
    facts.components.find((component) => component.id === id)?.name[language] ?? id;
  const plain = (atMs: number, text: string): TimelineEvent => ({ atMs, write: () => text });
  const isAnnouncedAsOver = facts.updates.at(-1)?.status === "resolved";
  return [
    ...facts.troubles.flatMap(({ componentId, status, reason, fromMs, toMs }, _index, all) => {
      const component = nameOf(componentId);
      const isContinued = all.some((one) => one.componentId === componentId && one.fromMs === toMs);
      const write = troubleText(status, reason, language);
      return [
        { atMs: fromMs, component, write },
        ...(toMs === null || isContinued ? [] : [{ atMs: toMs, component, write: recovered }]),
      ];
    }),
    ...facts.alerts.flatMap(({ checkId: check, firedAtMs, acknowledgedAtMs, acknowledgedBy }) => [
      plain(firedAtMs, fill(texts.alertFired, { check })),
      ...(acknowledgedAtMs === null || acknowledgedBy === null
        ? []
        : [
            plain(
              acknowledgedAtMs,
              fill(texts.alertAcknowledged, { name: plainWords(acknowledgedBy), check }),
            ),
          ]),
    ]),
    ...facts.updates.map(({ status, atMs, by }) => {
      const stage = statusEventWords[status][language];
      const name = by === null ? null : plainWords(by);
      return plain(
        atMs,
        name === null ? fill(texts.automatic, { stage }) : fill(texts.postedBy, { name, stage }),
      );
    }),
    ...facts.givenBack.map(({ atMs, by }) =>
      plain(atMs, fill(texts.gaveBack, { name: plainWords(by) })),
    ),
    ...(isAnnouncedAsOver ? [] : [plain(facts.resolvedAtMs, texts.over)]),
  ];

  function recovered(component: string): string {
    return fill(texts.recovered, { component });
  }
}

function troubleText(
  status: ComponentStatus,
  reason: string | null,
  language: Language,
): (component: string) => string {
  const texts = postmortemTexts[language];
  const words = reasonWords(reason, language);
  return (component) =>
    words === undefined
      ? fill(texts.beganWithoutReason, { component, status: componentWords[status][language] })
      : fill(texts.began, { component, reason: words });
}

function evidenceOf({ runs, timeZone, consoleUrl }: PostmortemFacts, language: Language): string {
  const texts = postmortemTexts[language];
  return runs
    .map(({ id, checkId, slotMs, reason }) => {
      const text = fill(texts.run, {
        at: clockInWords(slotMs, language, timeZone),
        check: checkId,
        reason: reasonWords(reason, language) ?? reason ?? "",
      });
      return `- [${text}](${consoleUrl ?? ""}${runPath(id)})`;
    })
    .join("\n");
}

function reasonWords(reason: string | null, language: Language): string | undefined {
  return isReason(reason) ? reasonTexts[language][reason] : undefined;
}

/** Escapes the marks of Markdown in a name that people chose. */
function plainWords(name: string): string {
  return name.replaceAll(/[\\`*_[\]<>#|~]/g, String.raw`\$&`);
}
