import { MEBIBYTE } from "#units/bytes.ts";
import { ChannelMixer } from "../channel-mixer.ts";
import { takeChannel, type ReadChannel } from "../channels.ts";
import { CONTAINERS, containerOf, type Container } from "../containers.ts";
import type { FfmpegCore } from "./ffmpeg-core.ts";
import { inputTrackOf, tracksToHear, type InputTrack } from "./input-tracks.ts";
import { SLACK_SECONDS, Timeline } from "./timeline.ts";
import { TrackMixer } from "./track-mixer.ts";

const MAX_ALLOCATION_BYTES = 128 * MEBIBYTE;
const INPUT = "/recording";
/** FFmpeg mixes any number of channels to two; from one channel it makes two equal ones, quieter by `MONO_GAIN`. */
const CHANNELS = 2;
const MONO_GAIN = Math.SQRT2;

/** Start of the log line before which FFmpeg has listed all tracks. */
const TRACKS_LISTED = "Stream mapping:";
/** Log line of a frame with a discontinuous time: track, time in samples, number of channels, sample rate in Hz. */
const DISCONTINUOUS_FRAME =
  /^\[ashowinfo@track(\d+) .* pts:(-?\d+) .* channels:(\d+) .* rate:(\d+)/;

/** Demuxers that may read a recording; those of playlists, which refer to other files, are left out. */
const DEMUXERS = CONTAINERS.flatMap(({ demuxers }) => demuxers).join(",");

/** Reads the bytes of a recording. */
export interface RecordingBytes {
  readonly size: number;
  readonly first: Uint8Array;
  /** Fills at most `length` bytes of `buffer` from `offset` on; returns how many. */
  read(buffer: Uint8Array, offset: number, length: number, position: number): number;
}

export interface FfmpegRun {
  readonly core: FfmpegCore;
  readonly recording: RecordingBytes;
  /** Sample rate of the output in Hz. */
  readonly sampleRate: number;
  /** Takes the next samples, mono, roughly in [-1, 1]. */
  readonly write: (samples: Float32Array) => void;
  readonly channel: ReadChannel;
  /** Called with the number of channels of the first track that is read. */
  readonly onChannels: (channels: number) => void;
}

/** The exit code of FFmpeg, or the tracks to decode in another run: they are known only once FFmpeg has opened the file. */
export type RunEnd = { readonly exitCode: number } | { readonly tracks: readonly number[] };

interface Watch {
  /** Takes a line that FFmpeg writes. */
  readonly onLine: (line: string) => void;
  /** Called before bytes are read or written; an error thrown here ends the run. */
  readonly onTransfer: () => void;
}

class OtherTracks extends Error {
  override readonly name = "OtherTracks";
}

/** Runs FFmpeg on the first track of a recording, unless other tracks have to be decoded. */
export function hearFirstTrack(run: FfmpegRun): RunEnd {
  const listed: InputTrack[] = [];
  const heard = new HeardTracks(1, run);
  let isOpen = false;
  let areOthersHeard = false;
  const onLine = (line: string) => {
    const track = isOpen ? undefined : inputTrackOf(line);
    if (track !== undefined) listed.push(track);
    // FFmpeg lists all tracks before the mapping of inputs to outputs.
    if (line.startsWith(TRACKS_LISTED)) {
      isOpen = true;
      const [first, ...others] = tracksToHear(listed);
      areOthersHeard = first !== 0 || others.length > 0;
    }
    if (!areOthersHeard) heard.onLine(line);
  };
  // Errors thrown while a line is logged are swallowed, unlike those thrown while a file is read or written.
  const onTransfer = () => {
    if (areOthersHeard) throw new OtherTracks();
  };
  try {
    return { exitCode: execute(run, [0], heard, { onLine, onTransfer }) };
  } catch (error) {
    if (!(error instanceof OtherTracks)) throw error;
    return { tracks: tracksToHear(listed) };
  }
}

/** Runs FFmpeg on several tracks, in a core that has not run yet; returns its exit code. */
export function hearTracks(run: FfmpegRun, tracks: readonly number[]): number {
  const heard = new HeardTracks(tracks.length, run);
  return execute(run, tracks, heard, {
    onLine: (line) => heard.onLine(line),
    onTransfer: () => undefined,
  });
}

function execute(
  { core, recording, sampleRate }: FfmpegRun,
  tracks: readonly number[],
  heard: HeardTracks,
  { onLine, onTransfer }: Watch,
): number {
  const { FS } = core;
  const input = FS.create(INPUT);
  input.usedBytes = recording.size;
  // Read from disk on demand: the whole file is never in memory.
  input.stream_ops = {
    ...input.stream_ops,
    read: (_stream, buffer, offset, length, position) => {
      onTransfer();
      return recording.read(buffer, offset, length, position);
    },
  };
  for (const at of tracks.keys()) {
    const device = FS.makedev(64, at);
    FS.registerDevice(device, {
      write: (_stream, buffer, offset, length) => {
        onTransfer();
        heard.onBytes(at, buffer.subarray(offset, offset + length));
        return length;
      },
    });
    FS.mkdev(outputOf(at), device);
  }
  core.setLogger(({ message }) => onLine(message));
  const exitCode = core.exec(...parameters(tracks, sampleRate));
  heard.end();
  return exitCode;
}

function outputOf(at: number): string {
  return `/samples${at}`;
}

function parameters(tracks: readonly number[], sampleRate: number): readonly string[] {
  const given = `-nostdin -nostats -hide_banner -loglevel repeat+info -max_alloc ${MAX_ALLOCATION_BYTES}
    -protocol_whitelist file -format_whitelist ${DEMUXERS} -copyts -i ${INPUT} -filter_complex`;
  const graph = tracks.map((track, at) => trackGraph(track, at, sampleRate)).join(";");
  const outputs = tracks.flatMap((_track, at) =>
    `-map [heard${at}] -map_metadata -1 -c:a pcm_f32le -flush_packets 1 -f f32le ${outputOf(at)}`.split(
      " ",
    ),
  );
  return [...given.split(/\s+/), graph, ...outputs];
}

/** Filter that selects the first frame of a track, and each that does not begin where the previous one ended. */
const DISCONTINUITY_FILTER = [
  `st(1,if(isnan(pts),0,eq(n,0)+gt(abs(pts-ld(0))*TB,${1.1 * SLACK_SECONDS})))`,
  "st(0,if(ld(1),pts,ld(0))+samples_n/sample_rate/TB)",
  "ld(1)",
].join(";");

/**
 * Returns the filter graph of a track. One branch makes the samples, the other logs the times at which they are
 * discontinuous. FFmpeg rebuilds the graph where the sample rate or the channels change.
 */
function trackGraph(track: number, at: number, sampleRate: number): string {
  return [
    `[0:a:${track}]asplit[all${at}][timed${at}]`,
    `[timed${at}]aselect='${DISCONTINUITY_FILTER}',ashowinfo@track${at},anullsink`,
    // Weights of the channels add up to 1, so that a mix of full-scale channels is not clipped.
    `[all${at}]aresample=${sampleRate}:rematrix_maxval=1,aformat=channel_layouts=stereo[heard${at}]`,
  ].join(";");
}

/** Places the decoded samples of tracks at their positions in time. */
class HeardTracks {
  readonly #timesFrom: Container["timesFrom"];
  readonly #timelines: readonly Timeline[];
  readonly #channels: readonly ChannelMixer[];
  readonly #isMono: boolean[];
  readonly #channel: ReadChannel;
  readonly #onChannels: FfmpegRun["onChannels"];
  readonly #mixer: TrackMixer;
  /** First time of any track of the file, decoded or not; undefined until FFmpeg has logged it, or if it cannot. */
  #startSeconds: number | undefined;

  constructor(tracks: number, { recording, sampleRate, write, channel, onChannels }: FfmpegRun) {
    this.#channel = channel;
    this.#onChannels = onChannels;
    const all = Array.from({ length: tracks });
    this.#timesFrom = containerOf(recording.first)?.timesFrom;
    this.#timelines = all.map(() => new Timeline(sampleRate));
    this.#channels = all.map(() => new ChannelMixer(CHANNELS));
    this.#isMono = all.map(() => false);
    this.#mixer = new TrackMixer(tracks, sampleRate, write);
  }

  /** Handles a line of the log; the samples before it have been written already, those whose time it states have not. */
  onLine(line: string): void {
    const start = /^ {2}Duration: .*, start: (-?[\d.]+)/.exec(line);
    if (start !== null) this.#startSeconds = Number(start[1]);
    const match = DISCONTINUOUS_FRAME.exec(line);
    if (match === null) return;
    const [at = 0, pts = 0, channels = 0, rate = 1] = match.slice(1).map(Number);
    this.#isMono[at] = channels === 1;
    if (at === 0) this.#onChannels(channels);
    if (this.#timesFrom === undefined) return;
    const seconds = pts / rate;
    this.#startSeconds ??= seconds;
    const originSeconds = this.#timesFrom === "zero" ? 0 : this.#startSeconds;
    const silence = this.#timelines[at]!.silenceBefore(seconds - originSeconds);
    this.#timelines[at]!.advance(silence);
    this.#mixer.addSilence(at, silence);
  }

  onBytes(at: number, bytes: Uint8Array): void {
    const samples = new Float32Array(new Uint8Array(bytes).buffer);
    const mono = new Float32Array(samples.length / CHANNELS);
    const gain = this.#isMono[at] === true ? MONO_GAIN : 1;
    if (this.#channel === "mixed") this.#channels[at]!.mix(samples, gain, mono);
    else takeChannel(samples, CHANNELS, this.#channel, gain, mono);
    this.#timelines[at]!.advance(mono.length);
    this.#mixer.add(at, mono);
  }

  end(): void {
    this.#mixer.end();
  }
}
