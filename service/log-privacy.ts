import { API_KEY_PREFIX } from "./accounts/api-key.ts";
import { SESSION_TOKEN_PREFIX } from "./access/demo-session.ts";

export interface ErrorEntry {
  readonly type: string;
  readonly message: string;
  /** The stack frames, one per line, without the message. */
  readonly stack: string;
  readonly code?: string;
  readonly table?: string;
  readonly constraint?: string;
  readonly cause?: ErrorEntry;
}

/** Properties that identify the fault; databases and parsers put their input into others. */
const SAFE_FIELDS = ["code", "table", "constraint"] as const;
/** Quoted parts of messages, which may be a client's text. */
const QUOTED = /"(?:[^"\\]|\\.)*"?/g;
const CREDENTIAL = new RegExp(`\\b(${API_KEY_PREFIX}|${SESSION_TOKEN_PREFIX})[\\w.-]{4,}`, "g");
const MAX_CAUSES = 5;

/** Describes a fault for the log without anything that a client may have sent. */
export function errorEntry(fault: unknown): ErrorEntry {
  return entryOf(fault, MAX_CAUSES);
}

/** Removes API keys and session tokens from a line. */
export function withoutCredentials(line: string): string {
  return line.replaceAll(CREDENTIAL, "$1…");
}

function entryOf(fault: unknown, causes: number): ErrorEntry {
  if (!(fault instanceof Error)) return { type: typeof fault, message: "no error", stack: "" };
  const { name, message, stack = "", cause } = fault;
  return {
    type: name,
    message: message.replaceAll(QUOTED, '"…"'),
    stack: framesOf(stack),
    ...safeFieldsOf(fault),
    ...(cause instanceof Error && causes > 0 && { cause: entryOf(cause, causes - 1) }),
  };
}

function safeFieldsOf(fault: Error): Partial<Record<(typeof SAFE_FIELDS)[number], string>> {
  const values = Object.entries(fault).filter(([, value]) => typeof value === "string");
  return Object.fromEntries(values.filter(([name]) => SAFE_FIELDS.some((one) => one === name)));
}

/** Returns a stack without the message that it begins with. */
function framesOf(stack: string): string {
  return stack
    .split("\n")
    .filter((line) => /^\s+at /.test(line))
    .join("\n");
}
