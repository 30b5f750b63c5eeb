import { DAY_SECONDS } from "#units/time.ts";
import type { FastifyInstance, FastifyReply } from "fastify";
import type frame from "#languages/en/site/frame.json";
import type website from "#languages/en/site/website.json";
import { type Language, languageOf } from "#web-kit/language/languages.ts";
import { readTexts } from "#web-kit/language/read-texts.ts";
import type { TextsOf } from "#web-kit/language/texts.ts";
import { drawIcon } from "#web-kit/picture/draw-icon.ts";
import { drawPicture, type Picture } from "#web-kit/picture/draw-picture.ts";
import { tokenColour } from "#web-kit/picture/token-colours.ts";

const frameTexts = readTexts<TextsOf<typeof frame>>("site/frame.json");
const websiteTexts = readTexts<TextsOf<typeof website>>("site/website.json");

/** Serves the picture for previews of links to the site, and its icon; both are drawn on the first request. */
export function sitePictureRoutes(app: FastifyInstance): void {
  const drawn = new Map<string, Promise<Buffer>>();
  const send = async (
    reply: FastifyReply,
    name: string,
    draw: () => Promise<Buffer>,
  ): Promise<FastifyReply> => {
    const drawing = drawn.get(name) ?? draw();
    drawn.set(name, drawing);
    drawing.catch(() => drawn.delete(name));
    return reply
      .type("image/png")
      .header("cache-control", `public, max-age=${DAY_SECONDS}`)
      .header("x-content-type-options", "nosniff")
      .send(await drawing);
  };

  app.get("/picture.png", (request, reply) => {
    const language = languageOf((request.query as { readonly lang?: unknown }).lang);
    return send(reply, language, () => drawPicture(pictureIn(language), language));
  });
  app.get("/favicon.ico", (_request, reply) =>
    send(reply, "icon", () => drawIcon(wave(tokenColour("accent")))),
  );
}

function pictureIn(language: Language): Picture {
  const { name } = frameTexts[language];
  const { tagline, lead } = websiteTexts[language];
  const colour = tokenColour("accent");
  return { name, mark: wave(colour), title: tagline, lines: [lead], foot: [], colour };
}

/** Returns the site's sound wave, which is also its icon, as SVG. */
function wave(colour: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16" stroke="${colour}" stroke-width="2" stroke-linecap="round"><path d="M2 7v2M5 4v8M8 2v12M11 5v6M14 7v2"/></svg>`;
}
