import type { Surface } from "../surface.ts";
import { conversations } from "./conversation.ts";

export const liveSocket: Surface = {
  name: "live transcription socket",
  share: 8,
  watched: "service",
  attempts: ({ service }) => conversations(service, "liveTranscription", { last: { type: "end" } }),
};
