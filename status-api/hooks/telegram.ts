import { Type } from "typebox";
import { ACKNOWLEDGE_PREFIX } from "#monitor/alerts/channels/telegram.ts";
import { alertTexts } from "../texts/texts.ts";
import type { Hook } from "./hook.ts";
import { readJson } from "./read-json.ts";
import { isSame } from "./signatures.ts";

const TOKEN_HEADER = "x-telegram-bot-api-secret-token";

/** The fields that are read from an update, https://core.telegram.org/bots/api#update. */
const Update = Type.Object({
  callback_query: Type.Optional(
    Type.Object({
      id: Type.String(),
      data: Type.Optional(Type.String()),
      from: Type.Object({
        first_name: Type.Optional(Type.String()),
        username: Type.Optional(Type.String()),
      }),
    }),
  ),
});

/** A button that was pressed below a message of a bot in Telegram. */
export const telegram: Hook = {
  channel: "telegram",
  vendor: "Telegram",
  path: "/hooks/telegram",
  contentType: "application/json",
  isOpenToPages: false,
  isSigned: ({ headers }) => typeof headers[TOKEN_HEADER] === "string",
  isSignedBy: ({ settings }, { headers }) => {
    const secret = settings["webhook_secret"];
    return (
      typeof secret === "string" &&
      isSame(Buffer.from(String(headers[TOKEN_HEADER])), Buffer.from(secret))
    );
  },
  read: ({ body }) => {
    const update = readJson(Update, body.toString());
    if (update === undefined) return undefined;
    const { id: requestId = "", data = "", from } = update.callback_query ?? {};
    const alertId = data.startsWith(ACKNOWLEDGE_PREFIX)
      ? data.slice(ACKNOWLEDGE_PREFIX.length)
      : "";
    return { alertId, by: from?.username ?? from?.first_name ?? "", requestId };
  },
  // The answer to the webhook may be a call of the Bot API: what whoever pressed the button is shown.
  answer: (reply, outcome, { requestId = "" }, language) =>
    requestId === ""
      ? reply.code(200).send({})
      : reply.code(200).send({
          method: "answerCallbackQuery",
          callback_query_id: requestId,
          text: alertTexts[language].pressed[outcome],
        }),
};
