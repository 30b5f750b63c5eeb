const waiting: (() => void)[] = [];

/** Does pieces of work in the order they came, each in a task of its own, so that the page answers between them. */
export function inTurn(work: () => void): void {
  waiting.push(work);
  if (waiting.length === 1) setTimeout(next);
}

function next(): void {
  try {
    waiting[0]?.();
  } finally {
    waiting.shift();
    if (waiting.length > 0) setTimeout(next);
  }
}
