/**
 * A bare fastify with one route: `node bare-server.ts PORT FILE` answers every GET / with the headers and the body in
 * FILE, or with 304 when the request names the ETag among them.
 */

import { readFileSync } from "node:fs";
import Fastify from "fastify";
import type { BareAnswer } from "./served-documents.ts";

const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) throw new Error("usage: bare-server.ts PORT FILE");
const { headers, body }: BareAnswer = JSON.parse(readFileSync(file, "utf8"));
const bytes = Buffer.from(body);
const { "content-type": contentType, ...rest } = headers;
const app = Fastify();
app.get("/", (request, reply) => {
  reply.headers(rest);
  if (request.headers["if-none-match"] === headers["etag"]) return reply.code(304).send();
  return reply.header("content-type", contentType).send(bytes);
});
await app.listen({ host: "127.0.0.1", port: Number(port) });
