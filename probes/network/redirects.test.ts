import { expect, test } from "vitest";
import type { Answer } from "./exchange.ts";
import { followRedirects } from "./redirects.ts";

const START = "https://example.com/from";

function answers(status: number, location?: string): Answer {
  return { status, what: START, phases: {}, headers: { location } } as unknown as Answer;
}

test.each([301, 302, 303, 307, 308])("%i leads to another page", async (status) => {
  const requested: string[] = [];
  const { answer, url } = await followRedirects(START, async (at) => {
    requested.push(at);
    return at === START ? answers(status, "/to") : answers(200);
  });
  expect([answer.status, url, requested]).toEqual([
    200,
    "https://example.com/to",
    [START, "https://example.com/to"],
  ]);
});

test.each([200, 300, 304, 404])("%i leads nowhere, whatever its header says", async (status) => {
  const { answer, url } = await followRedirects(START, async () => answers(status, "/to"));
  expect([answer.status, url]).toEqual([status, START]);
});

test("twenty redirects are followed and no more", async () => {
  let requests = 0;
  const to = (last: number) =>
    followRedirects(START, async () => {
      requests += 1;
      return requests > last ? answers(200) : answers(302, `/${requests}`);
    });
  expect((await to(20)).url).toBe("https://example.com/20");
  requests = 0;
  await expect(to(21)).rejects.toThrow("redirects more than 20 times");
});

test.each(["mailto:a@example.com", "ftp://example.com/page", "file:///etc/hosts", "http://"])(
  "%s is no address of a page",
  async (location) => {
    const answer = followRedirects(START, async () => answers(302, location));
    await expect(answer).rejects.toThrow("which is no address of a page");
  },
);
