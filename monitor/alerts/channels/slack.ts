import { slackHeader, slackSection, slackText } from "./slack-text.ts";
import { address } from "./settings.ts";
import { alertChannel, type AlertMessage } from "./channel.ts";

export const slack = alertChannel({
  description: "An incoming webhook of Slack; Mattermost and Rocket.Chat take the same.",
  settings: { url: address("Address of the incoming webhook, which is a secret.") },
  keepsAlerts: false,
  knowsRepeats: false,
  sendingOf: (message, { url }) => ({ via: "http", url, body: JSON.stringify(bodyOf(message)) }),
});

function bodyOf({ title, text, facts, links }: AlertMessage): object {
  const lines = [
    ...(text === "" ? [] : [text]),
    ...facts.map(({ label, value }) => `*${label}:* ${value}`),
  ];
  const linked = links.map(({ label, url }) => `<${url}|${slackText(label)}>`).join(" · ");
  return {
    text: slackText(title),
    blocks: [
      slackHeader(title),
      slackSection(lines.join("\n")),
      { type: "context", elements: [{ type: "mrkdwn", text: linked }] },
    ],
  };
}
