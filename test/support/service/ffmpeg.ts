import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { buffer, text } from "node:stream/consumers";
import { describe } from "vitest";
import { temporaryDirectory } from "../temporary-directory.ts";

/** What ffprobe and ffmpeg, which know nothing of this project, find in an audio file. */
export interface LookedAtAudio {
  /** As ffprobe names it: `mp3`, `ogg`, `s16le`, … */
  readonly format: string;
  /** As ffprobe names it: `opus`, `pcm_s16le`, … */
  readonly codec: string;
  /** Hertz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Of all packets, what players skip of them included. */
  readonly packetSeconds: number;
  /** Of what comes out when all of it is decoded. */
  readonly playedSeconds: number;
  /** Every error that either of them saw; empty for a sound file. */
  readonly complaints: string;
}

/** How samples without a header are to be read. */
export interface RawSamples {
  readonly sampleRate: number;
}

const installFfmpeg = "apt-get install ffmpeg";
const DECODED_BYTES = 2;

/** Describes tests that look at audio with ffprobe and ffmpeg; skipped, with the line that installs them, where they are missing. */
export function describeWithFfmpeg(title: string, suite: () => void): void {
  const mayRun = ["ffprobe", "ffmpeg"].every(
    (program) => spawnSync(program, ["-version"]).status === 0,
  );
  const hint = mayRun ? "" : ` (to run it: ${installFfmpeg})`;
  describe.skipIf(!mayRun && process.env["CI"] !== "true")(`${title}${hint}`, () => {
    suite();
  });
}

/** Looks at an audio file, and decodes it to its end; `raw` says what is in one that has no header. */
export async function lookAtAudio(bytes: Uint8Array, raw?: RawSamples): Promise<LookedAtAudio> {
  await using directory = await temporaryDirectory("audio");
  const file = path.join(directory.path, "audio");
  await writeFile(file, bytes);
  const rawOptions =
    raw === undefined
      ? []
      : ["-f", "s16le", "-sample_rate", String(raw.sampleRate), "-ch_layout", "mono"];
  const input = ["-v", "error", ...rawOptions, "-i", file];
  const shown = "packet=duration_time:stream=codec_name,sample_rate,channels:format=format_name";
  const [probed, decoded] = await Promise.all([
    output("ffprobe", [...input, "-show_entries", shown, "-of", "json"]),
    output("ffmpeg", ["-err_detect", "crccheck", ...input, "-f", "s16le", "-"]),
  ]);
  const found = JSON.parse(probed.stdout.toString("utf8")) as Probed;
  const [stream, ...others] = found.streams;
  if (stream === undefined || others.length > 0) throw new Error("not one stream of audio");
  const sampleRate = Number(stream.sample_rate);
  const samples = decoded.stdout.length / DECODED_BYTES / stream.channels;
  return {
    format: found.format.format_name,
    codec: stream.codec_name,
    sampleRate,
    channels: stream.channels,
    packetSeconds: found.packets.reduce((sum, packet) => sum + Number(packet.duration_time), 0),
    playedSeconds: samples / sampleRate,
    complaints: probed.stderr + decoded.stderr,
  };
}

interface Probed {
  readonly packets: readonly { readonly duration_time: string }[];
  readonly streams: readonly {
    readonly codec_name: string;
    readonly sample_rate: string;
    readonly channels: number;
  }[];
  readonly format: { readonly format_name: string };
}

async function output(
  program: string,
  options: readonly string[],
): Promise<{ readonly stdout: Buffer; readonly stderr: string }> {
  const child = spawn(program, options, { stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    buffer(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { stdout, stderr: code === 0 ? stderr : `${stderr}${program} ended with ${code}\n` };
}
