import type { Picture, StoredIdentity } from "#migrations/status/stored-identity.ts";
import { type LocalizedText, localizedText } from "./localized-text.ts";

export type { Picture };

/** How the page shows whose it is, its links in every language. */
export interface PageIdentity extends Readonly<Omit<StoredIdentity, "links">> {
  readonly links: readonly { readonly label: LocalizedText; readonly url: string }[];
}

/** A page of which nothing is configured. */
export const noIdentity: PageIdentity = { logo: null, favicon: null, accentColor: null, links: [] };

/** Completes what is stored with the texts of all languages. */
export function pageIdentity(stored: StoredIdentity): PageIdentity {
  const links = stored.links.map(({ label, url }) => ({ label: localizedText(label), url }));
  return { ...stored, links };
}

/** Returns the content type of a picture, which its name tells. */
export function contentTypeOf({ name }: Pick<Picture, "name">): string {
  return name.endsWith(".svg") ? "image/svg+xml" : "image/png";
}

/** Returns where the status API serves a picture. */
export function picturePath({ name }: Pick<Picture, "name">): string {
  return `/identity/${name}`;
}
