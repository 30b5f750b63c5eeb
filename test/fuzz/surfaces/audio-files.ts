import * as fc from "fast-check";
import { documentedOperations, judge } from "../contract/operations.ts";
import { damaged } from "../inputs/damage.ts";
import type { Attempt, Surface, Targets } from "../surface.ts";
import { send, type HttpRequest, bytesText } from "./request.ts";
import { foreignFiles, shortClipFile } from "./recordings.ts";

const OPERATION = "createTranscription";
const BOUNDARY = "fuzz-boundary";
const SENTENCE = { model: "synth-v1", voice: "ayla", input: "Merhaba." };
const MADE_FORMATS = ["mp3", "opus", "aac", "flac"];

/** Damaged recordings: WAV, which the service reads itself, and what its decoders read, each in a process of its own. */
export const audioFiles: Surface = {
  name: "audio files",
  share: 4,
  watched: "service",
  async attempts({ service }) {
    const operations = await documentedOperations(service.url);
    const operation = operations.find(({ operationId }) => operationId === OPERATION);
    if (operation === undefined) throw new Error(`the document has no ${OPERATION}`);
    const encoded = [...foreignFiles, ...(await Promise.all(MADE_FORMATS.map(madeBy(service))))];
    const file = fc.oneof(
      { weight: 7, arbitrary: damaged(fc.constant(shortClipFile), { whole: 1 }) },
      { weight: 1, arbitrary: damaged(fc.constantFrom(...encoded), { whole: 1 }) },
    );
    return file.map((bytes): Attempt => {
      const request = requestOf(service, bytes);
      return {
        tell: () => `POST ${operation.path} with the file ${bytesText(bytes)}`,
        send: async () => judge(operation, await send(request)),
      };
    });
  },
};

/** Has a service speak a sentence in a format. */
function madeBy({ url, key }: Targets["service"]): (format: string) => Promise<Buffer> {
  return async (format) => {
    const answer = await fetch(new URL("/v1/audio/speech", url), {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify({ ...SENTENCE, response_format: format }),
    });
    if (!answer.ok) throw new Error(`${format}: ${await answer.text()}`);
    return Buffer.from(await answer.arrayBuffer());
  };
}

function requestOf({ url, key }: Targets["service"], file: Buffer): HttpRequest {
  const part = (head: string): string =>
    `--${BOUNDARY}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(`${part('name="model"')}transcribe-1\r\n${part('name="file"; filename="a"')}`),
    file,
    Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
  ]);
  return {
    method: "POST",
    url: new URL("/v1/audio/transcriptions", url),
    headers: {
      authorization: `Bearer ${key}`,
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body,
  };
}
