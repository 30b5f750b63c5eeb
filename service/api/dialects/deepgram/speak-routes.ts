import { Readable } from "node:stream";
import type { FastifyInstance } from "fastify";
import {
  DEEPGRAM_SPEAK_ONLY,
  deepgramOperations,
  type SpeakQuery,
} from "../../../contract/dialects/deepgram.ts";
import { ApiError } from "../../../contract/errors.ts";
import type { Sent } from "../../../contract/schema.ts";
import {
  AUDIO_FORMATS,
  type AudioFormatName,
} from "../../../engine/audio/encoding/audio-formats.ts";
import { routesOf } from "../../http/routes.ts";
import type { ApiServices } from "../../http/services.ts";
import { refuseUnsupportedFields } from "../shared/vendor-fields.ts";
import { speakRequest } from "../shared/requested-speech.ts";

type Query = Sent<typeof SpeakQuery>;

interface Output {
  readonly format: AudioFormatName;
  /** Container of the audio; an encoding's first one is the default. */
  readonly container: string | undefined;
  /** Default sample rate in Hz. */
  readonly sampleRate: number;
}

/** The output formats of each encoding, by container. */
const OUTPUTS: Readonly<Record<Query["encoding"], readonly Output[]>> = {
  linear16: [
    { format: "wav", container: "wav", sampleRate: 24_000 },
    { format: "pcm", container: "none", sampleRate: 24_000 },
  ],
  mp3: [{ format: "mp3", container: undefined, sampleRate: 22_050 }],
  opus: [{ format: "opus", container: "ogg", sampleRate: 48_000 }],
  flac: [{ format: "flac", container: undefined, sampleRate: 48_000 }],
  aac: [{ format: "aac", container: undefined, sampleRate: 22_050 }],
};

/** The dialect's names for fields of the service. */
export const SPEAK_NAMES = { voice: "model", input: "text" };

/** Registers `POST /v1/speak`, which synthesizes a text and streams the audio. */
export async function speakRoutes(app: FastifyInstance, services: ApiServices): Promise<void> {
  const route = routesOf(app, services.guard);

  route(deepgramOperations.deepgramSpeak).answer(async ({ query, body }, request, reply) => {
    const sent = request.query as Readonly<Record<string, string | string[] | undefined>>;
    refuseUnsupportedFields(DEEPGRAM_SPEAK_ONLY, (name) => sent[name]);
    const { format, sampleRate } = outputOf(query);
    const rate = query.sample_rate ?? sampleRate;
    const requested = {
      vendor: "deepgram",
      model: undefined,
      voice: query.model,
      text: body.text,
      format,
      sampleRate: rate,
      speed: query.speed,
    } as const;
    const { made, voice } = await speakRequest(requested, SPEAK_NAMES, request, reply, services);
    void reply.headers({
      "content-type": AUDIO_FORMATS[format].contentType(rate),
      "dg-request-id": request.id,
      "dg-model-name": voice,
      "dg-char-count": String(made.characters),
    });
    return reply.send(Readable.from(made.bytes, { objectMode: false }));
  });
}

function outputOf({ encoding, container }: Query): Output {
  const outputs = OUTPUTS[encoding];
  const matching = outputs.find((one) => one.container === container);
  const output = container === undefined ? outputs[0] : matching;
  if (output !== undefined) return output;
  const allowed = outputs.map((one) => one.container ?? "absent").join(" or ");
  const message = `container has to be ${allowed} with encoding ${encoding}; got ${container}.`;
  throw new ApiError("invalid_request", message, "container");
}
