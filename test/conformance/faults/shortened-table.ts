/** Bytes that begin the fields of a TensorProto: dims, doc_string and raw_data (onnx.proto). */
const TAGS = { dims: "\\x08", docString: 0x62 };
const VARINT = "([\\x80-\\xff]*[\\x00-\\x7f])";

/**
 * Takes the last rows off a table of an ONNX network, so that every run fails that looks them up.
 *
 * The file keeps its length: what was the rows becomes a comment. Throws where there is no such table of two
 * dimensions that keeps its values in raw_data.
 */
export function withoutLastRows(network: Buffer, table: string, rows: number): Buffer {
  const name = table.replaceAll(".", "\\.");
  const tensor = new RegExp(
    `${TAGS.dims}${VARINT}${TAGS.dims}${VARINT}\\x10[^]\\x42[^]${name}[\\w.]*\\x4a${VARINT}`,
  );
  // In latin1 every byte is a character.
  const found = tensor.exec(network.toString("latin1"));
  if (found === null) throw new Error(`the network has no table ${table}`);
  const [head, count = "", , length = ""] = found;
  const had = { rows: numberOf(count), bytes: numberOf(length) };
  const bytes = (had.bytes / had.rows) * (had.rows - rows);
  const end = found.index + head.length;
  const changed = Buffer.from(network);
  changed.write(varint(had.rows - rows, count.length), found.index + 1, "latin1");
  changed.write(varint(bytes, length.length), end - length.length, "latin1");
  const comment = Buffer.from(changed.subarray(end + bytes, end + had.bytes).fill(" "));
  const lengthBytes = comment.length > 16_384 ? 3 : 2;
  comment[0] = TAGS.docString;
  comment.write(varint(comment.length - 1 - lengthBytes, lengthBytes), 1, "latin1");
  comment.copy(changed, end + bytes);
  return changed;
}

function numberOf(digits: string): number {
  const bytes = Buffer.from(digits, "latin1");
  return bytes.reduceRight((value, byte) => value * 128 + (byte & 127), 0);
}

/** A number in as many bytes of seven bits as there is room for; all but the last one say that more follow. */
function varint(value: number, length: number): string {
  const bytes = Array.from({ length }, (_, at) => {
    const digit = Math.floor(value / 128 ** at) % 128;
    return at < length - 1 ? digit + 128 : digit;
  });
  return String.fromCharCode(...bytes);
}
