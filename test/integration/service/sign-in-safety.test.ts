import { afterAll, beforeAll, expect, test } from "vitest";

import {
  describeWithOneDatabase,
  type EmptyDatabase,
} from "../../support/databases/every-database.ts";
import { accountCommand } from "../../support/service/account-command.ts";
import { shownCode } from "../../support/service/authenticator-app.ts";
import { type DashboardClient, dashboardClient } from "../../support/service/dashboard-client.ts";
import { type SpeechService, startSpeechService } from "../../support/service/speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const password = "dört sözcükten bir parola";

describeWithOneDatabase("sessions and the second step", (empty) => {
  let noModels: TemporaryDirectory;
  let place: EmptyDatabase;
  let service: SpeechService;
  beforeAll(async () => {
    noModels = await temporaryDirectory("no-models");
    place = await empty("service");
    service = await startSpeechService({
      SPEECH_MODELS_DIR: noModels.path,
      DATA_DIR: place.dataDirectory,
      ...(place.url !== undefined && { SERVICE_DATABASE_URL: place.url }),
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await noModels[Symbol.asyncDispose]();
  });

  const visit = () => dashboardClient(service.url);
  const signIn = (client: DashboardClient, email: string) =>
    client.post("/dashboard/sign-in", { email, password });
  const isIn = async (client: DashboardClient) =>
    (await (await client.get("/dashboard")).text()).includes('content="dashboard"');
  async function signUp(email: string): Promise<DashboardClient> {
    const client = visit();
    expect((await client.post("/dashboard/sign-up", { email, password })).status).toBe(303);
    return client;
  }
  /** The ids of a person's sessions: the one that asks, and the others. */
  const sessionsOf = async (client: DashboardClient) => {
    const page = await (await client.get("/dashboard/account")).text();
    const rows = [...page.matchAll(/<li class="row".*?<\/li>/gs)].map(([row]) => ({
      id: /name="id" value="(session_\w+)"/.exec(row)?.[1] ?? "",
      isThis: row.includes("This session"),
    }));
    const idsWhere = (isThis: boolean) =>
      rows.filter((row) => row.isThis === isThis).map(({ id }) => id);
    return { own: idsWhere(true)[0] ?? "", others: idsWhere(false) };
  };
  const codesIn = (page: string) =>
    [...page.matchAll(/<li><code>([a-z2-9-]{19})</g)].map(([, code = ""]) => code);
  /** Turns the second step on and returns its secret, recovery codes and the code that was used. */
  async function turnOn(client: DashboardClient) {
    await client.post("/dashboard/two-step/begin", {});
    const page = await (await client.get("/dashboard/two-step")).text();
    const secret = /<code class="secret">([A-Z2-7 ]+)</.exec(page)?.[1] ?? "";
    expect(page).toContain('src="data:image/svg+xml,');
    const confirm = (code: string, current: string) =>
      client.post("/dashboard/two-step", { code, current_password: current });
    expect((await confirm(shownCode(secret), "not this one")).status).toBe(403);
    expect((await confirm("000000", password)).status).toBe(403);
    // Not on before a code was right.
    const used = shownCode(secret);
    const done = await confirm(used, password);
    expect([done.status, done.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const codes = codesIn(await done.text());
    expect(codes).toHaveLength(10);
    return { secret, codes, used };
  }
  /** Gives the password and returns how a code is given after it. */
  async function givePassword(email: string) {
    const client = visit();
    const answer = await signIn(client, email);
    const page = await answer.text();
    const token = /name="token" value="([\w-]+)"/.exec(page)?.[1] ?? "";
    expect([answer.status, await isIn(client)]).toEqual([200, false]);
    return {
      client,
      give: async (code: string) =>
        (await client.post("/dashboard/sign-in/code", { token, code })).status,
    };
  }

  test("sessions are listed, and ended one by one by their person alone", async () => {
    const email = "sessions@example.com";
    const here = await signUp(email);
    const there = visit();
    await signIn(there, email);
    const { own, others } = await sessionsOf(here);
    expect(others).toEqual([(await sessionsOf(there)).own]);
    const end = async (client: DashboardClient, id = "") =>
      (await client.post("/dashboard/sessions/end", { id })).headers.get("location");
    const stranger = await signUp("stranger@example.com");
    for (const id of [own, ...others]) await end(stranger, id);
    expect([await isIn(here), await isIn(there)]).toEqual([true, true]);
    expect(await end(here, others[0])).toBe("/dashboard/account?changed=session");
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    expect(await end(here, own)).toBe("/dashboard");
    expect(await isIn(here)).toBe(false);
  });

  test("signing in asks for a code; each works once, as does each recovery code", async () => {
    const email = "two@example.com";
    const { secret, codes, used } = await turnOn(await signUp(email));
    const one = await givePassword(email);
    expect(await one.give("000000")).toBe(403);
    expect(await one.give(used)).toBe(403);
    const code = shownCode(secret, 1);
    expect(await one.give(code)).toBe(303);
    expect(await isIn(one.client)).toBe(true);
    // The token of a password that was given ends with its use.
    expect(await one.give(codes[0] ?? "")).toBe(401);
    const two = await givePassword(email);
    expect(await two.give(code)).toBe(403);
    const typed = (codes[1] ?? "").toUpperCase().replaceAll("-", " ");
    expect(await two.give(typed)).toBe(303);
    const three = await givePassword(email);
    expect(await three.give(codes[1] ?? "")).toBe(403);
    const page = await (await two.client.get("/dashboard/account")).text();
    expect(page).toContain("You have 9 recovery codes left.");
  });

  test("a wrong code is tried ten times in ten minutes", async () => {
    const email = "guessed@example.com";
    const { codes } = await turnOn(await signUp(email));
    const { give } = await givePassword(email);
    const statuses = [];
    // Three were counted when it was turned on.
    for (let count = 0; count < 8; count += 1) statuses.push(await give("000000"));
    expect(statuses).toEqual([403, 403, 403, 403, 403, 403, 403, 429]);
    expect(await give(codes[0] ?? "")).toBe(429);
  });

  test("it is turned off by a code, or by an administrator; recovery codes are renewed", async () => {
    const email = "off@example.com";
    const client = await signUp(email);
    const { secret, codes } = await turnOn(client);
    const change = async (code: string, what: string) =>
      client.post("/dashboard/two-step/change", { code, do: what });
    expect((await change("000000", "off")).status).toBe(403);
    const renewed = await change(shownCode(secret, 1), "codes");
    expect(renewed.status).toBe(201);
    const [another = ""] = codesIn(await renewed.text());
    // The ones of before are void.
    expect((await change(codes[0] ?? "", "off")).status).toBe(403);
    const off = await change(another, "off");
    expect(off.headers.get("location")).toBe("/dashboard/account?changed=two-step-off");
    expect((await signIn(visit(), email)).status).toBe(303);
    if (place.url !== undefined) return;
    const other = "phone-lost@example.com";
    await turnOn(await signUp(other));
    await givePassword(other);
    const answer = await accountCommand(place.dataDirectory, "two-step-off", other);
    expect(answer).toEqual({ object: "two_step", email: other, was_on: true });
    expect((await signIn(visit(), other)).status).toBe(303);
  });
});
