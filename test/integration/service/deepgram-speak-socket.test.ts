import { DeepgramClient } from "@deepgram/sdk";
import { beforeAll, describe, expect, test } from "vitest";
import {
  sharedSpeechService,
  type SharedSpeechService,
} from "../../support/service/speech-service.ts";

type SpeakSocket = Awaited<ReturnType<DeepgramClient["speak"]["v1"]["connect"]>>;

let service: SharedSpeechService;
beforeAll(async () => {
  service = await sharedSpeechService();
}, 360_000);

describe("speaks text that comes bit by bit", () => {
  interface SocketMessage {
    readonly type: string;
    readonly sequence_id?: number;
    readonly model_name?: string;
    readonly variant?: string;
    readonly code?: string;
  }

  /** Opens a socket, sends what `talk` does, and returns messages and bytes of audio up to its end. */
  async function speaking(
    options: object,
    talk: (socket: SpeakSocket, received: (type: string) => Promise<void>) => Promise<void> | void,
  ) {
    const client = new DeepgramClient({ apiKey: service.key, baseUrl: service.url });
    const socket = await client.speak.v1.connect({
      reconnectAttempts: 0,
      shouldReconnect: () => false,
      ...options,
    } as never);
    const messages: SocketMessage[] = [];
    let bytes = 0;
    const waiting = new Map<string, () => void>();
    const closed = new Promise<{ readonly code: number }>((resolve) => socket.on("close", resolve));
    socket.on("message", (message: unknown) => {
      if (message instanceof Blob) bytes += message.size;
      else {
        messages.push(message as SocketMessage);
        waiting.get((message as SocketMessage).type)?.();
      }
    });
    socket.connect();
    await socket.waitForOpen();
    const received = (type: string) => new Promise<void>((resolve) => waiting.set(type, resolve));
    await talk(socket, received);
    const { code } = await closed;
    socket.close();
    return { messages, bytes, code };
  }

  test("as its README does, at its default", async () => {
    const { messages, bytes, code } = await speaking(
      { model: "aura-2-thalia-en" },
      async (socket, received) => {
        const flushed = received("Flushed");
        socket.sendText({ type: "Speak", text: "Merhaba dünya, bugün hava " });
        socket.sendText({ type: "Speak", text: "çok güzel" });
        socket.sendFlush({ type: "Flush" });
        await flushed;
        socket.sendText({ type: "Speak", text: "Sonra <b>görüşürüz</b>." });
        socket.sendFlush({ type: "Flush" });
        socket.sendClose({ type: "Close" });
      },
    );
    expect(messages).toMatchObject([
      { type: "Metadata", request_id: expect.stringMatching(/^req_/) },
      { type: "Flushed", sequence_id: 0 },
      { type: "Warning", code: "MARKUP_REMOVED" },
      { type: "Flushed", sequence_id: 1 },
    ]);
    expect(messages[0]?.model_name).toMatch(/^[a-zçğıöşü]+$/);
    expect(code).toBe(1000);
    const seconds = bytes / 2 / 24_000;
    expect(seconds).toBeGreaterThan(2);
    expect(seconds).toBeLessThan(8);
  });

  test("and breaks off at Clear", async () => {
    const { messages, bytes } = await speaking(
      { model: "ayla", encoding: "linear16", sample_rate: 8000, speed: 1 },
      async (socket, received) => {
        const cleared = received("Cleared");
        socket.sendText({ type: "Speak", text: "Bu uzun bir cümle, hiç bitmiyor. ".repeat(100) });
        socket.sendFlush({ type: "Flush" });
        socket.sendClear({ type: "Clear" });
        await cleared;
        socket.sendText({ type: "Speak", text: "Bitti." });
        socket.sendFlush({ type: "Flush" });
        socket.sendClose({ type: "Close" });
      },
    );
    expect(messages.map(({ type }) => type)).toEqual(["Metadata", "Cleared", "Flushed"]);
    expect(bytes / 2 / 8000).toBeLessThan(60);
  });

  test.each([
    [{ model: "nobody" }, "unknown_voice"],
    [{ encoding: "mulaw" }, "invalid_request"],
    [{ sample_rate: 12 }, "invalid_request"],
    [{ queryParams: { callback: "https://a.example" } }, "unsupported_field"],
  ])("%j is refused by name", async (options, variant) => {
    const { messages } = await speaking(options, () => undefined);
    expect(messages).toMatchObject([{ type: "Error", variant }]);
  });

  test("a message that it does not know is refused by name", async () => {
    const { messages, code } = await speaking({}, (socket) => {
      socket.sendText({ type: "Sing", text: "la" } as never);
    });
    expect(messages).toMatchObject([
      { type: "Metadata" },
      { type: "Error", variant: "invalid_request", description: expect.stringContaining("Speak") },
    ]);
    expect(code).toBe(4400);
  });
});
