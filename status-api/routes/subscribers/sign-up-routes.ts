import { type ChannelName, channelNames, offeredChannels } from "../../notify/channels/channels.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "#web-kit/language/languages.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { readSignUp, type RefusalCode } from "../../notify/sign-up-request.ts";
import { signUp, SIGN_UP_LIMITS } from "../../notify/subscriber-store.ts";
import { sendError } from "../errors.ts";
import { AddressLimit } from "../../access/address-limit.ts";
import type { Offer } from "../../page/subscriber-content.ts";
import {
  fieldsOf,
  languageOf,
  openStatusEvents,
  sendPage,
  type SubscriberParts,
  wantsPage,
} from "./request.ts";
import { formOf, wayOf, wishOf } from "./sign-up-form.ts";

export async function readOffer({ db, settings }: SubscriberParts): Promise<Offer> {
  const components = await readComponentNames(db);
  return { ...offeredChannels(settings), languages, components };
}

/** Serves the offered channels, and sign-ups; the answer to a sign-up does not reveal whether the address is known. */
export function signUpRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  const { db, settings, published } = parts;
  const { nowMs } = published;
  const limit = new AddressLimit(SIGN_UP_LIMITS.perClient, SIGN_UP_LIMITS.perClientMs);

  app.get("/api/v2/subscribers/channels.json", async (_request, reply) =>
    reply.header("access-control-allow-origin", "*").send(await readOffer(parts)),
  );

  app.post(
    "/api/v2/subscribers",
    { bodyLimit: SIGN_UP_LIMITS.bodyBytes },
    async (request, reply) => {
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
        openStatusEventIds: new Set(openStatusEvents(parts).map(({ id }) => id)),
      });
      if (typeof wish === "string") return refuse(request, reply, wish);
      await signUp(db, wish, nowMs());
      const { channel, address, language } = wish;
      return wantsPage(request)
        ? sendPage(
            request,
            reply.code(202),
            parts,
            { kind: "signedUp", channel, address },
            language,
          )
        : reply.code(202).send({ status: "confirmation_pending", channel });
    },
  );

  /** Answers a refused sign-up: people get their form back as they filled it in, with the error at its field. */
  async function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: RefusalCode,
  ): Promise<FastifyReply> {
    if (!wantsPage(request)) return sendRefusal(reply, refusal);
    const fields = fieldsOf(request.body) ?? {};
    const offer = await readOffer(parts);
    const form = formOf(fields, languageOf(request), openStatusEvents(parts));
    const way = wayOf(fields["channel"], offer.channels);
    return sendPage(request, reply.code(refusalStatus(refusal)), parts, {
      kind: "subscribe",
      offer,
      way,
      form,
      refusal,
    });
  }
}

/** The refusals of a sign-up, with the field at fault; none depends on who has signed up before. */
const refusals: Readonly<Record<RefusalCode, readonly [message: string, param?: string]>> = {
  invalid_channel: [`\`channel\` takes ${listed(channelNames)}.`, "channel"],
  invalid_address: [
    "This is neither an e-mail address nor a public https:// address that messages may be sent to.",
    "address",
  ],
  invalid_language: [`\`language\` takes ${listed(languages)}.`, "language"],
  invalid_components: [
    "`components` takes ids of the page's components, at least one; omit it for all.",
    "components",
  ],
  invalid_incident: [
    "`incident` takes the id of an incident or a maintenance that is not over; omit it for all.",
    "incident",
  ],
  ...notOffered(),
  too_many_sign_ups: ["Too many sign-ups from here. Please try again later."],
};

function notOffered() {
  const said = channelNames.map((name) => [
    `${name}_not_offered`,
    [`This status page does not offer ${name}: it is not set up for it.`, "channel"],
  ]);
  return Object.fromEntries(said) as Record<`${ChannelName}_not_offered`, [string, string]>;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(names);
}

/** Sends a refusal in the shape of all errors of the status API. */
function sendRefusal(reply: FastifyReply, code: RefusalCode): FastifyReply {
  const [message, param] = refusals[code];
  const type = code === "too_many_sign_ups" ? "rate_limit_error" : "invalid_request_error";
  return reply
    .code(refusalStatus(code))
    .send({ error: { message, type, code, ...(param !== undefined && { param }) } });
}

function refusalStatus(code: RefusalCode): number {
  return code === "too_many_sign_ups" ? 429 : 400;
}
