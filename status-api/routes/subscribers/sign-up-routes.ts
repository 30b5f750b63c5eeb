import { type ChannelName, channelNames, offeredChannels } from "../../notify/channels/channels.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "#web-kit/language/languages.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { readSignUp, type RefusalCode } from "../../notify/sign-up-request.ts";
import { signUp, signUpLimits } from "../../notify/subscriber-store.ts";
import { sendError } from "../errors.ts";
import { AddressLimit } from "../../access/address-limit.ts";
import type { Offer } from "../../page/subscriber-content.ts";
import { fieldsOf, languageOf, sendPage, type SubscriberParts, wantsPage } from "./request.ts";
import { formOf, wayOf, wishOf } from "./sign-up-form.ts";

export async function readOffer({ db, settings }: SubscriberParts): Promise<Offer> {
  const components = await readComponentNames(db);
  return { channels: offeredChannels(settings), languages, components };
}

/** Serves what is offered, and sign-ups; what a sign-up finds, its answer does not tell. */
export function signUpRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  const { db, settings, published } = parts;
  const { nowMs } = published;
  const limit = new AddressLimit(signUpLimits.perClient, signUpLimits.perClientMs);

  app.get("/api/v2/subscribers/channels.json", async (_request, reply) =>
    reply.header("access-control-allow-origin", "*").send(await readOffer(parts)),
  );

  app.post("/api/v2/subscribers", { bodyLimit: signUpLimits.bodyBytes }, async (request, reply) => {
    const waitSeconds = limit.secondsToWait(request.ip, nowMs());
    if (waitSeconds > 0) {
      return refuse(request, reply.header("retry-after", waitSeconds), "too_many_sign_ups");
    }
    limit.count(request.ip, nowMs());
    const fields = fieldsOf(request.body);
    if (fields === undefined) return sendError(reply, "invalid_request");
    const components = await readComponentNames(db);
    const wish = readSignUp(wantsPage(request) ? wishOf(fields) : fields, {
      settings,
      language: languageOf(request),
      componentIds: new Set(components.map(({ id }) => id)),
    });
    if (typeof wish === "string") return refuse(request, reply, wish);
    await signUp(db, wish, nowMs());
    const { channel, address, language } = wish;
    return wantsPage(request)
      ? sendPage(request, reply.code(202), parts, { kind: "signedUp", channel, address }, language)
      : reply.code(202).send({ status: "confirmation_pending", channel });
  });

  /** People get their form back, as they filled it in, with what is wrong at its field. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: RefusalCode,
  ): Promise<FastifyReply> {
    if (!wantsPage(request)) return sendRefusal(reply, refusal);
    const fields = fieldsOf(request.body) ?? {};
    const offer = await readOffer(parts);
    const form = formOf(fields, languageOf(request));
    const way = wayOf(fields["channel"], offer.channels);
    return sendPage(request, reply.code(refusals[refusal].statusCode), parts, {
      kind: "subscribe",
      offer,
      way,
      form,
      refusal,
    });
  }
}

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

/** Sends a refusal in the shape of all errors of the status API. */
function sendRefusal(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const { statusCode, type, message, param } = refusals[code];
  return reply.code(statusCode).send({
    error: { message, type, code, ...(param === undefined ? {} : { param }) },
  });
}
