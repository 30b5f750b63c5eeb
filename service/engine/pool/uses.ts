/** Counts who uses something that is to end when nobody does. */
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

  /** Resolves when nobody has used it for so long, after `mostMs` at the latest; asked for once. */
  async untilQuiet(quietMs: number, mostMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const patience = setTimeout(resolve, mostMs).unref();
    let quiet: NodeJS.Timeout | undefined;
    this.#onChange = () => {
      clearTimeout(quiet);
      if (this.#count === 0) quiet = setTimeout(resolve, quietMs).unref();
    };
    this.#onChange();
    await promise;
    clearTimeout(patience);
    clearTimeout(quiet);
    this.#onChange = () => {};
  }
}
