/**
 * Loaded into a program before its own code (`node --import`): at each SIGUSR2 the program's clock jumps two hours ahead, or back
 * to what it was. Its timers go on as they do when a system's clock is set.
 */

const JUMP_MS = 2 * 3600 * 1000;

const RealDate = Date;
let aheadMs = 0;
process.on("SIGUSR2", () => (aheadMs = JUMP_MS - aheadMs));

const now = (): number => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
  apply: () => new RealDate(now()).toString(),
  construct: (target, parts: unknown[], subclass) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, subclass) as object,
});
