const STORED_AS = "docs-api-key";
/** The key that was used in this tab before; empty when there is none. */
export function storedKey(): string {
  return sessionStorage.getItem(STORED_AS) ?? "";
}

/** Keeps a key as long as this tab is open; an empty one is forgotten. */
export function storeKey(key: string): void {
  if (key === "") sessionStorage.removeItem(STORED_AS);
  else sessionStorage.setItem(STORED_AS, key);
}
