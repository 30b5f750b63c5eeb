import type { Logger } from "pino";
import { describe, expect, test } from "vitest";
import type { WebhookResult } from "#runtime/webhook-sender.ts";
import { ApiError } from "../contract/errors.ts";
import { startJobWebhooks } from "./job-webhooks.ts";
import type { JobForm } from "./job-form.ts";
import type { DueWebhook, Job } from "./job.ts";

const JOB = {
  id: "job_1",
  status: "succeeded",
  fields: { model: "transcribe-1", response_format: "json" },
  foreign: undefined,
  transcribedSeconds: 1,
  warnings: [],
  error: undefined,
  createdAt: new Date(0),
} as unknown as Job;
const RECEIVER = {
  url: "https://hooks.example/1",
  method: "PUT",
  secret: "whsec_MfKQ9r8GKYqrTwjU",
};
const FORM = {
  failure: (error: ApiError) => ({ failed: error.code }),
  headers: { "dg-token": "key_1" },
} as unknown as JobForm;

interface Sent {
  readonly url: string;
  readonly method: string;
  readonly body: string;
  readonly headers: unknown;
  readonly id: string;
  readonly signer: unknown;
}

/** Sends the webhook of one job; returns what was sent, and how it was settled and logged. */
async function sent(
  due: Partial<DueWebhook>,
  result: WebhookResult,
  transcript?: { text: string },
) {
  const waiting = [{ job: JOB, webhook: RECEIVER, attempts: 1, ...due } as unknown as DueWebhook];
  const settled: (number | undefined)[] = [];
  const outcomes: string[] = [];
  const logged: string[] = [];
  const sendings: Sent[] = [];
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>();
  const options = {
    jobs: {
      takeWebhooks: async () => waiting.splice(0),
      transcript: async () => transcript,
      settleWebhook: async (_id: string, retryInSeconds: number | undefined) => {
        settled.push(retryInSeconds);
      },
    },
    webhooks: {
      send: async (sending: Sent) => {
        sendings.push(sending);
        return result;
      },
      close: async () => undefined,
    },
    forms: { vendor: () => FORM },
    onOutcome: (outcome: string) => {
      outcomes.push(outcome);
      done();
    },
    log: {
      info: (fields: { readonly reason: string }) => logged.push(fields.reason),
      warn: () => undefined,
    } as unknown as Logger,
  };
  {
    await using _running = startJobWebhooks(
      options as unknown as Parameters<typeof startJobWebhooks>[0],
    );
    await isDone;
  }
  return { sending: sendings[0], settled, outcomes, logged };
}

const DELIVERED = { kind: "delivered" } as WebhookResult;
const failed = (retryAfterMs?: number) =>
  ({ kind: "failed", error: "status 503", retryAfterMs }) as WebhookResult;

describe("a webhook", () => {
  test("that was delivered is settled for good, and not logged", async () => {
    const { sending, ...rest } = await sent({}, DELIVERED);
    expect(rest).toEqual({ settled: [undefined], outcomes: ["delivered"], logged: [] });
    expect(sending).toMatchObject({ url: RECEIVER.url, method: "PUT", id: "msg_job_1" });
    expect(sending?.signer).toBeDefined();
    expect(JSON.parse(sending?.body ?? "")).toMatchObject({
      type: "job.succeeded",
      data: { id: "job_1" },
    });
  });

  test("without a secret is not signed", async () => {
    const webhook = { ...RECEIVER, secret: undefined } as DueWebhook["webhook"];
    expect((await sent({ webhook }, DELIVERED)).sending?.signer).toBeUndefined();
  });

  test.each([
    [1, 10],
    [2, 60],
    [3, 300],
    [4, 1_800],
    [5, 3_600],
    [6, 3_600],
  ])("that failed %s times is tried again after %s s", async (attempts, seconds) => {
    const { settled, outcomes, logged } = await sent({ attempts }, failed());
    expect({ settled, outcomes, logged }).toEqual({
      settled: [seconds],
      outcomes: ["failed"],
      logged: ["status 503"],
    });
  });

  test.each([
    [9_000, 10],
    [45_000, 45],
    [3_600_000, 3_600],
    [7_200_000, 3_600],
  ])("whose receiver asks for %s ms waits %s s", async (retryAfterMs, seconds) => {
    expect((await sent({}, failed(retryAfterMs))).settled).toEqual([seconds]);
  });

  test.each(["refused", "gone"] as const)("that was %s is given up", async (kind) => {
    const { settled, outcomes, logged } = await sent({}, { kind, error: "status 410" });
    expect({ settled, outcomes, logged }).toEqual({
      settled: [undefined],
      outcomes: ["given_up"],
      logged: ["status 410"],
    });
  });

  test("whose secret cannot be read any more is given up without being sent", async () => {
    const { sending, outcomes, logged } = await sent({ webhook: undefined }, DELIVERED);
    expect({ sending, outcomes, logged }).toEqual({
      sending: undefined,
      outcomes: ["given_up"],
      logged: ["its secret is encrypted with another ENCRYPTION_KEY"],
    });
  });
});

describe("the webhook of a job of another vendor's API", () => {
  const foreign = { form: "vendor", parameters: {} } as unknown as Job["foreign"];

  test("is the transcript itself, with the vendor's headers", async () => {
    const { sending } = await sent({ job: { ...JOB, foreign } }, DELIVERED, { text: "Merhaba." });
    expect([sending?.body, sending?.headers]).toEqual(["Merhaba.", FORM.headers]);
  });

  test.each([
    [new ApiError("file_too_large"), { text: "Merhaba." }, "file_too_large"],
    [undefined, undefined, "no_transcript"],
  ])("says in the vendor's form why there is none: %#", async (error, transcript, code) => {
    const job = { ...JOB, foreign, error };
    const { sending } = await sent({ job }, DELIVERED, transcript);
    expect(sending?.body).toBe(JSON.stringify({ failed: code }));
  });

  test("of a form that there is not any more is given up", async () => {
    const other = { form: "gone", parameters: {} } as unknown as Job["foreign"];
    const { outcomes, logged } = await sent({ job: { ...JOB, foreign: other } }, DELIVERED);
    expect({ outcomes, logged }).toEqual({
      outcomes: ["given_up"],
      logged: ["there is no form gone"],
    });
  });
});
