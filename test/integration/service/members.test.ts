import { afterAll, beforeAll, expect, test } from "vitest";

import { describeWithOneDatabase } from "../../support/databases/every-database.ts";
import { type DashboardClient, dashboardClient } from "../../support/service/dashboard-client.ts";
import { type SpeechService, startSpeechService } from "../../support/service/speech-service.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

const password = "dört sözcükten bir parola";

describeWithOneDatabase("members of an account", (empty) => {
  let noModels: TemporaryDirectory;
  let service: SpeechService;
  beforeAll(async () => {
    noModels = await temporaryDirectory("no-models");
    const { url, dataDirectory } = await empty("service");
    service = await startSpeechService({
      SPEECH_MODELS_DIR: noModels.path,
      DATA_DIR: dataDirectory,
      TRUSTED_PROXIES: "127.0.0.1",
      ...(url !== undefined && { SERVICE_DATABASE_URL: url }),
    });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await noModels[Symbol.asyncDispose]();
  });

  // Each visitor has an address, or they would sign up too often from one.
  let visitors = 0;
  const visit = () => dashboardClient(service.url, `10.0.0.${++visitors}`);
  const textOf = async (client: DashboardClient, path: string) => (await client.get(path)).text();
  const signIn = async (client: DashboardClient, email: string, next = "") =>
    client.post("/dashboard/sign-in", { email, password, next });
  async function signUp(email: string): Promise<DashboardClient> {
    const client = visit();
    expect((await client.post("/dashboard/sign-up", { email, password })).status).toBe(303);
    return client;
  }
  /** Invites somebody and returns the token of the link that the page shows. */
  async function invite(owner: DashboardClient, email: string, role = "member"): Promise<string> {
    const made = await owner.post("/dashboard/members/invite", { email, role });
    const page = await made.text();
    const link = /<code class="secret">([^<]+)</.exec(page)?.[1] ?? "";
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
    expect(link.startsWith(`${service.url}/dashboard/invitation?token=`)).toBe(true);
    return new URL(link).searchParams.get("token") ?? "";
  }
  const accept = (client: DashboardClient, token: string) =>
    client.post("/dashboard/invitation", { token, new_password: password });
  async function join(owner: DashboardClient, email: string, role: string) {
    const client = visit();
    const joined = await accept(client, await invite(owner, email, role));
    expect([joined.status, joined.headers.get("location")]).toEqual([303, "/dashboard"]);
    return client;
  }
  const signInStatus = async (email: string) => (await signIn(visit(), email)).status;
  const remove = (client: DashboardClient, proof = password) =>
    client.post("/dashboard/account/delete", { proof });

  test("an account is deleted by its password: sessions and keys end, and the address is free again", async () => {
    const email = "deletes@example.com";
    const client = await signUp(email);
    const there = visit();
    await signIn(there, email);
    const keyPage = await (await client.post("/dashboard/keys", { name: "server" })).text();
    const key = /sk_[\w-]{43}/.exec(keyPage)?.[0] ?? "";
    expect((await remove(client, "wrong")).status).toBe(403);
    const gone = await remove(client);
    expect([gone.status, gone.headers.get("location")]).toEqual([
      303,
      "/dashboard?notice=account-deleted",
    ]);
    expect(await textOf(client, "/dashboard?notice=account-deleted")).toContain(
      "Your account was deleted.",
    );
    expect(await textOf(there, "/dashboard")).not.toContain('content="dashboard"');
    expect(await signInStatus(email)).toBe(401);
    const headers = { authorization: `Bearer ${key}` };
    expect((await fetch(new URL("/v1/models", service.url), { headers })).status).toBe(401);
    expect(await textOf(await signUp(email), "/dashboard/keys")).not.toContain(">server<");
  });

  test("the only owner of an account with other members stays; a member leaves it as it is", async () => {
    const owner = await signUp("only-owner@example.com");
    const member = await join(owner, "leaving-member@example.com", "member");
    expect((await remove(owner)).status).toBe(409);
    expect((await remove(member)).status).toBe(303);
    expect(await textOf(owner, "/dashboard/members")).not.toContain("leaving-member@");
    expect((await remove(owner)).status).toBe(303);
  });

  test("without mails another address takes the password alone", async () => {
    const client = await signUp("old@example.com");
    await signUp("taken@example.com");
    const change = (email: string, given = password) =>
      client.post("/dashboard/account/email", { new_email: email, current_password: given });
    expect((await change("new@example.com", "wrong")).status).toBe(403);
    expect((await change("taken@example.com")).status).toBe(409);
    expect((await change("New@example.com")).headers.get("location")).toBe(
      "/dashboard/account?changed=email",
    );
    expect([await signInStatus("old@example.com"), await signInStatus("new@example.com")]).toEqual([
      401, 303,
    ]);
  });

  /** The id by which a page of members changes one of them. */
  const memberId = async (owner: DashboardClient, email: string) => {
    const page = await textOf(owner, "/dashboard/members");
    const [, ...rows] = page.split('<li class="row"');
    const row = rows.find((one) => one.includes(`>${email}<`)) ?? "";
    return /name="id" value="(person_\w+)"/.exec(row)?.[1] ?? "";
  };

  const pages = ["", "/keys", "/usage", "/voices", "/pronunciations", "/members", "/account"];
  /** What each role gets of every page, form and route. */
  const matrix = {
    owner: {
      pages: [200, 200, 200, 200, 200, 200, 200],
      forms: [201, 303, 201, 303],
      api: [200, 200, 200],
    },
    member: {
      pages: [200, 200, 200, 200, 200, 200, 200],
      forms: [201, 303, 403, 403],
      api: [200, 200, 200],
    },
    billing: {
      pages: [303, 403, 200, 403, 403, 403, 200],
      forms: [403, 403, 403, 403],
      api: [403, 200, 200],
    },
  } as const;

  test.each(Object.keys(matrix) as (keyof typeof matrix)[])(
    "%s: what may be seen and done",
    async (role) => {
      const owner = await signUp(`owner-of-${role}@example.com`);
      const client = await join(owner, `joins-as-${role}@example.com`, role);
      const forms = [
        ["keys", { name: "a key" }],
        ["keys/revoke", { id: "key_none" }],
        ["members/invite", { email: `by-${role}@example.com`, role: "member" }],
        ["members/revoke", { id: "none" }],
      ] as const;
      const got = {
        pages: await Promise.all(
          pages.map(async (page) => (await client.get(`/dashboard${page}`)).status),
        ),
        forms: await Promise.all(
          forms.map(async ([form, fields]) => {
            return (await client.post(`/dashboard/${form}`, fields)).status;
          }),
        ),
        api: await Promise.all(
          ["/v1/pronunciations", "/v1/usage", "/v1/limits"].map(
            async (route) => (await client.call("GET", route)).status,
          ),
        ),
      };
      expect(got).toEqual(matrix[role]);
      const navigation = await textOf(client, "/dashboard/account");
      for (const part of pages.slice(1)) {
        const isAllowed = matrix[role].pages[pages.indexOf(part)] === 200;
        expect([part, navigation.includes(`href="/dashboard${part}"`)]).toEqual([part, isAllowed]);
      }
    },
  );

  test("somebody with an account joins another, and sees either", async () => {
    const owner = await signUp("house@example.com");
    await owner.post("/dashboard/keys", { name: "the house's key" });
    await signUp("guest@example.com");
    const token = await invite(owner, "Guest@example.com");
    const guest = visit();
    const link = `/dashboard/invitation?token=${token}`;
    expect(await textOf(guest, link)).toContain(`name="next" value="${link}"`);
    const signedIn = await signIn(guest, "guest@example.com", link);
    expect(signedIn.headers.get("location")).toBe(link);
    expect(await textOf(guest, link)).toContain("house@example.com invites guest@example.com");
    expect((await accept(guest, token)).status).toBe(303);
    const house = await textOf(guest, "/dashboard/keys");
    expect(house).toContain("the house's key");
    expect(house).toContain("Created by house@example.com");
    const account = await textOf(guest, "/dashboard/account");
    const own = /name="id" value="(acct_\w+)"/.exec(account)?.[1] ?? "";
    await guest.post("/dashboard/account/show", { id: own });
    expect(await textOf(guest, "/dashboard/keys")).not.toContain("the house's key");
    // An account that one is no member of is not shown.
    const stranger = await signUp("passer-by@example.com");
    await stranger.post("/dashboard/account/show", { id: own });
    expect(await textOf(stranger, "/dashboard/account")).not.toContain("guest@example.com");
  });

  test("a link works once, for whom it is, until it is taken back or replaced", async () => {
    const owner = await signUp("links@example.com");
    const first = await invite(owner, "wanted@example.com");
    const second = await invite(owner, "wanted@example.com", "billing");
    expect((await accept(visit(), first)).status).toBe(410);
    const other = await signUp("unwanted@example.com");
    const refused = await accept(other, second);
    expect(await refused.text()).toContain("You are signed in as unwanted@example.com");
    expect(await textOf(owner, "/dashboard/members")).not.toContain(">unwanted@example.com<");
    const statuses = await Promise.all(
      [1, 2].map(async () => (await accept(visit(), second)).status),
    );
    expect(statuses.filter((status) => status === 303)).toHaveLength(1);
    const third = await invite(owner, "third@example.com");
    const page = await textOf(owner, "/dashboard/members");
    const id = /name="id" value="(invitation_\w+)"/.exec(page)?.[1] ?? "";
    const elsewhere = await signUp("elsewhere@example.com");
    await elsewhere.post("/dashboard/members/revoke", { id });
    expect((await visit().get(`/dashboard/invitation?token=${third}`)).status).toBe(200);
    await owner.post("/dashboard/members/revoke", { id });
    expect((await visit().get(`/dashboard/invitation?token=${third}`)).status).toBe(410);
    const again = await owner.post("/dashboard/members/invite", {
      email: "wanted@example.com",
      role: "member",
    });
    expect(again.status).toBe(409);
    const bad = async (fields: Readonly<Record<string, string>>) =>
      (await owner.post("/dashboard/members/invite", fields)).status;
    expect(await bad({ email: "nobody", role: "member" })).toBe(400);
    expect(await bad({ email: "a@example.com", role: "admin" })).toBe(400);
  });

  test("whoever is removed is out at once, and a member of none is told so", async () => {
    const owner = await signUp("removes@example.com");
    const member = await join(owner, "leaves@example.com", "member");
    const id = await memberId(owner, "leaves@example.com");
    expect((await member.get("/dashboard/keys")).status).toBe(200);
    await owner.post("/dashboard/members/remove", { id });
    expect(await textOf(member, "/dashboard/keys")).toContain('content="sign-in"');
    const again = await signIn(visit(), "leaves@example.com");
    expect([again.status, await again.text()]).toEqual([
      403,
      expect.stringContaining("You are not a member of any account"),
    ]);
    // Another owner's form does nothing here.
    const stranger = await signUp("other-owner@example.com");
    const ownId = await memberId(owner, "removes@example.com");
    expect((await stranger.post("/dashboard/members/remove", { id: ownId })).status).toBe(404);
  });

  test("an account keeps an owner, whoever removes whom at the same time", async () => {
    const one = await signUp("one-owner@example.com");
    const oneId = await memberId(one, "one-owner@example.com");
    const change = async (id: string, role: string) =>
      (await one.post("/dashboard/members/role", { id, role })).status;
    expect(await change(oneId, "member")).toBe(409);
    expect((await one.post("/dashboard/members/remove", { id: oneId })).status).toBe(409);
    const two = await join(one, "two-owner@example.com", "member");
    const twoId = await memberId(one, "two-owner@example.com");
    expect(await change(twoId, "admin")).toBe(400);
    expect(await change(twoId, "owner")).toBe(303);
    await Promise.all([
      one.post("/dashboard/members/remove", { id: twoId }),
      two.post("/dashboard/members/remove", { id: oneId }),
    ]);
    const isIn = async (client: DashboardClient) => (await client.get("/dashboard/members")).ok;
    const shown = await Promise.all(
      [one, two].map(async (client) =>
        (await isIn(client))
          ? (await textOf(client, "/dashboard/members")).includes("Invite someone")
          : false,
      ),
    );
    expect(shown.filter(Boolean)).toHaveLength(1);
  });
});
