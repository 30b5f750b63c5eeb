let stopSounding: (() => void) | undefined;

/** Stops what sounds on this page; `stop` does the same for what sounds from now on. */
export function soundAlone(stop: () => void): void {
  stopSounding?.();
  stopSounding = stop;
}
