import { spawn } from "node:child_process";
import { buffer } from "node:stream/consumers";
import { expect, type test } from "vitest";
import type { Answer } from "#service/command/account-work.ts";
import { eventually } from "../eventually.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../program.ts";
import type { SpeechService } from "./speech-service.ts";

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run accounts` as its script does. */
export async function runAccounts(
  settings: Readonly<Record<string, string>>,
  parameters: readonly string[],
  input = "",
): Promise<Run> {
  const entry = [...QUICK_TO_START, "launch/start.mjs", "service/accounts-command.ts"];
  const child = spawn(process.execPath, [...entry, ...parameters], {
    cwd: projectRoot,
    env: { ...cleanEnvironment(), ...settings },
  });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([buffer(child.stdout), buffer(child.stderr)]);
  if (child.exitCode === null) await new Promise((resolve) => child.once("exit", resolve));
  return { code: child.exitCode, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** Runs a command with --json; fails unless it was done. */
export async function askAccounts<Kind extends Answer["object"]>(
  settings: Readonly<Record<string, string>>,
  object: Kind,
  ...parameters: readonly string[]
): Promise<Extract<Answer, { object: Kind }>> {
  const { code, stdout, stderr } = await runAccounts(settings, [...parameters, "--json"]);
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`);
  const answer = JSON.parse(stdout) as Answer;
  if (answer.object !== object) throw new Error(`answered ${answer.object}, not ${object}`);
  return answer as Extract<Answer, { object: Kind }>;
}

/** How the tests are declared: that of an account and its key, and those beside it. */
interface Declared {
  readonly first: typeof test;
  readonly others: typeof test;
}

/** Declares what holds wherever the database is, while a service runs on it: each test has accounts of its own. */
export function testAccountsCommand(
  { first, others }: Declared,
  service: () => SpeechService,
  settings: () => Readonly<Record<string, string>>,
): void {
  const statusWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL("/v1/limits", service().url), { headers })).status;
  };

  first.concurrent("an account is made with a key that works, once", async () => {
    const made = await askAccounts(
      settings(),
      "new_account",
      "create",
      "Ada@example.com",
      "--key",
      "server",
    );
    expect(made).toMatchObject({ email: "ada@example.com", api_key: { name: "server" } });
    expect(made.password).toHaveLength(24);
    expect(await statusWith(made.api_key.key)).toBe(200);
    const again = await runAccounts(settings(), ["create", "ada@example.com"]);
    expect(again).toEqual({
      code: 1,
      stdout: "",
      stderr: "accounts: there is an account ada@example.com already\n",
    });
    const { data } = await askAccounts(settings(), "accounts", "list");
    expect(data).toContainEqual(expect.objectContaining({ email: "ada@example.com", keys: 1 }));
  });

  others.concurrent("a password that is given signs in", async () => {
    const { code, stdout } = await runAccounts(
      settings(),
      ["create", "bob@example.com", "--password-stdin"],
      "a good password\n",
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^password +as given$/m);
    const answer = await fetch(new URL("/dashboard/sign-in", service().url), {
      method: "POST",
      body: new URLSearchParams({ email: "bob@example.com", password: "a good password" }),
      redirect: "manual",
    });
    expect(answer.status).toBe(303);
  });

  others.concurrent("keys are made and revoked, and the service follows", async () => {
    await askAccounts(settings(), "new_account", "create", "keys@example.com");
    const made = await askAccounts(
      settings(),
      "new_key",
      "keys",
      "keys@example.com",
      "create",
      "laptop",
    );
    expect(await statusWith(made.key)).toBe(200);
    const { data } = await askAccounts(
      settings(),
      "keys",
      "keys",
      "keys@example.com",
      "revoke",
      made.id,
    );
    expect(data.find(({ id }) => id === made.id)?.revoked_at).not.toBeNull();
    await eventually(
      "the key is refused",
      async () => (await statusWith(made.key)) === 401,
      20_000,
    );
    const unknown = await runAccounts(settings(), ["keys", "keys@example.com", "revoke", "key_0"]);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: "accounts: keys@example.com has no key key_0\n",
    });
  });

  others.concurrent("limits and quotas are changed, and the service follows", async () => {
    const email = "limits@example.com";
    const { api_key } = await askAccounts(settings(), "new_account", "create", email);
    const limit = async () => {
      const headers = { authorization: `Bearer ${api_key.key}` };
      const answer = await fetch(new URL("/v1/limits", service().url), { headers });
      return (await answer.json()) as { quota: { characters: { limit: number | null } } };
    };
    expect((await limit()).quota.characters.limit).toBe(2_000_000);
    const quota = await askAccounts(settings(), "quota", "quota", email, "characters=12");
    expect(quota.data).toContainEqual({ name: "characters", limit: 12, used: 0, reserved: 0 });
    await eventually("it is 12", async () => (await limit()).quota.characters.limit === 12, 20_000);
    const changes = ["monthly-characters=none", "concurrent-streams=7"];
    const { data } = await askAccounts(settings(), "limits", "limits", email, ...changes);
    expect(data).toContainEqual(
      expect.objectContaining({ name: "monthly-characters", value: null, is_own: true }),
    );
    expect(data).toContainEqual(
      expect.objectContaining({ name: "concurrent-streams", value: 7, default: 2, is_own: true }),
    );
    await eventually(
      "there is none",
      async () => (await limit()).quota.characters.limit === null,
      20_000,
    );
    const back = await askAccounts(
      settings(),
      "limits",
      "limits",
      email,
      "concurrent-streams=default",
    );
    expect(back.data).toContainEqual(
      expect.objectContaining({ name: "concurrent-streams", value: 2, is_own: false }),
    );
  });

  others.concurrent("usage is a table, also when there is none", async () => {
    const email = service().email;
    const { code, stdout } = await runAccounts(settings(), ["usage", email, "--month", "2020-01"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "(none)\n" });
  });
}
