import { statusEventPath } from "#monitor/domain/page-paths.ts";
import type { FastifyInstance } from "fastify";
import { picturePath } from "#monitor/domain/page-identity.ts";
import { drawIcon } from "#web-kit/picture/draw-icon.ts";
import { drawPicture } from "#web-kit/picture/draw-picture.ts";
import { overviewIcon, overviewPicture, statusEventPicture } from "../picture/pictures.ts";
import { representationOf } from "#runtime/representation.ts";
import type { Archive } from "../snapshot/archive.ts";
import { knownStatusEvent } from "../snapshot/snapshot.ts";
import { type Published, sendDocument } from "./documents.ts";
import { FOLLOWED_CACHING, requestedLanguage } from "./followed.ts";

const PNG = "image/png";

/** Serves the pictures for link previews of the status page and of each incident and maintenance, and the page's icon. */
export function pictureRoutes(app: FastifyInstance, published: Published, archive: Archive): void {
  app.get("/picture.png", async (request, reply) => {
    const language = requestedLanguage(request);
    return sendDocument(
      request,
      reply,
      published,
      ({ drawn, snapshot }) =>
        drawn(`picture ${language}`, async () =>
          representationOf(PNG, await drawPicture(overviewPicture(snapshot, language), language)),
        ),
      FOLLOWED_CACHING,
    );
  });

  app.get("/favicon.ico", async (request, reply) => {
    const favicon = published.current()?.snapshot.page.identity.favicon;
    if (favicon) {
      return reply.header("cache-control", FOLLOWED_CACHING).redirect(picturePath(favicon));
    }
    return sendDocument(
      request,
      reply,
      published,
      ({ drawn, snapshot }) =>
        drawn("icon", async () => representationOf(PNG, await drawIcon(overviewIcon(snapshot)))),
      FOLLOWED_CACHING,
    );
  });

  app.get<{ Params: { id: string } }>(
    `${statusEventPath(":id")}/picture.png`,
    async (request, reply) => {
      const { id } = request.params;
      const language = requestedLanguage(request);
      return sendDocument(
        request,
        reply,
        published,
        ({ drawn, snapshot }) =>
          drawn(`picture ${language} ${id}`, async () => {
            const statusEvent = knownStatusEvent(snapshot, id) ?? (await archive.incident(id));
            if (statusEvent === undefined) return undefined;
            const picture = statusEventPicture(snapshot, statusEvent, language);
            return representationOf(PNG, await drawPicture(picture, language));
          }),
        FOLLOWED_CACHING,
      );
    },
  );
}
