import { FEED_PATHS, statusEventPath } from "#monitor/domain/page-paths.ts";
import type { FastifyInstance } from "fastify";
import { isMaintenance } from "#monitor/domain/status-event.ts";
import { maintenanceCalendar } from "../calendar/maintenance-calendar.ts";
import { representationOf } from "#runtime/representation.ts";
import type { Archive } from "../snapshot/archive.ts";
import { knownStatusEvent } from "../snapshot/snapshot.ts";
import { type Published, sendDocument } from "./documents.ts";
import { FOLLOWED_CACHING, requestedLanguage } from "./followed.ts";

const CALENDAR = "text/calendar; charset=utf-8";

/**
 * Serves maintenance for calendars: all of it to subscribe to, and each one alone to add; in English or the language of
 * `?lang=`.
 */
export function calendarRoutes(app: FastifyInstance, published: Published, archive: Archive): void {
  app.get(FEED_PATHS.calendar, async (request, reply) => {
    const language = requestedLanguage(request);
    return sendDocument(
      request,
      reply,
      published,
      ({ kept }) =>
        kept(`calendar ${language}`, (snapshot) =>
          representationOf(
            CALENDAR,
            maintenanceCalendar(snapshot, snapshot.maintenances, language),
          ),
        ),
      FOLLOWED_CACHING,
    );
  });

  app.get<{ Params: { id: string } }>(
    `${statusEventPath(":id")}${FEED_PATHS.calendar}`,
    async (request, reply) => {
      const { id } = request.params;
      const language = requestedLanguage(request);
      return sendDocument(
        request,
        reply,
        published,
        async ({ snapshot }) => {
          const statusEvent = knownStatusEvent(snapshot, id) ?? (await archive.incident(id));
          if (statusEvent === undefined || !isMaintenance(statusEvent)) return undefined;
          return representationOf(CALENDAR, maintenanceCalendar(snapshot, [statusEvent], language));
        },
        FOLLOWED_CACHING,
      );
    },
  );
}
