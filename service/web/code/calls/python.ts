import { type CallWriter, type FieldValue, type Fields, liveAddress } from "./call.ts";

/** Fields that the library's method takes as arguments; other fields are passed in `extra_body`. */
const SPEECH_ARGUMENTS: ReadonlySet<string> = new Set([
  "model",
  "voice",
  "input",
  "instructions",
  "response_format",
  "speed",
  "stream_format",
]);

/** Calls in Python: with the openai library, and with websockets for live streams. */
export const python: CallWriter = {
  transcription: ({ fields, file }, baseUrl) => `import os
from openai import OpenAI  # pip install openai

${client(baseUrl)}
with open(${written(file)}, "rb") as file:
    transcript = client.audio.transcriptions.create(
        file=file,
${argumentsOf(fields, "        ")}
    )
print(transcript.text)`,
  speech: ({ fields, file }, baseUrl) => {
    const isOwn = (name: string): boolean => SPEECH_ARGUMENTS.has(name);
    const own = Object.entries(fields).filter(([name]) => isOwn(name));
    const others = Object.entries(fields).filter(([name]) => !isOwn(name));
    const hasVoice = "voice" in fields;
    return `import os
from openai import ${hasVoice ? "OpenAI" : "OpenAI, omit"}  # pip install openai

${client(baseUrl)}
speech = client.audio.speech.create(
${[
  argumentsOf(Object.fromEntries(own), "    "),
  // The library requires a voice; a voice made from a description has none to name.
  ...(hasVoice ? [] : ["    voice=omit,"]),
  ...(others.length === 0 ? [] : [`    extra_body=${written(Object.fromEntries(others))},`]),
].join("\n")}
)
speech.write_to_file(${written(file)})`;
  },
  live: ({ fields, file }, baseUrl) => `import json
import os
from websockets.sync.client import connect  # pip install websockets

address = ${written(liveAddress(fields, baseUrl))}
headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}
with connect(address, additional_headers=headers) as socket:
    for message in map(json.loads, socket):
        if message["type"] == "session.started":
            socket.send(open(${written(file)}, "rb").read()[44:])
            socket.send(json.dumps({"type": "end"}))
        if message["type"] == "error":
            raise SystemExit(message["error"]["message"])
        if message["type"] in ("transcript.partial", "transcript.final"):
            print(message["text"])`,
};

function client(baseUrl: string): string {
  return `client = OpenAI(api_key=os.environ["API_KEY"], base_url="${baseUrl}/v1")`;
}

function argumentsOf(fields: Fields, indent: string): string {
  return Object.entries(fields)
    .map(([name, value]) => `${indent}${name}=${written(value)},`)
    .join("\n");
}

/** Returns a value as a Python literal; JSON strings are valid Python strings. */
function written(value: FieldValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  const members = Object.entries(value).map(
    ([name, member]) => `${written(name)}: ${written(member)}`,
  );
  return `{${members.join(", ")}}`;
}
