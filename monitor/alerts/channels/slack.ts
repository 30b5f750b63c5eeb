import { address } from "./settings.ts";
import { alertChannel, type AlertMessage, cut } from "./channel.ts";

/** Slack refuses longer headers and sections. */
const MAX_HEADER_CHARACTERS = 150;
const MAX_SECTION_CHARACTERS = 2_900;

export const slack = alertChannel({
  description: "An incoming webhook of Slack; Mattermost and Rocket.Chat take the same.",
  settings: { url: address("Address of the incoming webhook, which is a secret.") },
  keepsAlerts: false,
  knowsRepeats: false,
  sendingOf: (message, { url }) => ({ via: "http", url, body: JSON.stringify(bodyOf(message)) }),
});

function bodyOf({ title, text, facts, links }: AlertMessage): object {
  const lines = [
    ...(text === "" ? [] : [escape(text)]),
    ...facts.map(({ label, value }) => `*${escape(label)}:* ${escape(value)}`),
  ];
  const linked = links.map(({ label, url }) => `<${url}|${escape(label)}>`).join(" · ");
  return {
    text: escape(title),
    blocks: [
      { type: "header", text: { type: "plain_text", text: cut(title, MAX_HEADER_CHARACTERS) } },
      {
        type: "section",
        text: { type: "mrkdwn", text: cut(lines.join("\n"), MAX_SECTION_CHARACTERS) },
      },
      { type: "context", elements: [{ type: "mrkdwn", text: linked }] },
    ],
  };
}

/** Slack asks for these three, which begin links and mentions. */
function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
