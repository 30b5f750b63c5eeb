import type { FastifyInstance } from "fastify";
import { NotReachedYet } from "#database/open-database.ts";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#runtime/metrics-reader.ts";
import { representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import { madeInTurns } from "#runtime/turns.ts";
import { isSameSecret } from "../accounts/api-key.ts";
import type { Engine } from "../engine/engine.ts";
import type { ModelPool } from "../engine/pool/pool.ts";
import { modelLoading } from "../engine/admission/engine-error.ts";
import { ApiError } from "../contract/errors.ts";
import { healthOperations, type SynthesisHealthBody } from "../contract/health.ts";
import type { Sent } from "../contract/schema.ts";
import { routesOf } from "./http/routes.ts";
import type { ApiServices } from "./http/services.ts";
import type { RequestLimits } from "../access/limits/request-limits.ts";
import { ReplicaStanding } from "./replica-standing.ts";
import { requestCredential } from "../access/credentials.ts";

const NOT_REACHED = "The database has not answered since this process started.";
const NO_DATABASE = "The database does not answer.";
const DRAINING = "This process is draining: it finishes what it has, and stops.";

/** Registers `/health/synth`, `/healthz`, `/readyz` and `/metrics`. */
export async function healthRoutes(
  app: FastifyInstance,
  { drain, engine, accounts, limits, metrics, metricsTokens }: ApiServices,
): Promise<void> {
  const route = routesOf(app);
  const standing = new ReplicaStanding(limits);
  const figures = madeInTurns(async () =>
    representationOf(metrics.registry.contentType, await metrics.registry.metrics()),
  );

  route(healthOperations.readSynthesisHealth).answer(async () => synthesisHealth(engine, limits));

  route(healthOperations.readLiveness).answer(async () => ({ status: "ok" }));

  route(healthOperations.readReadiness).answer(async () => {
    if (drain.isOn) {
      await standing.leave();
      throw new ApiError("server_busy", DRAINING);
    }
    // Not ready while a model loads for the first time; one that fails later does not keep requests from the others.
    const loading = engine.models.find(({ state }) => state === "starting");
    const isSomeOk = engine.models.some(({ state }) => state === "ok");
    if (loading !== undefined || !isSomeOk) {
      throw modelLoading((loading ?? engine.models[0])?.id ?? "");
    }
    const unwell = engine.models.find(({ state }) => state === "hung" || state === "restarting");
    if (await standing.leavesToOthers(unwell === undefined)) throw modelLoading(unwell?.id ?? "");
    const isDatabaseThere = await accounts.ping().then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotReachedYet) throw new ApiError("store_unavailable", NOT_REACHED);
        return false;
      },
    );
    return {
      status: "ok",
      models: Object.fromEntries(engine.models.map((model) => [model.id, healthOf(model)])),
      missing_capabilities: missingCapabilities(engine.models),
      warnings: [
        ...(isDatabaseThere ? [] : [NO_DATABASE]),
        ...unusableModels(engine).map(
          (model) => `The model ${model} cannot be used; the log says why.`,
        ),
        ...engine.warnings,
      ],
    };
  });

  route(healthOperations.readMetrics).answer(async (_input, request, reply) => {
    const shown = requestCredential(request.headers);
    if (metricsTokens.length === 0) {
      if (!isFromThisMachine(request.raw)) {
        throw new ApiError("missing_api_key", METRICS_NEED_TOKEN);
      }
    } else if (!metricsTokens.some((token) => isSameSecret(shown ?? "", token))) {
      throw new ApiError(shown === undefined ? "missing_api_key" : "invalid_api_key");
    }
    return sendRepresentation(request, reply, await figures(), { cacheControl: "no-store" });
  });
}

function healthOf({ state }: ModelPool): "ok" | "degraded" {
  return state === "ok" ? "ok" : "degraded";
}

function missingCapabilities(models: readonly ModelPool[]) {
  const lacking = models.filter(({ missing }) => missing.length > 0);
  return Object.fromEntries(lacking.map(({ id, missing }) => [id, [...missing]]));
}

/** Returns the ids of models that no restart can repair, and the names of folders that are not models. */
function unusableModels({ models, leftOut }: Engine): readonly string[] {
  return [...models.filter(({ state }) => state === "broken").map(({ id }) => id), ...leftOut];
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
          status: healthOf(model),
          sample_rate: model.manifest.sample_rate,
          default: model === standard,
        },
      ]),
    ),
    limits_degraded: limits.isDegraded,
    missing_capabilities: missingCapabilities(models),
  };
}
