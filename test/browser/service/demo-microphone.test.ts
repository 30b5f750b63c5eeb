import type { Page, WebSocketRoute } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { longTest, shortTest as test } from "../../support/lengths.ts";

import { letters } from "#word-errors/letters.ts";
import samples from "#service/web/samples/samples.json" with { type: "json" };
import { installChromium, launchChromium } from "../../support/browser/chromium.ts";
import { keptListening, openDemo } from "../../support/browser/demo-page.ts";
import { eventually } from "../../support/eventually.ts";
import {
  fixtureClip,
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";
import { openStream } from "../../support/service/stream-client.ts";
import { wordsHeard } from "../../support/service/words-heard.ts";
import { startSwallowingProxy } from "../../support/servers/swallowing-proxy.ts";

/** Demo sessions that one address may begin in ten minutes. */
const sessionsPerAddress = 60;
/** Within it the clip's first word is said. */
const slowMs = 1_500;

const browser = await keptListening();
const hint = browser === undefined ? ` (to run it: ${installChromium})` : "";

const start = (page: Page) => page.getByRole("button", { name: "Start speaking" });
const stop = (page: Page) => page.getByRole("button", { name: "Stop", exact: true });
const phase = (page: Page, name: string) =>
  page.locator(`#mikrofon .phase[data-phase="${name}"]`).waitFor();
const lines = (page: Page) => page.locator("#mikrofon .transcript li");
const problem = (page: Page, code: string) => page.locator(`#mikrofon [data-code="${code}"]`);
const LAST_WORDS = "kahve içeriz";

/** Resolves when the last words of the clip are written down. */
async function lastWords(page: Page): Promise<void> {
  await eventually("the last words", async () => {
    const end = (await transcript(page)).slice(-LAST_WORDS.length);
    return wordsHeard(end, LAST_WORDS) === LAST_WORDS;
  });
}

/** Once words that may still change are shown, `text` among them; to be called before, since they may be gone before one looks. */
function partialShown(page: Page, text = ""): Promise<void> {
  return page.evaluate(
    (words) =>
      new Promise<void>((resolve) => {
        const look = () => {
          const partial = document.querySelector("#mikrofon .partial")?.textContent;
          if (partial?.includes(words) !== true) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      }),
    text,
  );
}

/** Run in the page before its own scripts. */
function slowWorklets(byMs: number): void {
  const { prototype } = AudioWorklet;
  const add = Reflect.get(prototype, "addModule") as (address: string | URL) => Promise<void>;
  prototype.addModule = new Proxy(add, {
    async apply(addModule, worklet, given) {
      await new Promise((resolve) => setTimeout(resolve, byMs));
      await Reflect.apply(addModule, worklet, given);
    },
  });
}

async function transcript(page: Page): Promise<string> {
  const texts = await lines(page).locator('[lang="tr"]').allTextContents();
  return letters(texts.join(" "));
}

describe.skipIf(browser === undefined)(`the microphone's demo in Chromium${hint}`, () => {
  let service: SharedSpeechService;
  let spoken: string;

  beforeAll(async () => {
    service = await sharedSpeechService();
    spoken = letters((await fixtureClip()).text);
  });

  test.concurrent("writes down what is said, first as it may change, then for good", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon");
    const { page } = demo;
    const partial = partialShown(page);
    await start(page).click();
    await partial;
    await lastWords(page);
    await stop(page).click();
    await phase(page, "done");
    expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
    expect(await page.locator("#mikrofon .partial").count()).toBe(0);
    const drawn = await page.locator("#mikrofon .waveform .ahead").getAttribute("d");
    expect(drawn?.match(/M/g)?.length).toBeGreaterThan(50);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download as TXT" }).click();
    expect((await download).suggestedFilename()).toBe("transcript.txt");
    expect(demo.complaints).toEqual([]);
  });

  test.concurrent("what was said before the connection was there is written down after Stop", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
      page.route("**/v1/sessions", async (route) => {
        await released;
        await route.continue();
      }),
    );
    const { page } = demo;
    await start(page).click();
    await page.locator("#mikrofon .seconds", { hasText: "0:03" }).waitFor();
    await stop(page).click();
    await phase(page, "finishing");
    release();
    await phase(page, "done");
    const first = spoken.split(" ")[0]!;
    expect(wordsHeard((await transcript(page)).split(" ")[0]!, first)).toBe(first);
    expect(demo.complaints).toEqual([]);
  });

  longTest.concurrent("the first word is heard, though what takes it is slow to come", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
      page.addInitScript(slowWorklets, slowMs),
    );
    const { page } = demo;
    await start(page).click();
    await lastWords(page);
    await stop(page).click();
    await phase(page, "done");
    expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
  });

  longTest.concurrent("the session is renewed before it ends, and the stream goes on", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
      page.clock.install(),
    );
    const { page } = demo;
    const begun = page.waitForRequest("**/v1/sessions");
    const partial = partialShown(page);
    await start(page).click();
    await begun;
    await page.getByText("10 minutes left").waitFor();
    await partial;
    const renewed = page.waitForResponse("**/v1/sessions");
    await page.clock.fastForward("09:20");
    expect((await renewed).status()).toBe(201);
    await page.getByText("10 minutes left").waitFor();
    await lastWords(page);
    await stop(page).click();
    await phase(page, "done");
    expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
  });

  longTest.concurrent(
    "a page that is not used lets its session end, and begins another one when it is",
    async () => {
      await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
        page.clock.install(),
      );
      const { page } = demo;
      const partial = partialShown(page);
      await start(page).click();
      await partial;
      await stop(page).click();
      await phase(page, "done");
      // The first renewal is for the use before it; nobody uses the one after.
      const renewed = page.waitForResponse("**/v1/sessions");
      await page.clock.fastForward("09:20");
      await renewed;
      await page.getByText("10 minutes left").waitFor();
      await page.clock.fastForward("10:10");
      await page.getByText("This demo session has ended").waitFor();
      const another = page.waitForResponse("**/v1/sessions");
      await page.getByRole("button", { name: "Start over" }).click();
      expect((await another).status()).toBe(201);
      await phase(page, "listening");
    },
  );

  longTest.concurrent(
    "a connection that breaks comes again by itself, and no word is lost",
    async () => {
      await using demo = await openDemo(browser, service.url, "mikrofon");
      const { page, context } = demo;
      // In the middle of the first sentence, before any of it is final.
      const partial = partialShown(page, "yarın");
      await start(page).click();
      await partial;
      await context.setOffline(true);
      await page.getByText("Reconnecting…").waitFor();
      expect(await page.locator("#mikrofon .partial").textContent()).toMatch(/yarın/);
      expect(await page.getByRole("button", { name: "Continue" }).count()).toBe(0);
      await context.setOffline(false);
      await lastWords(page);
      await stop(page).click();
      await phase(page, "done");
      expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
      expect(await problem(page, "offline").count()).toBe(0);
    },
  );

  longTest.concurrent(
    "a service that restarts is connected to again, and no word is lost",
    async () => {
      const opened: WebSocketRoute[] = [];
      await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
        page.routeWebSocket("**/v1/audio/stream*", (socket) => {
          socket.connectToServer();
          opened.push(socket);
        }),
      );
      const { page } = demo;
      const partial = partialShown(page, "yarın");
      await start(page).click();
      await partial;
      opened[0]?.send('{"type":"session.ending"}');
      await page.getByText("Reconnecting…").waitFor();
      await lastWords(page);
      await stop(page).click();
      await phase(page, "done");
      expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
      expect(opened).toHaveLength(2);
      expect(await page.locator("#mikrofon [data-code]").count()).toBe(0);
    },
  );

  longTest.concurrent(
    "a connection that stays away is given up, and what was said is kept to continue with",
    async () => {
      await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
        page.clock.install(),
      );
      const { page, context } = demo;
      const partial = partialShown(page, "yarın");
      await start(page).click();
      await partial;
      await context.setOffline(true);
      await page.getByText("Reconnecting…").waitFor();
      while (!(await problem(page, "offline").isVisible())) await page.clock.fastForward("00:08");
      await context.setOffline(false);
      await page.getByRole("button", { name: "Continue" }).click();
      // What was said before the connection went is there too, and the microphone begins anew.
      await eventually("all is heard once more", async () =>
        /^merhaba yarın.*merhaba.* kahve içeriz$/.test(await transcript(page)),
      );
      await stop(page).click();
      await phase(page, "done");
      const heard = await transcript(page);
      const begunAnew = heard.lastIndexOf("merhaba");
      expect(wordsHeard(heard.slice(begunAnew), spoken)).toBe(spoken);
      expect(await problem(page, "offline").count()).toBe(0);
    },
  );

  longTest.concurrent(
    "a service that hangs up is called again, and said to be gone when it does not answer",
    async () => {
      const proxy = await startSwallowingProxy(Number(new URL(service.url).port));
      await using demo = await openDemo(
        browser,
        `http://127.0.0.1:${proxy.port}`,
        "mikrofon",
        {},
        (page) => page.clock.install(),
      );
      const { page } = demo;
      const partial = partialShown(page);
      await start(page).click();
      await partial;
      await proxy[Symbol.asyncDispose]();
      await page.getByText("Reconnecting…").waitFor();
      const lost = problem(page, "connection_lost");
      while (!(await lost.isVisible())) await page.clock.fastForward("00:08");
      expect(await lost.textContent()).toMatch(/was lost/);
    },
  );

  longTest.concurrent("a sample is played aloud, and becomes text as it plays", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = () => Promise.reject(new Error("not asked for"));
      }),
    );
    const { page } = demo;
    const partial = partialShown(page);
    await page.getByRole("button", { name: "Order" }).click();
    await page.getByText("Playing the sample").waitFor();
    await page.locator("#mikrofon button:focus", { hasText: "Stop" }).waitFor();
    await partial;
    await phase(page, "done");
    const order = letters(samples.order.transcript);
    // Where a busy machine lets the sound break off, a word is another; but all of the sample was played.
    expect(wordsHeard(await transcript(page), order, order.length / 10)).toBe(order);
    await start(page).waitFor();
    expect(demo.complaints).toEqual([]);
  });

  longTest.concurrent("does not wait for ever for the last words", async () => {
    await using proxy = await startSwallowingProxy(Number(new URL(service.url).port));
    await using demo = await openDemo(
      browser,
      `http://127.0.0.1:${proxy.port}`,
      "mikrofon",
      {},
      (page) => page.clock.install(),
    );
    const { page } = demo;
    const partial = partialShown(page);
    await start(page).click();
    await partial;
    proxy.vanish();
    await stop(page).click();
    await phase(page, "finishing");
    expect(await problem(page, "connection_lost").count()).toBe(0);
    await page.clock.fastForward("00:16");
    await problem(page, "connection_lost").waitFor();
  });

  longTest.concurrent(
    "a microphone that goes away still leads to the final transcript",
    async () => {
      await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
        page.addInitScript(() => {
          const { mediaDevices } = navigator;
          const open = mediaDevices.getUserMedia.bind(mediaDevices);
          mediaDevices.getUserMedia = async (constraints) => {
            const stream = await open(constraints);
            // What a browser tells a page when the plug is pulled.
            window.addEventListener("unplug", () => {
              for (const track of stream.getTracks()) track.dispatchEvent(new Event("ended"));
            });
            return stream;
          };
        }),
      );
      const { page } = demo;
      await start(page).click();
      await lastWords(page);
      await page.evaluate(() => window.dispatchEvent(new Event("unplug")));
      await problem(page, "microphone_lost").waitFor();
      expect(wordsHeard(await transcript(page), spoken)).toBe(spoken);
    },
  );

  longTest.concurrent("says when nobody spoke", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon", {}, (page) =>
      page.addInitScript(() => {
        navigator.mediaDevices.getUserMedia = async () =>
          new AudioContext().createMediaStreamDestination().stream;
      }),
    );
    const { page } = demo;
    await start(page).click();
    await page.getByText("No sound is coming in.").waitFor();
    await stop(page).click();
    await page.getByText("No speech was detected.").waitFor();
    expect(await transcript(page)).toBe("");
  });

  longTest.concurrent("says that too many streams run", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon");
    const { page } = demo;
    const begun = page.waitForResponse("**/v1/sessions");
    const partial = partialShown(page);
    await start(page).click();
    const { token } = (await (await begun).json()) as { readonly token: string };
    await partial;
    using other = await openStream(service.url, { credential: token, address: demo.clientAddress });
    await other.message("session.started");
    await stop(page).click();
    await phase(page, "done");
    using third = await openStream(service.url, { credential: token, address: demo.clientAddress });
    await third.message("session.started");
    await page.getByRole("button", { name: "Start over" }).click();
    await problem(page, "rate_limit_exceeded").waitFor();
    expect(await problem(page, "rate_limit_exceeded").textContent()).toMatch(
      /Too many requests.*Try again in \d+ second/,
    );
  });

  longTest.each([
    [
      "refused",
      ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream=deny"],
      "microphone_refused",
    ],
    ["absent", ["--use-fake-ui-for-media-stream"], "microphone_absent"],
  ])("says what to do when the microphone is %s", async (_title, args, code) => {
    const deaf = await launchChromium(args);
    if (deaf === undefined) throw new Error("this test needs a browser");
    try {
      await using demo = await openDemo(deaf, service.url, "mikrofon", { locale: "tr-TR" });
      const { page } = demo;
      await page.getByRole("button", { name: "Konuşmaya başla" }).click();
      await problem(page, code).waitFor();
      expect(await problem(page, code).textContent()).toMatch(/yeniden deneyin/);
      expect(await page.getByRole("button", { name: "Konuşmaya başla" }).isEnabled()).toBe(true);
    } finally {
      await deaf.close();
    }
  });

  longTest.concurrent("says when too many sessions were begun", async () => {
    await using demo = await openDemo(browser, service.url, "mikrofon");
    const { page, clientAddress } = demo;
    const headers = { origin: service.url, "x-forwarded-for": clientAddress };
    const begin = () => fetch(`${service.url}/v1/sessions`, { method: "POST", headers });
    await Promise.all(Array.from({ length: sessionsPerAddress }, begin));
    await start(page).click();
    await problem(page, "session_limit").waitFor();
    expect(await problem(page, "session_limit").textContent()).toMatch(/Too many demo sessions/);
  });
});
