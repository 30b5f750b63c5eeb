import { Agent, request } from "undici";
import { AddressNotAllowed, allowedLookup, resolveBySystem } from "#runtime/allowed-lookup.ts";
import { connectorToAny } from "#runtime/undici-connector.ts";
import { readPublicUrl, type AddressPolicy } from "#runtime/public-url.ts";
import { isAnonymous, type Principal } from "../../access/authenticate.ts";
import { ApiError } from "../../contract/errors.ts";
import { LIMITS } from "../../contract/limits.ts";
import { storePieces, type StoredRecording } from "./stored-recording.ts";

const MAX_REDIRECTS = 3;
const CONNECT_MS = 10_000;
/** The server is considered gone after this time without a byte; `WHOLE_MS` limits the whole download. */
const SILENT_MS = 20_000;
const WHOLE_MS = 300_000;

/** Throws ApiError, whose param is `field`, for a URL from which no recording is fetched, whatever its host resolves to. */
export function checkRecordingUrl(address: string, field: string, policy: AddressPolicy): void {
  if (readPublicUrl(address, policy) !== undefined) return;
  throw new ApiError("invalid_request", `The recording at ${field} ${NOT_ALLOWED}.`, field);
}

/**
 * Fetches the recording at a URL that a client named, and stores it; only for clients with a key, or with a session that one
 * pays for, because others could send anyone's traffic through this service. The policy applies to the URL, to each redirect
 * and to the addresses that their hosts resolve to. Rejects with ApiError, whose param is `field`, or the signal's reason.
 */
export async function fetchRecording(
  address: string,
  field: string,
  client: Principal,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<StoredRecording> {
  if (isAnonymous(client)) throw new ApiError("account_required", undefined, field);
  const agent = new Agent({
    connect: connectorToAny({
      resolve: allowedLookup(policy, resolveBySystem),
      timeoutMs: CONNECT_MS,
    }),
    headersTimeout: SILENT_MS,
    bodyTimeout: SILENT_MS,
    // Each request opens its own connection, so that each address is checked.
    pipelining: 0,
  });
  const whole = AbortSignal.any([signal, AbortSignal.timeout(WHOLE_MS)]);
  try {
    return await storePieces(await bodyOf(address, agent, policy, whole));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ApiError) throw new ApiError(nameOf(error), error.message, field);
    const reason = isNotAllowed(error) ? NOT_ALLOWED : `could not be fetched: ${describe(error)}`;
    throw new ApiError("invalid_request", `The recording at ${field} ${reason}.`, field);
  } finally {
    await agent.destroy();
  }
}

const NOT_ALLOWED =
  "is not fetched: it has to be an https address of the public network, without a name and password";

async function bodyOf(
  address: string,
  dispatcher: Agent,
  policy: AddressPolicy,
  signal: AbortSignal,
): Promise<AsyncIterable<Uint8Array>> {
  let next: string | undefined = address;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects += 1) {
    const url: string | undefined = readPublicUrl(next, policy);
    if (url === undefined) throw new AddressNotAllowed(next);
    const { statusCode, headers, body } = await request(url, { dispatcher, signal });
    if (statusCode === 200) {
      if (Number(headers["content-length"] ?? 0) > LIMITS.uploadBytes) {
        body.on("error", () => undefined).destroy();
        throw new ApiError("file_too_large");
      }
      return body;
    }
    body.on("error", () => undefined).destroy();
    const { location } = headers;
    if (statusCode < 300 || statusCode >= 400 || typeof location !== "string") {
      throw new Error(`its server answered with status ${statusCode}`);
    }
    next = URL.parse(location, url)?.href ?? "";
  }
  throw new Error(`its server redirected more than ${MAX_REDIRECTS} times`);
}

function nameOf({ code }: ApiError): "file_too_large" | "invalid_request" {
  return code === "file_too_large" ? code : "invalid_request";
}

function isNotAllowed(error: unknown): boolean {
  const { cause } = error as { readonly cause?: unknown };
  return error instanceof AddressNotAllowed || cause instanceof AddressNotAllowed;
}

/** Returns a short reason for a failed connection, without its destination. */
function describe(error: unknown): string {
  const { code, name, message } = error as Error & { readonly code?: unknown };
  if (name === "TimeoutError") return `it took longer than ${WHOLE_MS / 1000} seconds`;
  return typeof code === "string" ? code : message;
}
