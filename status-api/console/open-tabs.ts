interface Tab {
  readonly person: string;
  end(): void;
}

/** The maximum number of tabs that are notified of changes. */
export const MAX_TABS = 50;

/**
 * The open tabs of all people at the console. Beyond the maximum, the oldest tab of the person with the most is closed, so that
 * nobody keeps the others out.
 */
export class OpenTabs {
  readonly #tabs = new Set<Tab>();

  /** Adds a tab until it is disposed; `end` closes its connection. */
  add(person: string, end: () => void): Disposable {
    const tab = { person, end };
    this.#tabs.add(tab);
    if (this.#tabs.size > MAX_TABS) this.#endOne();
    return { [Symbol.dispose]: () => void this.#tabs.delete(tab) };
  }

  #endOne(): void {
    const counts = new Map<string, number>();
    for (const { person } of this.#tabs) counts.set(person, (counts.get(person) ?? 0) + 1);
    const max = Math.max(...counts.values());
    const oldest = [...this.#tabs].find(({ person }) => counts.get(person) === max);
    if (oldest === undefined) return;
    this.#tabs.delete(oldest);
    oldest.end();
  }
}
