import type { FastifyInstance } from "fastify";
import { isMaintenance } from "#monitor/domain/story.ts";
import { defaultLanguage, isLanguage } from "#web-kit/language/languages.ts";
import { maintenanceCalendar } from "../calendar/maintenance-calendar.ts";
import { representationOf } from "../representation/representation.ts";
import type { Archive } from "../snapshot/archive.ts";
import { knownStory } from "../snapshot/snapshot.ts";
import { type Published, sendDocument } from "./documents.ts";

const calendar = "text/calendar; charset=utf-8";

/** Calendar programs ask every hour or less often. */
const calendarCaching = "public, max-age=60, stale-while-revalidate=300, stale-if-error=86400";

/** Serves maintenance for calendars: all of it, to subscribe to, and each one alone, to add. English, or as `?lang=` says. */
export function calendarRoutes(app: FastifyInstance, published: Published, archive: Archive): void {
  app.get<{ Querystring: { lang?: unknown } }>("/maintenance.ics", async (request, reply) => {
    const { lang } = request.query;
    const language = isLanguage(lang) ? lang : defaultLanguage;
    return sendDocument(
      request,
      reply,
      published,
      ({ kept }) =>
        kept(`calendar ${language}`, (snapshot) =>
          representationOf(
            calendar,
            maintenanceCalendar(snapshot, snapshot.maintenances, language),
          ),
        ),
      calendarCaching,
    );
  });

  app.get<{ Params: { id: string }; Querystring: { lang?: unknown } }>(
    "/incidents/:id/maintenance.ics",
    async (request, reply) => {
      const { id } = request.params;
      const { lang } = request.query;
      const language = isLanguage(lang) ? lang : defaultLanguage;
      return sendDocument(
        request,
        reply,
        published,
        async ({ snapshot }) => {
          const story = knownStory(snapshot, id) ?? (await archive.incident(id));
          if (story === undefined || !isMaintenance(story)) return undefined;
          return representationOf(calendar, maintenanceCalendar(snapshot, [story], language));
        },
        calendarCaching,
      );
    },
  );
}
