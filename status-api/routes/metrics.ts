import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { carriesToken } from "#monitor/bearer-token.ts";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#runtime/metrics-reader.ts";
import { representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import { madeInTurns } from "#runtime/turns.ts";
import { sendError } from "./errors.ts";

/**
 * Serves the metrics of all `registers` at /metrics in Prometheus' text format, to clients that send a token, or only to this
 * machine where there is none. Where two registers have a metric of the same name, the earlier one wins.
 */
export function metricsRoute(
  app: FastifyInstance,
  options: { readonly registers: readonly Registry[]; readonly tokens: readonly string[] },
): void {
  const figures = madeInTurns(async () => {
    const merged = mergedRegister(options.registers);
    return representationOf(merged.contentType, await merged.metrics());
  });
  app.get("/metrics", async (request, reply) => {
    const { tokens } = options;
    const isAllowed =
      tokens.length === 0
        ? isFromThisMachine(request.raw)
        : carriesToken(request.headers.authorization, tokens);
    if (!isAllowed) {
      const said = tokens.length === 0 ? METRICS_NEED_TOKEN : undefined;
      return sendError(reply.header("www-authenticate", "Bearer"), "unauthorized", said);
    }
    return sendRepresentation(request, reply, await figures(), { cacheControl: "no-store" });
  });
}

/** Merges registers without duplicates, which Prometheus refuses: a prober in this process has component figures as well. */
function mergedRegister(registers: readonly Registry[]): Registry {
  const merged = new Registry();
  const names = new Set<string>();
  for (const register of registers) {
    for (const { name } of register.getMetricsAsArray()) {
      const metric = register.getSingleMetric(name);
      if (metric === undefined || names.has(name)) continue;
      names.add(name);
      merged.registerMetric(metric);
    }
  }
  return merged;
}
