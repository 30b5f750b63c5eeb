import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { makeLog } from "#service/log.ts";
import { ownDatabase } from "../../support/databases/every-database.ts";
import { freePort } from "../../support/free-port.ts";
import { startProgram } from "../../support/program.ts";
import { speechRequest } from "../../support/service/speech-service.ts";
import { someModels } from "../../support/service/some-models.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

test("the log has a line for a request, and neither its credentials nor its content", async () => {
  await using place = await ownDatabase("service");
  await using data = await temporaryDirectory("service");
  await using models = await someModels();
  const port = await freePort();
  await using program = startProgram("service/main.ts", {
    DATA_DIR: data.path,
    ...(place.url !== undefined && { SERVICE_DATABASE_URL: place.url }),
    SERVICE_PORT: String(port),
    SPEECH_MODELS_DIR: models.path,
    LOG_LEVEL: "trace",
    LOG_ADDRESSES: "masked",
  });
  await program.printed(/"msg":"Server listening/);
  const key = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
  const secrets = [key];
  const secret = (name: string) => {
    const value = `gizli${name}${secrets.length}`;
    secrets.push(value);
    return value;
  };
  const call = async (address: string, init: RequestInit = {}) => {
    const headers = new Headers({ authorization: `Bearer ${key}` });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    const answer = await fetch(new URL(address, `http://127.0.0.1:${port}`), { ...init, headers });
    await answer.body?.cancel();
    return answer.headers.get("x-request-id");
  };

  const id = await call("/v1/models");
  await program.printed(
    new RegExp(
      `"reqId":"${id}".*"route":"/v1/models","status":200,.*"client":"127\\.0\\.0\\.0/24","account":"acct_\\w+","key":"key_\\w+"`,
    ),
  );
  await call("/v1/models", { headers: { authorization: `Bearer sk_${secret("anahtar")}` } });
  await call("/v1/models", { headers: { cookie: `dashboard_session=${secret("cerez")}` } });
  await call(`/v1/models?api_key=sk_${secret("adres")}`);
  await call(`/v1/nothing/${secret("yol")}`);
  await call(
    "/v1/pronunciations",
    speechRequest({ word: secret("kelime"), alias: secret("okunus") }),
  );
  await call("/v1/audio/speech", { method: "POST", body: `{"input": "${secret("metin")}` });
  const body = new URLSearchParams({
    email: `${secret("eposta")}@example.com`,
    password: secret("parola"),
  });
  await call("/dashboard/sign-in", { method: "POST", body });
  const last = await call(
    "/v1/audio/speech",
    speechRequest({ input: secret("son"), voice: "ayla" }),
  );
  await program.printed(new RegExp(`"reqId":"${last}".*"status":`));
  program.signal("SIGTERM");
  await program.ended();
  const output = program.output().toLowerCase();
  expect(secrets.filter((value) => output.includes(value.toLowerCase()))).toEqual([]);
});

test("a fault of the database is logged without what was to be stored", async () => {
  await using place = await ownDatabase("service");
  const database = await openServiceDatabase(place);
  const word = "gizlikayıt";
  const now = new Date();
  const row = { id: "pron_1", account_id: word, word, word_key: word, alias: word, ipa: null };
  const times = { created_at: now, updated_at: now };
  const flags = { case_sensitive: false, word_boundaries: true };
  const fault = await database.db
    .insertInto("pronunciations")
    .values({ ...row, ...flags, ...times })
    .execute()
    .catch((error: unknown) => error);
  await database.close();
  let line = "";
  const log = makeLog({ isTTY: false, write: (piece: string) => ((line += piece), true) });
  log.error({ err: new Error("request failed", { cause: fault }) });
  expect(JSON.parse(line)).toMatchObject({ name: "speech-service", pid: process.pid });
  expect(line).toContain('"code":"23503","table":"pronunciations"');
  expect(line).not.toContain(word);
});
