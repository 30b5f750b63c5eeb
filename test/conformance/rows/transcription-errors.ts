import { CLIP, formOf, NO_AUDIO } from "../recordings.ts";
import { itemsNamed } from "../interface/items.ts";
import { refused, refusedOnSocket } from "../refusal.ts";
import type { DocumentedErrorName } from "../interface/documented-errors.ts";
import type { Row } from "../row.ts";
import { STREAM, TRANSCRIPTIONS } from "./asking.ts";

type Case = readonly [
  code: DocumentedErrorName,
  title: string,
  param: string | null,
  fields: Readonly<Record<string, string | Buffer>>,
];

const model = "transcribe-1";

/** Forms that are refused. */
const REFUSED_FORMS: readonly Case[] = [
  ["missing_file", "a form without it", "file", { model }],
  ["empty_audio", "a file of no bytes", "file", { model, file: Buffer.alloc(0) }],
  ["empty_audio", "a WAV file without samples", "file", { model, file: CLIP.subarray(0, 44) }],
  ["undecodable_audio", "a text", "file", { model, file: NO_AUDIO }],
  [
    "bad_response_format",
    "a format that does not exist",
    "response_format",
    { model, file: CLIP, response_format: "xml" },
  ],
  [
    "unsupported_field",
    "speakers of a model that does not tell them apart",
    "response_format",
    { model, file: CLIP, response_format: "diarized_json" },
  ],
  ["bad_temperature", "above 1", "temperature", { model, file: CLIP, temperature: "1.1" }],
  ["bad_temperature", "below 0", "temperature", { model, file: CLIP, temperature: "-0.1" }],
  ["bad_temperature", "not a number", "temperature", { model, file: CLIP, temperature: "warm" }],
  [
    "model_not_found",
    "a model that does not exist",
    "model",
    { model: "transcribe-2", file: CLIP },
  ],
  ["invalid_request", "no model", "model", { file: CLIP }],
  ["invalid_request", "another language", "language", { model, file: CLIP, language: "en" }],
];

/** Part 7, transcription; sizes and lengths are in limits.ts. */
export const TRANSCRIPTION_ERRORS: readonly Row[] = [
  ...REFUSED_FORMS.map(([code, title, param, fields]) =>
    refused({ code, title, param, sees: itemsNamed(`transcription: ${param}`) }, ({ client }) =>
      client.ask(TRANSCRIPTIONS, { form: formOf(fields) }),
    ),
  ),
  refused({ code: "missing_file", title: "no form at all", param: "file" }, ({ client }) =>
    client.ask(TRANSCRIPTIONS, { json: { model } }),
  ),
  refusedOnSocket(
    { code: "model_not_found", title: "a model that does not exist", param: "model" },
    ({ client }) => client.open(`${STREAM}?model=transcribe-2`),
  ),
  refusedOnSocket(
    { code: "invalid_request", title: "an encoding that does not exist", param: "encoding" },
    ({ client }) => client.open(`${STREAM}?encoding=mp3`),
  ),
];
