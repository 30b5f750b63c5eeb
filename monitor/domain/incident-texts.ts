import type { Language } from "#web-kit/language/languages.ts";
import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type { ComponentStatus } from "#migrations/status/schema.ts";

import type { ComponentChange, ComponentNow, IncidentAction } from "./incident-plan.ts";
import { componentWords } from "./status-words.ts";
import { isReason, reasons } from "#monitor/domain/reason.ts";

/** What automation says with an action. */
export interface IncidentTexts {
  /** The incident's name from now on. */
  readonly name: LocalizedText;
  /** The update's body. */
  readonly body: LocalizedText;
}

/** Component names by id. */
export type ComponentNames = ReadonlyMap<string, LocalizedText>;

const worstFirst = ["major_outage", "partial_outage", "degraded_performance"] as const;
const MAX_NAMES_IN_TITLE = 3;

/** Words for `action`: what the checks saw, since when, and at the end for how long. Times are UTC. */
export function incidentTexts(
  action: IncidentAction,
  names: ComponentNames,
  componentCount: number,
): IncidentTexts {
  return { name: nameOf(action.components, names, componentCount), body: bodyOf(action, names) };
}

function nameOf(
  members: readonly ComponentNow[],
  names: ComponentNames,
  componentCount: number,
): LocalizedText {
  const worst = worstFirst.find((status) => members.some((member) => member.status === status));
  const label = worst === undefined ? { en: "Disruption", tr: "Aksama" } : componentWords[worst];
  const listed = members.map((member) => nameIn(names, member.id));
  const of = (language: Language, all: string, some: string): string =>
    listed.length === componentCount && componentCount > 1
      ? all
      : listed.length > MAX_NAMES_IN_TITLE
        ? some
        : listed.map((name) => name[language]).join(", ");
  return {
    en: `${label.en}: ${of("en", "all components", `${listed.length} components`)}`,
    tr: `${label.tr}: ${of("tr", "tüm bileşenler", `${listed.length} bileşen`)}`,
  };
}

function bodyOf(action: IncidentAction, names: ComponentNames): LocalizedText {
  if (action.components.length === 0) {
    return {
      en: "What was affected is no longer monitored.",
      tr: "Etkilenen bileşenler artık izlenmiyor.",
    };
  }
  const wellSinceMs = Math.max(...action.components.map((component) => component.sinceMs));
  if (action.kind === "monitor") {
    return {
      en: `All that was affected works again since ${clock(wellSinceMs)} UTC. We keep watching.`,
      tr: `Etkilenen her şey ${clock(wellSinceMs)} UTC'den beri yeniden çalışıyor. İzlemeyi sürdürüyoruz.`,
    };
  }
  if (action.kind === "resolve") {
    const span = `${clock(action.startedAtMs)}–${clock(wellSinceMs)} UTC`;
    const length = duration(wellSinceMs - action.startedAtMs);
    return {
      en: `All that was affected works again. It lasted ${length.en} (${span}).`,
      tr: `Etkilenen her şey yeniden çalışıyor. Kesinti ${length.tr} sürdü (${span}).`,
    };
  }
  const again: LocalizedText[] =
    action.kind === "reopen" ? [{ en: "The trouble is back.", tr: "Sorun yeniden görüldü." }] : [];
  const sentences = [...again, ...action.changes.map((change) => changeSentence(change, names))];
  return {
    en: sentences.map((sentence) => sentence.en).join(" "),
    tr: sentences.map((sentence) => sentence.tr).join(" "),
  };
}

function changeSentence({ component }: ComponentChange, names: ComponentNames): LocalizedText {
  const name = nameIn(names, component.id);
  const since = clock(component.sinceMs);
  const impaired = worstFirst.find((status) => status === component.status);
  if (impaired === undefined) return calmSentence(component.status, name, since);
  const label = {
    en: lowerFirst(componentWords[impaired].en, "en"),
    tr: lowerFirst(componentWords[impaired].tr, "tr"),
  };
  const seen = isReason(component.reason) ? reasons[component.reason] : undefined;
  return {
    en: `${name.en}: ${label.en} since ${since} UTC${seen ? `; our checks saw that ${seen.seen}` : ""}.`,
    tr: `${name.tr}: ${since} UTC'den beri ${label.tr}${seen ? `; denetimlerimiz şunu gördü: ${seen.seenTr}` : ""}.`,
  };
}

function calmSentence(status: ComponentStatus, name: LocalizedText, since: string): LocalizedText {
  if (status === "unknown") {
    return {
      en: `${name.en}: not observed since ${since} UTC.`,
      tr: `${name.tr}: ${since} UTC'den beri gözlenemiyor.`,
    };
  }
  if (status === "under_maintenance") {
    return {
      en: `${name.en}: under maintenance since ${since} UTC.`,
      tr: `${name.tr}: ${since} UTC'den beri bakımda.`,
    };
  }
  return {
    en: `${name.en} works again since ${since} UTC.`,
    tr: `${name.tr} ${since} UTC'den beri yeniden çalışıyor.`,
  };
}

function nameIn(names: ComponentNames, id: string): LocalizedText {
  return names.get(id) ?? { en: id, tr: id };
}

function clock(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(11, 16);
}

function duration(lengthMs: number): LocalizedText {
  const minutes = Math.max(1, Math.round(lengthMs / 60_000));
  if (minutes < 60) {
    return { en: `${minutes} minute${minutes === 1 ? "" : "s"}`, tr: `${minutes} dakika` };
  }
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return { en: `${hours} h ${rest} min`, tr: `${hours} sa ${rest} dk` };
}

function lowerFirst(text: string, language: string): string {
  return text.slice(0, 1).toLocaleLowerCase(language) + text.slice(1);
}
