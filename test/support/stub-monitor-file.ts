import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { MonitorConfiguration } from "../../probes/monitor-file/configuration.ts";
import { parseMonitorFile } from "../../probes/monitor-file/read.ts";
import { speechLikeWav } from "./speech-like-audio.ts";
import { stubClipText } from "./stub-speech-service.ts";

/**
 * Reads the product's own monitor.yaml for a stub service: its address, and a clip that the stub knows.
 *
 * `change` may edit the text first, e.g. to shorten timeouts.
 */
export async function monitorFileForStub(
  directory: string,
  serviceUrl: string,
  change: (text: string) => string = (text) => text,
): Promise<MonitorConfiguration> {
  const audio = join(directory, "fixtures", "audio");
  await mkdir(audio, { recursive: true });
  const clip = speechLikeWav({ seconds: 0.5, sampleRateHz: 16_000 });
  await writeFile(join(audio, "clip.wav"), clip);
  await writeFile(join(audio, "clip.txt"), stubClipText);
  const text = await readFile(join(import.meta.dirname, "../../monitor.yaml"), "utf8");
  return parseMonitorFile(join(directory, "monitor.yaml"), change(text), {
    BASE_URL: serviceUrl,
    TTS_URL: serviceUrl,
    STATUS_URL: "http://127.0.0.1:8090",
  });
}
