import "../frame/style.css";
import type { Language } from "../page.ts";
import { TEXTS } from "./texts.ts";

/** Seconds before its end at which a demo session is replaced. */
const RENEW_SECONDS = 30;

interface Voice {
  readonly id: string;
  readonly model: string;
}

const texts = TEXTS[document.documentElement.lang === "tr" ? "tr" : ("en" satisfies Language)];
let session: { readonly token: string; readonly expiresAtMs: number } | undefined;

const speakForm = document.querySelector<HTMLFormElement>("form#speak");
const transcribeForm = document.querySelector<HTMLFormElement>("form#transcribe");
if (speakForm !== null) void run(speakForm, () => showVoices(speakForm));
speakForm?.addEventListener("submit", (event) => {
  event.preventDefault();
  void run(speakForm, () => speak(speakForm));
});
transcribeForm?.addEventListener("submit", (event) => {
  event.preventDefault();
  void run(transcribeForm, () => transcribe(transcribeForm));
});

/** Does the work of a form and says in it how that goes. */
async function run(form: HTMLFormElement, work: () => Promise<string>): Promise<void> {
  const button = form.querySelector("button");
  const output = form.querySelector("output");
  if (button === null || output === null) return;
  button.disabled = true;
  output.textContent = texts.demoWorking;
  try {
    output.textContent = await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    output.textContent = `${texts.demoFailed}: ${reason}`;
  } finally {
    button.disabled = false;
  }
}

async function showVoices(form: HTMLFormElement): Promise<string> {
  const answer = await call("/v1/voices?type=builtin", {});
  const { data } = (await answer.json()) as { readonly data: readonly Voice[] };
  const select = form.querySelector("select");
  select?.replaceChildren(
    ...data.map(({ id, model }) => new Option(`${id} (${model})`, `${model} ${id}`)),
  );
  return "";
}

async function speak(form: HTMLFormElement): Promise<string> {
  const fields = new FormData(form);
  const chosen = fields.get("voice");
  const [model, voice] = typeof chosen === "string" ? chosen.split(" ") : [];
  const answer = await call("/v1/audio/speech", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ input: fields.get("input"), model, voice, response_format: "wav" }),
  });
  const audio = form.querySelector("audio");
  if (audio === null) return "";
  URL.revokeObjectURL(audio.src);
  audio.src = URL.createObjectURL(await answer.blob());
  audio.hidden = false;
  await audio.play();
  return "";
}

async function transcribe(form: HTMLFormElement): Promise<string> {
  const body = new FormData(form);
  body.set("model", "transcribe-1");
  const answer = await call("/v1/audio/transcriptions", { method: "POST", body });
  const { text } = (await answer.json()) as { readonly text: string };
  return text === "" ? texts.demoEmpty : text;
}

async function call(path: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  headers.set("authorization", `Bearer ${await sessionToken()}`);
  return checked(await fetch(path, { ...init, headers }));
}

async function sessionToken(): Promise<string> {
  if (session !== undefined && session.expiresAtMs > Date.now()) return session.token;
  const answer = await checked(await fetch("/v1/sessions", { method: "POST" }));
  const begun = (await answer.json()) as { readonly token: string; readonly expires_in: number };
  const expiresAtMs = Date.now() + (begun.expires_in - RENEW_SECONDS) * 1000;
  session = { token: begun.token, expiresAtMs };
  return begun.token;
}

async function checked(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const { error } = (await answer.json()) as { readonly error: { readonly message: string } };
  throw new Error(error.message);
}
