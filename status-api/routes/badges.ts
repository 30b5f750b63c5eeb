import { DAY_MS, HOUR_MS } from "#units/time.ts";
import type { Language } from "#web-kit/language/languages.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Archive } from "../snapshot/archive.ts";
import { jsonRepresentation, type Publication } from "../publication/publication.ts";
import {
  type Badge,
  groupBadge,
  latencyBadge,
  overallBadge,
  statusBadge,
  uptimeBadge,
} from "../badges/badge.ts";
import { badgeSvg, shieldsEndpoint } from "../badges/badge-svg.ts";
import { type Representation, representationOf } from "#runtime/representation.ts";
import { type Published, sendDocument } from "./documents.ts";
import { requestedLanguage } from "./followed.ts";
import { sendError } from "./errors.ts";

const SVG = "image/svg+xml; charset=utf-8";

/** Values of `show` for a badge of a component; badges of groups and of the whole page have only the status. */
const SHOWS = ["status", "uptime", "latency"] as const;
type Show = (typeof SHOWS)[number];

/** Sites that show badges fetch them through their own caches, which request them again after this time. */
const BADGE_CACHING = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

/** The id of the whole page's badge, unless a component or a group has this id. */
const WHOLE_PAGE = "overall";

interface BadgeRoute {
  Params: { id: string };
  Querystring: { show?: unknown };
}

/** Serves badges as SVG, and as JSON for shields.io. */
export function badgeRoutes(app: FastifyInstance, published: Published, archive: Archive): void {
  const serve = (
    request: FastifyRequest<BadgeRoute>,
    reply: FastifyReply,
    write: (badge: Badge) => Representation,
  ): Promise<FastifyReply> | FastifyReply => {
    const { show: requested = "status" } = request.query;
    const show = SHOWS.find((one) => one === requested);
    if (show === undefined) {
      return sendError(reply, "invalid_request", `show takes one of ${SHOWS.join(", ")}.`);
    }
    const language = requestedLanguage(request);
    const { id } = request.params;
    return sendDocument(
      request,
      reply,
      published,
      async (publication) => {
        const badge = await badgeOf(publication, archive, { id, show, language });
        return badge && write(badge);
      },
      BADGE_CACHING,
    );
  };

  app.get<BadgeRoute>("/badge/:id.svg", async (request, reply) => {
    reply.header("content-security-policy", "default-src 'none'");
    return serve(request, reply, (badge) => representationOf(SVG, badgeSvg(badge)));
  });

  app.get<BadgeRoute>("/badge/:id.json", async (request, reply) =>
    serve(request, reply, (badge) => jsonRepresentation(shieldsEndpoint(badge))),
  );
}

async function badgeOf(
  { snapshot }: Publication,
  archive: Archive,
  { id, show, language }: { id: string; show: Show; language: Language },
): Promise<Badge | undefined> {
  const component = snapshot.components.find((one) => one.id === id);
  if (component !== undefined) {
    if (show === "status") return statusBadge(component, language);
    if (show === "uptime") return uptimeBadge(component, language);
    const sinceMs = Math.floor(snapshot.window.toMs / HOUR_MS) * HOUR_MS - DAY_MS;
    return latencyBadge(component, await archive.figures(id, sinceMs), language);
  }
  if (show !== "status") return undefined;
  const group = snapshot.groups.find((one) => one.id === id);
  if (group !== undefined) return groupBadge(group, snapshot, language);
  return id === WHOLE_PAGE ? overallBadge(snapshot, language) : undefined;
}
