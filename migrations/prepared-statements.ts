import { type messages, parse, type PGlite, protocol, type Results } from "@electric-sql/pglite";
import type { PGliteDialectConfig } from "kysely";

/** The part of PGlite that Kysely uses. */
type QueriedPGlite = Exclude<PGliteDialectConfig["pglite"], (...args: never) => unknown>;

/** What the database keeps of a query: it is parsed once, and planned as long as the values change the plan. */
interface Statement {
  readonly name: string;
  /** The type of each value. */
  readonly typeIds: readonly number[];
  /** The columns of its rows, in a list that is empty for one without rows. */
  readonly columns: readonly messages.BackendMessage[];
}

/** Each takes some ten kilobytes. */
const KEPT_STATEMENTS = 200;
/** Longer ones are lists of values, of another length each time. */
const LONGEST_KEPT = 5_000;

const { bind, close, describe, execute, parse: prepare, sync } = protocol.serialize;

/**
 * Lets Kysely query `pglite`, which itself parses and plans every query anew, with statements that are prepared once.
 * Kysely is to be its only user, and nothing may change tables that are queried.
 */
export function withPreparedStatements(pglite: PGlite): QueriedPGlite {
  const statements = new Map<string, Statement>();
  let prepared = 0;

  /** Sends messages up to a sync, also after a fault: without it every later message would be passed over. */
  async function send(...parts: readonly Uint8Array[]): Promise<messages.BackendMessage[]> {
    return pglite.execProtocolStream(Buffer.concat([...parts, sync()]), { syncToFs: false });
  }

  async function statementOf(text: string): Promise<Statement> {
    const kept = statements.get(text);
    statements.delete(text);
    const statement = kept ?? (await prepareStatement(text));
    // The one that was used last is the last of the map.
    statements.set(text, statement);
    if (statements.size > KEPT_STATEMENTS) await forgetOldest();
    return statement;
  }

  async function forgetOldest(): Promise<void> {
    const [text, { name }] = statements.entries().next().value!;
    statements.delete(text);
    await send(close({ type: "S", name }));
  }

  async function prepareStatement(text: string): Promise<Statement> {
    const name = `s${++prepared}`;
    const told = await send(prepare({ name, text }), describe({ type: "S", name }));
    return {
      name,
      typeIds: parse.parseDescribeStatementResults(told),
      columns: told.filter((message) => message.name === "rowDescription"),
    };
  }

  async function run<Row>(text: string, values: readonly unknown[]): Promise<Results<Row>> {
    const { name, typeIds, columns } = await statementOf(text);
    const bound = values.map((value, index) => serialized(pglite, value, typeIds[index]));
    const answer = await send(bind({ statement: name, values: bound }), execute());
    const [results] = parse.parseResults([...columns, ...answer], pglite.parsers);
    return results as Results<Row>;
  }

  const queryOf =
    (plain: Pick<PGlite, "query">): QueriedPGlite["query"] =>
    (text, values = []) =>
      text.length > LONGEST_KEPT
        ? plain.query(text, values)
        : pglite.runExclusive(() => run(text, values));

  return {
    query: queryOf(pglite),
    transaction: (body) =>
      pglite.transaction((transaction) =>
        body({ query: queryOf(transaction), rollback: () => transaction.rollback() }),
      ),
    close: () => pglite.close(),
    waitReady: pglite.waitReady,
    get ready() {
      return pglite.ready;
    },
    get closed() {
      return pglite.closed;
    },
  };
}

function serialized(pglite: PGlite, value: unknown, typeId = 0): string | null {
  if (value === null || value === undefined) return null;
  // What PGlite has no rule for, above all an interval or a number, is written as it is.
  return pglite.serializers[typeId]?.(value) ?? String(value as string | number | bigint);
}
