const waiting: (() => void)[] = [];

/** Runs functions in order, each in a task of its own, so that the page stays responsive between them. */
export function queueTask(work: () => void): void {
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
