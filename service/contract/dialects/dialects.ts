import type { IncomingHttpHeaders } from "node:http";
import type { Dialect } from "../dialect.ts";
import { deepgram } from "./deepgram.ts";
import { elevenlabs } from "./elevenlabs.ts";

/** Every dialect that clients of other vendors find here. */
export const DIALECTS: readonly Dialect[] = [deepgram, elevenlabs];

/** The dialect that a request shows by its credential; undefined for one in the service's own. */
export function dialectOf(headers: IncomingHttpHeaders): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.isSpokenBy(headers));
}
