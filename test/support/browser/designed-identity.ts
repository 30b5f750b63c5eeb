import { readFileSync } from "node:fs";
import path from "node:path";
import type { Kysely } from "kysely";

import type { StatusDatabase } from "#migrations/status/schema.ts";

import { readPicture } from "../../../probes/monitor-file/picture.ts";
import { projectRoot } from "../program.ts";

/** The accent that the designed page has: too light for the light theme, where it is shown darker. */
export const designedAccent = "#12b39c";

/** Gives the page the product's mark, an accent and links, as a monitor file does. */
export async function writeDesignedIdentity(db: Kysely<StatusDatabase>): Promise<void> {
  const mark = readPicture(readFileSync(path.join(projectRoot, "web-kit/brand/mark.svg")));
  if ("complaint" in mark) throw new Error(mark.complaint);
  const identity = {
    logo: { light: mark.picture, dark: null, saysName: false },
    favicon: null,
    accentColor: designedAccent,
    links: [
      { label: { en: "Website", tr: "Web sitesi" }, url: "https://speech.example.org/" },
      {
        label: { en: "Documentation", tr: "Dokümantasyon" },
        url: "https://speech.example.org/docs",
      },
    ],
  };
  await db
    .updateTable("page")
    .set({ identity: JSON.stringify(identity), pictures: JSON.stringify([mark.stored]) })
    .execute();
}
