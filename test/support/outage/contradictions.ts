import type { IncidentStatus } from "#migrations/status/schema.ts";
import type { PageKind } from "#monitor/domain/page-summary.ts";
import type { StatusTexts } from "#monitor/domain/status-texts.ts";
import { type Language } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import type automatic from "#languages/en/monitor/incidents.json";
import type reasonTexts from "#languages/en/monitor/reasons.json";
import type incidents from "#languages/en/status-page/incidents.json";
import type page from "#languages/en/status-page/page.json";

import type { OutageStage } from "./designed-outage.ts";
import type { Reading } from "./readings.ts";

/** What is true at each stage: how the page stands, and the newest incident. */
export const truth: Readonly<
  Record<OutageStage, { readonly page: PageKind; readonly incident: IncidentStatus | null }>
> = {
  before: { page: "operational", incident: null },
  fallen: { page: "partial_outage", incident: "investigating" },
  worse: { page: "partial_outage", incident: "investigating" },
  "partly-recovered": { page: "partial_outage", incident: "investigating" },
  recovered: { page: "monitoring", incident: "monitoring" },
  resolved: { page: "operational", incident: "resolved" },
  "next-day": { page: "operational", incident: "resolved" },
  "by-hand": { page: "incident", incident: "identified" },
  "watched-by-hand": { page: "monitoring", incident: "monitoring" },
  "closed-by-hand": { page: "operational", incident: "postmortem" },
};

const status = readTexts<StatusTexts>("monitor/status.json");
const sentences = readTexts<TextsOf<typeof automatic>>("monitor/incidents.json");
const reasons = readTexts<TextsOf<typeof reasonTexts>>("monitor/reasons.json");
const pageTexts = readTexts<TextsOf<typeof page>>("status-page/page.json");
const incidentTexts = readTexts<TextsOf<typeof incidents>>("status-page/incidents.json");

/** Phrases that say how an incident stands, by what they say. */
function claims(language: Language) {
  const { stages } = status[language];
  const { investigating, everythingRecovered, allRecovered, resolved } = sentences[language];
  const notResponding = reasons[language].timeout;
  const lasting = [pageTexts[language].ongoing, incidentTexts[language].notEnded];
  return {
    investigating: [stages.investigating, investigating, notResponding],
    identified: [stages.identified],
    lasting,
    monitoring: [
      stages.monitoring,
      ...[everythingRecovered, allRecovered.other].map((text) => text.split(" (")[0] ?? ""),
    ],
    over: [stages.resolved, resolved.split(".")[0] ?? "", stages.postmortem],
  } satisfies Readonly<Record<string, readonly string[]>>;
}

type Claim = keyof ReturnType<typeof claims>;

/** What may be said of an incident in each state. */
const trueClaims: Readonly<Record<IncidentStatus, readonly Claim[]>> = {
  investigating: ["investigating", "lasting"],
  identified: ["identified", "lasting"],
  monitoring: ["monitoring"],
  resolved: ["over"],
  postmortem: ["over"],
};

/** Lists what readings say that is not so at a stage, that others of them deny, or that nobody can read. */
export function contradictions(stage: OutageStage, readings: readonly Reading[]): string[] {
  const { page: kind, incident } = truth[stage];
  const found: string[] = [];
  for (const { place, language, headline, incident: text, isLocal, whole } of readings) {
    const complain = (what: string): number => found.push(`${stage}: ${place}: ${what}`);
    const [mark] = /\{\w+[:}]/.exec(withoutJson(whole)) ?? [];
    if (mark !== undefined) complain(`shows the place ${mark}`);
    if (headline !== undefined) {
      for (const [name, words] of Object.entries(status[language].overall)) {
        const isSaid = headline.includes(words);
        if (isSaid !== (name === kind)) complain(`${isSaid ? "says" : "does not say"} “${words}”`);
      }
    }
    if (incident !== null && whole.includes(incidentTexts[language].nothingPast)) {
      complain("says that there were no incidents");
    }
    if (text === undefined || incident === null) continue;
    const clocks = isLocal ? text.replaceAll(/\([^()]*UTC\)/g, "") : text;
    if (isLocal && /UTC|\b12[:.]\d\d\b/.test(clocks)) complain(`has times of UTC in: ${text}`);
    for (const [claim, phrases] of Object.entries(claims(language))) {
      const isTrue = trueClaims[incident].some((one) => one === claim);
      const said = phrases.find((phrase) => text.includes(phrase));
      if (said !== undefined && !isTrue) complain(`says “${said}” of what is ${incident}: ${text}`);
    }
  }
  const durations = new Set(
    readings.flatMap(({ incident: text }) =>
      [...(text ?? "").matchAll(/\b(\d+) (?:min|dk)(?: \d+ (?:s|sn))?\b(?! ago| önce)/g)].map(
        ([, minutes]) => minutes,
      ),
    ),
  );
  if (durations.size > 1)
    found.push(`${stage}: one incident lasted ${[...durations].join(" and ")} minutes`);
  return found;
}

/** JSON has braces of its own. */
function withoutJson(text: string): string {
  return text.startsWith("{") ? text.replaceAll(/[{}](?=[\s"[\]{},]|$)/g, "") : text;
}
