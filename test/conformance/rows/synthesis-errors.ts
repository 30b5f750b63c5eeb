import { formOf, NO_AUDIO, recordingOf, spokenFor } from "../recordings.ts";
import { refused, refusedOnSocket } from "../refusal.ts";
import { itemsNamed, type InterfaceItem } from "../interface/items.ts";
import type { DocumentedErrorName } from "../interface/documented-errors.ts";
import type { Row } from "../row.ts";
import type { Json } from "../service-client.ts";
import { PRONUNCIATIONS, saying, SPEECH, speech, VOICES } from "./asking.ts";

const base64 = (recording: Buffer) => recording.toString("base64");
const cloned = (recording: Buffer): Json => ({
  voice: undefined,
  reference_audio: base64(recording),
  consent: true,
});
const LONG = "a".repeat(201);
const TOO_LONG = "over 200 characters";
const RECORDING_SECONDS = [
  "cloning recording",
  "limit: synthesis, seconds of a cloning recording",
] as const;
const TOO_MANY_BYTES = Buffer.alloc(10 * 1024 * 1024 + 1);

type Case = readonly [code: DocumentedErrorName, title: string, param: string | null, fields: Json];

/** Fields of a speech request that are refused. */
const REFUSED_FIELDS: readonly Case[] = [
  ["input_too_long", "5,001 characters", "input", { input: "a".repeat(5001) }],
  ["unknown_model", "a model that does not exist", "model", { model: "synth-v9" }],
  ["unknown_voice", "a voice that does not exist", "voice", { voice: "nobody" }],
  [
    "unknown_voice",
    "a voice of the other generation",
    "voice",
    { voice: "hakan", model: "synth-v1" },
  ],
  ["unknown_saved_voice", "no saved voice has the id", "voice", { voice: "voice_0" }],
  [
    "conflicting_fields",
    "voice_description with instructions",
    "voice_description",
    { voice_description: "genç bir kadın", instructions: "yavaş" },
  ],
  [
    "conflicting_fields",
    "voice_description with reference_audio",
    "voice_description",
    { ...cloned(spokenFor(4)), voice_description: "genç bir kadın" },
  ],
  [
    "conflicting_fields",
    "instructions with a leading (…)",
    "instructions",
    { input: "(fısıldayarak) Merhaba.", instructions: "yavaş" },
  ],
  ["consent_required", "no consent", "consent", { ...cloned(spokenFor(4)), consent: undefined }],
  ["consent_required", "consent: false", "consent", { ...cloned(spokenFor(4)), consent: false }],
  [
    "unsupported_field",
    "voice_description on synth-v1",
    "voice_description",
    { model: "synth-v1", voice_description: "genç" },
  ],
  [
    "unsupported_field",
    "instructions on synth-v1",
    "instructions",
    { model: "synth-v1", instructions: "yavaş" },
  ],
  [
    "unsupported_field",
    "reference_audio on synth-v1",
    "reference_audio",
    { model: "synth-v1", ...cloned(spokenFor(4)) },
  ],
  ["unsupported_field", "consent on synth-v1", "consent", { model: "synth-v1", consent: true }],
  [
    "unsupported_field",
    "a saved voice on synth-v1",
    "voice",
    { model: "synth-v1", voice: "voice_0" },
  ],
  ["invalid_instructions", TOO_LONG, "instructions", { instructions: LONG }],
  ["invalid_instructions", "not a string", "instructions", { instructions: 5 }],
  ["invalid_instructions", "parentheses", "instructions", { instructions: "yavaş (çok)" }],
  ["invalid_voice_description", TOO_LONG, "voice_description", { voice_description: LONG }],
  [
    "invalid_voice_description",
    "not a string",
    "voice_description",
    { voice_description: ["genç"] },
  ],
  [
    "invalid_voice_description",
    "parentheses",
    "voice_description",
    { voice_description: "genç (kadın)" },
  ],
  ["invalid_reference", "no audio", "reference_audio", cloned(NO_AUDIO)],
  [
    "invalid_reference",
    "no base64",
    "reference_audio",
    { ...cloned(NO_AUDIO), reference_audio: "Ağ!" },
  ],
  ["invalid_reference", "a tone", "reference_audio", cloned(recordingOf(4))],
  ["reference_too_short", "2.9 seconds", "reference_audio", cloned(spokenFor(2.9))],
  ["reference_too_long", "30.01 seconds", "reference_audio", cloned(spokenFor(30.01))],
  ["reference_too_long", "30.6 seconds", "reference_audio", cloned(spokenFor(30.6))],
  ["reference_too_large", "a byte over 10 MB", "reference_audio", cloned(TOO_MANY_BYTES)],
  ["invalid_pronunciations", "not an array", "pronunciations", { pronunciations: {} }],
  [
    "invalid_pronunciations",
    "an entry with nothing to say",
    "pronunciations",
    { pronunciations: [{ word: "a" }] },
  ],
];

/** The field that is at fault, and the limit that is exceeded. */
function itemsOf(
  code: DocumentedErrorName,
  title: string,
  param: string | null,
): readonly InterfaceItem[] {
  const limits: Readonly<Partial<Record<DocumentedErrorName, readonly InterfaceItem[]>>> = {
    input_too_long: ["limit: synthesis, input length"],
    invalid_reference: ["cloning recording"],
    reference_too_short: RECORDING_SECONDS,
    reference_too_long: RECORDING_SECONDS,
    reference_too_large: ["cloning recording", "limit: synthesis, size of a cloning recording"],
    consent_required: ["cloning recording: consent"],
  };
  const length = title === TOO_LONG ? itemsNamed(`limit: synthesis, ${param}`) : [];
  return [...itemsNamed(`speech: ${param}`), ...(limits[code] ?? []), ...length];
}

/** Fields that mean the same in the config of a synthesis socket. */
const REFUSED_CONFIGS = REFUSED_FIELDS.filter(([code, , param, fields]) => {
  const isForeign = ["input", "reference_audio", "consent"].some((name) => name in fields);
  return !isForeign && code !== "invalid_pronunciations" && param !== null;
});

/** Part 7, synthesis; what needs a fault is in faults.ts, what needs a full account in limits.ts. */
export const SYNTHESIS_ERRORS: readonly Row[] = [
  ...REFUSED_FIELDS.map(([code, title, param, fields]) =>
    refused({ code, title, param, sees: itemsOf(code, title, param) }, (context) =>
      speech(context, fields),
    ),
  ),
  refused(
    {
      code: "unknown_model",
      title: "the message lists the valid ones",
      param: "model",
      message: /synth-v2.*synth-v1|synth-v1.*synth-v2/,
    },
    (context) => speech(context, { model: "synth-v3" }),
  ),
  refused(
    {
      code: "unknown_voice",
      title: "the message lists the valid ones",
      param: "voice",
      message: /ayla.*zeynep/,
    },
    (context) => speech(context, { voice: "nobody" }),
  ),
  refused(
    { code: "unknown_saved_voice", title: "GET", param: "id", sees: ["saved voice: id"] },
    ({ client }) => client.ask(`${VOICES}/voice_0`),
  ),
  refused(
    { code: "unknown_saved_voice", title: "PATCH", param: "id", sees: ["saved voice: id"] },
    ({ client }) => client.ask(`${VOICES}/voice_0`, { method: "PATCH", json: { name: "Ses" } }),
  ),
  refused(
    { code: "unknown_saved_voice", title: "DELETE", param: "id", sees: ["saved voice: id"] },
    ({ client }) => client.ask(`${VOICES}/voice_0`, { method: "DELETE" }),
  ),
  refused({ code: "consent_required", title: "POST /v1/voices", param: "consent" }, ({ client }) =>
    client.ask(VOICES, { form: formOf({ name: "Ses", reference_audio: spokenFor(4) }) }),
  ),
  refused(
    {
      code: "invalid_reference",
      title: "POST /v1/voices, nobody is heard",
      param: "reference_audio",
    },
    ({ client }) =>
      client.ask(VOICES, { form: formOf({ consent: "true", reference_audio: NO_AUDIO }) }),
  ),
  refused(
    { code: "reference_too_short", title: "POST /v1/voices", param: "reference_audio" },
    ({ client }) =>
      client.ask(VOICES, { form: formOf({ consent: "true", reference_audio: recordingOf(2.5) }) }),
  ),
  refused(
    { code: "reference_too_large", title: "a file of a form", param: "reference_audio" },
    ({ client }) =>
      client.ask(SPEECH, {
        form: formOf({ input: "Merhaba.", consent: "true", reference_audio: TOO_MANY_BYTES }),
      }),
  ),
  refused(
    { code: "invalid_pronunciations", title: "POST /v1/pronunciations", param: "alias" },
    ({ client }) => client.ask(PRONUNCIATIONS, { json: { word: "NATO" } }),
  ),
  refused(
    { code: "unknown_pronunciation", title: "GET", param: "id", sees: ["pronunciation entry: id"] },
    ({ client }) => client.ask(`${PRONUNCIATIONS}/pron_0`),
  ),
  refused(
    {
      code: "unknown_pronunciation",
      title: "PATCH",
      param: "id",
      sees: ["pronunciation entry: id"],
    },
    ({ client }) =>
      client.ask(`${PRONUNCIATIONS}/pron_0`, { method: "PATCH", json: { alias: "nato" } }),
  ),
  refused(
    {
      code: "unknown_pronunciation",
      title: "DELETE",
      param: "id",
      sees: ["pronunciation entry: id"],
    },
    ({ client }) => client.ask(`${PRONUNCIATIONS}/pron_0`, { method: "DELETE" }),
  ),
  ...REFUSED_CONFIGS.map(([code, title, param, fields]) =>
    refusedOnSocket({ code, title: `synthesis, ${title}`, param }, (context) =>
      saying(context, fields, "Merhaba."),
    ),
  ),
  refusedOnSocket(
    { code: "invalid_pronunciations", title: "synthesis, not an array", param: "pronunciations" },
    (context) => saying(context, { pronunciations: {} }, "Merhaba."),
  ),
  refusedOnSocket(
    {
      code: "unknown_pronunciation",
      title: "synthesis, no entry has the id",
      param: "pronunciations",
    },
    (context) => saying(context, { pronunciations: ["pron_0"] }, "Merhaba."),
  ),
  refusedOnSocket(
    { code: "input_too_long", title: "synthesis, 5,001 characters", param: "text" },
    (context) => saying(context, {}, "a".repeat(5001)),
  ),
];
