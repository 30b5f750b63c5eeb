import { afterAll, beforeAll, test } from "vitest";
import "./accounts-command.test.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { testAccountsCommand } from "../../support/service/accounts-command.ts";
import { startSpeechService, type SpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory, type TemporaryDirectory } from "../../support/temporary-directory.ts";

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
  testAccountsCommand(
    { first: test, others: test },
    () => service,
    () => settings,
  );
});
