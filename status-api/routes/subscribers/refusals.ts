import type { FastifyReply } from "fastify";
import type { SignUpRefusal } from "../../notify/sign-up-request.ts";

interface Refusal {
  readonly statusCode: number;
  readonly type: string;
  /** The field that is to blame. */
  readonly param?: string;
  readonly message: string;
}

/** Every way in which a sign-up is refused, by its code; none depends on who has signed up before. */
const refusals = {
  invalid_channel: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "channel",
    message: "`channel` takes email, webhook or slack.",
  },
  invalid_address: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "address",
    message:
      "This is neither an e-mail address nor a public https:// address that messages may be sent to.",
  },
  invalid_language: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "language",
    message: "`language` takes tr or en.",
  },
  invalid_components: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "components",
    message: "`components` takes ids of the page's components, at least one; leave it out for all.",
  },
  email_not_offered: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "channel",
    message: "This status page sends no e-mail: no mail server is set up for it.",
  },
  too_many_sign_ups: {
    statusCode: 429,
    type: "rate_limit_error",
    message: "Too many sign-ups from here. Please try again later.",
  },
} as const satisfies Record<SignUpRefusal | "too_many_sign_ups", Refusal>;

/** The codes with which sign-ups are refused. */
export type RefusalCode = keyof typeof refusals;

/** Sets a refusal's status. */
export function refusalStatus(code: RefusalCode): number {
  return refusals[code].statusCode;
}

/** Sends a refusal in the shape of all errors of the status API. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const { statusCode, type, message, param }: Refusal = refusals[code];
  return reply.code(statusCode).send({
    error: { message, type, code, ...(param === undefined ? {} : { param }) },
  });
}
