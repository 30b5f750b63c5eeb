import { styleHash } from "#web-kit/document/style-hash.ts";

/** Returns the styles that a page carries itself. */
export function ownStyles(page: string): string[] {
  return [...page.matchAll(/<style>(.*?)<\/style>/gs)].map(([, style = ""]) => style);
}

/** Returns what a content security policy has to allow for a page to have its styles, and nothing more. */
export function styleSource(page: string): string {
  return `style-src ${ownStyles(page).map(styleHash).join(" ")};`;
}
