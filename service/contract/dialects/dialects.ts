import type { IncomingHttpHeaders } from "node:http";
import type { Dialect } from "../dialect.ts";
import { deepgram } from "./deepgram.ts";
import { elevenlabs } from "./elevenlabs.ts";

/** The APIs of other vendors that the service implements. */
export const DIALECTS: readonly Dialect[] = [deepgram, elevenlabs];

/** Returns the dialect that a request's credential indicates; undefined for the service's own API. */
export function dialectOf(headers: IncomingHttpHeaders): Dialect | undefined {
  return DIALECTS.find((dialect) => dialect.isSpokenBy(headers));
}
