import { startTcpServer } from "../servers/tcp-server.ts";
import { type WebKindName, webKinds } from "./web-kinds.ts";
import { type Answer, take } from "./wire.ts";

/** A server that answers in whatever way it is told; what a healthy target would say it knows by the kind in the path. */
export interface HostilePeer extends AsyncDisposable {
  /** Without a slash at its end. */
  readonly url: string;
  /** How it answers from now on. */
  answer: Answer;
}

/** Starts a server on a free port that says nothing until it is told what. */
export async function startHostilePeer(): Promise<HostilePeer> {
  const tcp = await startTcpServer((socket) => {
    socket.once("data", (request: Buffer) => {
      const [, path = ""] = request.toString("latin1").split(" ");
      const kind = webKinds[path.slice(1) as WebKindName] ?? webKinds.http;
      void take(socket, peer.answer(kind.good()).flat()).catch(() => socket.destroy());
    });
  });
  const peer: HostilePeer = {
    url: `http://127.0.0.1:${tcp.port}`,
    answer: () => [],
    [Symbol.asyncDispose]: () => tcp[Symbol.asyncDispose](),
  };
  return peer;
}
