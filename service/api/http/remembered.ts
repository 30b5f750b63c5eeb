/** Returns a memoized `make`, which runs again only when one of `facts` has changed. */
export function remembered<Made>(facts: () => readonly unknown[], make: () => Made): () => Made {
  let last: { readonly facts: readonly unknown[]; readonly made: Made } | undefined;
  return () => {
    const now = facts();
    const isSame =
      last?.facts.length === now.length && last.facts.every((fact, at) => fact === now[at]);
    if (last === undefined || !isSame) last = { facts: now, made: make() };
    return last.made;
  };
}

/** Caches values by source object and name, for as long as the source exists. */
export class KeptBy<Source extends object, Made> {
  readonly #kept = new WeakMap<Source, Map<string, Made>>();

  of(source: Source, name: string, make: () => Made): Made {
    const made = this.#kept.get(source) ?? new Map<string, Made>();
    this.#kept.set(source, made);
    const known = made.get(name) ?? make();
    made.set(name, known);
    return known;
  }
}
