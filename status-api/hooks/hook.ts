import { MINUTE_MS } from "#units/time.ts";
import { isServerFault } from "#runtime/server-fault.ts";
import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import type { Database } from "#migrations/status/schema.ts";
import type { AlertReceiver } from "#monitor/alerts/configuration.ts";
import type { TextCipher } from "#monitor/domain/text-cipher.ts";
import { cutText } from "#monitor/domain/cut-text.ts";
import type { Language } from "#web-kit/language/languages.ts";
import { AddressLimit } from "../access/address-limit.ts";
import type { AdminDoor } from "../access/admin-door.ts";
import { acknowledgeSecret } from "../alerts/acknowledge-link.ts";
import { notifiedReceivers } from "../alerts/alert-store.ts";
import { readAlertConfiguration } from "../alerts/configuration.ts";
import { sendError } from "../routes/errors.ts";

/** A request of a vendor, or of somebody who pressed a button in a message. */
export interface HookRequest {
  readonly headers: IncomingHttpHeaders;
  readonly params: Readonly<Record<string, string>>;
  /** The raw bytes, which signatures cover. */
  readonly body: Buffer;
  readonly nowMs: number;
  /** The secret that links of this installation are signed with. */
  readonly linkSecret: string;
}

/** The alert that a request acknowledges; `alertId` is empty where it is about something else. */
export interface Acknowledgement {
  readonly alertId: string;
  /** Name of the person who acknowledges; empty where the vendor does not say. */
  readonly by: string;
  /** The vendor's id of the request, for its answer. */
  readonly requestId?: string;
}

/** How people acknowledge alerts from messages of one channel. */
export interface Hook {
  /** The name of the channel whose receivers it is for. */
  readonly channel: string;
  /** The vendor's name, for the audit log. */
  readonly vendor: string;
  readonly path: string;
  readonly contentType: string;
  /** Whether browsers of other sites may send it, as the vendor's web app does. */
  readonly isOpenToPages: boolean;
  /** Returns whether a request has a signature at all; without one it does not reach the database. */
  readonly isSigned: (request: Omit<HookRequest, "linkSecret">) => boolean;
  readonly isSignedBy: (receiver: AlertReceiver, request: HookRequest) => boolean;
  /** Returns what a request asks for; undefined for one that cannot be read. */
  readonly read: (request: HookRequest) => Acknowledgement | undefined;
  readonly answer: (
    reply: FastifyReply,
    outcome: "acknowledged" | "ignored",
    acknowledgement: Acknowledgement,
    language: Language,
  ) => FastifyReply;
}

export interface HookOptions {
  readonly db: Database;
  readonly nowMs: () => number;
  /** Reads the settings of receivers; undefined where they are not encrypted. */
  readonly cipher: TextCipher | undefined;
  /** The door of the admin API, by which alerts are acknowledged. */
  readonly door: AdminDoor;
}

/** PagerDuty drops larger payloads, and no other vendor sends any. */
const MAX_BYTES = 256 * 1024;
const WRONG_SIGNATURES_PER_MINUTE = 10;
const MAX_ACTOR_CHARACTERS = 100;
/** The form of our alert ids; texts of others may hold characters that the database does not take. */
const ALERT_ID = /^[\w-]{1,100}$/;

/**
 * Serves a hook: whoever acknowledges an alert at the vendor acknowledges it here. A request is accepted if it is signed for a
 * receiver that was notified of the alert.
 */
export function serveHook(app: FastifyInstance, hook: Hook, options: HookOptions): void {
  const { db, nowMs, cipher } = options;
  const wrong = new AddressLimit(WRONG_SIGNATURES_PER_MINUTE, MINUTE_MS);
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      hook.contentType,
      { parseAs: "buffer", bodyLimit: MAX_BYTES },
      async (_request: unknown, body: Buffer) => body,
    );
    scope.setErrorHandler(async (error, _request, reply) => {
      // Other errors are left to the error handler of the whole server.
      if (!isDatabaseAway(error)) throw error;
      return sendError(reply, "database_away");
    });
    scope.post<{ Body: Buffer | undefined; Params: Record<string, string> }>(
      hook.path,
      { bodyLimit: MAX_BYTES },
      async (request, reply) => {
        const { headers, params, body = Buffer.alloc(0) } = request;
        if (hook.isOpenToPages) void reply.header("access-control-allow-origin", "*");
        const given = { headers, params, body, nowMs: nowMs() };
        if (!hook.isSigned(given)) return sendError(reply, "unsigned");
        const asking = { ...given, linkSecret: await acknowledgeSecret(db, cipher) };
        const { receivers } = await readAlertConfiguration(db, cipher);
        const signers = receivers.filter(
          (one) => one.channel === hook.channel && hook.isSignedBy(one, asking),
        );
        const [signer] = signers;
        if (signer === undefined) {
          const waitSeconds = wrong.secondsToWait(request.ip, nowMs());
          // PagerDuty retries after 429, but after no other 4xx status.
          if (waitSeconds > 0) return reply.code(429).header("retry-after", waitSeconds).send();
          wrong.count(request.ip, nowMs());
          return sendError(reply, "unsigned");
        }
        const acknowledgement = hook.read(asking);
        if (acknowledgement === undefined) return sendError(reply, "invalid_request");
        const outcome = await acknowledge(app, hook, options, acknowledgement, signers);
        if (outcome === "away") return sendError(reply, "database_away");
        return hook.answer(reply, outcome, acknowledgement, signer.language);
      },
    );
  });
}

async function acknowledge(
  app: FastifyInstance,
  { vendor }: Hook,
  { db, door }: HookOptions,
  { alertId, by }: Acknowledgement,
  signers: readonly AlertReceiver[],
): Promise<"acknowledged" | "ignored" | "away"> {
  const notified = ALERT_ID.test(alertId) ? await notifiedReceivers(db, alertId) : [];
  const teller = signers.find(({ id }) => notified.includes(id))?.id;
  if (teller === undefined) return "ignored";
  const answer = await app.inject({
    method: "POST",
    url: `/admin/alerts/${encodeURIComponent(alertId)}/acknowledge`,
    headers: door.headersFor(actorOf(by, vendor), `${vendor}, receiver ${teller}`),
  });
  if (isServerFault(answer.statusCode)) return "away";
  return answer.statusCode === 200 ? "acknowledged" : "ignored";
}

/** Returns the name of the person who acknowledged the alert, for the audit log. */
function actorOf(name: string, vendor: string): string {
  const plain = name.replaceAll(/\p{C}/gu, "").trim();
  const suffix = ` (${vendor})`;
  return plain === "" ? vendor : `${cutText(plain, MAX_ACTOR_CHARACTERS - suffix.length)}${suffix}`;
}
