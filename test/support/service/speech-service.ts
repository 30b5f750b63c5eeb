import { readFile } from "node:fs/promises";
import path from "node:path";
import { pino } from "pino";
import { generateApiKey } from "#service/accounts/api-key.ts";
import { readConfig } from "#service/config.ts";
import { runService, type RunningService } from "#service/running-service.ts";
import { initialiseEmbedded } from "../databases/embedded-database.ts";
import { standsOnPglite } from "../databases/every-database.ts";
import { eventually } from "../eventually.ts";
import { projectRoot, testModels } from "../program.ts";
import { sharedDatabase, sharedSpeechAccount } from "../shared/shared.ts";
import type { SharedAccount } from "../shared/shared-speech-service.ts";
import { temporaryDirectory } from "../temporary-directory.ts";
import { quickPasswords } from "./quick-passwords.ts";

/** A speech service of its own, with a key to it. */
export interface SpeechService extends AsyncDisposable {
  readonly url: string;
  readonly key: string;
  readonly email: string;
  readonly password: string;
  readonly engine: RunningService["engine"];
  readonly reload: RunningService["reload"];
  /** Sends a request with the key. */
  call(address: string, init?: RequestInit): Promise<Response>;
}

/** Beside trainings and other tests models take minutes to load. */
const MODELS_TIMEOUT_MS = 300_000;

/** Starts the speech service with the models of tests, or those that `settings` name, on a free port and waits until each of them is `ok`, or `broken`. */
export async function startSpeechService(
  settings: Readonly<Record<string, string>> = {},
): Promise<SpeechService> {
  await using stack = new AsyncDisposableStack();
  const dataDirectory = settings["DATA_DIR"] ?? stack.use(await temporaryDirectory("service")).path;
  const key = settings["BOOTSTRAP_API_KEY"] ?? generateApiKey();
  const email = "owner@example.com";
  const password = "correct horse battery";
  const config = readConfig({
    ...(await quickDatabase(settings)),
    SERVICE_PORT: "0",
    BOOTSTRAP_API_KEY: key,
    BOOTSTRAP_EMAIL: email,
    BOOTSTRAP_PASSWORD: password,
    SPEECH_MODELS_DIR: testModels,
    ...settings,
    DATA_DIR: dataDirectory,
  });
  if (config.databaseUrl === undefined) await initialiseEmbedded(config.dataDirectory, "service");
  const service = stack.use(
    await runService(
      config,
      pino({ level: "silent" }),
      { modelState: () => undefined },
      quickPasswords,
    ),
  );
  const { url, engine, reload } = service;
  await eventually(
    "every model is ok or broken",
    () => engine.models.every(({ state }) => state === "ok" || state === "broken"),
    MODELS_TIMEOUT_MS,
  );
  const running = stack.move();
  return {
    url,
    key,
    email,
    password,
    engine,
    reload,
    call: callerOf({ url, key }),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** The database of a service that is told neither a database nor a directory for one: that of the project's suites. */
async function quickDatabase(
  settings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const isNamed = ["DATA_DIR", "SERVICE_DATABASE_URL"].some((name) => settings[name] !== undefined);
  if (isNamed || standsOnPglite()) return {};
  return { SERVICE_DATABASE_URL: await sharedDatabase("service") };
}

/** What tests ask a speech service that they share with other files: an account of their own is all that is theirs. */
export type SharedSpeechService = Omit<SpeechService, "engine" | "reload" | keyof AsyncDisposable> &
  Pick<SharedAccount, "dataDirectory">;

/** Gives the speech service that all files share, with an account of its own; nobody may stop or configure it. */
export async function sharedSpeechService(): Promise<SharedSpeechService> {
  const account = await sharedSpeechAccount();
  return { ...account, call: callerOf(account) };
}

/** Sends requests with a key. */
export function callerOf({ url, key }: Pick<SpeechService, "url" | "key">): SpeechService["call"] {
  return (address, init = {}) => {
    const headers = new Headers(init.headers);
    headers.set("authorization", `Bearer ${key}`);
    return fetch(new URL(address, url), { ...init, headers });
  };
}

/** The fixture clip and what is said in it. */
export async function fixtureClip(): Promise<{ readonly wav: Buffer; readonly text: string }> {
  const folder = path.join(projectRoot, "fixtures/audio");
  const wav = await readFile(path.join(folder, "clip.wav"));
  const text = await readFile(path.join(folder, "clip.txt"), "utf8");
  return { wav, text: text.trim() };
}

/** A transcription form with a file and fields. */
export function transcriptionForm(
  file: Uint8Array | undefined,
  fields: Readonly<Record<string, string>> = { model: "transcribe-1" },
): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (file !== undefined) form.append("file", new Blob([Buffer.from(file)]), "recording.wav");
  return form;
}

/** A request for speech. */
export function speechRequest(fields: Readonly<Record<string, unknown>>): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(fields),
  };
}
