/** The target of the probes: `node target-server.ts PORT` answers every request with 200 and a small JSON document. */

import { createServer } from "node:http";

const body = Buffer.from(JSON.stringify({ status: "ok", version: "1.0.0" }));
const headers = { "content-type": "application/json", "content-length": body.length };
createServer((_request, response) => response.writeHead(200, headers).end(body)).listen(
  Number(process.argv[2]),
  "127.0.0.1",
);
