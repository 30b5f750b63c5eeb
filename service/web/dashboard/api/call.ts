import { fill } from "#web-kit/language/texts.ts";
import type { DashboardTexts } from "../../texts/texts.ts";
import { hasSessionEnded } from "../frame/session-ended.tsx";

const API = "/dashboard/api";

/** The service did not do what it was asked for; `code` is one of its error codes, or `offline`. */
export class CallFault extends Error {
  override readonly name = "CallFault";
  readonly code: string;
  /** The field that is at fault. */
  readonly param: string | null;

  constructor(code: string, message: string, param: string | null, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.param = param;
  }
}

/** Asks the API in the session's name; rejects with CallFault, or with the signal's reason. */
export async function call(path: string, init: RequestInit = {}): Promise<Response> {
  const answer = await reach(path, init);
  if (answer.ok) return answer;
  const fault = await faultOf(answer);
  if (answer.status === 401 && fault.code !== "auth_unavailable") hasSessionEnded.value = true;
  throw fault;
}

/** Sends JSON and reads JSON. */
export async function callJson<Answer>(
  method: "POST" | "PATCH" | "DELETE",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const answer = await call(path, {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  return (await answer.json()) as Answer;
}

/** Says what went wrong and what to do; undefined for a session that has ended, which the page says by itself. */
export function faultText({ faults }: DashboardTexts, error: unknown): string | undefined {
  if (!(error instanceof CallFault)) return fill(faults.other, { message: String(error) });
  const { code, param, message } = error;
  if (hasSessionEnded.peek()) return undefined;
  if (code === "invalid_pronunciations") {
    const { other, ...fields } = faults.invalid_pronunciations;
    return isNameOf(fields, param) ? fields[param] : other;
  }
  const { invalid_pronunciations: _, other, ...texts } = faults;
  return isNameOf(texts, code) ? texts[code] : fill(other, { message });
}

function isNameOf<DashboardTexts extends object>(
  texts: DashboardTexts,
  name: PropertyKey | null,
): name is keyof DashboardTexts {
  return name !== null && Object.hasOwn(texts, name);
}

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(`${API}${path}`, init);
  } catch (error) {
    if (init.signal?.aborted === true) throw error;
    throw new CallFault("offline", String(error), null, error);
  }
}

async function faultOf(answer: Response): Promise<CallFault> {
  try {
    const { error } = (await answer.json()) as {
      readonly error: {
        readonly code: string;
        readonly message: string;
        readonly param: string | null;
      };
    };
    return new CallFault(error.code, error.message, error.param);
  } catch (cause) {
    return new CallFault("unreadable", `${answer.status}`, null, cause);
  }
}
