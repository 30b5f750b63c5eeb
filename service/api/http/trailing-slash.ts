/** Matches the path of an API URL that ends in a slash, and the query after it. */
const SLASH_AT_END = /^(\/v1\/[^?]*[^?/])\/(\?.*)?$/;

/** Returns the URL of an API request without a trailing slash in its path, which some clients add. */
export function withoutTrailingSlash(url: string): string {
  return url.replace(SLASH_AT_END, (_url, path: string, query = "") => path + String(query));
}
