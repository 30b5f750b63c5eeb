import { takenOverLater } from "#web-kit/hydration/taken-over-later.tsx";
import { ReaderContext, useReader } from "../reader/reader.ts";

/** A part of the page that the script takes over, and follows the reader, in a task of its own. */
export const TakenOverLater = takenOverLater(() => {
  const reader = useReader();
  return (content) => <ReaderContext.Provider value={reader}>{content}</ReaderContext.Provider>;
});
