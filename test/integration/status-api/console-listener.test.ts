import { once } from "node:events";
import { connect } from "node:net";
import { pino } from "pino";
import { afterAll, beforeAll, expect, test } from "vitest";

import type { OpenDatabase } from "#database/open-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import type { StatusDatabase } from "#migrations/status/schema.ts";
import type { StatusApiOptions } from "#status-api/options.ts";
import { type StatusApi, startStatusApi } from "#status-api/server.ts";
import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { emptyStatusTables } from "../../support/databases/empty-status-tables.ts";
import { ScriptedProbing } from "../../support/probes/scripted-probing.ts";
import { startOpenIdProvider } from "../../support/servers/openid-provider.ts";

const adminToken = "admin-token-of-people-on-call";
const pageUrl = "https://status.example.org";
const consoleUrl = "https://console.example.org";
const callbackUrl = `${consoleUrl}/console/provider/callback`;

describeWithOneDatabase("a console that listens by itself", (empty) => {
  let stack: AsyncDisposableStack;
  let database: OpenDatabase<StatusDatabase>;
  let probing: ScriptedProbing;
  let api: StatusApi;
  let doorUrl = "";
  let options: StatusApiOptions;
  beforeAll(async () => {
    stack = new AsyncDisposableStack();
    const provider = stack.use(await startOpenIdProvider(callbackUrl));
    database = stack.use(await openStatusDatabase(await empty()));
    await emptyStatusTables(database.db);
    probing = new ScriptedProbing(database.db, [{ id: "web" }]);
    await probing.start();
    await probing.play({ web: "ooof" });
    options = {
      db: database.db,
      host: "127.0.0.1",
      port: 0,
      url: pageUrl,
      consoleListener: { host: "127.0.0.1", port: 0 },
      consoleUrl,
      consoleSignIn: { provider, people: { viewer: ["@example.com"], responder: [], admin: [] } },
      adminToken,
      logger: pino({ level: "silent" }),
      nowMs: () => probing.nowMs,
    };
    api = await startStatusApi(options);
    doorUrl = new URL(api.consoleUrl).origin;
  });
  afterAll(async () => {
    await api.stop();
    await stack.disposeAsync();
  });

  const ask = (url: string, init: RequestInit = {}) => fetch(url, { redirect: "manual", ...init });
  const browsing = { accept: "text/html" };

  async function signIn(): Promise<string> {
    const body = new URLSearchParams({ token: adminToken, name: "Ayşe" });
    const answer = await ask(`${doorUrl}/console/sign-in`, { method: "POST", body });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toContain("Secure");
    return cookie.split(";")[0]!;
  }

  test("is not there on the page's address: all of it is answered as what never was", async () => {
    expect(new URL(api.consoleUrl).port).not.toBe(new URL(api.url).port);
    const cookie = await signIn();
    const answerOf = async (path: string, method: string) => {
      const answer = await ask(`${api.url}${path}`, { method, headers: { ...browsing, cookie } });
      const { "set-cookie": set, date: _, ...headers } = Object.fromEntries(answer.headers);
      const text = (await answer.text()).replaceAll(path, "PATH");
      return { status: answer.status, set, text, headers: { ...headers, "content-length": "" } };
    };
    const paths = ["", "/", "/sign-in", "/events", "/provider", "/provider/callback", "/runs/x"];
    for (const method of ["GET", "POST", "HEAD"]) {
      const unknown = await answerOf("/nothing-here", method);
      expect(unknown.status).toBe(404);
      for (const path of paths) {
        const answer = await answerOf(`/console${path}`, method);
        expect({ path, ...answer }).toEqual({ path, ...unknown });
      }
    }
  });

  test("serves itself, its files and its health, and nothing else", async () => {
    expect((await ask(`${doorUrl}/healthz`)).status).toBe(200);
    const others = [
      "/",
      "/api/v2/status.json",
      "/metrics",
      "/readyz",
      "/history",
      "/subscribe",
    ].concat([
      "/badge/web.svg",
      "/history.atom",
      "/page.json",
      "/components/web",
      "/admin/incidents",
    ]);
    for (const path of others) {
      const headers = { authorization: `Bearer ${adminToken}` };
      for (const accept of ["text/html", "*/*"]) {
        const answer = await ask(`${doorUrl}${path}`, { headers: { ...headers, accept } });
        expect([path, answer.status]).toEqual([path, 404]);
      }
    }
    const overview = await (await ask(`${api.url}/`, { headers: browsing })).text();
    const [, ofOverview = ""] = /<script type="module" src="([^"]+)"/.exec(overview) ?? [];
    expect((await ask(`${api.url}${ofOverview}`)).status).toBe(200);
    expect((await ask(`${doorUrl}${ofOverview}`)).status).toBe(404);
  });

  test("has every file and page that its pages lead to; those of the page lead to the page", async () => {
    const cookie = await signIn();
    const headers = { ...browsing, cookie };
    const known = "graph maintenance components deliveries subscribers reports incidents sign-in";
    const pages = ["/console", ...`${known} nothing`.split(" ").map((name) => `/console/${name}`)];
    for (const path of pages) {
      const page = await (await ask(`${doorUrl}${path}`, { headers })).text();
      const led = [...page.matchAll(/(?:href|src|action)="([^"]+)"/g)].map(([, to = ""]) => to);
      expect(led).toContain(`${pageUrl}/`);
      for (const to of led.filter((one) => one.startsWith("/"))) {
        // Forms are sent, not asked for; the switch of languages leads to the same page.
        if (/\/(?:sign-out|acknowledge)$|\?lang=/.test(to)) continue;
        const { status } = await ask(`${doorUrl}${to}`, { headers });
        expect([path, to, status]).toEqual([path, to, to.includes("provider?") ? 303 : 200]);
      }
    }
    const page = await (await ask(`${doorUrl}/console`, { headers })).text();
    const fonts = [...page.matchAll(/url\(["']?(\/[^)"']+\.woff2)/g)].map(([, font = ""]) => font);
    expect(fonts).not.toEqual([]);
    for (const font of fonts) expect((await ask(`${doorUrl}${font}`)).status).toBe(200);
  });

  test("tells the provider to come back to its own address", async () => {
    const answer = await ask(`${doorUrl}/console/provider`);
    const there = new URL(answer.headers.get("location") ?? "");
    expect(there.searchParams.get("redirect_uri")).toBe(callbackUrl);
    expect(answer.headers.get("strict-transport-security")).not.toBeNull();
  });

  test("changes what the admin API does, which stays where the page is", async () => {
    const cookie = await signIn();
    const body = new URLSearchParams({
      name: "Slow",
      body: "We look.",
      status: "identified",
      impact: "minor",
      step: "send",
    });
    const answer = await ask(`${doorUrl}/console/incidents`, {
      method: "POST",
      headers: { cookie },
      body,
    });
    expect(answer.headers.get("location")).toMatch(/^\/console\/incidents\//);
    const headers = { authorization: `Bearer ${adminToken}` };
    const listed = await (await ask(`${api.url}/admin/incidents`, { headers })).text();
    expect(listed).toContain("Slow");
  });

  test("ends with the page: an answer in work comes whole, an open stream ends, both ports close", async () => {
    const other = await startStatusApi({ ...options, drainSeconds: 1 });
    const door = new URL(other.consoleUrl);
    const cookie = await signIn();
    const socket = connect(Number(door.port), door.hostname);
    await once(socket, "connect");
    let heard = "";
    socket.on("data", (bytes) => void (heard += String(bytes)));
    socket.write(`GET /console/events HTTP/1.1\r\nhost: x\r\ncookie: ${cookie}\r\n\r\n`);
    while (!heard.includes("retry:")) await once(socket, "data");
    const closed = once(socket, "close");
    const stopping = other.stop();
    const during = await ask(`${door.origin}/console`, { headers: { cookie } });
    expect([during.status, during.headers.get("connection")]).toEqual([200, "close"]);
    expect(await during.text()).toContain("</html>");
    await Promise.all([closed, stopping]);
    for (const url of [door.origin, other.url]) {
      await expect(ask(`${url}/healthz`)).rejects.toThrow("fetch failed");
    }
  });

  test("names its own setting when its port is in use, and leaves nothing open", async () => {
    const port = Number(new URL(api.url).port);
    const starting = startStatusApi({ ...options, consoleListener: { host: "127.0.0.1", port } });
    await expect(starting).rejects.toThrow(`CONSOLE_PORT is ${port}, which another program uses`);
  });
});
