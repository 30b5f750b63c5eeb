import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ConsoleNowView } from "#status-api/page/page-view-now.ts";
import { useReader } from "../reader/reader.ts";

/** What the page of the current state shows, for all of its parts. */
export const NowContext = createContext<ConsoleNowView | null>(null);

export function useNow(): ConsoleNowView {
  return useContext(NowContext)!;
}

/** Returns what tells how long ago a moment was, in words. */
export function useAge(): (atMs: number) => string {
  const { formats } = useReader();
  const { nowMs } = useNow();
  return (atMs) => formats.duration(Math.max(0, nowMs - atMs));
}
