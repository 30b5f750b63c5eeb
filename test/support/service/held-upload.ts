import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";

/** An upload that has begun and does not go on by itself. */
export interface HeldUpload {
  /** The answer, where the service gives one before the upload's end. */
  readonly answer: Promise<IncomingMessage>;
  readonly isAnswered: boolean;
  /** Leaves in the middle of the upload. */
  leave(): void;
}

const BOUNDARY = "held";

/** Begins to upload a recording for transcription, and stops after its first bytes. */
export async function holdUpload(serviceUrl: string, key: string): Promise<HeldUpload> {
  const upload = request(new URL("/v1/audio/transcriptions", serviceUrl), {
    method: "POST",
    agent: false,
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "transfer-encoding": "chunked",
    },
  });
  let isAnswered = false;
  const answer = new Promise<IncomingMessage>((resolve, reject) => {
    upload.once("error", reject);
    upload.once("response", (response) => {
      isAnswered = true;
      resolve(response);
    });
  });
  // Who leaves expects no answer.
  answer.catch(() => undefined);
  upload.on("error", () => undefined);
  const [socket] = (await once(upload, "socket")) as [NodeJS.EventEmitter];
  await once(socket, "connect");
  const disposition = 'content-disposition: form-data; name="file"; filename="recording.wav"';
  upload.write(`--${BOUNDARY}\r\n${disposition}\r\n\r\nRIFF`);
  return {
    answer,
    get isAnswered() {
      return isAnswered;
    },
    leave: () => void upload.destroy(),
  };
}
