import { expect, test } from "vitest";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import {
  fixtureClip,
  sharedSpeechService,
  speechRequest,
  transcriptionForm,
} from "../../support/service/speech-service.ts";
import { textOfPage, withoutHashes } from "../../support/text-of-page.ts";

type Fields = Readonly<Record<string, unknown>>;

const SPEECH = { model: "synth-v2", voice: "ayla", input: "Merhaba." };

/** JSON bodies by where they are posted. */
const POSTED: readonly (readonly [path: string, fields: Fields])[] = [
  ["/v1/audio/speech", {}],
  ["/v1/audio/speech", { ...SPEECH, input: "" }],
  ["/v1/audio/speech", { ...SPEECH, input: 7 }],
  ["/v1/audio/speech", { ...SPEECH, input: "a".repeat(20_000) }],
  ["/v1/audio/speech", { ...SPEECH, model: "none" }],
  ["/v1/audio/speech", { ...SPEECH, voice: "none" }],
  ["/v1/audio/speech", { ...SPEECH, voice: "voice_none" }],
  ["/v1/audio/speech", { ...SPEECH, speed: 5 }],
  ["/v1/audio/speech", { ...SPEECH, speed: 0.1 }],
  ["/v1/audio/speech", { ...SPEECH, response_format: "midi" }],
  ["/v1/audio/speech", { ...SPEECH, sample_rate: 7 }],
  ["/v1/audio/speech", { ...SPEECH, instructions: "(" }],
  ["/v1/audio/speech", { ...SPEECH, voice_description: "genç bir kadın" }],
  ["/v1/audio/speech", { model: "synth-v2", input: "a", voice_description: "(" }],
  ["/v1/audio/speech", { model: "synth-v2", input: "a", reference_audio: "none" }],
  ["/v1/audio/speech", { ...SPEECH, input: "<speak>a<br></speak>", input_type: "ssml" }],
  ["/v1/audio/speech", { ...SPEECH, input: "\n\n<speak>a<x/></speak>", input_type: "ssml" }],
  ["/v1/voices", {}],
  ["/v1/voices", { name: "Ayşe", reference_audio: "AAAA", consent: false }],
  ["/v1/voices", { name: "", reference_audio: "AAAA", consent: true }],
  ["/v1/voices", { name: "Ayşe", reference_audio: "AAAA", consent: true }],
  ["/v1/pronunciations", {}],
  ["/v1/pronunciations", { word: "a b", alias: "c" }],
  ["/v1/pronunciations", { word: "a", alias: "b", ipa: "a" }],
  ["/v1/pronunciations", { word: "a", ipa: "?" }],
  ["/v1/pronunciations", { word: "GitHub", alias: "githab" }],
  ["/v1/pronunciations", { word: "GitHub", alias: "başka" }],
  ["/v1/pronunciations/preview", { input: "" }],
  ["/v1/pronunciations/preview", { input: "GitHub'a 3 kez baktım, saat 15.30." }],
  ["/v1/jobs", {}],
  ["/v1/sessions", { expires_in: 0 }],
  ["/v1/listen", {}],
  ["/v1/speak", {}],
  ["/v1/speak?model=none", { text: "a" }],
  ["/v1/speak?encoding=none", { text: "a" }],
  ["/v1/text-to-speech/none", { text: "a" }],
  ["/v1/text-to-speech/ayla", {}],
  ["/v1/text-to-speech/ayla?output_format=none", { text: "a" }],
];

/** Fields of transcription forms. */
const FORMS: readonly Readonly<Record<string, string>>[] = [
  {},
  { model: "none" },
  { model: "transcribe-1", response_format: "docx" },
  { model: "transcribe-1", temperature: "7" },
  { model: "transcribe-1", language: "de" },
  { model: "transcribe-1", timestamp_granularities: "page" },
  { model: "transcribe-1", smart_format: "perhaps" },
];

const GOT = [
  "/v1/models",
  "/v1/models/synth-v2",
  "/v1/models/none",
  "/v1/audio/voices",
  "/v1/voices?limit=0",
  "/v1/voices?after=none",
  "/v1/voices/voice_none",
  "/v1/pronunciations/pron_none",
  "/v1/pronunciations?limit=101",
  "/v1/jobs?limit=none",
  "/v1/jobs/job_none",
  "/v1/jobs/job_none/transcript",
  "/v1/limits",
  "/v1/usage?days=none",
  "/v2/voices",
  "/v1/none",
  "/v1/audio/speech",
  "/healthz",
  "/health/synth",
];

/** What clients of other vendors get, by how they send the key. */
const GOT_BY_VENDORS: readonly (readonly [
  how: string,
  header: string,
  paths: readonly string[],
])[] = [
  ["Token", "authorization", ["/v1/models", "/v1/none", "/v1/listen"]],
  [
    "",
    "xi-api-key",
    [
      "/v1/models",
      "/v1/voices",
      "/v1/voices/ayla",
      "/v1/voices/none",
      "/v2/voices?page_size=2",
      "/v2/voices?page_size=0",
      "/v2/voices?search=erkek&sort=name&sort_direction=asc",
      "/v1/none",
    ],
  ],
];

/** Without what differs from run to run: ids, keys, times, and hashes of files. */
function steady(text: string, url: string): string {
  return withoutHashes(text)
    .replaceAll(url, "https://speech.example.org")
    .replaceAll(/\bst_[\w.-]+/g, "st_TOKEN")
    .replaceAll(/\bsk_[\w-]+/g, "sk_KEY")
    .replaceAll(/\b([a-z]+)_(?=[a-z]*\d)[\da-z]{10,}/g, "$1_ID")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
    .replaceAll(/\b\d{1,2} [A-Z][a-z]{2} \d{4}(, \d\d:\d\d UTC)?/g, "DATE")
    .replaceAll(/"(month|day|start_day|end_day)": "[^"]*"/g, '"$1": "DATE"')
    .replaceAll(/"created": \d+/g, '"created": 0')
    .replaceAll(/\?v=[\da-f]+/g, "?v=HASH")
    .replaceAll(/shared\d+@example\.com/g, "shared@example.com");
}

async function shown(answer: Response): Promise<string> {
  const type = answer.headers.get("content-type") ?? "";
  const text = await answer.text();
  if (type.includes("html")) return textOfPage(text);
  // Sound differs in its last bits from machine to machine.
  if (/audio|octet/.test(type)) return "";
  return type.includes("json") ? JSON.stringify(JSON.parse(text), null, 2) : text;
}

async function entry(name: string, answer: Response): Promise<string> {
  const { status, headers } = answer;
  return `### ${name}: ${status} ${headers.get("content-type") ?? ""}\n\n${await shown(answer)}\n`;
}

test("answers of the API are as before, in both languages", async () => {
  const { url, key, call } = await sharedSpeechService();
  const { wav } = await fixtureClip();
  for (const language of ["en", "tr"]) {
    const headers = { "accept-language": language };
    const all: string[] = [];
    for (const path of GOT) all.push(await entry(`GET ${path}`, await call(path, { headers })));
    for (const [how, header, paths] of GOT_BY_VENDORS) {
      for (const path of paths) {
        const answer = await fetch(`${url}${path}`, {
          headers: { ...headers, [header]: `${how} ${key}`.trim() },
        });
        all.push(await entry(`GET ${path} by ${header}`, answer));
      }
    }
    for (const [path, fields] of POSTED) {
      const { headers: own, ...init } = speechRequest(fields);
      const answer = await call(path, { ...init, headers: { ...headers, ...(own as object) } });
      const body = JSON.stringify(fields);
      all.push(await entry(`POST ${path} ${body.slice(0, 120)}`, answer));
    }
    for (const fields of FORMS) {
      const init = { method: "POST", headers, body: transcriptionForm(wav, fields) };
      const answer = await call("/v1/audio/transcriptions", init);
      all.push(await entry(`POST a form ${JSON.stringify(fields).slice(0, 120)}`, answer));
    }
    const place = `./answers/api.${language}.txt`;
    await expect(steady(all.join("\n"), url)).toMatchFileSnapshot(place);
  }
});

test("pages of the dashboard are as before", async () => {
  const { url, email, password } = await sharedSpeechService();
  const client = dashboardClient(url);
  const all: string[] = [];
  const look = async (path: string) => {
    const answer = await client.get(path);
    all.push(await entry(`${path} ${answer.headers.get("location") ?? ""}`, answer));
  };
  for (const path of ["", "/sign-in", "/sign-up", "/none"]) await look(`/dashboard${path}`);
  await client.post("/dashboard/sign-in", { email, password });
  const signedIn = [
    "",
    "/keys",
    "/voices",
    "/pronunciations",
    "/jobs",
    "/usage",
    "/members",
    "/account",
  ];
  for (const path of signedIn) await look(`/dashboard${path}`);
  await expect(steady(all.join("\n"), url)).toMatchFileSnapshot("./answers/dashboard.txt");
});
