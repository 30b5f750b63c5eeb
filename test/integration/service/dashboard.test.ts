import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { eventually } from "../../support/eventually.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

const password = "dört sözcükten bir parola";

describe("the dashboard", () => {
  let noModels: TemporaryDirectory;
  let service: SpeechService;
  beforeAll(async () => {
    noModels = await temporaryDirectory("no-models");
    service = await startSpeechService({ SPEECH_MODELS_DIR: noModels.path });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await noModels[Symbol.asyncDispose]();
  });

  const visit = () => dashboardClient(service.url);
  async function signUp(email: string) {
    const client = visit();
    const answer = await client.post("/dashboard/sign-up", { email, password });
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard"]);
    return client;
  }
  /** Somebody with another account. */
  async function stranger() {
    const client = visit();
    await client.post("/dashboard/sign-in", { email: service.email, password: service.password });
    return client;
  }
  const statusWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL("/v1/pronunciations", service.url), { headers })).status;
  };
  /** The secret that a page shows. */
  const secretIn = (html: string) => /<code class="secret">(sk_[\w-]+)</.exec(html)?.[1] ?? "";

  shortTest(
    "signing up makes an account at once, and refuses what is no address, is taken or is guessed",
    async () => {
      const client = await signUp("Ada@Example.com");
      expect(await (await client.get("/dashboard")).text()).toContain("ada@example.com");
      const refused = async (email: string, given: string) =>
        (await visit().post("/dashboard/sign-up", { email, password: given })).status;
      expect(await refused("ada@example.com", password)).toBe(409);
      expect(await refused("ada", password)).toBe(400);
      expect(await refused("eve@example.com", "password2026!")).toBe(400);
      expect(await refused("eve@example.com", "short")).toBe(400);
      const again = await visit().post("/dashboard/sign-in", {
        email: "ADA@example.com",
        password,
      });
      expect(again.status).toBe(303);
    },
  );

  shortTest("signing in leads back to the page that was asked for, and nowhere else", async () => {
    const { email, password: known } = service;
    const page = await (await visit().get("/dashboard/usage?days=7")).text();
    expect(page).toContain('name="next" value="/dashboard/usage?days=7"');
    const leadsTo = async (next: string) => {
      const answer = await visit().post("/dashboard/sign-in", { email, password: known, next });
      return answer.headers.get("location");
    };
    expect(await leadsTo("/dashboard/usage?days=7")).toBe("/dashboard/usage?days=7");
    for (const elsewhere of [
      "https://evil.example/",
      "//evil.example",
      "/dashboard/../",
      "/docs",
    ]) {
      expect(await leadsTo(elsewhere)).toBe("/dashboard");
    }
  });

  shortTest("signing up leads to the page that was asked for, and nowhere else", async () => {
    const next = "/dashboard/voices?design=eyJ_-";
    const page = await (await visit().get(next)).text();
    const signUpAddress = `/dashboard/sign-up?next=${encodeURIComponent(next)}`;
    expect(page).toContain(`href="${signUpAddress}"`);
    const form = await (await visit().get(signUpAddress)).text();
    expect(form).toContain(`name="next" value="${next}"`);
    expect(form).toContain(`<a href="${next}">`);
    const leadsTo = async (email: string, to: string) => {
      const answer = await visit().post("/dashboard/sign-up", { email, password, next: to });
      return answer.headers.get("location");
    };
    expect(await leadsTo("next1@example.com", next)).toBe(next);
    expect(await leadsTo("next2@example.com", "//evil.example")).toBe("/dashboard");
  });

  longTest("a key is shown once, works, and is refused once it is revoked", async () => {
    const client = await signUp("keys@example.com");
    const made = await client.post("/dashboard/keys", { name: "laptop" });
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const key = secretIn(await made.text());
    expect(await statusWith(key)).toBe(200);
    const listed = await (await client.get("/dashboard/keys")).text();
    expect(listed).toContain("laptop");
    expect(listed).not.toContain(key);
    const id = /name="id" value="(key_\w+)"/.exec(listed)?.[1] ?? "";
    const other = await stranger();
    await other.post("/dashboard/keys/revoke", { id });
    expect(await statusWith(key)).toBe(200);
    const revoked = await client.post("/dashboard/keys/revoke", { id });
    expect(revoked.headers.get("location")).toBe("/dashboard/keys");
    await eventually("the key is refused", async () => (await statusWith(key)) === 401, 20_000);
  });

  shortTest("an account has so many keys at a time, each with a name", async () => {
    const client = await signUp("many@example.com");
    const make = async (name: string) => (await client.post("/dashboard/keys", { name })).status;
    expect(await make("  ")).toBe(400);
    expect(await make("n".repeat(61))).toBe(400);
    const statuses = await Promise.all(Array.from({ length: 22 }, (_, at) => make(`key ${at}`)));
    expect(statuses.filter((status) => status === 201)).toHaveLength(20);
    expect(statuses.filter((status) => status === 409)).toHaveLength(2);
  });

  shortTest(
    "a changed password ends the other sessions; signing out everywhere ends all",
    async () => {
      const email = "changes@example.com";
      const here = await signUp(email);
      const there = visit();
      await there.post("/dashboard/sign-in", { email, password });
      const isIn = async (client: typeof here) =>
        (await (await client.get("/dashboard")).text()).includes('content="dashboard"');
      const change = (current: string, next: string) =>
        here.post("/dashboard/account", { current_password: current, new_password: next });
      expect((await change("not this one", "yepyeni bir parola")).status).toBe(403);
      expect((await change(password, "parola123456")).status).toBe(400);
      expect(await isIn(there)).toBe(true);
      const changed = await change(password, "yepyeni ve uzun bir cümle");
      expect(changed.headers.get("location")).toBe("/dashboard/account?changed=password");
      expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
      expect((await there.post("/dashboard/sign-in", { email, password })).status).toBe(401);
      await there.post("/dashboard/sign-in", { email, password: "yepyeni ve uzun bir cümle" });
      expect((await there.post("/dashboard/sign-out-everywhere", {})).status).toBe(303);
      expect([await isIn(here), await isIn(there)]).toEqual([false, false]);
    },
  );

  shortTest("its API knows the session of its own pages, and nobody else's", async () => {
    const client = await signUp("api@example.com");
    const entry = { word: "NATO", alias: "nato" };
    expect((await client.call("POST", "/v1/pronunciations", entry)).status).toBe(201);
    const send = (headers: Readonly<Record<string, string>>) =>
      fetch(new URL("/dashboard/api/v1/pronunciations", service.url), {
        method: "POST",
        headers: { "content-type": "application/json", ...headers },
        body: JSON.stringify({ word: "API", alias: "ey pi ay" }),
      });
    const cookie = client.cookie();
    const foreign = await send({ cookie, origin: "https://elsewhere.example" });
    expect([foreign.status, await foreign.json()]).toMatchObject([
      400,
      { error: { code: "invalid_request" } },
    ]);
    expect((await send({ cookie })).status).toBe(400);
    const withKey = await send({ origin: service.url, authorization: `Bearer ${service.key}` });
    expect([withKey.status, await withKey.json()]).toMatchObject([
      401,
      { error: { code: "token_expired" } },
    ]);
    const other = await stranger();
    const list = await (await other.call("GET", "/v1/pronunciations")).json();
    expect(list).toMatchObject({ data: [] });
  });

  shortTest("forms from another site are refused, whatever they ask for", async () => {
    const client = await signUp("csrf@example.com");
    for (const path of ["keys", "keys/revoke", "account", "sign-out", "sign-out-everywhere"]) {
      const answer = await fetch(new URL(`/dashboard/${path}`, service.url), {
        method: "POST",
        headers: { cookie: client.cookie(), origin: "https://elsewhere.example" },
        body: new URLSearchParams({ name: "theirs" }),
        redirect: "manual",
      });
      expect([path, answer.status]).toEqual([path, 400]);
    }
    expect(await (await client.get("/dashboard/keys")).text()).not.toContain("theirs");
  });

  shortTest("a dictionary is imported as was told before", async () => {
    const client = await signUp("import@example.com");
    await client.call("POST", "/v1/pronunciations", { word: "NATO", alias: "nato" });
    const lines = [
      { line: 2, entry: { word: "NATO", alias: "nejto" } },
      { line: 3, entry: { word: "TBMM", alias: "te be me me" } },
      { line: 4, entry: { word: "x", ipa: "§" } },
    ];
    const send = async (commit: boolean) =>
      (await client.call("POST", "/pronunciations/import", { lines, commit })).json();
    const outcome = (...outcomes: string[]) => ({
      data: outcomes.map((each) => ({ outcome: each })),
    });
    expect(await send(false)).toMatchObject(outcome("changed", "added", "refused"));
    expect(await send(true)).toMatchObject(outcome("changed", "added", "refused"));
    expect(await send(true)).toMatchObject(outcome("same", "same", "refused"));
    const page = await (await client.get("/dashboard/pronunciations")).text();
    expect(page).toContain("nejto");
    expect(page).toContain("te be me me");
  });
});

longTest("one address asks for so many accounts", async () => {
  await using noModels = await temporaryDirectory("no-models");
  await using service = await startSpeechService({ SPEECH_MODELS_DIR: noModels.path });
  const statuses: number[] = [];
  for (let count = 0; count < 11; count += 1) {
    const fields = { email: `a${count}@example.com`, password };
    statuses.push((await dashboardClient(service.url).post("/dashboard/sign-up", fields)).status);
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 303), 429]);
});

longTest(
  "where sign-up is closed nobody makes an account, and the page says whom to ask",
  async () => {
    await using noModels = await temporaryDirectory("no-models");
    await using service = await startSpeechService({
      SPEECH_MODELS_DIR: noModels.path,
      SIGN_UP: "closed",
      SIGN_UP_CONTACT: "accounts@example.com",
    });
    const client = dashboardClient(service.url);
    const page = await client.get("/dashboard/sign-up");
    expect(page.status).toBe(403);
    expect(await page.text()).toContain('href="mailto:accounts@example.com"');
    const email = "eve@example.com";
    expect((await client.post("/dashboard/sign-up", { email, password })).status).toBe(403);
    expect((await client.post("/dashboard/sign-in", { email, password })).status).toBe(401);
    expect(await (await client.get("/dashboard")).text()).not.toContain("/dashboard/sign-up");
  },
);
