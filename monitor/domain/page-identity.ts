import type { Picture, StoredIdentity } from "#migrations/status/stored-identity.ts";
import { type LocalizedText, localizedText } from "./localized-text.ts";

export type { Picture };

/** The branding of the status page, with its links in every language. */
export interface PageIdentity extends Readonly<Omit<StoredIdentity, "links">> {
  readonly links: readonly { readonly label: LocalizedText; readonly url: string }[];
}

/** The branding of a page without any configured. */
export const noIdentity: PageIdentity = { logo: null, favicon: null, accentColor: null, links: [] };

/** Completes a stored identity with the texts of all languages. */
export function pageIdentity(stored: StoredIdentity): PageIdentity {
  const links = stored.links.map(({ label, url }) => ({ label: localizedText(label), url }));
  return { ...stored, links };
}

/** Returns the content type of a picture, by the extension of its name. */
export function contentTypeOf({ name }: Pick<Picture, "name">): string {
  return name.endsWith(".svg") ? "image/svg+xml" : "image/png";
}

/** Returns the path at which the status API serves a picture. */
export function picturePath({ name }: Pick<Picture, "name">): string {
  return `/identity/${name}`;
}
