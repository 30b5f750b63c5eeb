import type { Surface } from "../surface.ts";
import { conversations } from "./conversation.ts";

/** The dialect has no end: whoever is told of an event that there is not has been heard to the last. */
const last = { type: "fuzz.end", event_id: "fuzz-end" };

export const realtimeSocket: Surface = {
  name: "realtime socket",
  share: 8,
  minInputs: 160,
  watched: "service",
  attempts: ({ service }) =>
    conversations(service, "realtimeTranscription", {
      last,
      isAnsweredBy: ({ error }) => error?.event_id === last.event_id,
    }),
};
