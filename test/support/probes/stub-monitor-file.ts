import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { MonitorConfiguration } from "../../../probes/monitor-file/configuration.ts";
import { parseMonitorFile } from "../../../probes/monitor-file/read.ts";
import { speechLikeWav } from "../service/speech-like-audio.ts";
import { stubClipText } from "./stub-speech-service.ts";

/**
 * Puts the product's own monitor.yaml into `directory`, with a clip that the stub knows, and reads it for the stub's address.
 *
 * `change` may edit the text first, e.g. to shorten timeouts.
 */
export async function monitorFileForStub(
  directory: string,
  serviceUrl: string,
  change: (text: string) => string = (text) => text,
  clipSeconds = 0.5,
): Promise<MonitorConfiguration> {
  const audio = join(directory, "fixtures", "audio");
  await mkdir(audio, { recursive: true });
  const clip = speechLikeWav({ seconds: clipSeconds, sampleRateHz: 16_000 });
  await writeFile(join(audio, "clip.wav"), clip);
  await writeFile(join(audio, "clip.txt"), stubClipText);
  const brand = "web-kit/brand";
  await cp(join(import.meta.dirname, "../../..", brand), join(directory, brand), {
    recursive: true,
  });
  const text = change(await readFile(join(import.meta.dirname, "../../../monitor.yaml"), "utf8"));
  const file = join(directory, "monitor.yaml");
  await writeFile(file, text);
  return parseMonitorFile(file, text, {
    BASE_URL: serviceUrl,
    PUBLIC_URL: serviceUrl,
    TTS_URL: serviceUrl,
    STATUS_URL: "http://127.0.0.1:8090",
  });
}
