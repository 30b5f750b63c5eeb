/** The path of an address of the API that ends in a slash, and what follows it. */
const SLASH_AT_END = /^(\/v1\/[^?]*[^?/])\/(\?.*)?$/;

/** Returns the address of a request to the API without a slash at the end of its path, which some clients put there. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(SLASH_AT_END, (_url, path: string, query = "") => path + String(query));
}
