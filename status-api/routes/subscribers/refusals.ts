import type { FastifyReply } from "fastify";
import { languages } from "#web-kit/language/languages.ts";
import { type ChannelName, channelNames } from "../../notify/channels/channels.ts";
import type { RefusalCode } from "../../notify/sign-up-request.ts";

interface Refusal {
  readonly statusCode: number;
  readonly type: string;
  /** The field that is to blame. */
  readonly param?: string;
  readonly message: string;
}

const wrong = (param: string, message: string): Refusal => ({
  statusCode: 400,
  type: "invalid_request_error",
  param,
  message,
});

/** Every way in which a sign-up is refused; none depends on who has signed up before. */
const refusals: Readonly<Record<RefusalCode, Refusal>> = {
  invalid_channel: wrong("channel", `\`channel\` takes ${listed(channelNames)}.`),
  invalid_address: wrong(
    "address",
    "This is neither an e-mail address nor a public https:// address that messages may be sent to.",
  ),
  invalid_language: wrong("language", `\`language\` takes ${listed(languages)}.`),
  invalid_components: wrong(
    "components",
    "`components` takes ids of the page's components, at least one; omit it for all.",
  ),
  ...notOffered(),
  too_many_sign_ups: {
    statusCode: 429,
    type: "rate_limit_error",
    message: "Too many sign-ups from here. Please try again later.",
  },
};

function notOffered(): Record<`${ChannelName}_not_offered`, Refusal> {
  return Object.fromEntries(
    channelNames.map((name) => [
      `${name}_not_offered`,
      wrong("channel", `This status page does not offer ${name}: it is not set up for it.`),
    ]),
  ) as Record<`${ChannelName}_not_offered`, Refusal>;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}

/** Returns the HTTP status of a refusal. */
export function refusalStatus(code: RefusalCode): number {
  return refusals[code].statusCode;
}

/** Sends a refusal in the shape of all errors of the status API. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const { statusCode, type, message, param } = refusals[code];
  return reply.code(statusCode).send({
    error: { message, type, code, ...(param === undefined ? {} : { param }) },
  });
}
