import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

/** Field numbers of the ONNX format (onnx.proto, a protocol buffer) on the way to the values that are read. */
const GRAPH = 7;
const INPUT = 11;
const OUTPUT = 12;
const NAME = 1;
const TYPE = 2;
const TENSOR_TYPE = 1;
const SHAPE = 2;
const DIMENSION = 1;
const SIZE = 1;

/** A field: the value of a varint, or else the byte range of the content. */
interface Field {
  readonly number: number;
  readonly value: number;
  readonly start: number;
  readonly end: number;
}

/** The longest key and varint of a field, 10 bytes each. */
const HEAD_BYTES = 20;
/** Longer names are cut off. */
const MAX_NAME_BYTES = 200;
const VARINT = 0;
const EIGHT_BYTES = 1;
const LENGTH = 2;
const FOUR_BYTES = 5;

/**
 * Returns the last dimension of the first output of an ONNX file; undefined where the file leaves it open or is not an ONNX
 * file.
 *
 * Only the heads of fields are read, because the weights between them may be larger than memory.
 */
export function outputSize(file: string): number | undefined {
  return withFile(file, (descriptor) => {
    let place = graphOf(descriptor);
    for (const number of [OUTPUT, TYPE, TENSOR_TYPE, SHAPE]) {
      place = place && first(fields(descriptor, place), number);
    }
    if (place === undefined) return undefined;
    const last = [...fields(descriptor, place)].findLast(({ number }) => number === DIMENSION);
    return last && first(fields(descriptor, last), SIZE)?.value;
  });
}

/** Returns the names of the inputs of an ONNX file; only some or none where the file is damaged or is not an ONNX file. */
export function inputNames(file: string): readonly string[] {
  return namesOf(file, INPUT);
}

/** Returns the names of the outputs, likewise. */
export function outputNames(file: string): readonly string[] {
  return namesOf(file, OUTPUT);
}

/**
 * Returns the bytes of an ONNX file with one more of its values among its outputs. Whoever reads a protocol buffer joins the
 * parts of a field that is written twice, so the output is appended to the graph behind all else.
 */
export async function bytesWithOutput(file: string, value: string): Promise<Uint8Array> {
  const appended = [GRAPH, OUTPUT, NAME].reduceRight(fieldBytes, Buffer.from(value));
  await using handle = await open(file);
  const { size } = await handle.stat();
  // One buffer for both: a copy of a large network would double the memory.
  const bytes = Buffer.allocUnsafe(size + appended.length);
  for (let at = 0; at < size;) {
    const { bytesRead } = await handle.read(bytes, at, size - at, at);
    if (bytesRead === 0) throw new Error(`${file} became shorter while it was read`);
    at += bytesRead;
  }
  appended.copy(bytes, size);
  return bytes;
}

function namesOf(file: string, wanted: number): readonly string[] {
  return withFile(file, (descriptor) => {
    const graph = graphOf(descriptor);
    const all = graph === undefined ? [] : [...fields(descriptor, graph)];
    return all
      .filter(({ number }) => number === wanted)
      .map((place) => textOf(descriptor, first(fields(descriptor, place), NAME)));
  });
}

function fieldBytes(content: Buffer, number: number): Buffer {
  return Buffer.concat([varintBytes(number * 8 + LENGTH), varintBytes(content.length), content]);
}

function varintBytes(value: number): Buffer {
  const rest = Math.floor(value / 0x80);
  return rest === 0
    ? Buffer.from([value])
    : Buffer.concat([Buffer.from([(value % 0x80) + 0x80]), varintBytes(rest)]);
}

function withFile<Found>(file: string, find: (descriptor: number) => Found): Found {
  const descriptor = openSync(file, "r");
  try {
    return find(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

function graphOf(descriptor: number): Field | undefined {
  return first(fields(descriptor, { number: 0, value: 0, start: 0, end: Infinity }), GRAPH);
}

function textOf(descriptor: number, place: Field | undefined): string {
  if (place === undefined) return "";
  const bytes = Buffer.alloc(Math.min(place.end - place.start, MAX_NAME_BYTES));
  return bytes.toString("utf8", 0, readSync(descriptor, bytes, 0, bytes.length, place.start));
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

/** Reads a base-128 varint, least significant group first; the highest bit of a byte means that another follows. */
function varint(from: Buffer, start: number): { readonly value: number; readonly bytes: number } {
  let value = 0;
  let bytes = 0;
  for (let byte = 0x80; byte >= 0x80 && start + bytes < from.length; bytes += 1) {
    byte = from[start + bytes]!;
    value += (byte % 0x80) * 0x80 ** bytes;
  }
  return { value, bytes };
}
