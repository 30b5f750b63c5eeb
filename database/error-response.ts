/**
 * Returns a PostgreSQL ErrorResponse message of severity FATAL, which ends a connection.
 *
 * https://www.postgresql.org/docs/current/protocol-error-fields.html
 */
export function errorResponse(code: string, message: string): Buffer {
  const fields = { S: "FATAL", V: "FATAL", C: code, M: message };
  const text = Object.entries(fields).map(([field, value]) => `${field}${value}\0`);
  const body = Buffer.from(`${text.join("")}\0`);
  const head = Buffer.from("E\0\0\0\0");
  head.writeUInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}
