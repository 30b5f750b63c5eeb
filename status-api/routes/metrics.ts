import type { FastifyInstance } from "fastify";
import { Registry } from "prom-client";
import { carriesToken } from "#monitor/bearer-token.ts";
import { isFromThisMachine, METRICS_NEED_TOKEN } from "#runtime/metrics-reader.ts";
import { madeInTurns } from "#runtime/turns.ts";
import { sendError } from "./errors.ts";

/** Serves /metrics of all `registers`, of which earlier ones win where two have a metric of one name, in Prometheus' text format, to those who send the token, or to this machine alone where there is none. */
export function metricsRoute(
  app: FastifyInstance,
  options: { readonly registers: readonly Registry[]; readonly tokens: readonly string[] },
): void {
  const figures = madeInTurns(async () => {
    const merged = mergedRegister(options.registers);
    return { type: merged.contentType, text: await merged.metrics() };
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
    const { type, text } = await figures();
    return reply.header("cache-control", "no-store").header("content-type", type).send(text);
  });
}

/** A prober in this process shows component figures as well; Prometheus refuses a name that comes twice. */
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
