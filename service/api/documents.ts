import { JSON_TYPE } from "#runtime/content-types.ts";
import type {} from "@fastify/websocket";
import type { FastifyInstance } from "fastify";
import { representationOf } from "#runtime/representation.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";
import { asyncApiDocument } from "../contract/documents/asyncapi.ts";
import { openApiDocument } from "../contract/documents/openapi.ts";
import type { ApiServices } from "./http/services.ts";
import { remembered } from "./http/remembered.ts";
import { OPERATIONS } from "../contract/documents/operations.ts";

const DESCRIBED: ReadonlySet<string> = new Set(
  OPERATIONS.map(({ method, path }) => `${method} ${path}`),
);
/** The documents change only with the version of the service. */
const DOCUMENT_CACHING = "public, max-age=60, stale-while-revalidate=600";
/**
 * Paths that are not part of the API: pages, their pictures and sounds, and their texts for language models. HEAD is not
 * checked either, because it mirrors the GET of a route.
 */
const PAGES = /^\/(?:$|docs|demo|dashboard|voices|assets|picture|favicon|llms)/;

/** Throws, before the app starts, when a route is added that the OpenAPI document does not describe. */
export function requireDescriptions(app: FastifyInstance): void {
  app.addHook("onRoute", ({ url, method, wsHandler }) => {
    if (wsHandler !== undefined || PAGES.test(url)) return;
    for (const one of [method].flat()) {
      const operation = `${one.toLowerCase()} ${url.replaceAll(/:(\w+)/g, "{$1}")}`;
      if (one === "HEAD" || DESCRIBED.has(operation)) continue;
      throw new Error(`contract/documents/operations.ts does not describe ${operation}`);
    }
  });
}

/** Registers `GET /v1/openapi.json` and `GET /v1/asyncapi.json`, which describe the routes and sockets to anyone. */
export async function documentRoutes(
  app: FastifyInstance,
  { publicUrl }: ApiServices,
): Promise<void> {
  const documents = {
    "/v1/openapi.json": openApiDocument,
    "/v1/asyncapi.json": asyncApiDocument,
  };
  for (const [url, document] of Object.entries(documents)) {
    const written = remembered(
      () => [publicUrl()],
      () => representationOf(JSON_TYPE, document(publicUrl())),
    );
    app.get(url, (request, reply) => {
      // Pages of other origins may show these.
      void reply.header("access-control-allow-origin", "*");
      return sendRepresentation(request, reply, written(), { cacheControl: DOCUMENT_CACHING });
    });
  }
}
