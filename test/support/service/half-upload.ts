import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";

/** A request of which the half is sent. */
export interface HalfUpload {
  /** Sends the rest, and gives the status and the body of the answer. */
  finish(): Promise<{ readonly status: number; readonly body: string }>;
}

/** Begins to send a form and stops half way. */
export async function uploadHalf(
  address: URL,
  credential: string,
  form: FormData,
): Promise<HalfUpload> {
  const whole = new Response(form);
  const type = whole.headers.get("content-type") ?? "";
  const bytes = Buffer.from(await whole.arrayBuffer());
  const half = Math.floor(bytes.length / 2);
  const sent = request(address, {
    method: "POST",
    headers: {
      authorization: `Bearer ${credential}`,
      "content-type": type,
      "content-length": bytes.length,
    },
  });
  const answered = once(sent, "response") as Promise<[IncomingMessage]>;
  // It is looked at in `finish`.
  answered.catch(() => undefined);
  await new Promise<void>((resolve) => sent.write(bytes.subarray(0, half), () => resolve()));
  return {
    async finish() {
      sent.end(bytes.subarray(half));
      const [answer] = await answered;
      return { status: answer.statusCode ?? 0, body: await text(answer) };
    },
  };
}
