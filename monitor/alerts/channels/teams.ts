import { alertChannel, type AlertMessage, jsonTo } from "./channel.ts";
import { address } from "./settings.ts";

export const teams = alertChannel({
  description:
    "A workflow of Microsoft Teams that posts to a channel when a webhook request is received.",
  settings: { url: address("Address of the workflow, which is a secret.") },
  sendingOf: (message, { url }) => jsonTo(url, bodyOf(message)),
});

function bodyOf({ title, text, facts, links }: AlertMessage): object {
  const card = {
    $schema: "http://adaptivecards.io/schemas/adaptive-card.json",
    type: "AdaptiveCard",
    version: "1.4",
    body: [
      { type: "TextBlock", text: title, size: "Large", weight: "Bolder", wrap: true },
      ...(text === "" ? [] : [{ type: "TextBlock", text, wrap: true }]),
      { type: "FactSet", facts: facts.map(({ label, value }) => ({ title: label, value })) },
    ],
    actions: links.map(({ label, url }) => ({ type: "Action.OpenUrl", title: label, url })),
  };
  const contentType = "application/vnd.microsoft.card.adaptive";
  return { type: "message", attachments: [{ contentType, contentUrl: null, content: card }] };
}
