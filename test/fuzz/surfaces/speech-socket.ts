import type { Surface } from "../surface.ts";
import { conversations } from "./conversation.ts";

export const speechSocket: Surface = {
  name: "speech socket",
  share: 4,
  watched: "service",
  attempts: ({ service }) => conversations(service, "liveSpeech", { last: { type: "end" } }),
};
