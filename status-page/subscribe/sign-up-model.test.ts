import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Offer } from "#status-api/page/subscriber-content.ts";
import { setBasePath } from "../paths/base-path.ts";
import { signUpModel } from "./sign-up-model.ts";

interface Received {
  readonly request: string;
  readonly body: unknown;
}

let server: Server;
let base = "";
/** The status and the body of the next answers; undefined closes the connection. */
let answer: readonly [status: number, body: unknown] | undefined;
let received: Received[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    void text(request).then((sent) => {
      const body: unknown = sent === "" ? undefined : JSON.parse(sent);
      received.push({ request: `${request.method} ${request.url}`, body });
      if (answer === undefined) return void request.socket.destroy();
      const [status, content] = answer;
      response.writeHead(status, { connection: "close" }).end(JSON.stringify(content));
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  setBasePath(base);
  answer = [200, {}];
  received = [];
});
afterAll(() => {
  setBasePath("");
  server.close();
});

const FORM = {
  address: "ada@example.com",
  components: ["tts"],
  statusEvent: null,
  language: "tr",
} as const;
const OFFER: Offer = {
  channels: ["email", "slack"],
  address_types: {} as Offer["address_types"],
  languages: ["en", "tr"],
  components: [{ id: "tts", name: { en: "Synthesis", tr: "Seslendirme" } }],
};

function filled(fields: Readonly<Record<string, string | readonly string[]>>): FormData {
  const form = new FormData();
  for (const [name, values] of Object.entries(fields)) {
    for (const value of [values].flat()) form.append(name, value);
  }
  return form;
}

const COMPLETE = { channel: "email", address: " ada@example.com ", language: "tr", scope: "all" };

describe("the offer", () => {
  test("is requested where nothing is known, and its first channel is shown", async () => {
    const model = signUpModel({ form: FORM });
    expect(model.way.value).toBe("feed");
    answer = [200, OFFER];
    const asking = model.ask();
    expect(model.asking.value).toBe("asking");
    await Promise.all([asking, model.ask()]);
    expect(received.map(({ request }) => request)).toEqual([
      "GET /api/v2/subscribers/channels.json",
    ]);
    expect(model.asking.value).toBeUndefined();
    expect(model.offer.value).toEqual(OFFER);
    expect(model.way.value).toBe("email");
  });

  test.each([
    ["slack", "slack"],
    ["feed", "feed"],
    ["webhook", "email"],
  ] as const)("that came again leaves the way %s as %s", async (way, shown) => {
    const model = signUpModel({ form: FORM, way, offer: { ...OFFER, components: [] } });
    answer = [200, OFFER];
    await model.ask();
    expect(model.way.value).toBe(shown);
  });

  test("is empty on a page without subscriptions, which has feeds alone", async () => {
    const model = signUpModel({ form: FORM });
    answer = [404, {}];
    await model.ask();
    expect(model.offer.value).toEqual({
      channels: [],
      address_types: {},
      languages: [],
      components: [],
    });
    expect(model.way.value).toBe("feed");
    expect(model.asking.value).toBeUndefined();
  });

  test.each([
    [[503, {}] as const, "away"],
    [undefined, "unreachable"],
  ] as const)(
    "that did not come for %o is %s, and can be asked for again",
    async (failure, why) => {
      const model = signUpModel({ form: FORM, way: "feed" });
      answer = failure;
      await model.ask();
      expect(model.asking.value).toBe(why);
      expect(model.offer.value).toBeUndefined();
      answer = [200, OFFER];
      await model.ask();
      expect(model.asking.value).toBeUndefined();
      expect(model.offer.value).toEqual(OFFER);
    },
  );
});

describe("another way", () => {
  test("has an empty address, no refusal and the form's other values", () => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER, refusal: "unreachable" });
    expect(model.refusal.value).toEqual({ trouble: "unreachable" });
    model.another();
    model.choose("slack");
    expect(model.way.value).toBe("slack");
    expect(model.form.value).toEqual({ ...FORM, address: "", components: null });
    expect(model.refusal.value).toBeUndefined();
    expect(model.isAnother.value).toBe(false);
    expect(model.asking.value).toBeUndefined();
  });

  test.each([
    ["email", { ...OFFER, components: [] }, "asking"],
    ["feed", { ...OFFER, components: [] }, undefined],
    ["email", OFFER, undefined],
  ] as const)(
    "%s asks for its choices only where they are not known",
    async (way, offer, asking) => {
      const model = signUpModel({ form: FORM, way: "slack", offer });
      answer = [200, OFFER];
      model.choose(way);
      expect(model.asking.value).toBe(asking);
      await expect.poll(() => model.asking.value, { interval: 1 }).toBeUndefined();
      expect(received).toHaveLength(asking === undefined ? 0 : 1);
    },
  );
});

describe("a sign-up", () => {
  test.each([
    [COMPLETE, {}],
    [{ ...COMPLETE, scope: "some", components: ["stt", "tts"] }, { components: ["stt", "tts"] }],
    [{ ...COMPLETE, scope: "some", incident: "inc_1" }, { incident: "inc_1" }],
    [{ ...COMPLETE, components: ["stt"] }, {}],
  ])("of %o sends no more than was chosen", async (fields, chosen) => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER });
    const sending = model.send("email", filled(fields));
    expect(model.isSending.value).toBe(true);
    await sending;
    expect(received).toEqual([
      {
        request: "POST /api/v2/subscribers",
        body: { channel: "email", address: "ada@example.com", language: "tr", ...chosen },
      },
    ]);
    expect(model.isSending.value).toBe(false);
    expect(model.refusal.value).toBeUndefined();
    expect(model.signedUp.value).toEqual({ channel: "email", address: "ada@example.com" });
  });

  test.each([
    [{ ...COMPLETE, address: "  " }, "no_address"],
    [{ channel: "email", scope: "all" }, "no_address"],
    [{ ...COMPLETE, scope: "some" }, "invalid_components"],
  ])("that %o lacks something is not sent: %s", async (fields, trouble) => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER });
    await model.send("email", filled(fields));
    expect(received).toEqual([]);
    expect(model.refusal.value).toEqual({ trouble });
    expect(model.signedUp.value).toBeUndefined();
    expect(model.isSending.value).toBe(false);
  });

  test.each([
    [[422, { error: { code: "invalid_address" } }], "invalid_address"],
    [[503, { error: { code: "database_away" } }], "away"],
    [[502, {}], "other"],
    [undefined, "unreachable"],
  ] as const)("that is answered with %o failed: %s", async (failure, trouble) => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER });
    answer = failure;
    await model.send("email", filled(COMPLETE));
    expect(model.refusal.value).toEqual({ trouble });
    expect(model.signedUp.value).toBeUndefined();
  });

  test("that failed after the reader chose another way says nothing there", async () => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER });
    answer = [422, { error: { code: "invalid_address" } }];
    const sending = model.send("email", filled(COMPLETE));
    model.choose("slack");
    await sending;
    expect(model.refusal.value).toBeUndefined();
  });

  test("that is done makes room for another one, of all components", async () => {
    const model = signUpModel({ form: FORM, way: "email", offer: OFFER });
    await model.send("email", filled(COMPLETE));
    model.another();
    expect(model.signedUp.value).toBeUndefined();
    expect(model.isAnother.value).toBe(true);
    expect(model.form.value).toEqual({ ...FORM, address: "", components: null });
  });
});
