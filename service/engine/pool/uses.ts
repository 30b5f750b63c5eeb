/** Counts the users of something that ends when it has none. */
export class Uses {
  #count = 0;
  #onChange = () => {};

  /** Begins a use, which lasts until it is disposed. */
  begin(): Disposable {
    let isOver = false;
    this.#count += 1;
    this.#onChange();
    return {
      [Symbol.dispose]: () => {
        if (isOver) return;
        isOver = true;
        this.#count -= 1;
        this.#onChange();
      },
    };
  }

  /** Resolves when it has had no users for `quietMs`, after `maxMs` at the latest; may be called only once. */
  async untilQuiet(quietMs: number, maxMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, maxMs).unref();
    let quiet: NodeJS.Timeout | undefined;
    this.#onChange = () => {
      clearTimeout(quiet);
      if (this.#count === 0) quiet = setTimeout(resolve, quietMs).unref();
    };
    this.#onChange();
    await promise;
    clearTimeout(timer);
    clearTimeout(quiet);
    this.#onChange = () => {};
  }
}
