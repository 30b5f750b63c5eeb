import { expect, test } from "vitest";

import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { startMailServer } from "../../support/servers/mail-server.ts";
import { dashboardClient } from "../../support/service/dashboard-client.ts";
import { linkIn, startMailingService } from "../../support/service/mailing-service.ts";
import { startSpeechService } from "../../support/service/speech-service.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { eventually } from "../../support/eventually.ts";

test("a mail that waits survives a restart, encrypted, and is gone from the database once it is sent", async () => {
  await using stack = new AsyncDisposableStack();
  const { path: dataDirectory } = stack.use(await temporaryDataDirectory("service"));
  const { path: models } = stack.use(await temporaryDirectory("no-models"));
  const server = stack.use(await startMailServer());
  const start = () =>
    startSpeechService({
      DATA_DIR: dataDirectory,
      SPEECH_MODELS_DIR: models,
      SMTP_URL: server.url,
      MAIL_FROM: "Speech <speech@example.org>",
    });
  const storedMails = async () => {
    await using database = await openServiceDatabase({ dataDirectory });
    return await database.db.selectFrom("mails").selectAll().execute();
  };

  server.refuseRecipients(451);
  {
    await using service = await start();
    await dashboardClient(service.url).post("/dashboard/sign-up", { email: "waits@example.com" });
    await eventually("the mail was refused", () => server.refusals > 0);
  }
  const [waiting, ...others] = await storedMails();
  expect([waiting?.recipient, others]).toEqual(["waits@example.com", []]);
  expect(waiting?.letter).toMatch(/^v1\.[\w-]+$/);
  server.refuseRecipients(undefined);
  {
    await using service = await start();
    await eventually("the mail was sent", () => server.mails.length > 0);
    const link = linkIn(server.mails[0]!);
    const page = await fetch(new URL(new URL(link).pathname + new URL(link).search, service.url));
    expect(page.status).toBe(200);
  }
  expect(await storedMails()).toEqual([]);
  expect(server.mails).toHaveLength(1);
});

test("a mail server that is away is told in the log alone, and a mail goes out once it is back", async () => {
  await using mailing = await startMailingService();
  const { service, server } = mailing;
  server.refuseRecipients(451);
  const answer = await dashboardClient(service.url).post("/dashboard/sign-up", {
    email: "late@example.com",
  });
  expect(answer.status).toBe(303);
  await eventually("the mail was refused", () => server.refusals > 0);
  server.refuseRecipients(undefined);
  await mailing.mailTo("late@example.com");
});
