import type { Surface } from "./surface.ts";
import { adminApi } from "./surfaces/admin-api.ts";
import { audioFiles } from "./surfaces/audio-files.ts";
import { forms } from "./surfaces/forms.ts";
import { http } from "./surfaces/http.ts";
import { liveSocket } from "./surfaces/live-socket.ts";
import { monitorFile } from "./surfaces/monitor-file.ts";
import { realtimeSocket } from "./surfaces/realtime-socket.ts";
import { speechSocket } from "./surfaces/speech-socket.ts";

/** Every way into the product. */
export const SURFACES: readonly Surface[] = [
  http,
  forms,
  audioFiles,
  liveSocket,
  realtimeSocket,
  speechSocket,
  monitorFile,
  adminApi,
];
