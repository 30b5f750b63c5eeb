import { Type } from "typebox";
import { type AcknowledgeButton, alertChannel, below, jsonTo, plainText } from "./channel.ts";
import { address, secret } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

const MAX_TEXT_CHARACTERS = 4_096;

export const telegram = alertChannel({
  description: "A bot of Telegram that writes to a chat.",
  settings: {
    bot_token: secret("The token of the bot."),
    chat_id: Type.String({ description: "Id of the chat, or @name of a channel.", minLength: 1 }),
    url: address("Where the Bot API is.", "https://api.telegram.org"),
    webhook_secret: Type.Optional(
      secret(
        "The secret_token that the bot's webhook was set with: with it messages have a button that acknowledges.",
      ),
    ),
  },
  sendingOf: (message, { url, bot_token, chat_id, webhook_secret }) =>
    jsonTo(below(url, `/bot${bot_token}/sendMessage`), {
      chat_id,
      text: cutText(plainText(message), MAX_TEXT_CHARACTERS),
      link_preview_options: { is_disabled: true },
      disable_notification: message.severity === "info",
      ...(webhook_secret === undefined || message.acknowledge === null
        ? {}
        : { reply_markup: keyboardOf(message.acknowledge) }),
    }),
});

/** Prefix of the data that the button sends, before the alert's id; Telegram takes 64 bytes. */
export const ACKNOWLEDGE_PREFIX = "acknowledge:";

function keyboardOf({ alertId, label }: AcknowledgeButton): object {
  const button = { text: label, callback_data: `${ACKNOWLEDGE_PREFIX}${alertId}` };
  return { inline_keyboard: [[button]] };
}
