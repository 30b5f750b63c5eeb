import { afterAll, beforeAll, expect, test } from "vitest";
import { describeWithPostgresql } from "../support/databases/every-database.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free-port.ts";
import { type Program, startProgram } from "../support/program.ts";
import { someModels } from "../support/service/some-models.ts";
import { type SpeechService, startSpeechService } from "../support/service/speech-service.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const STARTING_MS = 120_000;
/** The longest pause between two tries, and what a busy machine needs. */
const REACHED_MS = 90_000;
const adminToken = "token-of-the-late-database";

describeWithPostgresql("programs that start before their database", (server) => {
  const running = new AsyncDisposableStack();
  let service: SpeechService;
  let statusApi: Program;
  let prober: Program;
  let proberMetrics: () => Promise<string>;
  let statusUrl: string;
  let status: (path: string, headers?: Record<string, string>) => Promise<Response>;

  beforeAll(async () => {
    const [serviceDatabase, statusDatabase, proberDatabase] = [
      await server().createDatabase(),
      await server().createDatabase(),
      await server().createDatabase(),
    ];
    await server().stop();
    const models = running.use(await someModels("synth-v1"));
    const home = running.use(await temporaryDirectory("status"));
    const port = await freePort();
    statusUrl = `http://127.0.0.1:${port}`;
    status = (path, headers = {}) => fetch(new URL(path, statusUrl), { headers });
    statusApi = running.use(
      startProgram("status-api/main.ts", {
        STATUS_DATABASE_URL: statusDatabase,
        STATUS_PORT: String(port),
        STATUS_ADMIN_TOKEN: adminToken,
        DATA_DIR: home.path,
      }),
    );
    service = running.use(
      await startSpeechService({
        SERVICE_DATABASE_URL: serviceDatabase,
        SPEECH_MODELS_DIR: models.path,
      }),
    );
    const metricsPort = String(await freePort());
    prober = running.use(
      startProgram("probes/main.ts", {
        STATUS_DATABASE_URL: proberDatabase,
        BASE_URL: service.url,
        PROBE_API_KEY: service.key,
        PROBE_METRICS_PORT: metricsPort,
        DATA_DIR: home.path,
      }),
    );
    proberMetrics = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    await statusApi.printed(/the status page is up/, STARTING_MS);
    await prober.printed(/"msg":"probing"/, STARTING_MS);
  }, STARTING_MS);
  afterAll(() => running.disposeAsync());

  test.each(["/", "/docs", "/healthz", "/health/synth", "/v1/openapi.json"])(
    "the service answers %s",
    async (path) => {
      expect((await fetch(new URL(path, service.url))).status).toBe(200);
    },
  );

  test("the service says why it is not ready", async () => {
    const ready = await fetch(new URL("/readyz", service.url));
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      error: { code: "store_unavailable", message: expect.stringContaining("database") },
    });
  });

  test("the service refuses the rest for now", async () => {
    const session = await fetch(new URL("/v1/sessions", service.url), {
      method: "POST",
      headers: { origin: service.url },
    });
    expect(session.status).toBe(503);
    expect(session.headers.get("retry-after")).toBe("5");
    expect(await session.json()).toMatchObject({ error: { code: "store_unavailable" } });
    for (const credential of [service.key, "st_a.1.b"]) {
      const headers = { authorization: `Bearer ${credential}` };
      const limits = await fetch(new URL("/v1/limits", service.url), { headers });
      expect(await limits.json()).toMatchObject({ error: { code: "auth_unavailable" } });
    }
    expect((await fetch(new URL("/dashboard", service.url))).status).toBe(200);
    const dashboard = await fetch(new URL("/dashboard", service.url), {
      headers: { cookie: "dashboard_session=a" },
    });
    expect(dashboard.status).toBe(503);
  });

  test("the status API has a page that says so in the language of its reader", async () => {
    const html = { accept: "text/html" };
    for (const [language, words] of [
      ["en", "The status page cannot reach its database"],
      ["tr", "Durum sayfası veritabanına ulaşamıyor"],
    ] as const) {
      for (const path of ["/", "/history", "/incidents/inc_1"]) {
        const page = await status(path, { ...html, "accept-language": language });
        expect([path, page.status, page.headers.get("retry-after")]).toEqual([path, 503, "5"]);
        expect(await page.text()).toContain(words);
      }
    }
  });

  test("its documents and its admin API say so to programs", async () => {
    for (const [path, headers] of [
      ["/api/v2/status.json", {}],
      ["/page.json", {}],
      ["/admin/incidents", { authorization: `Bearer ${adminToken}` }],
    ] as const) {
      const answer = await status(path, headers);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
      expect(await answer.json()).toMatchObject({
        error: { type: "server_error", code: "database_away", message: expect.any(String) },
      });
    }
    expect((await status("/healthz")).status).toBe(200);
    const ready = await status("/readyz");
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: "waiting", database: "away" },
    ]);
  });

  test("it says once that it waits, and for what", () => {
    const warnings = statusApi.output().match(/"level":[45]0.*/g);
    expect(warnings).toEqual([
      expect.stringContaining("the database is away: this program waits for it"),
    ]);
    expect(warnings?.[0]).toMatch(/"reason":"[^"]*127\.0\.0\.1:\d+\/test_2[^"]*ECONNREFUSED/);
  });

  test("the prober probes and keeps what it finds, and says so once", async () => {
    await eventually("the first results wait on the disk", async () =>
      /^probe_spooled_results [1-9]/m.test(await proberMetrics()),
    );
    expect(await proberMetrics()).toMatch(/^probe_database_up 0$/m);
    for (const words of ["this program waits for it", "their results are spooled"]) {
      expect(prober.output().split(words)).toHaveLength(2);
    }
  });

  test("all go on by themselves when the database comes", { timeout: STARTING_MS }, async () => {
    await server().start();
    await eventually(
      "the service is ready",
      async () => (await fetch(new URL("/readyz", service.url))).ok,
      REACHED_MS,
    );
    expect((await service.call("/v1/limits")).status).toBe(200);
    const session = await service.call("/v1/sessions", { method: "POST" });
    expect(session.status).toBe(201);
    await statusApi.printed(/the database is there/, REACHED_MS);
    await eventually("the history is read", async () => {
      const answer = await status("/api/v2/status.json");
      return JSON.stringify(await answer.json()).includes("not_ready");
    });
    const incidents = await status("/admin/incidents", {
      authorization: `Bearer ${adminToken}`,
    });
    expect(incidents.status).toBe(200);
  });

  test("the prober stores all that waited", { timeout: STARTING_MS }, async () => {
    await prober.printed(/"spooled results are stored"/, REACHED_MS);
    const metrics = await proberMetrics();
    expect(metrics).toMatch(/^probe_database_up 1$/m);
    expect(metrics).not.toMatch(/^probe_lost_results_total.* [1-9]/m);
    expect(metrics).toMatch(/^component_status\{component="web",status="operational"\} 1$/m);
  });

  test("one that does not exist is not waited for", async () => {
    await using home = await temporaryDirectory("status");
    const url = (await server().createDatabase()).replace(/test_\d+$/, "no_such_database");
    await using program = startProgram("status-api/main.ts", {
      STATUS_DATABASE_URL: url,
      DATA_DIR: home.path,
    });
    expect(await program.ended()).toBe(1);
    expect(program.output()).toContain('database "no_such_database" does not exist');
  });
});
