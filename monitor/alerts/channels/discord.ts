import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import { alertChannel, type AlertMessage, isoTime, jsonTo } from "./channel.ts";
import { address } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

/** Discord takes more of a title's text and of a fact's name, but `embed` of all texts together. */
const MAX_CHARACTERS = {
  title: 256,
  description: 2_048,
  name: 64,
  value: 1_024,
  embed: 6_000,
} as const;
const COLOUR_OF: Readonly<Record<AlertSeverity, number>> = {
  critical: 0xc62828,
  warning: 0xb26a00,
  info: 0x1565c0,
};
const COLOUR_OF_END: Readonly<Partial<Record<AlertMessage["kind"], number>>> = {
  resolve: 0x2e7d32,
  withdraw: 0x757575,
};

export const discord = alertChannel({
  description: "A webhook of a channel in Discord.",
  settings: { url: address("Address of the webhook, which is a secret.") },
  sendingOf: (message, { url }) => jsonTo(url, bodyOf(message)),
});

function bodyOf({
  kind,
  title,
  text,
  facts,
  links,
  severity,
  url,
  sentAtMs,
}: AlertMessage): object {
  const linked = links.map((link) => `[${link.label}](${link.url})`).join(" · ");
  const { embed: inAll, title: inTitle, description: inText, name: inName } = MAX_CHARACTERS;
  const inFact = Math.floor((inAll - inTitle - inText) / Math.max(1, facts.length));
  const embed = {
    title: cutText(title, inTitle),
    url,
    description: cutText([text, linked].filter((part) => part !== "").join("\n"), inText),
    color: COLOUR_OF_END[kind] ?? COLOUR_OF[severity],
    timestamp: isoTime(sentAtMs),
    fields: facts.map(({ label, value }) => ({
      name: cutText(label, inName),
      value: cutText(value, Math.min(MAX_CHARACTERS.value, inFact - inName)),
      inline: true,
    })),
  };
  return { embeds: [embed], allowed_mentions: { parse: [] } };
}
