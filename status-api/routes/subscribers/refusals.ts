import type { FastifyReply } from "fastify";
import type { SignUpRefusal } from "../../notify/sign-up-request.ts";
import type { Localized } from "../../states.ts";

interface Refusal {
  readonly statusCode: number;
  readonly type: string;
  /** The field that is to blame. */
  readonly param?: string;
  readonly message: Localized;
}

/** Every way in which a sign-up is refused, by its code; none depends on who has signed up before. */
const refusals = {
  invalid_channel: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "channel",
    message: {
      en: "`channel` takes email, webhook or slack.",
      tr: "`channel` için email, webhook ya da slack yazılabilir.",
    },
  },
  invalid_address: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "address",
    message: {
      en: "This is neither an e-mail address nor a public https:// address that messages may be sent to.",
      tr: "Bu, ne bir e-posta adresi ne de ileti gönderilebilecek, herkese açık bir https:// adresi.",
    },
  },
  invalid_language: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "language",
    message: { en: "`language` takes tr or en.", tr: "`language` için tr ya da en yazılabilir." },
  },
  invalid_components: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "components",
    message: {
      en: "`components` takes ids of the page's components, at least one; leave it out for all.",
      tr: "`components` için sayfadaki bileşenlerden en az birinin kimliği yazılır; tümü için boş bırakılır.",
    },
  },
  email_not_offered: {
    statusCode: 400,
    type: "invalid_request_error",
    param: "channel",
    message: {
      en: "This status page sends no e-mail: no mail server is set up for it.",
      tr: "Bu durum sayfası e-posta göndermiyor: kurulu bir posta sunucusu yok.",
    },
  },
  too_many_sign_ups: {
    statusCode: 429,
    type: "rate_limit_error",
    message: {
      en: "Too many sign-ups from here. Please try again later.",
      tr: "Buradan çok fazla abonelik istendi. Lütfen daha sonra yeniden deneyin.",
    },
  },
} as const satisfies Record<SignUpRefusal | "too_many_sign_ups", Refusal>;

/** The codes with which sign-ups are refused. */
export type RefusalCode = keyof typeof refusals;

/** Says why a sign-up was refused, in words. */
export function refusalMessage(code: RefusalCode): Localized {
  return refusals[code].message;
}

/** Sets a refusal's status. */
export function refusalStatus(code: RefusalCode): number {
  return refusals[code].statusCode;
}

/** Sends a refusal in the shape of all errors of the status API. */
export function sendRefusal(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const { statusCode, type, message, param }: Refusal = refusals[code];
  return reply.code(statusCode).send({
    error: { message: message.en, type, code, ...(param === undefined ? {} : { param }) },
  });
}
