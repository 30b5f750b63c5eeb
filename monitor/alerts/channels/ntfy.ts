import { Type } from "typebox";
import type { AlertSeverity } from "#migrations/status/alert-tables.ts";
import { alertChannel, type AlertMessage, ends, jsonTo, plainText } from "./channel.ts";
import { address, secret } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

const PRIORITY_OF: Readonly<Record<AlertSeverity, number>> = { critical: 5, warning: 4, info: 2 };
const DEFAULT_PRIORITY = 3;
const TAG_OF: Readonly<Partial<Record<AlertMessage["kind"], string>>> = {
  resolve: "white_check_mark",
  withdraw: "see_no_evil",
};
/** What ntfy takes; it sends a longer text as an attachment, which a phone does not show. */
const MAX = { actions: 3, textBytes: 4_096 } as const;

export const ntfy = alertChannel({
  description: "A topic of ntfy, at ntfy.sh or a server of your own.",
  settings: {
    topic: Type.String({
      description: "Name of the topic.",
      pattern: "^([-_A-Za-z0-9]{1,64}|\\$\\{.*)$",
    }),
    token: Type.Optional(secret("An access token, where the topic asks for one.")),
    url: address("Where the server is.", "https://ntfy.sh"),
    acknowledge_button: Type.Optional(
      Type.Boolean({
        description:
          "Whether messages have a button that acknowledges: whoever can read the topic can then press it.",
      }),
    ),
  },
  knowsRepeats: true,
  sendingOf: (message, { url, topic, token, acknowledge_button }) =>
    jsonTo(
      url,
      { topic, ...bodyOf(message, acknowledge_button === true) },
      token === undefined ? undefined : { authorization: `Bearer ${token}` },
    ),
});

function bodyOf(message: AlertMessage, hasButton: boolean): object {
  const { kind, messageId, title, severity, links, url, consoleUrl, acknowledge } = message;
  const isOver = ends(kind) || kind === "acknowledge";
  return {
    // ntfy's apps replace a message by a later one with the same id.
    sequence_id: messageId,
    title,
    message: cutText(plainText({ ...message, links: [] }), MAX.textBytes, asBytes),
    priority: isOver ? DEFAULT_PRIORITY : PRIORITY_OF[severity],
    tags: [TAG_OF[kind] ?? "rotating_light"],
    click: consoleUrl ?? url,
    actions: [
      ...(hasButton && acknowledge !== null
        ? [
            {
              action: "http",
              label: acknowledge.label,
              url: acknowledge.url,
              method: "POST",
              clear: true,
            },
          ]
        : []),
      ...links.map((link) => ({ action: "view", label: link.label, url: link.url })),
    ].slice(0, MAX.actions),
  };
}

/** Returns a text with a character for each of its bytes in UTF-8. */
function asBytes(text: string): string {
  return Buffer.from(text).toString("latin1");
}
