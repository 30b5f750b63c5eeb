import type { FastifyInstance } from "fastify";
import type { Drain } from "#runtime/drain.ts";
import type { Published } from "./documents.ts";

/** Serves /healthz (the process is alive) and /readyz (it has something to serve, and is not draining). */
export function healthRoutes(app: FastifyInstance, published: Published, drain: Drain): void {
  healthzRoute(app);

  app.get("/readyz", async (_request, reply) => {
    reply.header("cache-control", "no-store");
    if (drain.isOn) return reply.code(503).send({ status: "draining" });
    const publication = published.current();
    if (publication === undefined) {
      const database = published.isNotReached() ? "away" : "ok";
      return reply.code(503).send({ status: "waiting", database });
    }
    const { snapshot, databaseAwaySinceMs } = publication;
    return {
      status: "ok",
      database: databaseAwaySinceMs === undefined ? "ok" : "away",
      revision: snapshot.revision,
      data_at: new Date(snapshot.dataAtMs).toISOString(),
    };
  });
}

export function healthzRoute(app: FastifyInstance): void {
  app.get("/healthz", async (_request, reply) =>
    reply.header("cache-control", "no-store").send({ status: "ok" }),
  );
}
