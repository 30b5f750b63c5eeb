import { expect } from "vitest";
import { eventually } from "../eventually.ts";
import { fixtureClip, transcriptionForm, type SharedSpeechService } from "./speech-service.ts";

type Service = Pick<SharedSpeechService, "call" | "key">;

/** Returns the environment that somebody has who copies code: a key, and what the code needs to be there. */
export async function readersEnvironment(
  service: Service,
  code: string,
): Promise<NodeJS.ProcessEnv> {
  return {
    ...process.env,
    API_KEY: service.key,
    ...(code.includes("VOICE_ID") && { VOICE_ID: await savedVoice(service) }),
    ...(code.includes("JOB_ID") && { JOB_ID: await endedJob(service) }),
    ...(code.includes("PRONUNCIATION_ID") && {
      PRONUNCIATION_ID: await savedPronunciation(service),
    }),
  };
}

/** Returns the id of a new voice. */
export async function savedVoice(service: Service): Promise<string> {
  const form = new FormData();
  const { wav } = await fixtureClip();
  form.append("reference_audio", new Blob([Buffer.from(wav)]), "clip.wav");
  form.append("consent", "true");
  return idOf(service, "/v1/voices", { body: form });
}

/** Returns the id of a job that has ended. */
export async function endedJob(service: Service): Promise<string> {
  const id = await idOf(service, "/v1/jobs", {
    body: transcriptionForm((await fixtureClip()).wav),
  });
  await eventually("the job has ended", async () => {
    const answer = await service.call(`/v1/jobs/${id}`);
    return ((await answer.json()) as { readonly ended_at: string | null }).ended_at !== null;
  });
  return id;
}

/** Returns the id of a new pronunciation. */
export function savedPronunciation(service: Service): Promise<string> {
  return idOf(service, "/v1/pronunciations", {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ word: "TBMM", alias: "Meclis" }),
  });
}

/** Deletes what is in a collection, as code saves the same word and voice again and again. */
export async function emptyCollection({ call }: Service, collection: string): Promise<void> {
  const answer = await call(`${collection}?limit=100`);
  const { data } = (await answer.json()) as { readonly data: readonly { readonly id: string }[] };
  for (const { id } of data) await call(`${collection}/${id}`, { method: "DELETE" });
}

async function idOf({ call }: Service, address: string, init: RequestInit): Promise<string> {
  const answer = await call(address, { method: "POST", ...init });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { readonly id: string }).id;
}
