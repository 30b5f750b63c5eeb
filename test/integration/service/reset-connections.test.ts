import { expect, test } from "vitest";
import { sharedSpeechService } from "../../support/service/speech-service.ts";
import { headOf, resetRequests, UPGRADE } from "../../support/servers/reset-requests.ts";

// Behind a proxy, as the shared service is: what a proxy says of a client is read when the connection has no address any more.
test("clients that reset their connections as soon as they have sent a request leave the service as it was", async () => {
  const { url, call } = await sharedSpeechService();
  const requests = [
    headOf("GET /healthz"),
    headOf("GET /v1/models", "Authorization: Bearer none"),
    headOf("POST /v1/sessions", `Origin: ${url}`, "Content-Length: 0"),
    headOf("POST /dashboard/sign-in", "Content-Length: 0"),
    headOf("GET /v1/audio/stream", ...UPGRADE),
    headOf("GET /v1/audio/speech/stream", ...UPGRADE),
    headOf("GET /v1/listen", ...UPGRADE),
    headOf("GET /v1/realtime", ...UPGRADE),
  ];
  await resetRequests(url, Array.from({ length: 20 }, () => requests).flat());
  expect((await call("/v1/models")).status).toBe(200);
});
