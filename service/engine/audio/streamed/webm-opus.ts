import { PendingBytes, undecodable, type PacketReader } from "./packets.ts";

/** Elements of Matroska, https://www.rfc-editor.org/rfc/rfc9559, by their ids. */
const SEGMENT = 0x18538067;
const CLUSTER = 0x1f43b675;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_NUMBER = 0xd7;
const CODEC = 0x86;
const BLOCK_GROUP = 0xa0;
const BLOCK = 0xa1;
const SIMPLE_BLOCK = 0xa3;

/** Elements whose content is read; recorders leave the size of some of them open. */
const OPENED: ReadonlySet<number> = new Set([SEGMENT, CLUSTER, TRACKS, TRACK_ENTRY, BLOCK_GROUP]);
const READ: ReadonlySet<number> = new Set([TRACK_NUMBER, CODEC, BLOCK, SIMPLE_BLOCK]);
const OPUS = "A_OPUS";
/** Many times the size of an Opus block. */
const MAX_READ_BYTES = 256 * 1024;
const MAX_ID_BYTES = 4;
const MAX_SIZE_BYTES = 8;
/** The timestamp and the flags of a block. */
const BLOCK_HEAD_BYTES = 3;
const LACING = 0b110;

/** A number, and how many bytes it takes. */
interface Variable {
  readonly value: number;
  readonly bytes: number;
}

/** Reads Opus from WebM, as browsers record it; of several tracks, the first one of Opus. */
export class WebmOpus implements PacketReader {
  readonly #pending = new PendingBytes();
  /** Bytes of a skipped element that have not arrived yet. */
  #skip = 0;
  /** Number of the track entry that is being read, and of the Opus track. */
  #number: number | undefined;
  #track: number | undefined;

  push(bytes: Uint8Array): readonly Uint8Array[] {
    const skipped = Math.min(this.#skip, bytes.length);
    this.#skip -= skipped;
    this.#pending.push(bytes.subarray(skipped));
    const packets: Uint8Array[] = [];
    for (;;) {
      const found = this.#element();
      if (found === undefined) return packets;
      const packet = this.#read(found.id, found.content);
      if (packet !== undefined) packets.push(packet);
    }
  }

  /** Takes the next element, with its content if it is one of `READ`; undefined until enough of it has arrived. */
  #element(): { readonly id: number; readonly content: Buffer } | undefined {
    const waiting = this.#pending.peek();
    const id = idAt(waiting);
    const size = id === undefined ? undefined : sizeAt(waiting, id.bytes);
    if (id === undefined || size === undefined) return undefined;
    const head = id.bytes + size.bytes;
    if (OPENED.has(id.value)) {
      this.#pending.take(head);
      return { id: id.value, content: Buffer.alloc(0) };
    }
    if (!READ.has(id.value)) {
      if (size.value === Infinity) throw undecodable("damaged WebM");
      this.#skip = head + size.value - this.#pending.take(head + size.value).length;
      return { id: id.value, content: Buffer.alloc(0) };
    }
    if (size.value > MAX_READ_BYTES) throw undecodable("damaged WebM");
    if (waiting.length < head + size.value) return undefined;
    return { id: id.value, content: this.#pending.take(head + size.value).subarray(head) };
  }

  #read(id: number, content: Buffer): Uint8Array | undefined {
    switch (id) {
      case TRACK_ENTRY:
        this.#number = undefined;
        return undefined;
      case TRACK_NUMBER:
        this.#number =
          content.length === 0 ? undefined : content.readUIntBE(0, Math.min(content.length, 6));
        return undefined;
      case CODEC:
        if (content.toString("latin1").startsWith(OPUS)) this.#track ??= this.#number;
        return undefined;
      case CLUSTER:
        if (this.#track === undefined) throw undecodable("WebM without Opus");
        return undefined;
      case BLOCK:
      case SIMPLE_BLOCK:
        return this.#packetOf(content);
    }
    return undefined;
  }

  #packetOf(block: Buffer): Uint8Array | undefined {
    const track = sizeAt(block, 0);
    if (track === undefined || track.value !== this.#track) return undefined;
    const start = track.bytes + BLOCK_HEAD_BYTES;
    const flags = block[start - 1] ?? 0;
    if ((flags & LACING) !== 0) throw undecodable("WebM with several packets in a block");
    return block.subarray(start);
  }
}

/** Reads an element's id, including its length marker; undefined if it is incomplete. */
function idAt(bytes: Buffer): Variable | undefined {
  if (bytes.length === 0) return undefined;
  const length = Math.clz32(bytes[0]!) - 23;
  if (length > MAX_ID_BYTES) throw undecodable("damaged WebM");
  return bytes.length < length ? undefined : { value: bytes.readUIntBE(0, length), bytes: length };
}

/** Reads a variable-length integer; undefined if it is incomplete, Infinity for the unknown size, which has all bits set. */
function sizeAt(bytes: Buffer, at: number): Variable | undefined {
  if (bytes.length <= at) return undefined;
  const length = Math.clz32(bytes[at]!) - 23;
  if (length > MAX_SIZE_BYTES) throw undecodable("damaged WebM");
  if (bytes.length < at + length) return undefined;
  const mask = 0xff >> length;
  let value = bytes[at]! & mask;
  let isOpen = value === mask;
  for (let place = at + 1; place < at + length; place += 1) {
    value = value * 256 + bytes[place]!;
    isOpen &&= bytes[place] === 0xff;
  }
  return { value: isOpen ? Infinity : value, bytes: length };
}
