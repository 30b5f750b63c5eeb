import { type CallWriter, type FieldValue, type Fields, liveAddress } from "./call.ts";

/** Calls in JavaScript for Node: with the openai library, and with Node's WebSocket for live streams. */
export const javascript: CallWriter = {
  transcription: ({ fields, file }, baseUrl) => `import { createReadStream } from "node:fs";
import OpenAI from "openai"; // npm install openai

${client(baseUrl)}
const transcript = await client.audio.transcriptions.create({
${argumentsOf(fields)}
  file: createReadStream(${JSON.stringify(file)}),
});
console.log(transcript.text);`,
  speech: ({ fields, file }, baseUrl) => `import { writeFile } from "node:fs/promises";
import OpenAI from "openai"; // npm install openai

${client(baseUrl)}
const speech = await client.audio.speech.create({
${argumentsOf(fields)}
});
await writeFile(${JSON.stringify(file)}, Buffer.from(await speech.arrayBuffer()));`,
  live: ({ fields, file }, baseUrl) => `import { readFile } from "node:fs/promises";

// Node 20 has no WebSocket of its own: npm install ws
const Socket = globalThis.WebSocket ?? (await import("ws")).WebSocket;
const address = ${JSON.stringify(liveAddress(fields, baseUrl))};
const socket = new Socket(address, ["bearer", process.env.API_KEY]);
socket.onopen = async () => {
  socket.send((await readFile(${JSON.stringify(file)})).subarray(44));
  socket.send(JSON.stringify({ type: "end" }));
};
socket.onmessage = ({ data }) => {
  const { type, text, error } = JSON.parse(data);
  if (type === "error") throw new Error(error.message);
  if (type === "transcript.partial" || type === "transcript.final") console.log(text);
};`,
};

function client(baseUrl: string): string {
  return `const client = new OpenAI({
  apiKey: process.env.API_KEY,
  baseURL: "${baseUrl}/v1",
});`;
}

function argumentsOf(fields: Fields): string {
  return Object.entries(fields)
    .map(([name, value]) => `  ${name}: ${written(value)},`)
    .join("\n");
}

function written(value: FieldValue): string {
  if (typeof value !== "object") return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  const members = Object.entries(value).map(([name, member]) => `${name}: ${written(member)}`);
  return `{ ${members.join(", ")} }`;
}
