import { shown, valueAt } from "../network/json-value.ts";
import { CheckFailure } from "../check/report.ts";
import type { Reason } from "#monitor/domain/reason.ts";
import type { ServerMessage, SocketSession } from "../network/socket-session.ts";

const REASONS_OF_CODES: Readonly<Record<string, Reason>> = {
  missing_api_key: "unauthorized",
  invalid_api_key: "unauthorized",
  invalid_token: "unauthorized",
  token_expired: "unauthorized",
  auth_unavailable: "unauthorized",
  rate_limit_exceeded: "rate_limited",
  quota_exceeded: "rate_limited",
  model_loading: "model_loading",
  server_busy: "unavailable",
  high_demand: "unavailable",
};

/** Throws a `CheckFailure` if the message is the stream's error message. */
export function expectNoError(message: ServerMessage, session: SocketSession): void {
  if (message["type"] !== "error") return;
  const part = (name: string): string => {
    const value = valueAt(message, `error.${name}`);
    return typeof value === "string" ? value : shown(value);
  };
  const [code, said, request] = [part("code"), part("message"), part("request_id")];
  throw new CheckFailure(
    REASONS_OF_CODES[code] ?? "stream_error",
    `${session.what}: ${code}: ${said}, request ${request}`,
    { phases: session.phases },
  );
}

/** Waits for the first message, which has to be session.started. */
export async function expectSessionStarted(session: SocketSession): Promise<void> {
  const first = await session.messages.next();
  const { what, phases } = session;
  if (first.done === true) {
    const message = `${what}: closed with ${await session.closeCode} before session.started`;
    throw new CheckFailure("no_session_started", message, { phases });
  }
  expectNoError(first.value, session);
  if (first.value["type"] !== "session.started") {
    const message = `${what}: the first message is of the type ${shown(first.value["type"])}`;
    throw new CheckFailure("no_session_started", message, { phases });
  }
}
