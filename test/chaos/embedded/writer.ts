/**
 * Writes into the embedded database of a DATA_DIR as fast as it can, several at a time: `writer.ts DATA_DIR FIRST`. Tells its parent
 * the number of each row once it is committed. Its parent ends it.
 */

import { openServiceDatabase } from "#migrations/service/open-service-database.ts";

const WRITERS = 4;

const [dataDirectory = "", first = ""] = process.argv.slice(2);

process.once("disconnect", () => process.exit());
const { db } = await openServiceDatabase({ dataDirectory });
let next = Number(first);
process.send?.({ opened: true });
const writing = Promise.all(
  Array.from({ length: WRITERS }, async () => {
    for (;;) {
      const number = next++;
      const [id, email] = [`acct_${number}`, `${number}@example.com`];
      // Two rows that belong together, as an account and its owner do.
      await db.transaction().execute(async (transaction) => {
        const created_at = new Date();
        await transaction.insertInto("accounts").values({ id, email, created_at }).execute();
        await transaction
          .insertInto("pronunciation_dictionaries")
          .values({ account_id: id, version: number })
          .execute();
      });
      process.send?.({ committed: number });
    }
  }),
);
// Of a database that was killed nothing more is acknowledged.
await writing.catch(() => process.exit());
