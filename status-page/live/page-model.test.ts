import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setBasePath } from "../paths/base-path.ts";
import { dataPathOf, pageModel, type PageState } from "./page-model.ts";

test.each([
  { path: "/", data: "/page.json" },
  { path: "/components/tts", data: "/components/tts/page.json" },
  { path: "/components/tts?range=7d", data: "/components/tts/page.json?range=7d" },
])("the data of $path is at $data", ({ path, data }) => {
  expect(dataPathOf(path)).toBe(data);
});

describe("a page", () => {
  const RENDERED_AT_MS = Date.parse("2026-11-21T10:00:00Z");
  let server: Server;
  let base = "";
  /** Answers a request for the data of a path. */
  let answer: (path: string, response: ServerResponse) => void;
  beforeAll(async () => {
    server = createServer(({ url = "" }, response) => answer(url, response)).listen(0, "127.0.0.1");
    await once(server, "listening");
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  beforeEach(() => setBasePath(base));
  afterAll(() => {
    setBasePath("");
    server.close();
  });

  const send = (response: ServerResponse, view: object, headers: Record<string, string> = {}) =>
    response.writeHead(200, { connection: "close", ...headers }).end(JSON.stringify(view));
  const fail = (_: string, response: ServerResponse) =>
    void response.writeHead(503, { connection: "close" }).end("{}");

  function modelOf(state: Partial<PageState> = {}) {
    const content = { kind: "overview", view: { dataAtMs: RENDERED_AT_MS } };
    return pageModel({
      content: content as PageState["content"],
      path: "/",
      identity: {} as PageState["identity"],
      language: "tr",
      renderedAtMs: RENDERED_AT_MS,
      ...state,
    });
  }

  test("begins as the server rendered it: in UTC, without a script", () => {
    const { nowMs, reader, path, isConnectionLost } = modelOf();
    expect(nowMs.value).toBe(RENDERED_AT_MS);
    expect(reader.value).toMatchObject({ language: "tr", interactive: false });
    expect(reader.value.formats.zone).toBe("utc");
    expect(path.value).toBe("/");
    expect(isConnectionLost.value).toBe(false);
  });

  test("shows the reader's zone once its script runs", () => {
    const model = modelOf();
    model.becomeInteractive();
    const { reader } = model;
    expect(reader.value).toMatchObject({ language: "tr", interactive: true });
    expect(reader.value.formats.zone).toBe("local");
  });

  test.each([
    [-89_000, true],
    [-90_001, false],
    [89_000, true],
    [95_000, false],
  ])("rendered %s ms from the reader's now is of now: %s", (fromNowMs, isOfNow) => {
    expect(modelOf({ renderedAtMs: Date.now() + fromNowMs }).isOfNow()).toBe(isOfNow);
  });

  test("takes a newer view, and the server's clock from its age", async () => {
    const model = modelOf();
    const dataAtMs = RENDERED_AT_MS + 60_000;
    let requestedPath = "";
    answer = (path, response) => {
      requestedPath = path;
      send(response, { dataAtMs, tone: "minor" }, { "x-data-age-seconds": "30" });
    };
    await model.refresh();
    expect(requestedPath).toBe("/page.json");
    expect(model.content.value).toEqual({ kind: "overview", view: { dataAtMs, tone: "minor" } });
    expect(model.nowMs.value).toBeGreaterThanOrEqual(dataAtMs + 30_000);
    expect(model.nowMs.value).toBeLessThan(dataAtMs + 40_000);
  });

  test("keeps the reader's clock where the age is not told, or the page is about the past", async () => {
    const model = modelOf();
    answer = (_, response) => send(response, { dataAtMs: RENDERED_AT_MS });
    const beforeMs = Date.now();
    await model.refresh();
    expect(model.nowMs.value).toBeGreaterThanOrEqual(beforeMs);

    const past = modelOf({ content: { kind: "history", view: {} } as PageState["content"] });
    answer = (_, response) => send(response, { dataAtMs: 0 }, { "x-data-age-seconds": "30" });
    await past.refresh();
    expect(past.nowMs.value).toBeGreaterThanOrEqual(beforeMs);
  });

  test("has lost its connection after two failures in a row, until it is there again", async () => {
    const model = modelOf();
    const lostAfterRefresh = async () => {
      await model.refresh();
      return model.isConnectionLost.value;
    };
    const succeed: typeof answer = (_, response) => send(response, { dataAtMs: RENDERED_AT_MS });
    answer = fail;
    expect(await lostAfterRefresh()).toBe(false);
    answer = succeed;
    expect(await lostAfterRefresh()).toBe(false);
    answer = fail;
    expect(await lostAfterRefresh()).toBe(false);
    expect(await lostAfterRefresh()).toBe(true);
    answer = succeed;
    expect(await lostAfterRefresh()).toBe(false);
  });

  test("moves to another path, and rejects where that has no view", async () => {
    const model = modelOf();
    answer = (path, response) => send(response, { path });
    await model.moveTo("/components/tts?range=7d");
    expect(model.path.value).toBe("/components/tts?range=7d");
    expect(model.content.value.view).toEqual({ path: "/components/tts/page.json?range=7d" });
    answer = fail;
    await expect(model.moveTo("/components/gone")).rejects.toThrow("status 503");
  });

  test("shows the view of the path that the reader went to last", async () => {
    const model = modelOf();
    let first: ServerResponse | undefined;
    answer = (path, response) => {
      if (path.startsWith("/first")) first = response;
      else send(response, { path });
    };
    const moved = model.moveTo("/first");
    await expect.poll(() => first, { interval: 1 }).toBeDefined();
    await model.moveTo("/second");
    if (first !== undefined) send(first, { path: "/first/page.json" });
    await moved;
    expect(model.content.value.view).toEqual({ path: "/second/page.json" });
  });
});
