import type { CodeBlock } from "../code/code-language.ts";

/** A transcription in the shortest form that each language has. */
export function codeSamples(baseUrl: string): readonly CodeBlock[] {
  return [
    {
      language: "bash",
      code: `curl ${baseUrl}/v1/audio/transcriptions \\
  -H "Authorization: Bearer $API_KEY" \\
  -F model=transcribe-1 -F file=@merhaba.mp3`,
    },
    {
      language: "javascript",
      code: `import { createReadStream } from "node:fs";
import OpenAI from "openai";

const client = new OpenAI({
  apiKey: process.env.API_KEY,
  baseURL: "${baseUrl}/v1",
});
const { text } = await client.audio.transcriptions.create({
  model: "transcribe-1",
  file: createReadStream("merhaba.mp3"),
});
console.log(text);`,
    },
    {
      language: "python",
      code: `import os
import requests

answer = requests.post(
    "${baseUrl}/v1/audio/transcriptions",
    headers={"Authorization": f"Bearer {os.environ['API_KEY']}"},
    data={"model": "transcribe-1"},
    files={"file": open("merhaba.mp3", "rb")},
)
print(answer.json()["text"])`,
    },
  ];
}
