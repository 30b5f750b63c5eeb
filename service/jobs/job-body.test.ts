import { describe, expect, test } from "vitest";
import { ApiError } from "../contract/errors.ts";
import { beginJob } from "./begin-job.ts";
import { jobJson, webhookJson } from "./job-body.ts";
import { formOf, type JobForm } from "./job-form.ts";
import type { JobStore } from "./job-store.ts";
import type { Job, NewJobEntry } from "./job.ts";

const CREATED_AT = new Date("2026-11-21T10:00:00Z");
const JOB = {
  id: "job_1",
  accountId: "acct_1",
  keyId: "key_1",
  status: "running",
  fields: { model: "transcribe-1", response_format: "srt" },
  foreign: undefined,
  transcribedSeconds: 0,
  durationSeconds: undefined,
  warnings: [],
  error: undefined,
  createdAt: CREATED_AT,
  startedAt: undefined,
  endedAt: undefined,
  expiresAt: undefined,
} as unknown as Job;

test("a job that waits has no times but that of its making", () => {
  expect(jobJson(JOB)).toEqual({
    object: "job",
    id: "job_1",
    status: "running",
    model: "transcribe-1",
    response_format: "srt",
    progress: 0,
    duration_seconds: null,
    error: null,
    created_at: "2026-11-21T10:00:00.000Z",
    started_at: null,
    ended_at: null,
    expires_at: null,
  });
});

test("a job that has ended says when, and why it failed or what is doubtful", () => {
  const endedAt = new Date("2026-11-21T10:05:00Z");
  const ended = { ...JOB, startedAt: CREATED_AT, endedAt, expiresAt: endedAt, durationSeconds: 60 };
  const error = new ApiError("undecodable_audio", "It is text.", "file");
  expect(jobJson({ ...ended, status: "failed", error })).toMatchObject({
    error: { code: "undecodable_audio", message: "It is text.", param: "file" },
    duration_seconds: 60,
    started_at: "2026-11-21T10:00:00.000Z",
    ended_at: "2026-11-21T10:05:00.000Z",
    expires_at: "2026-11-21T10:05:00.000Z",
  });
  expect(jobJson({ ...ended, warnings: ["no_words"] })).toMatchObject({
    warnings: [{ code: "no_words" }],
  });
});

test.each([
  ["running", 0, undefined, 0],
  ["running", 30, undefined, 0],
  ["running", 30, 0, 0],
  ["running", 30, 60, 0.5],
  ["running", 59.99, 60, 0.99],
  ["running", 61, 60, 1],
  // What failed keeps how far it came; what is done is done, whatever was counted.
  ["failed", 20, 60, 0.33],
  ["succeeded", 20, 60, 1],
  ["succeeded", 0, undefined, 1],
] as const)(
  "a job that has %s with %s of %s seconds is at %s",
  (status, transcribedSeconds, durationSeconds, progress) => {
    expect(jobJson({ ...JOB, status, transcribedSeconds, durationSeconds }).progress).toBe(
      progress,
    );
  },
);

test.each([
  ["succeeded", "job.succeeded"],
  ["failed", "job.failed"],
] as const)("the webhook of a job that has %s is %s", (status, type) => {
  const endedAt = new Date("2026-11-21T10:05:00Z");
  const job = { ...JOB, status, endedAt };
  expect(webhookJson(job)).toEqual({
    type,
    timestamp: "2026-11-21T10:05:00.000Z",
    data: jobJson(job),
  });
});

describe("a job of another vendor's API", () => {
  const form = { channelsField: "multichannel" } as JobForm;
  const foreign = { form: "vendor", parameters: {} } as unknown as Job["foreign"];

  test("has the form that it names; one of the service's own has none", () => {
    const job = { ...JOB, foreign };
    expect(formOf(job, { vendor: (of) => (of === job ? form : ({} as JobForm)) })).toBe(form);
    expect(formOf(JOB, { vendor: () => form })).toBeUndefined();
  });

  test("of a form that there is not any more is a fault", () => {
    expect(() => formOf({ ...JOB, foreign }, {})).toThrow("there is no form vendor");
  });
});

describe("a job begins", () => {
  const ENTRY = { keyId: "key_1" } as unknown as Omit<NewJobEntry, "bytes">;
  const RECORDING = { bytes: 5, read: async function* () {} };

  /** A store that does as it is told, and what it was told. */
  function storeOf(failing?: "storeRecording" | "open") {
    const calls: string[] = [];
    const fail = (name: string) => {
      if (failing === name) throw new Error(`${name} failed`);
    };
    const store = {
      async add(accountId: string, { bytes }: { readonly bytes: number }, limit: number) {
        calls.push(`add ${accountId} ${bytes} ${limit}`);
        return JOB;
      },
      async storeRecording(id: string) {
        calls.push(`store ${id}`);
        fail("storeRecording");
      },
      async open(id: string) {
        calls.push(`open ${id}`);
        fail("open");
        return JOB;
      },
      async discard(id: string) {
        calls.push(`discard ${id}`);
        throw new Error("the database went away");
      },
    };
    return { store: store as unknown as JobStore, calls };
  }

  test("once its recording is stored", async () => {
    const { store, calls } = storeOf();
    expect(await beginJob(store, "acct_1", ENTRY, 3, RECORDING)).toBe(JOB);
    expect(calls).toEqual(["add acct_1 5 3", "store job_1", "open job_1"]);
  });

  test("without a recording where that is fetched later", async () => {
    const { store, calls } = storeOf();
    await beginJob(store, "acct_1", ENTRY, 3, undefined);
    expect(calls).toEqual(["add acct_1 0 3", "open job_1"]);
  });

  test.each(["storeRecording", "open"] as const)(
    "whole or not at all: it is discarded where %s fails, with that error",
    async (failing) => {
      const { store, calls } = storeOf(failing);
      await expect(beginJob(store, "acct_1", ENTRY, 3, RECORDING)).rejects.toThrow(
        `${failing} failed`,
      );
      expect(calls.at(-1)).toBe("discard job_1");
    },
  );
});
