const refreshMs = 15_000;

/** Refreshes while somebody looks, and at once when somebody looks again. */
export function keepFresh(refresh: () => Promise<void>): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = async (): Promise<void> => {
    clearTimeout(timer);
    if (document.hidden) return;
    await refresh();
    timer = setTimeout(next, refreshMs);
  };
  document.addEventListener("visibilitychange", () => void next());
  addEventListener("online", () => void next());
  timer = setTimeout(next, refreshMs);
}
