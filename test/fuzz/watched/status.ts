/** The status API with its admin API on an embedded database; tells its parent where it is, and how long it was held. */

import { pino } from "pino";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { startStatusApi } from "#status-api/server.ts";
import { answerParent } from "./parent-watch.ts";

const { DATA_DIR: dataDirectory = "", STATUS_ADMIN_TOKEN: adminToken } = process.env;

const database = await openStatusDatabase({ dataDirectory });
const api = await startStatusApi({
  db: database.db,
  host: "127.0.0.1",
  port: 0,
  adminToken,
  logger: pino({ level: "silent" }),
});
process.once("SIGTERM", async () => {
  await api.stop();
  await database.close();
  process.exit();
});
answerParent();
process.send?.({ type: "listening", url: api.url });
