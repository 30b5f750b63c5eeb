import type { CodeBlock } from "../../code/code-language.ts";

/** The example of a socket for JavaScript and Python; both read the key from API_KEY. */
export function socketSamplesOf(address: string, baseUrl: string): readonly CodeBlock[] {
  const url = `${baseUrl.replace(/^http/, "ws")}${address}`;
  const samples = SAMPLES[address];
  if (samples === undefined) throw new Error(`the socket ${address} has no example`);
  return [
    { language: "javascript", code: samples.javascript.replace("SOCKET_URL", url) },
    { language: "python", code: samples.python.replace("SOCKET_URL", url) },
  ];
}

const SAMPLES: Readonly<Record<string, { readonly javascript: string; readonly python: string }>> =
  {
    "/v1/audio/stream": {
      javascript: `import { readFile } from "node:fs/promises";

// 16-bit samples at 16,000 Hz; a WAV file has them behind a head of 44 bytes.
const samples = (await readFile("recording.wav")).subarray(44);
const socket = new WebSocket("SOCKET_URL", ["bearer", process.env.API_KEY]);
socket.binaryType = "arraybuffer";

socket.onopen = () => {
  for (let at = 0; at < samples.length; at += 3200) socket.send(samples.subarray(at, at + 3200));
  socket.send(JSON.stringify({ type: "end" }));
};
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  console.log(message.type, message.text ?? message.error ?? "");
  if (message.type === "error") process.exitCode = 1;
};`,
      python: `import json
import os
from websockets.sync.client import connect

# 16-bit samples at 16,000 Hz; a WAV file has them behind a head of 44 bytes.
samples = open("recording.wav", "rb").read()[44:]
headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}

with connect("SOCKET_URL", additional_headers=headers) as socket:
    for at in range(0, len(samples), 3200):
        socket.send(samples[at : at + 3200])
    socket.send(json.dumps({"type": "end"}))
    for data in socket:
        message = json.loads(data)
        print(message["type"], message.get("text") or message.get("error") or "")`,
    },
    "/v1/realtime": {
      javascript: `import { readFile } from "node:fs/promises";

// 16-bit samples at 24,000 Hz are what the dialect expects; session.update says that these have 16,000.
const samples = (await readFile("recording.wav")).subarray(44);
const socket = new WebSocket("SOCKET_URL?intent=transcription", ["bearer", process.env.API_KEY]);
const send = (event) => socket.send(JSON.stringify(event));

socket.onopen = () => {
  send({
    type: "session.update",
    session: {
      type: "transcription",
      audio: { input: { format: { type: "audio/pcm", rate: 16000 }, turn_detection: null } },
    },
  });
  send({ type: "input_audio_buffer.append", audio: samples.toString("base64") });
  send({ type: "input_audio_buffer.commit" });
};
socket.onmessage = ({ data }) => {
  const event = JSON.parse(data);
  console.log(event.type, event.transcript ?? event.delta ?? event.error ?? "");
  if (event.type === "error") process.exitCode = 1;
  if (event.type === "error" || event.transcript !== undefined) socket.close();
};`,
      python: `import base64
import json
import os
from websockets.sync.client import connect

# 16-bit samples at 24,000 Hz are what the dialect expects; session.update says that these have 16,000.
samples = open("recording.wav", "rb").read()[44:]
headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}

with connect("SOCKET_URL?intent=transcription", additional_headers=headers) as socket:
    sound = {"format": {"type": "audio/pcm", "rate": 16000}, "turn_detection": None}
    session = {"type": "transcription", "audio": {"input": sound}}
    socket.send(json.dumps({"type": "session.update", "session": session}))
    audio = base64.b64encode(samples).decode()
    socket.send(json.dumps({"type": "input_audio_buffer.append", "audio": audio}))
    socket.send(json.dumps({"type": "input_audio_buffer.commit"}))
    for data in socket:
        event = json.loads(data)
        print(event["type"], event.get("transcript") or event.get("error") or "")
        if event["type"] == "error" or "transcript" in event:
            break`,
    },
    "/v1/audio/speech/stream": {
      javascript: `import { writeFile } from "node:fs/promises";

const socket = new WebSocket("SOCKET_URL", ["bearer", process.env.API_KEY]);
socket.binaryType = "arraybuffer";
const send = (message) => socket.send(JSON.stringify(message));
const audio = [];

socket.onopen = () => {
  send({ type: "config", model: "synth-v2", voice: "ayla", response_format: "wav" });
  send({ type: "text.append", text: "Metin parça parça gelir, " });
  send({ type: "text.append", text: "tamamlanan cümle hemen söylenir. " });
  send({ type: "end" });
};
socket.onmessage = async ({ data }) => {
  if (typeof data !== "string") return audio.push(Buffer.from(data));
  const message = JSON.parse(data);
  console.log(message.type, message.error ?? "");
  if (message.type === "error") process.exitCode = 1;
  if (message.type === "audio.done") await writeFile("akis.wav", Buffer.concat(audio));
};`,
      python: `import json
import os
from websockets.sync.client import connect

headers = {"Authorization": f"Bearer {os.environ['API_KEY']}"}

with connect("SOCKET_URL", additional_headers=headers) as socket, open("akis.wav", "wb") as file:
    config = {"type": "config", "model": "synth-v2", "voice": "ayla", "response_format": "wav"}
    socket.send(json.dumps(config))
    socket.send(json.dumps({"type": "text.append", "text": "Metin parça parça gelir, "}))
    socket.send(json.dumps({"type": "text.append", "text": "tamamlanan cümle hemen söylenir. "}))
    socket.send(json.dumps({"type": "end"}))
    for data in socket:
        if isinstance(data, bytes):
            file.write(data)
        else:
            print(json.loads(data)["type"])`,
    },
  };
