import { ApiError, apiProblem, connectionProblem } from "#web-kit/api/api-error.ts";
import type { Sent } from "#service/contract/schema.ts";
import type { VerboseTranscriptionBody } from "#service/contract/transcriptions.ts";

/** Returns the fields of a transcription request. */
export function transcriptionFields(hasWordTimes: boolean) {
  return {
    model: "transcribe-1",
    response_format: "verbose_json",
    timestamp_granularities: hasWordTimes ? ["word", "segment"] : ["segment"],
  } as const;
}

interface UploadOptions {
  readonly token: string;
  readonly fields: ReturnType<typeof transcriptionFields>;
  /** Called with the share of the file that has been sent, from 0 to 1. */
  readonly onSent: (share: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Transcribes a file; rejects with ApiError, or with the signal's reason.
 *
 * Uses XMLHttpRequest, because fetch does not report the progress of an upload.
 */
export function transcribeFile(
  file: File,
  { token, fields, onSent, signal }: UploadOptions,
): Promise<Sent<typeof VerboseTranscriptionBody>> {
  const form = new FormData();
  const { timestamp_granularities: granularities, ...single } = fields;
  for (const [name, value] of Object.entries(single)) form.set(name, value);
  for (const granularity of granularities) form.append("timestamp_granularities[]", granularity);
  form.set("file", file);
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", "/v1/audio/transcriptions");
    request.setRequestHeader("authorization", `Bearer ${token}`);
    // A body that is no JSON is read as null.
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onSent(total === 0 ? 0 : loaded / total);
    request.upload.onload = () => onSent(1);
    request.onload = () => {
      const { response, status } = request;
      if (status === 200) return resolve(response);
      reject(new ApiError(apiProblem(response, status, request.getResponseHeader("retry-after"))));
    };
    request.onerror = () => reject(new ApiError(connectionProblem()));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(form);
  });
}
