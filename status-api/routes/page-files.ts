import { YEAR_SECONDS } from "#units/time.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { contentTypeOf } from "#monitor/domain/page-identity.ts";
import type { PageBuild } from "../page/page-build.ts";
import { representationOf } from "#runtime/representation.ts";
import type { Published } from "./documents.ts";
import { sendRepresentation } from "#runtime/send-representation.ts";

/** Names contain a hash of the content, so that a file never changes. */
const IMMUTABLE = `public, max-age=${YEAR_SECONDS}, immutable`;

/** Serves the files that pages load: scripts, styles and fonts of the build, and the pictures of the page's branding. */
export function pageFileRoutes(
  app: FastifyInstance,
  published: Published,
  assets: PageBuild["assets"],
): void {
  app.get("/assets/*", async (request, reply) => {
    const asset = assets.get(request.url.split("?")[0] ?? "");
    if (asset === undefined) return reply.callNotFound();
    return sendRepresentation(request, reply, asset, { cacheControl: IMMUTABLE });
  });

  // Read from the snapshot, so that the pictures are available while the database is not.
  app.get(
    "/identity/:name",
    async (request: FastifyRequest<{ Params: { name: string } }>, reply) => {
      const { name } = request.params;
      const pictures = published.current()?.snapshot.page.pictures ?? [];
      const picture = pictures.find((one) => one.name === name);
      if (picture === undefined) return reply.callNotFound();
      // Opened by itself, an SVG picture is a document that could hold a script.
      reply.header(
        "content-security-policy",
        "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      );
      const bytes = Buffer.from(picture.content, "base64");
      return sendRepresentation(request, reply, representationOf(contentTypeOf(picture), bytes), {
        cacheControl: IMMUTABLE,
      });
    },
  );
}
