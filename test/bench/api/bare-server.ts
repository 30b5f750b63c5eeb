/** A bare fastify with one route: `node bare-server.ts PORT FILE` sends what is in FILE, as JSON, at every GET /. */

import { readFileSync } from "node:fs";
import Fastify from "fastify";

const [port, file] = process.argv.slice(2);
if (port === undefined || file === undefined) throw new Error("usage: bare-server.ts PORT FILE");
const body = readFileSync(file, "utf8");
const app = Fastify();
app.get("/", (_request, reply) => reply.type("application/json; charset=utf-8").send(body));
await app.listen({ host: "127.0.0.1", port: Number(port) });
