/** What customers use of the service, by the component of the status page that speaks of it. */
export const SERVICE_PLACES = [
  "stt-file",
  "stt-stream",
  "tts",
  "web",
  "docs",
  "dashboard",
  "demo",
] as const;

/** What people use: of the service, the status page itself, and what is written there. */
export type Place = (typeof SERVICE_PLACES)[number] | "status-page" | "status-writes";

export const PLACES: readonly Place[] = [...SERVICE_PLACES, "status-page", "status-writes"];
