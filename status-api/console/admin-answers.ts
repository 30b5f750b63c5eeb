import type { LightMyRequestResponse as Answer } from "fastify";

/** Returns what a list of the admin API has. */
export function listIn<Item>(answer: Answer): {
  readonly data: readonly Item[];
  readonly has_more: boolean;
} {
  return answer.json();
}

/** Returns why the admin API refused; null where it did not. */
export function refusalIn(answer: Answer): string | null {
  if (answer.statusCode < 300) return null;
  return answer.json<{ readonly error: { readonly message: string } }>().error.message;
}

/** Returns the query of an address, without what is empty; with its question mark where there is any. */
export function queryOf(parameters: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== "",
  );
  const query = new URLSearchParams(given).toString();
  return query === "" ? "" : `?${query}`;
}
