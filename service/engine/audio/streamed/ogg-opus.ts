import { PendingBytes, undecodable, type PacketReader } from "./packets.ts";

/** https://www.rfc-editor.org/rfc/rfc3533#section-6 */
const HEADER_BYTES = 27;
const SEGMENTS_AT = 26;
const SERIAL_AT = 14;
const FLAGS_AT = 5;
const CONTINUED = 1;
const FULL_SEGMENT = 255;
const MARK = "OggS";
const HEAD = "OpusHead";
/** Packets before the audio: the head and the comments. */
const HEAD_PACKETS = 2;
/** Comments may contain a picture; no audio packet is nearly as large. */
const MAX_PACKET_BYTES = 1024 * 1024;

/** Reads Opus from Ogg pages (RFC 7845); of several streams, the first one of Opus. */
export class OggOpus implements PacketReader {
  readonly #pending = new PendingBytes();
  /** The serial number of the stream that is read. */
  #serial: number | undefined;
  #packets = 0;
  /** The beginning of a packet that goes on in the next page. */
  #begun: Buffer[] = [];
  #begunBytes = 0;

  push(bytes: Uint8Array): readonly Uint8Array[] {
    this.#pending.push(bytes);
    const packets: Uint8Array[] = [];
    for (let page = this.#page(); page !== undefined; page = this.#page()) {
      packets.push(...this.#packetsOf(page));
    }
    return packets;
  }

  /** Takes the next page, if it has arrived completely. */
  #page(): Buffer | undefined {
    const waiting = this.#pending.peek();
    if (waiting.length < HEADER_BYTES) return undefined;
    if (waiting.toString("latin1", 0, MARK.length) !== MARK) throw undecodable("damaged Ogg");
    const segments = waiting[SEGMENTS_AT]!;
    if (waiting.length < HEADER_BYTES + segments) return undefined;
    let size = HEADER_BYTES + segments;
    for (let at = HEADER_BYTES; at < HEADER_BYTES + segments; at += 1) size += waiting[at]!;
    return waiting.length < size ? undefined : this.#pending.take(size);
  }

  #packetsOf(page: Buffer): readonly Uint8Array[] {
    const serial = page.readUInt32LE(SERIAL_AT);
    const segments = page[SEGMENTS_AT]!;
    let at = HEADER_BYTES + segments;
    if (this.#serial === undefined && page.toString("latin1", at, at + HEAD.length) === HEAD) {
      this.#serial = serial;
    }
    if (this.#serial === undefined) throw undecodable("Ogg without Opus");
    if (serial !== this.#serial) return [];
    if ((page[FLAGS_AT]! & CONTINUED) === 0) this.#forget();
    const packets: Uint8Array[] = [];
    for (let segment = 0; segment < segments; segment += 1) {
      const size = page[HEADER_BYTES + segment]!;
      this.#begun.push(page.subarray(at, at + size));
      this.#begunBytes += size;
      at += size;
      if (this.#begunBytes > MAX_PACKET_BYTES) throw undecodable("a packet that is too large");
      if (size === FULL_SEGMENT) continue;
      this.#packets += 1;
      if (this.#packets > HEAD_PACKETS) packets.push(Buffer.concat(this.#begun));
      this.#forget();
    }
    return packets;
  }

  #forget(): void {
    this.#begun = [];
    this.#begunBytes = 0;
  }
}
