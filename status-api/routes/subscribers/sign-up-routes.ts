import { offeredChannels } from "../../notify/channels/channels.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "#web-kit/language/languages.ts";
import { readComponentNames } from "#monitor/store/components.ts";
import { readSignUp, type RefusalCode } from "../../notify/sign-up-request.ts";
import { signUp, signUpLimits } from "../../notify/subscriber-store.ts";
import { sendError } from "../errors.ts";
import { AddressLimit } from "../../access/address-limit.ts";
import type { Offer } from "../../page/subscriber-content.ts";
import { refusalStatus, sendRefusal } from "./refusals.ts";
import {
  asked,
  fieldsOf,
  languageOf,
  sendPage,
  type SubscriberParts,
  wantsPage,
} from "./request.ts";
import { formOf, wayOf, wishOf } from "./sign-up-form.ts";

/** Finds what may be subscribed to, and how. */
export async function readOffer({ db, settings }: SubscriberParts): Promise<Offer> {
  const components = await asked(readComponentNames(db));
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
    const components = await asked(readComponentNames(db));
    const wish = readSignUp(wantsPage(request) ? wishOf(fields) : fields, {
      settings,
      language: languageOf(request),
      componentIds: new Set(components.map(({ id }) => id)),
    });
    if (typeof wish === "string") return refuse(request, reply, wish);
    await asked(signUp(db, wish, nowMs()));
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
    return sendPage(request, reply.code(refusalStatus(refusal)), parts, {
      kind: "subscribe",
      offer,
      way,
      form,
      refusal,
    });
  }
}
