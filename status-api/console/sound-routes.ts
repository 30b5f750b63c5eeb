import { CONSOLE_PATHS } from "#monitor/domain/console-paths.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { sendRange } from "#runtime/send-range.ts";
import { oneAtATime } from "#runtime/turns.ts";
import { unlessWavError } from "#monitor/domain/wav-header.ts";
import { readKeptAudio } from "#monitor/store/kept-runs.ts";
import { readSound, type Sound } from "../sound/sound.ts";
import { drawSpectrogram, measureSpectrogram } from "../sound/spectrogram.ts";
import { drawWaveform, measureWaveform } from "../sound/waveform.ts";
import { type ConsoleContext, forRole, type Queried } from "./console-context.ts";

type Request = FastifyRequest<Queried & { Params: { id: string; name: string } }>;

interface Picture {
  readonly contentType: string;
  readonly draw: (sound: Sound, seconds: number) => Promise<string | Uint8Array>;
}

const AUDIO = `${CONSOLE_PATHS.runs}/:id/audio/:name`;
const MAX_SECONDS = 3600;

const pictures: Readonly<Record<string, Picture>> = {
  "waveform.svg": {
    contentType: "image/svg+xml",
    draw: async (sound, seconds) => drawWaveform(await measureWaveform(sound, seconds)),
  },
  "spectrogram.png": {
    contentType: "image/png",
    draw: async (sound, seconds) => drawSpectrogram(await measureSpectrogram(sound, seconds)),
  },
};

/**
 * Serves the audio of kept runs, and pictures of it; `seconds` sets the length of a picture's time axis, so that two can be
 * compared.
 */
export function soundRoutes(app: FastifyInstance, { db }: ConsoleContext): void {
  const inTurn = oneAtATime();
  const audioOf = async ({ params: { id, name } }: Request) =>
    name === "sent" || name === "received" ? readKeptAudio(db, id, name) : undefined;

  app.get(AUDIO, forRole("viewer"), async (request: Request, reply) => {
    const audio = await audioOf(request);
    if (audio === undefined) return reply.code(404).send();
    return sendRange(reply, request.headers.range, audio.content, audio.contentType);
  });

  for (const [file, { contentType, draw }] of Object.entries(pictures)) {
    app.get(`${AUDIO}/${file}`, forRole("viewer"), async (request: Request, reply) => {
      // A recording is in memory while it is drawn, so only one is drawn at a time.
      const picture = await inTurn(async () => {
        const audio = await audioOf(request);
        const sound = audio && unlessWavError(() => readSound(audio.content));
        return sound && draw(sound, requestedSeconds(request) ?? sound.frames / sound.sampleRateHz);
      });
      if (picture === undefined) return reply.code(404).send();
      return reply
        .header("content-type", contentType)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("x-content-type-options", "nosniff")
        .send(typeof picture === "string" ? picture : Buffer.from(picture));
    });
  }
}

function requestedSeconds({ query }: Request): number | undefined {
  const seconds = Number(query["seconds"]);
  return seconds > 0 && seconds <= MAX_SECONDS ? seconds : undefined;
}
