import { alertTexts } from "#status-api/texts/texts.ts";
import { languages } from "#web-kit/language/languages.ts";
import type { ScriptedOutage } from "./eight-outages.ts";
import { broken, unrelated } from "./outage-rules.ts";
import type { WalkedOutage } from "./walked-outage.ts";

/** Lists what is wrong with what came of an outage: what was told of it, its incidents, and the messages to people on call. */
export function outageFaults(
  outage: ScriptedOutage,
  { moments, incidents, messages }: WalkedOutage,
): string[] {
  const mixed = moments.map(unrelated);
  const members = JSON.stringify(incidents.map(({ memberIds }) => memberIds));
  const expected = JSON.stringify(outage.incidents);
  return [
    ...moments.flatMap((moment, minute) =>
      broken(moment).map((what) => `minute ${minute}: ${what}`),
    ),
    ...mixed.flatMap((ids, minute) =>
      ids.some((id) => mixed[minute + 1]?.includes(id))
        ? [`minute ${minute}: an incident tells of unrelated causes for more than a minute`]
        : [],
    ),
    ...(members === expected ? [] : [`its incidents are of ${members}, not of ${expected}`]),
    ...(incidents.every(({ isResolved }) => isResolved) ? [] : ["an incident stays open"]),
    ...languages.flatMap((language) => {
      const count = messages[`alerts-${language}`] ?? 0;
      const head = alertTexts[language].titles.trigger.split("{what}")[0]!;
      const titles = moments.flatMap(({ alertTitles }) => alertTitles[language]);
      const begun = titles.filter((title) => title.startsWith(head)).length;
      return [
        ...(count <= outage.maxAlerts
          ? []
          : [`${count} messages of alerts, not ${outage.maxAlerts}`]),
        ...(begun >= outage.incidents.length
          ? []
          : [`${begun} causes were told to people on call`]),
      ];
    }),
  ];
}
