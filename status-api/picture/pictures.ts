import { contentTypeOf } from "#monitor/domain/page-identity.ts";
import { type PageSummary, pageSummary } from "#monitor/domain/page-summary.ts";
import {
  componentWords,
  impactWords,
  overallWords,
  statusEventWords,
} from "#monitor/domain/status-words.ts";
import {
  endOf,
  stageOf,
  type Incident,
  isMaintenance,
  type Maintenance,
} from "#monitor/domain/status-event.ts";
import { toneOfStatusEvent } from "#monitor/domain/status-event-tone.ts";
import { readableAccent } from "#web-kit/colour/accent.ts";
import { durationIn } from "#web-kit/language/duration.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { fill } from "#web-kit/language/texts.ts";
import type { Picture } from "#web-kit/picture/draw-picture.ts";
import type { Snapshot } from "../snapshot/snapshot.ts";
import { isImpaired } from "#monitor/domain/incident-now.ts";
import { momentInWords } from "../texts/moments.ts";
import { durationTexts, overviewTexts, pictureTexts, statusEventTexts } from "../texts/texts.ts";
import { daysStripSvg, STRIP_DAYS } from "./days-strip.ts";
import { colourOf, markSvg } from "./marks.ts";

/** Returns a picture of the overall status, the affected components and the last days. */
export function overviewPicture(snapshot: Snapshot, language: Language): Picture {
  const { kind, tone } = summaryOf(snapshot);
  return {
    ...brandingOf(snapshot, language),
    mark: markSvg(tone),
    colour: colourOf(tone),
    title: overallWords[kind][language],
    lines: affectedLines(snapshot, language),
    strip: daysStripSvg(snapshot),
    foot: [asOf(snapshot, language), fill(pictureTexts[language].lastDays, { count: STRIP_DAYS })],
  };
}

/** Returns a picture with the name, the state and the times of an incident or a maintenance. */
export function statusEventPicture(
  snapshot: Snapshot,
  statusEvent: Incident | Maintenance,
  language: Language,
): Picture {
  const tone = toneOfStatusEvent(statusEvent);
  return {
    ...brandingOf(snapshot, language),
    mark: markSvg(tone),
    colour: colourOf(tone),
    title: statusEvent.name[language],
    lines: [standing(statusEvent, language), timesOf(snapshot, statusEvent, language)],
    foot: [footOf(snapshot, statusEvent, language)],
  };
}

/** Returns the mark of the overall status as SVG. */
export function overviewIcon(snapshot: Snapshot): string {
  return markSvg(summaryOf(snapshot).tone);
}

function summaryOf({ components, incidents }: Snapshot): PageSummary {
  const statuses = components.map(({ status }) => status);
  return pageSummary(statuses, incidents);
}

/** Returns the page's name or logo and its accent colour, for a light background. */
function brandingOf(
  { page: { name, identity, pictures } }: Snapshot,
  language: Language,
): Pick<Picture, "name" | "logo" | "accent"> {
  const { logo, accentColor } = identity;
  const stored = logo && pictures.find((one) => one.name === logo.light.name);
  return {
    name: stored && logo.saysName ? undefined : name[language],
    logo: stored
      ? { ...logo.light, src: `data:${contentTypeOf(stored)};base64,${stored.content}` }
      : undefined,
    accent: accentColor === null ? undefined : readableAccent(accentColor, "light"),
  };
}

function affectedLines({ components }: Snapshot, language: Language): string[] {
  const texts = overviewTexts[language];
  const namesOf = (some: Snapshot["components"]): string => {
    const isAll = some.length > 1 && some.length === components.length;
    return isAll ? texts.allComponents : some.map(({ name }) => name[language]).join(", ");
  };
  const affected = components.filter(isImpaired);
  const maintained = components.filter(({ status }) => status === "under_maintenance");
  return [
    ...(affected.length === 0 ? [] : [fill(texts.affected, { components: namesOf(affected) })]),
    ...(maintained.length === 0
      ? []
      : [`${componentWords.under_maintenance[language]}: ${namesOf(maintained)}`]),
  ];
}

function standing(statusEvent: Incident | Maintenance, language: Language): string {
  const texts = statusEventTexts[language];
  const stage = statusEventWords[stageOf(statusEvent)][language];
  return isMaintenance(statusEvent)
    ? `${texts.maintenance} · ${stage}`
    : `${texts.incident} · ${stage} · ${impactWords[statusEvent.impact][language]}`;
}

function timesOf(
  { page: { timeZone } }: Snapshot,
  statusEvent: Incident | Maintenance,
  language: Language,
): string {
  const texts = statusEventTexts[language];
  const endMs = endOf(statusEvent);
  const [name, atMs] = isMaintenance(statusEvent)
    ? [overviewTexts[language].scheduledFor, statusEvent.scheduledForMs]
    : [texts.began, statusEvent.startedAtMs];
  const began = `${name}: ${momentInWords(atMs, language, timeZone)}`;
  if (endMs === null) return began;
  const duration = durationIn(durationTexts[language], endMs - statusEvent.startedAtMs);
  return `${began} · ${texts.duration}: ${duration}`;
}

function footOf(
  snapshot: Snapshot,
  statusEvent: Incident | Maintenance,
  language: Language,
): string {
  const { resolvedAtMs } = statusEvent;
  if (resolvedAtMs === null) return asOf(snapshot, language);
  const { timeZone } = snapshot.page;
  const end = isMaintenance(statusEvent) ? "completed" : "resolved";
  return `${statusEventWords[end][language]}: ${momentInWords(resolvedAtMs, language, timeZone)}`;
}

function asOf({ page, dataAtMs }: Snapshot, language: Language): string {
  return fill(pictureTexts[language].asOf, {
    time: momentInWords(dataAtMs, language, page.timeZone),
  });
}
