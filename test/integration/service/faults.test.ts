import { readFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { casesOf, longTest, shortDescribe, shortTest } from "../../support/lengths.ts";
import { temporaryDataDirectory } from "../../support/databases/embedded-database.ts";
import { eventually } from "../../support/eventually.ts";
import { processesOfGroup } from "../../support/program.ts";
import { killableModels, startServiceProgram } from "../../support/service/killable-models.ts";
import { fixtureClip } from "../../support/service/speech-service.ts";
import {
  speechServiceInTurn,
  type SpeechServiceInTurn,
} from "../../support/service/speech-service-in-turn.ts";
import { someModels } from "../../support/service/some-models.ts";
import { openStream } from "../../support/service/stream-client.ts";
import type { TemporaryDirectory } from "../../support/temporary-directory.ts";

shortDescribe("a model process that dies", () => {
  let service: SpeechServiceInTurn;
  beforeAll(async () => {
    service = await speechServiceInTurn();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  const { model, kill, speak, isOk } = killableModels(() => service);

  shortTest("takes down its own model alone, and comes back", async () => {
    kill("synth-v2");
    await eventually("the end is noticed", () => model("synth-v2").state === "restarting");
    const refused = await speak("synth-v2");
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("10");
    expect(refused.headers.get("x-should-retry")).toBe("true");
    expect(await refused.json()).toMatchObject({ error: { code: "model_loading" } });
    const sample = () => fetch(new URL("/voices/synth-v2/tolga.mp3", service.url));
    const noSample = await sample();
    expect([noSample.status, noSample.headers.get("retry-after")]).toEqual([503, "10"]);
    const health = await service.call("/health/synth");
    expect(await health.json()).toMatchObject({
      status: "degraded",
      models: { "synth-v1": { status: "ok" }, "synth-v2": { status: "degraded" } },
    });
    expect((await speak("synth-v1")).status).toBe(200);
    await isOk("synth-v2");
    expect((await speak("synth-v2")).status).toBe(200);
    expect((await sample()).status).toBe(200);
  });
});

describe("the service as a program", () => {
  let models: TemporaryDirectory;
  let noModels: TemporaryDirectory;
  beforeAll(async () => {
    models = await someModels("transcribe-1");
    noModels = await someModels();
  });
  afterAll(async () => {
    await models[Symbol.asyncDispose]();
    await noModels[Symbol.asyncDispose]();
  });
  const start = (data: string, settings: Readonly<Record<string, string>> = {}) =>
    startServiceProgram(data, { SPEECH_MODELS_DIR: models.path, ...settings });

  longTest(
    "ends at SIGTERM with the final transcripts, leaves nothing behind and keeps its data",
    async () => {
      await using data = await temporaryDataDirectory("service");
      const { program, url } = await start(data.path);
      await using _ = program;
      await program.printed(/"model":"transcribe-1","state":"ok"/);
      const credential = (await readFile(path.join(data.path, "bootstrap-api-key"), "utf8")).trim();
      const { wav } = await fixtureClip();
      using client = await openStream(url, { credential });
      await client.message("session.started");
      client.socket.send(wav.subarray(44, 44 + 96_000));
      await client.message("transcript.partial");
      program.signal("SIGTERM");
      expect(await client.message("transcript.final")).toMatchObject({
        text: expect.stringContaining("Merhaba"),
      });
      expect(await client.closed()).toBe(1012);
      expect(await program.ended()).toBe(0);
      expect(await processesOfGroup(program.pid)).toEqual([]);

      const again = await start(data.path, { SPEECH_MODELS_DIR: noModels.path });
      await using __ = again.program;
      await again.program.printed(/Server listening/);
      const known = await fetch(`${again.url}/v1/models`, {
        headers: { authorization: `Bearer ${credential}` },
      });
      expect(known.status).toBe(200);
    },
  );

  const badStarts = [
    [
      "models that are not there",
      { SPEECH_MODELS_DIR: "/nowhere" },
      /^speech service: \/nowhere: .*cannot be read \(ENOENT\)/,
    ],
    [
      "a bad setting",
      { SERVICE_PORT: "http" },
      /^speech service: SERVICE_PORT is "http"; it takes/,
    ],
    [
      "a directory that cannot be made",
      { DATA_DIR: "/dev/null/data" },
      /^speech service: .*\/dev\/null\/data/,
    ],
    [
      "models that are not there",
      { SPEECH_MODELS_DIR: "/nowhere" },
      /^speech service: \/nowhere: the folder of models cannot be read \(ENOENT\); SPEECH_MODELS_DIR/,
    ],
  ] as const;
  test.each(casesOf(badStarts.slice(1, 2), [badStarts[0], ...badStarts.slice(2)]))(
    "says in one line about %s and ends with 1",
    async (_title, settings, line) => {
      await using data = await temporaryDataDirectory("service");
      const { program } = await start(data.path, settings as unknown as Record<string, string>);
      await using _ = program;
      expect(await program.ended()).toBe(1);
      expect(program.output()).toMatch(line);
      expect(program.output().trim().split("\n")).toHaveLength(1);
    },
  );
});
