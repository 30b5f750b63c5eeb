import { takenOverLater } from "#web-kit/hydration/taken-over-later.tsx";
import { ReaderContext, useReader } from "./reader.ts";

/**
 * A part of the dashboard that the script takes over, and follows the reader, in a task of its own. Nothing that is
 * there from the start may have an id by `useId` in it: that counts from zero in every part.
 */
export const TakenOverLater = takenOverLater(() => {
  const reader = useReader();
  return (content) => <ReaderContext.Provider value={reader}>{content}</ReaderContext.Provider>;
});
