import { expect, test } from "vitest";
import { LIMITS } from "#service/contract/limits.ts";
import { sharedSpeechService } from "../../support/service/speech-service.ts";
import { openStream, type StreamClient } from "../../support/service/stream-client.ts";

/** Begins a demo session as the service's own page does, from an address. */
async function beginSession(url: string, address: string): Promise<string> {
  const headers = { origin: url, "x-forwarded-for": address };
  const answer = await fetch(new URL("/v1/sessions", url), { method: "POST", headers });
  const { token } = (await answer.json()) as { token: string };
  return token;
}

test("anonymous sessions of one client share their places, whatever address of its network they use", async () => {
  const { url, call } = await sharedSpeechService();
  await using clients = new AsyncDisposableStack();
  const open = async (credential: string, address: string): Promise<StreamClient> =>
    clients.use(await openStream(url, { credential, address }));
  const max = LIMITS.anonymous.concurrentStreams;
  for (let at = 0; at < max; at += 1) {
    const address = `2001:db8:17:1::${at + 1}`;
    const client = await open(await beginSession(url, address), address);
    await client.message("session.started");
  }
  const address = "2001:db8:17:1:ffff::1";
  const token = await beginSession(url, address);
  const refused = await open(token, address);
  expect(await refused.message("error")).toMatchObject({
    error: { code: "rate_limit_exceeded", message: expect.stringContaining(`limit of ${max} `) },
  });
  const limits = await fetch(new URL("/v1/limits", url), {
    headers: { authorization: `Bearer ${token}`, "x-forwarded-for": address },
  });
  expect(await limits.json()).toMatchObject({
    activities: { stream: { concurrent: { limit: max, remaining: 0 } } },
  });
  const elsewhere = "2001:db8:17:2::1";
  const other = await open(await beginSession(url, elsewhere), elsewhere);
  await other.message("session.started");
  const made = await call("/v1/sessions", { method: "POST" });
  const { token: ofKey } = (await made.json()) as { token: string };
  const keyed = await open(ofKey, address);
  await keyed.message("session.started");
});
