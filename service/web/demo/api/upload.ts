import type { DemoSession } from "../../session/demo-session.ts";
import { withToken } from "../../session/call.ts";
import { apiProblem, connectionProblem, ApiError } from "#web-kit/api/api-error.ts";

interface UploadOptions {
  /** Hears which share of the file has left, from 0 to 1. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/** Has a file transcribed and returns the answer's JSON; rejects with ApiError, or the signal's reason. */
export function uploadRecording(
  session: DemoSession,
  file: File,
  options: UploadOptions,
): Promise<unknown> {
  return withToken(session, (token) => send(token, file, options));
}

/** fetch tells nothing of how far an upload is. */
function send(token: string, file: File, { onSent, signal }: UploadOptions): Promise<unknown> {
  const form = new FormData();
  form.set("model", "transcribe-1");
  form.set("response_format", "verbose_json");
  for (const granularity of ["word", "segment"]) {
    form.append("timestamp_granularities[]", granularity);
  }
  form.set("file", file);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/audio/transcriptions");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onload = () => {
      const body = jsonOf(request.responseText);
      if (request.status === 200) return resolve(body);
      const retryAfter = request.getResponseHeader("retry-after");
      reject(new ApiError(apiProblem(body, request.status, retryAfter)));
    };
    request.onerror = () => reject(new ApiError(connectionProblem()));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
