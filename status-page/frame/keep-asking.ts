/** The element by which the script knows a page that waits for the first report. */
export const waitingId = "waiting";

const askAgainMs = 5_000;

/** Asks until there is something to show, then shows it. */
export async function keepAsking(): Promise<void> {
  const isThere = await fetch("/page.json", { cache: "no-cache" }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isThere) location.reload();
  else setTimeout(() => void keepAsking(), askAgainMs);
}
