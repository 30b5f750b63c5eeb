import { expect, test } from "vitest";
import { LIMITS } from "#service/contract/limits.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** Begins a demo session as the service's own page does, behind a load balancer that names its client. */
async function beginSession({ url }: SpeechService, client: string): Promise<number> {
  const headers = { origin: url, "x-forwarded-for": client };
  const answer = await fetch(new URL("/v1/sessions", url), { method: "POST", headers });
  await answer.arrayBuffer();
  return answer.status;
}

async function beginAll(service: SpeechService, client: string): Promise<ReadonlySet<number>> {
  const all = Array.from({ length: LIMITS.sessionsPerAddress }, () =>
    beginSession(service, client),
  );
  return new Set(await Promise.all(all));
}

test("behind a trusted proxy the sessions of each client and their forms are counted apart", async () => {
  await using models = await temporaryDirectory("models");
  await using service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    TRUSTED_PROXIES: "127.0.0.0/8, ::1",
  });
  expect(await beginAll(service, "203.0.113.7")).toEqual(new Set([201]));
  expect(await beginSession(service, "203.0.113.7")).toBe(429);
  expect(await beginSession(service, "203.0.113.8")).toBe(201);
  // What a client wrote itself stands before the address that the proxy saw.
  expect(await beginSession(service, "198.51.100.1, 203.0.113.7")).toBe(429);

  // All addresses of one network of IPv6 are one client, to the forms of accounts as well.
  const signUp = async (client: string) => {
    const headers = { "x-forwarded-for": client };
    const body = new URLSearchParams({ email: "nobody", password: "" });
    const url = new URL("/dashboard/sign-up", service.url);
    const answer = await fetch(url, { method: "POST", headers, body });
    await answer.arrayBuffer();
    return [answer.status, answer.headers.get("content-encoding")];
  };
  // One after another: of many at once, the pages of some are sent uncompressed.
  for (let at = 0; at < LIMITS.signUpAttemptsPerAddress; at += 1) {
    expect(await signUp(`2001:db8:1:2::${at.toString(16)}`)).toEqual([400, "gzip"]);
  }
  // Forty at once that are refused would hold others up, were each page compressed.
  expect(await signUp("2001:db8:1:2:ffff::1")).toEqual([429, null]);
  expect(await signUp("2001:db8:1:3::1")).toEqual([400, "gzip"]);
});

test("nobody else is believed", async () => {
  await using models = await temporaryDirectory("models");
  await using service = await startSpeechService({
    SPEECH_MODELS_DIR: models.path,
    TRUSTED_PROXIES: "10.0.0.0/8",
  });
  expect(await beginAll(service, "203.0.113.7")).toEqual(new Set([201]));
  expect(await beginSession(service, "203.0.113.8")).toBe(429);
});
