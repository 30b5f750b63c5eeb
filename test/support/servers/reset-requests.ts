import { once } from "node:events";
import { connect } from "node:net";

/** Sends requests one after the other, each on a connection of its own that is reset as soon as it is sent. */
export async function resetRequests(url: string, requests: readonly string[]): Promise<void> {
  const { hostname, port } = new URL(url);
  for (const request of requests) {
    const socket = connect({ host: hostname, port: Number(port) });
    const closed = once(
      socket.on("error", () => undefined),
      "close",
    );
    socket.write(request, () => socket.resetAndDestroy());
    await closed;
  }
}

/** Returns the head of a request for a path, with more headers, as a proxy passes it on. */
export function headOf(request: string, ...headers: readonly string[]): string {
  const lines = [`${request} HTTP/1.1`, "Host: localhost", "X-Forwarded-For: 203.0.113.7"];
  return `${[...lines, ...headers].join("\r\n")}\r\n\r\n`;
}

/** The headers with which a connection asks to become a WebSocket. */
export const UPGRADE = [
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
];
