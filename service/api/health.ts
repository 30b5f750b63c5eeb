import type { FastifyInstance } from "fastify";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#settings/metrics-reader.ts";
import { isSameSecret } from "../accounts/api-key.ts";
import type { Engine } from "../engine/engine.ts";
import { modelLoading } from "../engine/admission/engine-error.ts";
import { ApiError } from "../contract/errors.ts";
import { healthOperations, type SynthesisHealthBody } from "../contract/health.ts";
import type { Sent } from "../contract/schema.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import type { RequestLimits } from "../access/limits/request-limits.ts";
import { requestCredential } from "../access/credentials.ts";

/** `/health/synth`, `/healthz`, `/readyz` and `/metrics`: how the service is doing. */
export async function healthRoutes(
  app: FastifyInstance,
  { engine, accounts, limits, metrics, metricsToken }: ApiServices,
): Promise<void> {
  const route = routesOf(app);

  route(healthOperations.readSynthesisHealth).answer(async () => synthesisHealth(engine, limits));

  route(healthOperations.readLiveness).answer(async () => ({ status: "ok" }));

  route(healthOperations.readReadiness).answer(async () => {
    await accounts.ping().catch((cause: unknown) => {
      throw new ApiError("server_busy", "The database does not answer.", null, { cause });
    });
    const [first] = engine.models;
    if (!engine.models.some(({ state }) => state === "ok")) throw modelLoading(first?.id ?? "");
    return { status: "ok" };
  });

  route(healthOperations.readMetrics).answer(async (_input, request, reply) => {
    const shown = requestCredential(request.headers);
    if (metricsToken === undefined) {
      if (!isFromThisMachine(request.raw)) {
        throw new ApiError("missing_api_key", METRICS_NEED_TOKEN);
      }
    } else if (!isSameSecret(shown ?? "", metricsToken)) {
      throw new ApiError(shown === undefined ? "missing_api_key" : "invalid_api_key");
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

export function synthesisHealth(
  engine: Engine,
  limits: RequestLimits,
): Sent<typeof SynthesisHealthBody> {
  const models = engine.ofTask("synthesis");
  const standard = engine.defaultOf("synthesis");
  const isOk = models.length > 0 && models.every(({ state }) => state === "ok");
  return {
    status: isOk ? "ok" : "degraded",
    service: "synth",
    model: standard?.id ?? "",
    models: Object.fromEntries(
      models.map((model) => [
        model.id,
        {
          status: model.state === "ok" ? "ok" : "degraded",
          sample_rate: model.manifest.sample_rate,
          default: model === standard,
        },
      ]),
    ),
    limits_degraded: limits.isDegraded,
  };
}
