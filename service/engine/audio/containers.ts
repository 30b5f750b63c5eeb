/** An audio file format; an entry of `CONTAINERS`. */
export interface Container {
  /** Name in error messages. */
  readonly name: string;
  /** Returns whether these first bytes of a file, `RECOGNISING_BYTES` if it has as many, begin this format. */
  readonly isBegunBy: (bytes: Uint8Array) => boolean;
  /** FFmpeg's names of the demuxers that read it. */
  readonly demuxers: readonly string[];
  /** Origin of its timestamps; absent for formats without timestamps, whose samples only have an order. */
  readonly timesFrom?: "zero" | "the first of them";
}

/** Number of bytes that is enough to recognise any format. */
export const RECOGNISING_BYTES = 4096;

/** Start of an MPEG-1 or MPEG-2 pack: the start code, and the bits of the version. Raw samples may contain the code alone. */
const PACK = { mark: "\u0000\u0000\u0001\u00ba", mpeg1: 0x20, mpeg2: 0x40 };

const ISO_BOXES: ReadonlySet<string> = new Set(["ftyp", "styp", "moov", "moof", "mdat", "wide"]);
const ASF_ID = "\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011";
const FIRST = "the first of them";
const TRANSPORT_PACKET_BYTES = 188;

/** All file formats that audio is read from. */
export const CONTAINERS: readonly Container[] = [
  { name: "WAV", isBegunBy: isWav, demuxers: ["wav"] },
  {
    name: "WebM or Matroska",
    isBegunBy: startsWith("\u001a\u0045\u00df\u00a3"),
    demuxers: ["matroska", "webm"],
    timesFrom: "zero",
  },
  {
    name: "MP4, M4A or 3GP",
    isBegunBy: (bytes) => ISO_BOXES.has(latin1(bytes, 4, 4)),
    demuxers: ["mov", "mp4", "m4a", "3gp", "3g2", "mj2"],
    timesFrom: "zero",
  },
  { name: "Ogg", isBegunBy: startsWith("OggS"), demuxers: ["ogg"], timesFrom: FIRST },
  { name: "FLAC", isBegunBy: startsWith("fLaC"), demuxers: ["flac"] },
  { name: "MP3", isBegunBy: (bytes) => isId3(bytes) || isMpegAudio(bytes), demuxers: ["mp3"] },
  { name: "AAC", isBegunBy: isAdts, demuxers: ["aac"] },
  { name: "AC-3", isBegunBy: isAc3, demuxers: ["ac3", "eac3"] },
  { name: "AIFF", isBegunBy: isAiff, demuxers: ["aiff"] },
  { name: "CAF", isBegunBy: startsWith("caff\u0000\u0001"), demuxers: ["caf"] },
  { name: "AU", isBegunBy: startsWith(".snd"), demuxers: ["au"] },
  { name: "Wave64", isBegunBy: startsWith("riff\u002e\u0091\u00cf\u0011"), demuxers: ["w64"] },
  { name: "AMR", isBegunBy: startsWith("#!AMR"), demuxers: ["amr"] },
  { name: "WMA", isBegunBy: startsWith(ASF_ID), demuxers: ["asf"], timesFrom: FIRST },
  {
    name: "AVI",
    isBegunBy: (bytes) => isRiff(bytes, "AVI "),
    demuxers: ["avi"],
  },
  { name: "FLV", isBegunBy: startsWith("FLV\u0001"), demuxers: ["flv"], timesFrom: FIRST },
  { name: "MPEG-TS", isBegunBy: isTransportStream, demuxers: ["mpegts"], timesFrom: FIRST },
  { name: "MPEG", isBegunBy: isProgramStream, demuxers: ["mpeg"], timesFrom: FIRST },
  { name: "VOC", isBegunBy: startsWith("Creative Voice File"), demuxers: ["voc"] },
  { name: "SPHERE", isBegunBy: startsWith("NIST_1A"), demuxers: ["nistsphere"] },
  { name: "WavPack", isBegunBy: startsWith("wvpk"), demuxers: ["wv"] },
  { name: "Monkey's Audio", isBegunBy: startsWith("MAC "), demuxers: ["ape"] },
  { name: "True Audio", isBegunBy: startsWith("TTA1"), demuxers: ["tta"] },
];

/** Returns the format of a file with these first bytes; undefined if it is none of them. */
export function containerOf(bytes: Uint8Array): Container | undefined {
  return CONTAINERS.find(({ isBegunBy }) => isBegunBy(bytes));
}

function startsWith(mark: string): (bytes: Uint8Array) => boolean {
  return (bytes) => latin1(bytes, 0, mark.length) === mark;
}

/** Returns whether a file with these first bytes is a WAV file. */
export function isWav(bytes: Uint8Array): boolean {
  return isRiff(bytes, "WAVE");
}

const RIFF_KINDS: ReadonlySet<string> = new Set(["RIFF", "RIFX", "RF64", "BW64"]);

function isRiff(bytes: Uint8Array, form: string): boolean {
  return RIFF_KINDS.has(latin1(bytes, 0, 4)) && latin1(bytes, 8, 4) === form;
}

function isAiff(bytes: Uint8Array): boolean {
  return latin1(bytes, 0, 4) === "FORM" && /^AIF[FC]$/.test(latin1(bytes, 8, 4));
}

/** ID3 tags precede MP3, and other formats as well. */
function isId3(bytes: Uint8Array): boolean {
  const [, , , version = 0xff, revision = 0xff] = bytes;
  return latin1(bytes, 0, 3) === "ID3" && version < 0xff && revision < 0xff;
}

function isProgramStream(bytes: Uint8Array): boolean {
  const [, , , , kind = 0] = bytes;
  const isKind = (kind & 0xf0) === PACK.mpeg1 || (kind & 0xc0) === PACK.mpeg2;
  return isKind && startsWith(PACK.mark)(bytes);
}

function isTransportStream(bytes: Uint8Array): boolean {
  return [0, 1, 2].every((packet) => bytes[packet * TRANSPORT_PACKET_BYTES] === 0x47);
}

/** Bit rates of Layer III in kbit/s by the index in a frame header, for MPEG-1 and for MPEG-2. */
const MP3_KBPS = [
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
] as const;
const MP3_HZ = [44_100, 48_000, 32_000];

/** Requires two consecutive frame headers, because two bytes of raw samples may look like one by chance. */
function isMpegAudio(bytes: Uint8Array): boolean {
  const first = mp3FrameBytes(bytes, 0);
  return first > 0 && mp3FrameBytes(bytes, first) > 0;
}

/** Returns the bytes of the Layer III frame that begins at `at`; 0 if none does. */
function mp3FrameBytes(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, rates = 0] = bytes.subarray(at, at + 3);
  const version = (kind >> 3) & 3;
  const isLayer3 = ((kind >> 1) & 3) === 1;
  if (sync !== 0xff || (kind & 0xe0) !== 0xe0 || !isLayer3 || version === 1) return 0;
  const kbps = MP3_KBPS[version === 3 ? 0 : 1][rates >> 4] ?? 0;
  const hz = (MP3_HZ[(rates >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  if (kbps === 0 || hz === 0) return 0;
  const perFrame = version === 3 ? 144_000 : 72_000;
  return Math.floor((perFrame * kbps) / hz) + ((rates >> 1) & 1);
}

function isAdts(bytes: Uint8Array): boolean {
  const first = adtsFrameBytes(bytes, 0);
  return first > 0 && adtsFrameBytes(bytes, first) > 0;
}

function adtsFrameBytes(bytes: Uint8Array, at: number): number {
  const [sync = 0, kind = 0, , high = 0, middle = 0, low = 0] = bytes.subarray(at, at + 7);
  if (sync !== 0xff || (kind & 0xf6) !== 0xf0) return 0;
  const length = ((high & 3) << 11) | (middle << 3) | (low >> 5);
  return length > 7 ? length : 0;
}

/** Bit rates of AC-3 in kbit/s by half the index in a frame header, and bytes of a frame per kbit/s at 48, 44.1 and 32 kHz. */
const AC3_KBPS = [
  32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
];
const AC3_BYTES_PER_KBPS = [4, 640 / 147, 6];

function isAc3(bytes: Uint8Array): boolean {
  const isFrameAt = (at: number) => bytes[at] === 0x0b && bytes[at + 1] === 0x77;
  const rates = bytes[4] ?? 0xff;
  const kbps = AC3_KBPS[(rates & 0x3f) >> 1] ?? 0;
  const length = Math.floor((kbps * (AC3_BYTES_PER_KBPS[rates >> 6] ?? 0)) / 2) * 2;
  return length > 0 && isFrameAt(0) && (isFrameAt(length) || isFrameAt(length + 2));
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + length));
}
