import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Picture, StoredIdentity, StoredPicture } from "#migrations/status/stored-identity.ts";
import { DEFAULT_LANGUAGE } from "#web-kit/language/languages.ts";
import type { Place } from "#schema-reader/fault.ts";
import type { LocatedDocument } from "./located-document.ts";
import { readPicture } from "./picture.ts";
import type { MonitorDocument } from "./schema.ts";

/** The branding of the page, with the pictures that it uses. */
export interface ConfiguredIdentity {
  readonly identity: StoredIdentity;
  readonly pictures: readonly StoredPicture[];
}

/** Reads logo, icon, colour and links of the page; throws `MonitorFileError` for a picture that cannot be used. */
export function readIdentity(
  directory: string,
  located: LocatedDocument,
  { logo, favicon, accent_color, links }: MonitorDocument["page"],
): ConfiguredIdentity {
  const pictures = new Map<string, StoredPicture>();
  const read = (place: Place, name: string): Picture => {
    const file = path.resolve(directory, name);
    if (!existsSync(file)) throw located.errorAt(place, `no such file: ${file}`);
    const found = readPicture(readFileSync(file));
    if ("complaint" in found) throw located.errorAt(place, `${file} ${found.complaint}`);
    pictures.set(found.stored.name, found.stored);
    return found.picture;
  };
  const optional = (place: Place, name: string | undefined): Picture | null =>
    name === undefined ? null : read(place, name);
  const identity: StoredIdentity = {
    logo:
      logo === undefined
        ? null
        : {
            light: read(["page", "logo", "light"], logo.light),
            dark: optional(["page", "logo", "dark"], logo.dark),
            saysName: logo.says_name,
          },
    favicon: optional(["page", "favicon"], favicon),
    accentColor: accent_color?.toLowerCase() ?? null,
    links: links.map(({ label, url }) => ({
      label: typeof label === "string" ? { [DEFAULT_LANGUAGE]: label } : label,
      url,
    })),
  };
  return { identity, pictures: [...pictures.values()] };
}
