import { cutText } from "#monitor/domain/cut-text.ts";
import { createHmac, timingSafeEqual } from "node:crypto";
import type { FastifyInstance } from "fastify";
import { type Static, Type } from "typebox";
import { Value } from "typebox/value";
import { isDatabaseAway } from "#database/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import type { AdminDoor } from "../access/admin-door.ts";
import type { TextCipher } from "#monitor/alerts/sealed-receiver.ts";
import { AddressLimit } from "../access/address-limit.ts";
import { readAlertConfiguration } from "../alerts/configuration.ts";
import { sendError } from "../routes/errors.ts";

interface HookOptions {
  readonly db: Database;
  readonly nowMs: () => number;
  /** Reads the settings of receivers; undefined where they are not encrypted. */
  readonly cipher: TextCipher | undefined;
  /** Of the admin API, by which alerts are acknowledged. */
  readonly door: AdminDoor;
}

/** PagerDuty drops larger payloads. */
const MAX_BYTES = 256 * 1024;
const WRONG_SIGNATURES_PER_MINUTE = 10;
const SIGNATURE = /\bv1=([0-9a-f]{64})\b/i;
const MAX_ACTOR_CHARACTERS = 100;
/** The form of our alert ids; JSON strings may hold characters that the database does not take. */
const ALERT_ID = /^[\w-]{1,100}$/;

/** The fields that are read from a V3 webhook, https://developer.pagerduty.com/docs/webhooks-overview. */
const Delivery = Type.Object({
  event: Type.Object({
    id: Type.String(),
    event_type: Type.String(),
    agent: Type.Union([Type.Null(), Type.Object({ summary: Type.Optional(Type.String()) })]),
    data: Type.Object({ incident_key: Type.Optional(Type.Union([Type.Null(), Type.String()])) }),
  }),
});

/**
 * Serves `POST /hooks/pagerduty`: acknowledging an alert at PagerDuty acknowledges it here. A delivery is accepted if one of
 * its signatures was made with the `webhook_secret` of a receiver that was notified of the alert.
 */
export function pagerDutyHook(
  app: FastifyInstance,
  { db, nowMs, door, cipher }: HookOptions,
): void {
  const wrong = new AddressLimit(WRONG_SIGNATURES_PER_MINUTE, 60_000);
  void app.register(async (scope) => {
    // The signature covers the raw bytes of the body.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      "application/json",
      { parseAs: "buffer", bodyLimit: MAX_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );

    scope.setErrorHandler(async (error, _request, reply) => {
      // Other errors are left to the error handler of the whole server.
      if (!isDatabaseAway(error)) throw error;
      return sendError(reply, "database_away");
    });
    scope.post<{ Body: Buffer }>(
      "/hooks/pagerduty",
      { bodyLimit: MAX_BYTES },
      async (request, reply) => {
        const signed = String(request.headers["x-pagerduty-signature"] ?? "");
        // Without a signature, a request does not reach the database.
        if (!SIGNATURE.test(signed)) return sendError(reply, "unsigned");
        const { receivers } = await readAlertConfiguration(db, cipher);
        const signers = receivers.filter((one) => isSignedBy(one, signed, request.body));
        if (signers.length === 0) {
          const waitSeconds = wrong.secondsToWait(request.ip, nowMs());
          // PagerDuty retries after 429, but after no other 4xx status.
          if (waitSeconds > 0) return reply.code(429).header("retry-after", waitSeconds).send();
          wrong.count(request.ip, nowMs());
          return sendError(reply, "unsigned");
        }
        const delivery = readDelivery(request.body);
        if (delivery === undefined) return sendError(reply, "invalid_request");
        const { event } = delivery;
        const alertId = event.data.incident_key ?? "";
        const isOurs = event.event_type === "incident.acknowledged" && ALERT_ID.test(alertId);
        const teller = isOurs ? await whoTold(db, alertId, signers) : undefined;
        if (teller === undefined) return reply.code(202).send({ status: "ignored" });
        const answer = await app.inject({
          method: "POST",
          url: `/admin/alerts/${encodeURIComponent(alertId)}/acknowledge`,
          headers: door.headersFor(actorOf(event.agent?.summary), `PagerDuty, receiver ${teller}`),
        });
        if (answer.statusCode >= 500) return sendError(reply, "database_away");
        const status = answer.statusCode === 200 ? "acknowledged" : "ignored";
        return reply.code(202).send({ status });
      },
    );
  });
}

function isSignedBy({ channel, settings }: AlertReceiver, header: string, body: Buffer): boolean {
  const secret = settings["webhook_secret"];
  if (channel !== "pagerduty" || typeof secret !== "string") return false;
  const wanted = createHmac("sha256", secret).update(body).digest();
  // While a secret is being rotated, there are two signatures.
  return header.split(",").some((one) => {
    const [, hex = ""] = SIGNATURE.exec(one) ?? [];
    const given = Buffer.from(hex, "hex");
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  });
}

function readDelivery(body: Buffer): Static<typeof Delivery> | undefined {
  try {
    const read: unknown = JSON.parse(body.toString("utf8"));
    return Value.Check(Delivery, read) ? read : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the receiver that told of an alert; undefined if none of these did. */
async function whoTold(
  db: Database,
  alertId: string,
  receivers: readonly AlertReceiver[],
): Promise<string | undefined> {
  const row = await db
    .selectFrom("alert_messages")
    .select("receiver")
    .where("alert_id", "=", alertId)
    .where(
      "receiver",
      "in",
      receivers.map(({ id }) => id),
    )
    .limit(1)
    .executeTakeFirst();
  return row?.receiver;
}

/** Returns the name of the person who acknowledged the alert, for the audit log. */
function actorOf(name = ""): string {
  const plain = name.replaceAll(/\p{C}/gu, "").trim();
  const suffix = " (PagerDuty)";
  return plain === ""
    ? "PagerDuty"
    : `${cutText(plain, MAX_ACTOR_CHARACTERS - suffix.length)}${suffix}`;
}
