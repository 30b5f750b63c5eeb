import { closeSync, openSync, readSync } from "node:fs";

/** Numbers of the fields on the way to an output's size, in the format of ONNX (onnx.proto, a protocol buffer). */
const GRAPH = 7;
const OUTPUT = 12;
const TYPE = 2;
const TENSOR_TYPE = 1;
const SHAPE = 2;
const DIMENSION = 1;
const SIZE = 1;

/** A field: a number, or the place of the bytes that it holds. */
interface Field {
  readonly number: number;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** The longest key and number of a field. */
const HEAD_BYTES = 20;
const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;

/**
 * Returns the last dimension of the first output of an ONNX file, undefined where the file leaves it open or is none.
 *
 * It reads the heads of fields alone: the weights between them may be larger than memory.
 */
export function outputSize(file: string): number | undefined {
  const descriptor = openSync(file, "r");
  try {
    const path = [GRAPH, OUTPUT, TYPE, TENSOR_TYPE, SHAPE];
    let place: Field | undefined = { number: 0, value: 0, start: 0, end: Infinity };
    for (const number of path) {
      place = place && first(fields(descriptor, place), number);
    }
    if (place === undefined) return undefined;
    const last = [...fields(descriptor, place)].findLast(({ number }) => number === DIMENSION);
    return last && first(fields(descriptor, last), SIZE)?.value;
  } finally {
    closeSync(descriptor);
  }
}

function first(all: Iterable<Field>, wanted: number): Field | undefined {
  for (const field of all) if (field.number === wanted) return field;
  return undefined;
}

function* fields(descriptor: number, { start, end }: Field): Generator<Field> {
  const head = Buffer.alloc(HEAD_BYTES);
  let at = start;
  while (at < end) {
    const read = readSync(descriptor, head, 0, HEAD_BYTES, at);
    if (read === 0) return;
    const key = varint(head, 0);
    const value = varint(head, key.bytes);
    const number = Math.floor(key.value / 8);
    const headEnd = at + key.bytes + value.bytes;
    switch (key.value % 8) {
      case VARINT:
        yield { number, value: value.value, start: headEnd, end: headEnd };
        at = headEnd;
        break;
      case LENGTH:
        yield { number, value: 0, start: headEnd, end: headEnd + value.value };
        at = headEnd + value.value;
        break;
      case EIGHT_BYTES:
        at += key.bytes + 8;
        break;
      case FOUR_BYTES:
        at += key.bytes + 4;
        break;
      default:
        return;
    }
  }
}

/** A number in base 128, its least part first; the highest bit of a byte says that another follows. */
function varint(from: Buffer, start: number): { readonly value: number; readonly bytes: number } {
  let value = 0;
  let bytes = 0;
  for (let byte = 0x80; byte >= 0x80 && start + bytes < from.length; bytes += 1) {
    byte = from[start + bytes]!;
    value += (byte % 0x80) * 0x80 ** bytes;
  }
  return { value, bytes };
}
