import { isServerFault } from "#runtime/server-fault.ts";
import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger, FastifyInstance, FastifyReply } from "fastify";
import { isDatabaseAway } from "#database/database-away.ts";
import { NotReachedYet } from "#database/open-database.ts";
import { givenRequestId } from "#runtime/request-identity.ts";
import type { AdminDoor } from "../access/admin-door.ts";
import type { AdminContext } from "./admin-context.ts";
import { AdminError, notFound } from "./admin-error.ts";
import { alertRoutes } from "./alerts.ts";
import { requestedRunRoutes } from "./requested-runs.ts";
import { auditRoutes } from "./audit-log.ts";
import { componentRoutes } from "./components.ts";
import { deliveryRoutes } from "./deliveries.ts";
import { evidenceRoutes } from "./evidence.ts";
import { incidentRoutes } from "./incidents.ts";
import { maintenanceRoutes } from "./maintenances.ts";
import { onCallRoutes } from "./on-call.ts";
import { reportRoutes } from "./reports.ts";
import { subscriberRoutes } from "./subscribers.ts";
import { validatorCompiler } from "./validation.ts";

interface AdminOptions extends AdminContext {
  readonly door: AdminDoor;
}

/** Enough for a long postmortem. */
const MAX_BODY_BYTES = 64 * 1024;

/** Serves the admin API under /admin to clients that send a token, and to this process. */
export async function adminRoutes(
  app: FastifyInstance,
  logger: FastifyBaseLogger,
  options: AdminOptions,
): Promise<void> {
  const { door, ...context } = options;
  await app.register(
    async (scope) => {
      guardEntrance(scope, door, context.nowMs);
      scope.setValidatorCompiler(validatorCompiler);
      scope.addHook("onRoute", (route) => void (route.bodyLimit = MAX_BODY_BYTES));
      scope.setErrorHandler(async (error, request, reply) => {
        const refusal = refusalFor(error);
        if (isServerFault(refusal.statusCode) && !(error instanceof NotReachedYet)) {
          logger.error({ err: error, url: request.url }, "an admin could not be answered");
        }
        return sendRefusal(reply, refusal);
      });
      scope.setNotFoundHandler(async (request, reply) =>
        sendRefusal(reply, notFound(`${request.method} here`)),
      );
      await scope.register(incidentRoutes, context);
      await scope.register(maintenanceRoutes, context);
      await scope.register(componentRoutes, context);
      await scope.register(subscriberRoutes, context);
      await scope.register(deliveryRoutes, context);
      await scope.register(alertRoutes, context);
      await scope.register(onCallRoutes, context);
      await scope.register(evidenceRoutes, context);
      await scope.register(requestedRunRoutes, context);
      await scope.register(auditRoutes, context);
      await scope.register(reportRoutes, context);
    },
    { prefix: "/admin" },
  );
}

/** Requires a bearer token, gives each request an id and keeps answers out of caches. */
function guardEntrance(app: FastifyInstance, door: AdminDoor, nowMs: () => number): void {
  app.decorateRequest("vouchedBy", "");
  app.addHook("onRequest", async (request, reply) => {
    reply
      .header("cache-control", "no-store")
      .header("x-request-id", givenRequestId(request.headers) ?? randomUUID());
    const { authorization } = request.headers;
    if (door.tokens.length === 0) throw databaseAway();
    // A valid token is accepted even after wrong ones from the same address.
    const voucher = door.voucherOf(request.headers);
    if (voucher !== undefined) {
      request.vouchedBy = voucher;
      return;
    }
    const seconds = door.wrongTokens.secondsToWait(request.ip, nowMs());
    if (seconds > 0) {
      throw new AdminError(
        "too_many_attempts",
        `Too many wrong tokens came from ${request.ip}; it may try again in ${seconds} s.`,
        { retryAfterSeconds: seconds },
      );
    }
    // A request without a token does not count as a guess.
    if (authorization !== undefined) door.wrongTokens.count(request.ip, nowMs());
    reply.header("www-authenticate", "Bearer");
    throw new AdminError(
      "unauthorized",
      "The admin API is for those who send its token: Authorization: Bearer STATUS_ADMIN_TOKEN.",
    );
  });
}

function refusalFor(error: unknown): AdminError {
  if (error instanceof AdminError) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  if (statusCode === 413) {
    const limit = `${MAX_BODY_BYTES / 1024} KiB`;
    return new AdminError("body_too_large", `the body takes at most ${limit}`);
  }
  if (statusCode === 415) {
    return new AdminError("unsupported_media_type", "the body takes application/json");
  }
  if (!isServerFault(statusCode)) return new AdminError("invalid_request", message);
  if (isDatabaseAway(error) || isDatabaseAway((error as Error).cause)) {
    return databaseAway();
  }
  return new AdminError("internal_error", "The request could not be answered.");
}

function databaseAway(): AdminError {
  return new AdminError("database_away", "The database does not answer; nothing was changed.", {
    retryAfterSeconds: 5,
  });
}

/** Answers a request whose URL is malformed. */
export function refuseUnreadable(reply: FastifyReply): FastifyReply {
  return sendRefusal(reply, new AdminError("invalid_request", "the address is malformed"));
}

function sendRefusal(reply: FastifyReply, refusal: AdminError): FastifyReply {
  const { statusCode, code, message, param, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const type = isServerFault(statusCode) ? "server_error" : "invalid_request_error";
  return reply.code(statusCode).send({ error: { message, type, code, param } });
}
