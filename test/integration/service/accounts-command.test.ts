import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "#service/command/account-work.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import { cleanEnvironment, projectRoot, QUICK_TO_START } from "../../support/program.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

interface Run {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run accounts` as its script does. */
async function run(
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
async function ask<Kind extends Answer["object"]>(
  settings: Readonly<Record<string, string>>,
  object: Kind,
  ...parameters: readonly string[]
): Promise<Extract<Answer, { object: Kind }>> {
  const { code, stdout, stderr } = await run(settings, [...parameters, "--json"]);
  if (code !== 0) throw new Error(`ended with ${code}: ${stderr}`);
  const answer = JSON.parse(stdout) as Answer;
  if (answer.object !== object) throw new Error(`answered ${answer.object}, not ${object}`);
  return answer as Extract<Answer, { object: Kind }>;
}

/** What holds wherever the database is, while a service runs on it: each test has accounts of its own. */
function commandSuite(
  service: () => SpeechService,
  settings: () => Readonly<Record<string, string>>,
): void {
  const statusWith = async (key: string) => {
    const headers = { authorization: `Bearer ${key}` };
    return (await fetch(new URL("/v1/limits", service().url), { headers })).status;
  };

  test.concurrent("an account is made with a key that works, once", async () => {
    const made = await ask(
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
    const again = await run(settings(), ["create", "ada@example.com"]);
    expect(again).toEqual({
      code: 1,
      stdout: "",
      stderr: "accounts: there is an account ada@example.com already\n",
    });
    const { data } = await ask(settings(), "accounts", "list");
    expect(data).toContainEqual(expect.objectContaining({ email: "ada@example.com", keys: 1 }));
  });

  test.concurrent("a password that is given signs in", async () => {
    const { code, stdout } = await run(
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

  test.concurrent("keys are made and revoked, and the service follows", async () => {
    await ask(settings(), "new_account", "create", "keys@example.com");
    const made = await ask(settings(), "new_key", "keys", "keys@example.com", "create", "laptop");
    expect(await statusWith(made.key)).toBe(200);
    const { data } = await ask(settings(), "keys", "keys", "keys@example.com", "revoke", made.id);
    expect(data.find(({ id }) => id === made.id)?.revoked_at).not.toBeNull();
    await eventually(
      "the key is refused",
      async () => (await statusWith(made.key)) === 401,
      20_000,
    );
    const unknown = await run(settings(), ["keys", "keys@example.com", "revoke", "key_0"]);
    expect(unknown).toMatchObject({
      code: 1,
      stderr: "accounts: keys@example.com has no key key_0\n",
    });
  });

  test.concurrent("limits and quotas are changed, and the service follows", async () => {
    const email = "limits@example.com";
    const { api_key } = await ask(settings(), "new_account", "create", email);
    const limit = async () => {
      const headers = { authorization: `Bearer ${api_key.key}` };
      const answer = await fetch(new URL("/v1/limits", service().url), { headers });
      return (await answer.json()) as { quota: { characters: { limit: number | null } } };
    };
    expect((await limit()).quota.characters.limit).toBe(2_000_000);
    const quota = await ask(settings(), "quota", "quota", email, "characters=12");
    expect(quota.data).toContainEqual({ name: "characters", limit: 12, used: 0, reserved: 0 });
    await eventually("it is 12", async () => (await limit()).quota.characters.limit === 12, 20_000);
    const changes = ["monthly-characters=none", "concurrent-streams=7"];
    const { data } = await ask(settings(), "limits", "limits", email, ...changes);
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
    const back = await ask(settings(), "limits", "limits", email, "concurrent-streams=default");
    expect(back.data).toContainEqual(
      expect.objectContaining({ name: "concurrent-streams", value: 2, is_own: false }),
    );
  });

  test.concurrent("usage is a table, also when there is none", async () => {
    const email = service().email;
    const { code, stdout } = await run(settings(), ["usage", email, "--month", "2020-01"]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "(none)\n" });
  });
}

describe("npm run accounts, while a service runs on the embedded database", () => {
  let service: SpeechService;
  let data: TemporaryDirectory;
  let models: TemporaryDirectory;
  beforeAll(async () => {
    data = await temporaryDirectory("data");
    models = await temporaryDirectory("no-models");
    service = await startSpeechService({ DATA_DIR: data.path, SPEECH_MODELS_DIR: models.path });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  });
  commandSuite(
    () => service,
    () => ({ DATA_DIR: data.path }),
  );

  test("the way to the service is open to its owner alone", async () => {
    const { mode } = await stat(join(data.path, "accounts.sock"));
    expect(mode & 0o777).toBe(0o600);
  });
});

describeWithPostgresql("npm run accounts, while a service runs", (server) => {
  let service: SpeechService;
  let models: TemporaryDirectory;
  let settings: Readonly<Record<string, string>>;
  beforeAll(async () => {
    models = await temporaryDirectory("no-models");
    settings = { SERVICE_DATABASE_URL: await server().createDatabase() };
    service = await startSpeechService({ ...settings, SPEECH_MODELS_DIR: models.path });
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await models[Symbol.asyncDispose]();
  });
  commandSuite(
    () => service,
    () => settings,
  );
});

describe("npm run accounts, while no service runs", () => {
  test.concurrent("works on the embedded database by itself, and leaves it free", async () => {
    await using data = await temporaryDirectory("data");
    const settings = { DATA_DIR: data.path };
    await ask(settings, "new_account", "create", "ada@example.com");
    const { stdout } = await run(settings, ["keys", "ada@example.com"]);
    expect(stdout).toMatch(/^id +name +begins +created +last used +revoked\nkey_\w+ +first +sk_/);
  }, 180_000);

  test.concurrent("wrong use ends with 2 and one line", async () => {
    expect(await run({}, ["frobnicate"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "accounts: there is no command frobnicate; --help lists them\n",
    });
  });

  test.concurrent("help says what there is, and a database that is away is told in one line", async () => {
    const help = await run({}, ["--help"]);
    expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("revoke KEY_ID") });
    const away = await run({ SERVICE_DATABASE_URL: "postgresql://127.0.0.1:1/none" }, ["list"]);
    expect(away.code).toBe(1);
    expect(away.stderr).toMatch(/^accounts: [^\n]*127\.0\.0\.1:1[^\n]*\n$/);
  });
});
