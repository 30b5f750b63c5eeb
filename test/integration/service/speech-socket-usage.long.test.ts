import { afterAll, beforeAll, expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { eventually } from "../../support/eventually.ts";
import {
  speechRequest,
  startSpeechService,
  type SpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

/** Beside trainings and other tests models take minutes to load. */
const STARTING_MS = 360_000;
const PATH = "/v1/audio/speech/stream";

describeWithPostgresql("what is spoken on a socket", (server) => {
  let url: string;
  let service: SpeechService;
  beforeAll(async () => {
    url = await server().createDatabase();
    service = await startSpeechService({ SERVICE_DATABASE_URL: url });
  }, STARTING_MS);
  afterAll(() => service[Symbol.asyncDispose]());

  const voice = () => service.engine.defaultOf("synthesis")?.voices[0]?.name;
  const open = async () => {
    const client = await openStream(service.url, { path: PATH, credential: service.key });
    client.say({ type: "config", voice: voice() });
    return client;
  };

  test("is in the database sentence by sentence, while the socket is open", async () => {
    await using directory = await temporaryDirectory("data");
    const database = await openServiceDatabase({ url, dataDirectory: directory.path });
    const booked = async () => {
      const rows = await database.db.selectFrom("usage_days").selectAll().execute();
      return rows.map(({ product, requests, characters }) => [product, requests, characters]);
    };
    using client = await open();
    client.say({ type: "text.append", text: "İlk cümle bu. İkin" });
    await eventually("a sentence is booked", async () => (await booked()).length > 0);
    expect(await booked()).toEqual([["speech", 1, 13]]);
    client.say({ type: "text.append", text: "ci cümle bu." });
    client.say({ type: "text.flush" });
    await eventually("the other is booked", async () => (await booked())[0]?.[2] !== 13);
    expect(await booked()).toEqual([["speech", 1, 30]]);
    await database.close();
  });

  test("counts as the same text does that comes at once: its code points, blanks and all", async () => {
    const used = async () => {
      const answer = await service.call("/v1/usage");
      return ((await answer.json()) as { total: { characters: number } }).total.characters;
    };
    for (const text of ["Merhaba 🙂 dünya. \n Nasılsın? ", "***\n\nBir.  \n\n---\n\n"]) {
      const before = await used();
      const body = speechRequest({ input: text, voice: voice() });
      await (await service.call("/v1/audio/speech", body)).arrayBuffer();
      await eventually("it is counted", async () => (await used()) > before);
      const atOnce = (await used()) - before;
      expect(atOnce).toBe(Array.from(text).length);
      using client = await open();
      for (const bit of text.match(/.{1,3}/gsu) ?? []) {
        client.say({ type: "text.append", text: bit });
      }
      client.say({ type: "end" });
      expect(await client.message("audio.done")).toMatchObject({ characters: atOnce });
      await client.closed();
      expect((await used()) - before).toBe(2 * atOnce);
    }
  });
});
