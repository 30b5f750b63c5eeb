import { Type } from "typebox";
import { alertChannel, type AlertMessage, below } from "./channel.ts";
import { address, secret } from "./settings.ts";
import { cutText } from "../../domain/cut-text.ts";

/** Two SMS of 160 characters; text with Turkish letters needs more SMS. */
const MAX_BODY_CHARACTERS = 320;
const number = (description: string) =>
  Type.String({
    description: `${description} As +905551112233.`,
    pattern: "^(\\+[0-9]{6,15}|\\$\\{.*)$",
  });

export const sms = alertChannel({
  description: "An SMS through Twilio, or a provider that takes the same request.",
  settings: {
    account_sid: Type.String({
      description: "Id of the account.",
      pattern: "^([A-Za-z0-9]+|\\$\\{.*)$",
    }),
    auth_token: secret("The token of the account."),
    from: number("A number of the account."),
    to: number("Whom it is sent to."),
    url: address("Where the API is.", "https://api.twilio.com"),
  },
  sendingOf: (message, { url, account_sid, auth_token, from, to }) => ({
    via: "http",
    url: below(url, `/2010-04-01/Accounts/${account_sid}/Messages.json`),
    body: new URLSearchParams({ To: to, From: from, Body: bodyOf(message) }).toString(),
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      authorization: `Basic ${Buffer.from(`${account_sid}:${auth_token}`).toString("base64")}`,
    },
  }),
});

function bodyOf({ title, about, ...at }: AlertMessage): string {
  const url = at.consoleUrl ?? at.url;
  const reason = about.reason === null ? "" : ` (${about.reason})`;
  return `${cutText(`${title}${reason}`, MAX_BODY_CHARACTERS - url.length - 1)}\n${url}`;
}
