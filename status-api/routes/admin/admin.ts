import type { TypeBoxTypeProvider } from "@fastify/type-provider-typebox";
import type { FastifyInstance, FastifyReply } from "fastify";
import { AdminError } from "../../admin/admin-error.ts";
import { isDatabaseAway } from "#migrations/database-away.ts";
import { countWrongTokens } from "../../admin/wrong-tokens.ts";
import { auditRoutes } from "./audit-log.ts";
import type { AdminContext } from "./context.ts";
import { guardEntrance } from "./entrance.ts";
import { evidenceRoutes } from "./evidence.ts";
import { incidentRoutes } from "./incidents.ts";
import { maintenanceRoutes } from "./maintenances.ts";
import { subscriberRoutes } from "./subscribers.ts";
import { validatorCompiler } from "./validation.ts";

export interface AdminOptions extends AdminContext {
  /** The bearer token that it asks for. */
  readonly token: string;
}

/** People write postmortems; readers of the other routes send nothing worth the name. */
const maximumBodyBytes = 64 * 1024;

/** Serves the admin API under /admin, to those who send its token; no other page may call it. */
export async function adminRoutes(app: FastifyInstance, options: AdminOptions): Promise<void> {
  const { token, ...context } = options;
  await app.register(
    async (scope) => {
      guardEntrance(scope, { token, wrongTokens: countWrongTokens(), nowMs: context.nowMs });
      scope.setValidatorCompiler(validatorCompiler);
      scope.addHook("onRoute", (route) => void (route.bodyLimit = maximumBodyBytes));
      scope.setErrorHandler(async (error, request, reply) => {
        const refusal = refusalFor(error);
        if (refusal.statusCode >= 500) {
          request.log.error({ err: error, url: request.url }, "an admin could not be answered");
        }
        return sendRefusal(reply, refusal);
      });
      scope.setNotFoundHandler(async (request, reply) =>
        sendRefusal(reply, new AdminError("not_found", `there is no ${request.method} here`)),
      );
      const admin = scope.withTypeProvider<TypeBoxTypeProvider>();
      incidentRoutes(admin, context);
      maintenanceRoutes(admin, context);
      subscriberRoutes(admin, context);
      evidenceRoutes(admin, context);
      auditRoutes(admin, context);
    },
    { prefix: "/admin" },
  );
}

function refusalFor(error: unknown): AdminError {
  if (error instanceof AdminError) return error;
  const { statusCode = 500, message } = error as { statusCode?: number; message: string };
  if (statusCode === 413) {
    const limit = `${maximumBodyBytes / 1024} KiB`;
    return new AdminError("body_too_large", `the body takes at most ${limit}`);
  }
  if (statusCode === 415) {
    return new AdminError("unsupported_media_type", "the body takes application/json");
  }
  if (statusCode < 500) return new AdminError("invalid_request", message);
  if (isDatabaseAway(error)) {
    return new AdminError("database_away", "The database does not answer; nothing was changed.", {
      retryAfterSeconds: 5,
    });
  }
  return new AdminError("internal_error", "The request could not be answered.");
}

function sendRefusal(reply: FastifyReply, refusal: AdminError): FastifyReply {
  const { statusCode, code, message, param, retryAfterSeconds } = refusal;
  if (retryAfterSeconds !== undefined) reply.header("retry-after", retryAfterSeconds);
  const type = statusCode >= 500 ? "server_error" : "invalid_request_error";
  return reply.code(statusCode).send({ error: { message, type, code, param } });
}
