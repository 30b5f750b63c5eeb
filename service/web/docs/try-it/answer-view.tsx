import { fill } from "#web-kit/language/texts.ts";
import { useEffect, useMemo } from "preact/hooks";
import type { DocsTexts } from "../../texts/texts.ts";
import type { MadeRequest } from "./make-request.ts";

/** A request that was sent and its answer. */
export interface Exchange {
  readonly method: string;
  readonly request: MadeRequest;
  readonly headers: Headers;
  readonly answer: Response;
  readonly ms: number;
  readonly content: Blob;
  /** Undefined for audio. */
  readonly text: string | undefined;
}

/** Shows what was sent, and the answer with status, headers and body as they are. */
export function AnswerView({ exchange, texts }: { exchange: Exchange; texts: DocsTexts }) {
  const { method, request, headers, answer, ms, text } = exchange;
  const status = `${answer.status} ${answer.statusText}`.trim();
  return (
    <div class="exchange">
      <h3>{texts.sentRequest}</h3>
      <pre tabIndex={0}>
        <code>{requestText(method, request, headers)}</code>
      </pre>
      <h3>{texts.gotAnswer}</h3>
      <p role="status" class={answer.ok ? "answer-status" : "answer-status failed"}>
        {fill(texts.answeredIn, { status, ms })}
      </p>
      <pre tabIndex={0}>
        <code>{[...answer.headers].map((header) => header.join(": ")).join("\n")}</code>
      </pre>
      {text === undefined ? (
        <Audio exchange={exchange} texts={texts} />
      ) : (
        <pre tabIndex={0} class="answer-body">
          <code>{readable(text)}</code>
        </pre>
      )}
    </div>
  );
}

function Audio({ exchange: { content, answer }, texts }: { exchange: Exchange; texts: DocsTexts }) {
  const url = useMemo(() => URL.createObjectURL(content), [content]);
  useEffect(() => () => URL.revokeObjectURL(url), [url]);
  const type = answer.headers.get("content-type") ?? "";
  const [, extension = "pcm"] = /^audio\/(?:x-)?(\w+)/.exec(type) ?? [];
  return (
    <div class="answer-audio">
      {!type.startsWith("audio/pcm") && (
        <audio controls src={url} aria-label={texts.audioOfAnswer} />
      )}
      <a class="button plain small" href={url} download={`speech.${extension}`}>
        {fill(texts.downloadAnswer, { size: `${Math.ceil(content.size / 1024)} KiB` })}
      </a>
    </div>
  );
}

function requestText(method: string, { address, shownBody }: MadeRequest, headers: Headers) {
  const lines = [...headers].map(([name, value]) =>
    name === "authorization"
      ? `${name}: ${value.slice(0, "Bearer sk_123".length)}…`
      : `${name}: ${value}`,
  );
  return [
    `${method} ${address}`,
    ...lines,
    ...(shownBody === undefined ? [] : ["", shownBody]),
  ].join("\n");
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
