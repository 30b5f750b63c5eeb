let stopSounding: (() => void) | undefined;

/** Stops the sound that plays on this page; `stop` is called when the next one starts. */
export function soundAlone(stop: () => void): void {
  stopSounding?.();
  stopSounding = stop;
}
