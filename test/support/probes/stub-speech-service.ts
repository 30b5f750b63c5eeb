import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

import { type WebSocket, WebSocketServer } from "ws";

import { speechLikeWav } from "../service/speech-like-audio.ts";

/** How the stub misbehaves, named by what it does wrong. */
export type Fault =
  | "hangs"
  | "breaks_connections"
  | "answers_500"
  | "refuses_credentials"
  | "limits_rate"
  | "is_busy"
  | "is_loading"
  | "has_degraded_model"
  | "has_all_models_degraded"
  | "answers_nonsense"
  | "shows_wrong_page"
  | "loses_asset"
  | "hears_wrong"
  | "hears_speech_wrong"
  | "hears_slowly"
  | "starts_no_session"
  | "sends_stream_error"
  | "sends_no_final"
  | "sends_two_finals"
  | "sends_final_late"
  | "closes_badly"
  | "stays_open"
  | "never_ends"
  | "speaks_no_wav"
  | "speaks_at_wrong_rate"
  | "speaks_too_short"
  | "speaks_silence"
  | "speaks_clipped"
  | "speaks_with_gap"
  | "issues_bad_session"
  | "signs_nobody_in";

/** A speech service over real sockets that knows no speech: it answers what the interface promises, or misbehaves as told. */
export interface StubSpeechService extends AsyncDisposable {
  readonly url: string;
  /** What it does wrong from now on; undefined for nothing. */
  fault: Fault | undefined;
  /** Requests and sockets that it was sent. */
  readonly requestCount: number;
}

/** What the stub is told to have heard in every clip. */
export const stubClipText = "Merhaba, bu bir deneme kaydıdır.";

const SAMPLE_RATE_HZ = 48_000;
const CHARACTERS_PER_SECOND = 14;
const LOWEST_PITCH_HZ = 120;
const LATE_FINAL_MS = 1_500;
/** How long it takes to hear a clip slowly. */
export const SLOW_HEARING_MS = 2_000;
const pages: Readonly<Record<string, string>> = {
  "/": "website",
  "/docs": "docs",
  "/dashboard": "sign-in",
  "/demo": "demo",
};

/** Starts a stub on a free port of 127.0.0.1. */
export async function startStubSpeechService(): Promise<StubSpeechService> {
  const stub = new Stub();
  await stub.listen();
  return stub;
}

class Stub implements StubSpeechService {
  fault: Fault | undefined;
  url = "";
  requestCount = 0;
  /** What it was asked to say, and the audio that it made of it: no two are the same. */
  readonly #spoken: { readonly input: string; readonly audio: Buffer }[] = [];
  readonly #connections = new Set<Socket>();
  readonly #server = createServer((request, response) => void this.#answer(request, response));
  readonly #sockets = new WebSocketServer({ noServer: true });

  async listen(): Promise<void> {
    this.#server.on("connection", (connection: Socket) => {
      this.#connections.add(connection);
      connection.once("close", () => this.#connections.delete(connection));
    });
    this.#server.on("upgrade", (request, socket, head) => {
      this.requestCount += 1;
      if (this.fault === "hangs") return;
      if (this.fault === "breaks_connections") {
        socket.destroy();
        return;
      }
      this.#sockets.handleUpgrade(request, socket, head, (opened) => this.#stream(opened));
    });
    this.#server.listen(0, "127.0.0.1");
    await once(this.#server, "listening");
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const connection of this.#connections) connection.destroy();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requestCount += 1;
    const body = await readBody(request).catch(() => undefined);
    // Whoever asked was killed meanwhile.
    if (body === undefined) return;
    const path = new URL(request.url ?? "/", this.url).pathname;
    if (this.fault === "hangs") return;
    if (this.fault === "breaks_connections") {
      request.socket.destroy();
      return;
    }
    const general = generalFaults[this.fault ?? ""];
    if (general !== undefined) {
      sendError(response, general.status, general.code);
    } else if (this.fault === "answers_nonsense") {
      response.writeHead(path === "/v1/sessions" ? 201 : 200).end("<!doctype nonsense>");
    } else if (path === "/v1/audio/transcriptions") {
      await this.#transcribe(body, response);
    } else if (path === "/v1/audio/speech") {
      this.#speak(body, response);
    } else if (path === "/health/synth") {
      this.#health(response);
    } else if (path === "/v1/sessions") {
      this.#session(response);
    } else if (path.startsWith("/dashboard/")) {
      this.#dashboardForm(response);
    } else {
      this.#page(path, request.headers.cookie !== undefined, response);
    }
  }

  async #transcribe(body: Buffer, response: ServerResponse): Promise<void> {
    if (!body.includes('name="file"')) {
      sendError(response, 400, "missing_file");
      return;
    }
    const spoken = this.#spoken.find(({ audio }) => body.includes(audio));
    const said = spoken?.input ?? stubClipText;
    const isWrong =
      this.fault === "hears_wrong" || (this.fault === "hears_speech_wrong" && spoken !== undefined);
    if (this.fault === "hears_slowly") await sleep(SLOW_HEARING_MS);
    sendJson(response, 200, { text: isWrong ? "bambaşka bir şey duydum galiba" : said });
  }

  #speak(body: Buffer, response: ServerResponse): void {
    const { input } = JSON.parse(body.toString("utf8")) as { input: string };
    const seconds = this.fault === "speaks_too_short" ? 0.3 : input.length / CHARACTERS_PER_SECOND;
    const audio = speechLikeWav({
      seconds,
      sampleRateHz: this.fault === "speaks_at_wrong_rate" ? SAMPLE_RATE_HZ / 2 : SAMPLE_RATE_HZ,
      amplitude: this.fault === "speaks_silence" ? 0 : this.fault === "speaks_clipped" ? 3 : 0.3,
      pitchHz: LOWEST_PITCH_HZ + this.#spoken.length,
      gapSeconds: this.fault === "speaks_with_gap" ? 1.5 : 0,
    });
    this.#spoken.push({ input, audio });
    response.writeHead(200, { "content-type": "audio/wav" });
    response.end(this.fault === "speaks_no_wav" ? "ID3 this is no WAV file at all" : audio);
  }

  #health(response: ServerResponse): void {
    const second = this.fault === "has_all_models_degraded" ? "degraded" : "ok";
    const first = this.fault === "has_degraded_model" ? "degraded" : second;
    sendJson(response, 200, {
      status: first === "ok" ? "ok" : "degraded",
      service: "synth",
      model: "synth-v2",
      models: {
        "synth-v2": { status: second, sample_rate: SAMPLE_RATE_HZ, default: true },
        "synth-v1": { status: first, sample_rate: SAMPLE_RATE_HZ / 2, default: false },
      },
      limits_degraded: false,
    });
  }

  #session(response: ServerResponse): void {
    const lifetimeSeconds = this.fault === "issues_bad_session" ? 60 : 600;
    sendJson(response, 201, {
      object: "session",
      token: "st_stub",
      expires_at: new Date(Date.now() + lifetimeSeconds * 1000).toISOString(),
      expires_in: lifetimeSeconds,
    });
  }

  #dashboardForm(response: ServerResponse): void {
    const isRefused = this.fault === "signs_nobody_in";
    const headers = isRefused
      ? {}
      : { location: "/dashboard", "set-cookie": "session=1; HttpOnly" };
    response.writeHead(isRefused ? 401 : 303, headers).end();
  }

  #page(path: string, isSignedIn: boolean, response: ServerResponse): void {
    if (path === "/assets/client.js" && this.fault !== "loses_asset") {
      response.writeHead(200, { "content-type": "text/javascript" }).end("export {};");
    } else if (path === "/assets/style.css") {
      response.writeHead(200, { "content-type": "text/css; charset=utf-8" }).end("body{}");
    } else if (pages[path] === undefined) {
      response.writeHead(404).end();
    } else {
      const page = path === "/dashboard" && isSignedIn ? "dashboard" : pages[path];
      const marker = this.fault === "shows_wrong_page" ? "welcome-to-nginx" : page;
      response.writeHead(200, { "content-type": "text/html; charset=utf-8" });
      response.end(
        `<!doctype html><html><head><meta name="page" content="${marker}"/>` +
          // Pages may have their style in a file or carry it.
          (page === "demo"
            ? "<style>body{}</style>"
            : `<link rel="stylesheet" href="/assets/style.css"/>`) +
          `<script type="module" src="/assets/client.js"></script></head>` +
          `<body><section id="keys"></section><section id="usage"></section></body></html>`,
      );
    }
  }

  #stream(socket: WebSocket): void {
    const { fault } = this;
    const send = (message: object): void => socket.send(JSON.stringify(message));
    if (fault === "starts_no_session") {
      socket.close(1011);
      return;
    }
    const code = streamErrors[fault ?? ""];
    if (code !== undefined) {
      const error = {
        code,
        type: "server_error",
        message: "as told",
        param: null,
        request_id: "r",
      };
      send({ type: "error", error });
      socket.close(4500);
      return;
    }
    send({ type: "session.started", session_id: "s", model: "transcribe-1", sample_rate: 16_000 });
    let frames = 0;
    socket.on("message", (data: Buffer, isBinary: boolean) => {
      if (isBinary && frames++ === 1) send({ type: "transcript.partial", text: "Merhaba" });
      if (isBinary || !data.toString("utf8").includes('"end"')) return;
      const text = fault === "hears_wrong" ? "bambaşka bir şey" : stubClipText;
      if (fault === "never_ends") return;
      const finish = (): void => {
        if (fault !== "sends_no_final") send({ type: "transcript.final", text });
        if (fault === "sends_two_finals") send({ type: "transcript.final", text });
        if (fault === "stays_open") return;
        socket.close(fault === "closes_badly" ? 1011 : 1000);
      };
      if (fault === "sends_final_late") setTimeout(finish, LATE_FINAL_MS);
      else finish();
    });
  }
}

const generalFaults: Readonly<Record<string, { status: number; code: string }>> = {
  answers_500: { status: 500, code: "internal_error" },
  refuses_credentials: { status: 401, code: "invalid_api_key" },
  limits_rate: { status: 429, code: "rate_limit_exceeded" },
  is_busy: { status: 503, code: "server_busy" },
  is_loading: { status: 503, code: "model_loading" },
};

const streamErrors: Readonly<Record<string, string>> = {
  sends_stream_error: "internal_error",
  refuses_credentials: "invalid_api_key",
  limits_rate: "rate_limit_exceeded",
  is_busy: "server_busy",
  is_loading: "model_loading",
};

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json", "x-request-id": "req_stub" });
  response.end(JSON.stringify(body));
}

function sendError(response: ServerResponse, status: number, code: string): void {
  const error = { message: "as told", type: "server_error", code, param: null };
  sendJson(response, status, { error });
}
