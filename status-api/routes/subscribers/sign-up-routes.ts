import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { languages } from "../../language.ts";
import { signUpLimits } from "../../notify/limits.ts";
import { readComponentNames } from "../../notify/notice-store.ts";
import { offeredChannels, readSignUp } from "../../notify/sign-up-request.ts";
import { signUp } from "../../notify/subscriber-store.ts";
import { sendError } from "../errors.ts";
import { signUpLimit } from "./client-limit.ts";
import { refusedPage, signedUpPage } from "./pages.ts";
import { type RefusalCode, refusalMessage, refusalStatus, sendRefusal } from "./refusals.ts";
import {
  asked,
  fieldsOf,
  frameOf,
  languageOf,
  sendPage,
  type SubscriberParts,
  wantsPage,
} from "./request.ts";

/** Serves which channels are offered, and sign-ups; what a sign-up finds, its answer does not tell. */
export function signUpRoutes(app: FastifyInstance, parts: SubscriberParts): void {
  const { db, settings, nowMs } = parts;
  const limit = signUpLimit();

  app.get("/api/v2/subscribers/channels.json", async (_request, reply) =>
    reply
      .header("access-control-allow-origin", "*")
      .send({ channels: offeredChannels(settings), languages }),
  );

  app.post("/api/v2/subscribers", { bodyLimit: signUpLimits.bodyBytes }, async (request, reply) => {
    const waitSeconds = limit.take(request.ip, nowMs());
    if (waitSeconds !== undefined) {
      return refuse(request, reply.header("retry-after", waitSeconds), "too_many_sign_ups");
    }
    const fields = fieldsOf(request.body);
    if (fields === undefined) return sendError(reply, "invalid_request");
    const components = await asked(readComponentNames(db));
    const wish = readSignUp(fields, {
      settings,
      language: languageOf(request),
      componentIds: new Set(components.map(({ id }) => id)),
    });
    if (typeof wish === "string") return refuse(request, reply, wish);
    await asked(signUp(db, wish, nowMs()));
    const { channel, language } = wish;
    return wantsPage(request)
      ? sendPage(reply.code(202), signedUpPage(frameOf(request, parts, language), channel))
      : reply.code(202).send({ status: "confirmation_pending", channel });
  });

  function refuse(request: FastifyRequest, reply: FastifyReply, code: RefusalCode): FastifyReply {
    if (!wantsPage(request)) return sendRefusal(reply, code);
    const frame = frameOf(request, parts);
    const page = refusedPage(frame, refusalMessage(code)[frame.language]);
    return sendPage(reply.code(refusalStatus(code)), page);
  }
}
