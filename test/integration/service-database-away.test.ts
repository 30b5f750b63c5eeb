import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithPostgresql } from "../support/every-database.ts";
import { startSpeechService, type SpeechService } from "../support/speech-service.ts";

describeWithPostgresql("the service while its database is away", (server) => {
  let service: SpeechService;
  beforeAll(async () => {
    service = await startSpeechService({ SERVICE_DATABASE_URL: await server().createDatabase() });
  });
  afterAll(async () => {
    await server().start();
    await service[Symbol.asyncDispose]();
  });

  test("lets in keys seen lately, cannot check others, and says so", async () => {
    expect((await service.call("/v1/models")).status).toBe(200);
    await server().stop();
    expect((await service.call("/v1/models")).status).toBe(200);
    const other = await fetch(new URL("/v1/models", service.url), {
      headers: { authorization: "Bearer sk_another_key" },
    });
    expect(other.status).toBe(401);
    expect(other.headers.get("x-should-retry")).toBe("true");
    expect(Number(other.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await other.json()).toMatchObject({ error: { code: "auth_unavailable" } });
    expect((await fetch(new URL("/readyz", service.url))).status).toBe(503);
    const dashboard = await fetch(new URL("/dashboard", service.url), {
      headers: { cookie: "dashboard_session=a" },
    });
    expect(dashboard.status).toBe(503);
    expect(await dashboard.text()).toContain('content="sign-in"');
  });
});
