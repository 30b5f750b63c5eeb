import { readArguments } from "../kit/command-line.ts";

/** What the command line asks for. */
export interface CommandLine {
  readonly url: string;
  readonly key: string;
  readonly ttsUrl: string;
  readonly statusUrl: string | undefined;
  readonly compatModel: string;
  /** Rows are run whose line contains it. */
  readonly only: string;
}

export const HELP = `usage: npm run conformance -- BASE_URL --key sk_… [--status-url URL] [--tts-url URL] [--compat-model ID] [--only TEXT]

Makes the requests of every row of the table against the service at BASE_URL, with a key of an account
that has the default limits, room for 50 saved voices and 500 pronunciations, and nothing else to do.

  --key sk_…          an API key of the service
  --status-url URL    where the status page is; without it the rows of the status page are not asked
  --tts-url URL       where the synthesis health document is, if that is not BASE_URL
  --compat-model ID   the second name of transcribe-1 (COMPAT_MODEL_ID of the service; whisper-1)
  --only TEXT         runs the rows whose line contains TEXT

Ends with 0 when no row failed, 1 when one did, 2 when the command line is wrong.
`;

const OPTIONS = {
  key: { type: "string" },
  "status-url": { type: "string" },
  "tts-url": { type: "string" },
  "compat-model": { type: "string" },
  only: { type: "string" },
} as const;

/** Reads the arguments of the command line; `help` when that was asked for; throws a TypeError that says what is wrong. */
export function readCommandLine(parameters: readonly string[]): CommandLine | "help" {
  const given = readArguments(parameters, OPTIONS, true);
  if (given === "help") return "help";
  const { values, positionals } = given;
  const [url, ...more] = positionals;
  if (url === undefined) throw new TypeError("BASE_URL is missing");
  if (more.length > 0) throw new TypeError(`there is one BASE_URL, not ${positionals.length}`);
  const { key } = values;
  if (key === undefined || key === "") throw new TypeError("--key is missing");
  const statusUrl = values["status-url"];
  return {
    url: address("BASE_URL", url),
    key,
    ttsUrl: address("--tts-url", values["tts-url"] ?? url),
    statusUrl: statusUrl === undefined ? undefined : address("--status-url", statusUrl),
    compatModel: values["compat-model"] ?? "whisper-1",
    only: values.only ?? "",
  };
}

function address(name: string, given: string): string {
  const protocol = URL.parse(given)?.protocol;
  if (protocol === "http:" || protocol === "https:") return given;
  throw new TypeError(`${name} is ${given}, and takes a URL that begins with http:// or https://`);
}
