import { openSocketSession } from "../network/socket-session.ts";
import { expectSessionStarted } from "../speech/stream-messages.ts";
import { httpAddress, socketAddress } from "../network/web-address.ts";
import { defineKind } from "./kind.ts";

/** A WebSocket handshake that has to be followed by session.started. */
export const websocket = defineKind({
  description: "WebSocket handshake with the API key, until session.started.",
  options: { url: httpAddress("The socket's address, written with http or https.") },
  async run({ url }, context) {
    await using session = await openSocketSession(socketAddress(url), context.apiKey, context);
    await expectSessionStarted(session);
    return { result: "ok", phases: session.phases };
  },
});
