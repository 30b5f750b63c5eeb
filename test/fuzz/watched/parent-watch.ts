import type { ChildProcess } from "node:child_process";
import { type HoldWatch, type Look, OwnHoldWatch } from "./hold-watch.ts";

const QUESTION = "hold-watch";

interface Answer {
  readonly type: typeof QUESTION;
  readonly look: Look;
}

/** In a child process: watches it and answers its parent's questions. */
export function answerParent(): void {
  const watch = new OwnHoldWatch();
  process.on("message", (message) => {
    if (message !== QUESTION) return;
    void watch.look().then((look) => process.send?.({ type: QUESTION, look } satisfies Answer));
  });
}

/** In the parent: asks a child process that answers. */
export function watchOf(child: ChildProcess): HoldWatch {
  return {
    look: () =>
      new Promise((resolve, reject) => {
        const gone = (): void => reject(new Error("the watched process has ended"));
        child.once("exit", gone);
        child.on("message", function hear(message) {
          const { type, look } = message as Partial<Answer>;
          if (type !== QUESTION || look === undefined) return;
          child.off("message", hear).off("exit", gone);
          resolve(look);
        });
        child.send(QUESTION, (error) => {
          if (error !== null) gone();
        });
      }),
  };
}
