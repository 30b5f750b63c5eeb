import { stat } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { longTest, shortTest } from "../../support/lengths.ts";
import {
  askAccounts,
  runAccounts,
  testAccountsCommand,
} from "../../support/service/accounts-command.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

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
  testAccountsCommand(
    { first: shortTest, others: longTest },
    () => service,
    () => ({ DATA_DIR: data.path }),
  );

  shortTest("the way to the service is open to its owner alone", async () => {
    const { mode } = await stat(join(data.path, "accounts.sock"));
    expect(mode & 0o777).toBe(0o600);
  });
});

describe("npm run accounts, while no service runs", () => {
  longTest.concurrent(
    "works on the embedded database by itself, and leaves it free",
    async () => {
      await using data = await temporaryDirectory("data");
      const settings = { DATA_DIR: data.path };
      await askAccounts(settings, "new_account", "create", "ada@example.com");
      const { stdout } = await runAccounts(settings, ["keys", "ada@example.com"]);
      expect(stdout).toMatch(
        /^id +name +begins +created +made by +last used +revoked\nkey_\w+ +first +sk_.* command /,
      );
    },
    180_000,
  );

  longTest.concurrent("works on an embedded database that is there", async () => {
    await using data = await temporaryDataDirectory("service");
    const made = await askAccounts(
      { DATA_DIR: data.path },
      "new_account",
      "create",
      "ada@example.com",
    );
    expect(made).toMatchObject({ email: "ada@example.com" });
  });

  shortTest.concurrent("wrong use ends with 2 and one line", async () => {
    expect(await runAccounts({}, ["frobnicate"])).toEqual({
      code: 2,
      stdout: "",
      stderr: "accounts: there is no command frobnicate; --help lists them\n",
    });
  });

  longTest.concurrent(
    "help says what there is, and a database that is away is told in one line",
    async () => {
      const help = await runAccounts({}, ["--help"]);
      expect(help).toMatchObject({ code: 0, stdout: expect.stringContaining("revoke KEY_ID") });
      const away = await runAccounts({ SERVICE_DATABASE_URL: "postgresql://127.0.0.1:1/none" }, [
        "list",
      ]);
      expect(away.code).toBe(1);
      expect(away.stderr).toMatch(/^accounts: [^\n]*127\.0\.0\.1:1[^\n]*\n$/);
    },
  );
});
