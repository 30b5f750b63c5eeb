import { slackHeader, slackSection, slackText } from "./slack-text.ts";
import { Type } from "typebox";
import { address, secret } from "./settings.ts";
import { type AcknowledgeButton, alertChannel, type AlertMessage, jsonTo } from "./channel.ts";

export const slack = alertChannel({
  description: "An incoming webhook of Slack; Mattermost and Rocket.Chat take the same.",
  settings: {
    url: address("Address of the incoming webhook, which is a secret."),
    signing_secret: Type.Optional(
      secret(
        "The signing secret of the Slack app that the webhook belongs to: with it messages have a button that acknowledges.",
      ),
    ),
  },
  sendingOf: (message, { url, signing_secret }) =>
    jsonTo(url, bodyOf(message, signing_secret !== undefined)),
});

/** The name of the button, by which the app's request tells that it was pressed. */
export const ACKNOWLEDGE_ACTION = "acknowledge";

function bodyOf(
  { title, text, facts, links, acknowledge }: AlertMessage,
  hasButton: boolean,
): object {
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
      ...(hasButton && acknowledge !== null ? [buttonOf(acknowledge)] : []),
      { type: "context", elements: [{ type: "mrkdwn", text: linked }] },
    ],
  };
}

function buttonOf({ alertId, label }: AcknowledgeButton): object {
  const text = { type: "plain_text", text: label };
  const button = {
    type: "button",
    action_id: ACKNOWLEDGE_ACTION,
    style: "primary",
    text,
    value: alertId,
  };
  return { type: "actions", elements: [button] };
}
