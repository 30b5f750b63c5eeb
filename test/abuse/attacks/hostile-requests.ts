import { wavHeader } from "#service/engine/audio/wav-writer.ts";
import { transcriptionForm } from "../../support/service/speech-service.ts";
import { type Attack, sessions, type Victim } from "../attack.ts";

/** Sends requests at once, each as a session of its own, and reads the answers. */
async function sendAll(
  victim: Victim,
  count: number,
  path: string,
  request: () => { readonly body: BodyInit; readonly type?: string },
): Promise<void> {
  const send = async (credential: string): Promise<void> => {
    const { body, type } = request();
    const headers = {
      authorization: `Bearer ${credential}`,
      ...(type !== undefined && { "content-type": type }),
    };
    const answer = await fetch(new URL(path, victim.url), { method: "POST", headers, body });
    await answer.arrayBuffer();
  };
  await Promise.allSettled((await sessions(victim, count)).map(send));
}

export const longAliases: Attack = {
  item: "A.3",
  name: "100 letters that aliases make 20,000 characters",
  strike: (victim) =>
    sendAll(victim, 4, "/v1/audio/speech", () => ({
      type: "application/json",
      body: JSON.stringify({
        voice: "ayla",
        input: "a ".repeat(100),
        pronunciations: [{ word: "a", alias: "merhaba ".repeat(25).slice(0, 200) }],
      }),
    })),
};

export const oddRateWav: Attack = {
  item: "A.6",
  name: "WAV files of 4 KB at 191,999 Hz",
  strike: (victim) =>
    sendAll(victim, 3, "/v1/audio/transcriptions", () => ({
      body: transcriptionForm(Buffer.concat([wavHeader(191_999, 2000), Buffer.alloc(4000)])),
    })),
};

const EMPTY_CHUNK = Buffer.from("JUNK\0\0\0\0", "latin1");

export const emptyChunks: Attack = {
  item: "A.6",
  name: "a WAV file of a million empty chunks",
  strike: (victim) =>
    sendAll(victim, 1, "/v1/audio/transcriptions", () => ({
      body: transcriptionForm(
        Buffer.concat([
          Buffer.from("RIFF\xff\xff\xff\x7fWAVE", "latin1"),
          Buffer.alloc(8_000_000, EMPTY_CHUNK),
        ]),
      ),
    })),
};

/** A frame of AAC in ADTS that holds silence. */
const ADTS_FRAME = Buffer.from("fff15040017ffc01182007", "hex");

export const emptyAacFrames: Attack = {
  item: "A.5",
  name: "16 references of 9.8 MB of empty AAC frames",
  strike: (victim) =>
    sendAll(victim, 16, "/v1/audio/speech", () => {
      const body = new FormData();
      body.append("input", "Merhaba.");
      body.append("consent", "true");
      body.append("reference_audio", new Blob([Buffer.alloc(9_800_000, ADTS_FRAME)]), "a.aac");
      return { body };
    }),
};

const form = (fields: Readonly<Record<string, string>>) => ({
  body: new URLSearchParams(fields),
  type: "application/x-www-form-urlencoded",
});

export const largeSignIn: Attack = {
  item: "A.8",
  name: "sign-ins with an e-mail address of 1 MB",
  strike: (victim) =>
    sendAll(victim, 4, "/dashboard/sign-in", () =>
      form({ email: `${"a".repeat(1_000_000)}@example.com`, password: "p" }),
    ),
};

export const largeSignUp: Attack = {
  item: "A.8",
  name: "sign-ups with an e-mail address of 1 MB",
  strike: (victim) =>
    sendAll(victim, 4, "/dashboard/sign-up", () =>
      form({ email: `${"ş".repeat(500_000)}@example.com`, password: "a long password" }),
    ),
};

export const manySignIns: Attack = {
  item: "A.9",
  name: "40 sign-ins at once",
  strike: (victim) =>
    sendAll(victim, 40, "/dashboard/sign-in", () =>
      form({ email: "owner@example.com", password: "wrong horse battery" }),
    ),
};
