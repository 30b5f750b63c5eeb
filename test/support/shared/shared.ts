import { inject } from "vitest";
import type { System } from "../databases/embedded-database.ts";
import type { SharedAccount } from "./shared-speech-service.ts";

/** Makes a database with a system's tables in the PostgreSQL server that all files share; returns its URL. */
export async function sharedDatabase(system: System): Promise<string> {
  return (await askFor(`/${system}-database`)) as string;
}

/** The same without any tables. */
export async function sharedUnmigratedDatabase(): Promise<string> {
  return (await askFor("/unmigrated-database")) as string;
}

/** Makes a directory that goes when all files have run. */
export async function sharedDirectory(): Promise<string> {
  return (await askFor("/directory")) as string;
}

/** Makes an account without limits at the speech service that all files share. */
export async function sharedSpeechAccount(): Promise<SharedAccount> {
  return (await askFor("/speech-account")) as SharedAccount;
}

async function askFor(what: string): Promise<unknown> {
  const answer = await fetch(new URL(what, inject("sharedServersUrl")));
  if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`);
  return answer.json();
}
