const CALM_MS = 1000;

/** Calls `paint` before each frame while it returns true; once a second for readers who prefer reduced motion. */
export function paintWhile(paint: () => boolean): void {
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const again = (): void => {
    if (!paint()) return;
    if (isCalm) setTimeout(again, CALM_MS);
    else requestAnimationFrame(again);
  };
  again();
}
