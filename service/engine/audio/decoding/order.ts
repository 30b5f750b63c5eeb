import type { ReadChannel } from "../channels.ts";

/** Tells a decoder process how to decode the recording that follows. */
export interface DecodingOrder {
  /** Hz. */
  readonly sampleRate: number;
  readonly channel: ReadChannel;
}

/** Two numbers of 32 bits, little-endian: the sample rate, and the channel or -1 for all of them mixed. */
export const ORDER_BYTES = 8;
const MIXED = -1;

export function writeOrder({ sampleRate, channel }: DecodingOrder): Uint8Array {
  const order = Buffer.alloc(ORDER_BYTES);
  order.writeUInt32LE(sampleRate);
  order.writeInt32LE(channel === "mixed" ? MIXED : channel, 4);
  return order;
}

export function readOrder(order: Buffer): DecodingOrder {
  const channel = order.readInt32LE(4);
  return { sampleRate: order.readUInt32LE(0), channel: channel === MIXED ? "mixed" : channel };
}
