interface Tab {
  readonly person: string;
  end(): void;
}

/** Tabs that are told of changes, at most. */
export const MOST_TABS = 50;

/** The tabs of all people at the console. Where one is too many, the oldest of whoever has most is ended for it: nobody keeps the others out. */
export class OpenTabs {
  readonly #tabs = new Set<Tab>();

  /** Notes a tab until it is disposed of; `end` hangs up on it. */
  add(person: string, end: () => void): Disposable {
    const tab = { person, end };
    this.#tabs.add(tab);
    if (this.#tabs.size > MOST_TABS) this.#endOne();
    return { [Symbol.dispose]: () => void this.#tabs.delete(tab) };
  }

  #endOne(): void {
    const counts = new Map<string, number>();
    for (const { person } of this.#tabs) counts.set(person, (counts.get(person) ?? 0) + 1);
    const most = Math.max(...counts.values());
    const oldest = [...this.#tabs].find(({ person }) => counts.get(person) === most);
    if (oldest === undefined) return;
    this.#tabs.delete(oldest);
    oldest.end();
  }
}
