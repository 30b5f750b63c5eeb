import { expect, test } from "vitest";
import { UNCOUNTED, type Allowance } from "../access/quota/allowance.ts";
import { ApiError } from "../contract/errors.ts";
import { NoSuchChannel, TooManyChannels } from "../engine/audio/channels.ts";
import { channelTranscripts, type HeardChannel } from "./channel-transcripts.ts";
import type { TranscribedSentences } from "./transcribe.ts";

/** Seconds of each channel of a recording, or why it cannot be heard. */
type Channels = readonly (number | Error)[];

/** Hears the channels, and records the requests and the amounts that were used. */
async function heard(channels: Channels) {
  const requests: { readonly channel: number; readonly before: number; readonly max: number }[] =
    [];
  const used: (number | undefined)[] = [];
  const allowance: Allowance = { ...UNCOUNTED, max: 100, use: (amount) => void used.push(amount) };
  async function* hear(one: HeardChannel): AsyncGenerator<TranscribedSentences> {
    const { channel, secondsBefore, allowance: own } = one;
    requests.push({ channel, before: secondsBefore, max: own.max });
    const found = channels[channel] ?? new NoSuchChannel("there are no more");
    if (typeof found !== "number") {
      own.use(undefined);
      throw found;
    }
    yield { words: [], transcribedSeconds: found / 2 };
    own.use(found);
    yield { words: [], transcribedSeconds: found };
  }
  const result = await channelTranscripts(hear, allowance, "channels").catch(
    (error: unknown) => error,
  );
  const seconds = Array.isArray(result)
    ? result.map(({ durationSeconds }) => durationSeconds)
    : result;
  return { seconds, requests, used };
}

test("two channels are heard one after the other, from one allowance", async () => {
  expect(await heard([10, 20])).toEqual({
    seconds: [10, 20],
    requests: [
      { channel: 0, before: 0, max: 100 },
      { channel: 1, before: 10, max: 90 },
    ],
    used: [10, 30],
  });
});

test("no more than two channels are heard", async () => {
  expect((await heard([10, 20, 30])).requests).toHaveLength(2);
});

test("a recording of one channel is charged for that one", async () => {
  const { seconds, used } = await heard([10]);
  expect(seconds).toEqual([10]);
  expect(used).toEqual([10, undefined, 10]);
});

test("too many channels are a fault of the request's field", async () => {
  const { seconds: refusal } = await heard([new TooManyChannels(3)]);
  expect(refusal).toBeInstanceOf(ApiError);
  expect(refusal).toMatchObject({
    code: "invalid_request",
    param: "channels",
    message: "channels cannot be used: the recording has 3 channels; at most 2 can be separate.",
  });
});

test("another fault ends all of it", async () => {
  const fault = new Error("the model ended");
  expect((await heard([10, fault])).seconds).toBe(fault);
});
