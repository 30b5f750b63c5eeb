import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { openServiceDatabase } from "#migrations/service/open-service-database.ts";
import { openStatusDatabase } from "#migrations/status/open-status-database.ts";
import { describeWithPostgresql } from "../../support/databases/every-database.ts";
import { startBeforePostgres } from "../../support/servers/before-postgres.ts";
import { type KeyPair, startCertificateAuthority } from "../../support/servers/certificates.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const dataDirectory = "unused";
const waited: object[] = [];
/** As a program opens its database: what is away is waited for. */
const waiting = {
  log: { warn: (details: object) => void waited.push(details), info: () => undefined },
};

/** The one line that a program ends with when it is given this address. */
async function lineOf(url: string): Promise<string> {
  const opening = openStatusDatabase({ url, dataDirectory }, waiting);
  const error = await opening.then(
    async (opened) => {
      await opened.close();
      throw new Error("it was opened, or is waited for");
    },
    (reason: unknown) => reason as Error,
  );
  expect(error.name).toBe("DatabaseOpenError");
  expect(error.message).not.toMatch(/\n|s3cret/);
  return error.message;
}

describeWithPostgresql(
  "a database that lets nobody in ends the program with what mends it:",
  (server) => {
    let url: string;
    const as = (role: string, database: string) => database.replace("postgres@", `${role}:s3cret@`);
    const administer = async (database: string, ...statements: string[]): Promise<void> => {
      const client = new pg.Client({ connectionString: database });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };
    beforeAll(async () => {
      url = await server().createDatabase();

      await administer(url, "create role prober login password 's3cret'");
    });

    test("no such database, no such role", async () => {
      expect(await lineOf(`${url}_not`)).toMatch(
        /does not exist; .*CREATE DATABASE.*STATUS_DATABASE_URL$/,
      );
      expect(await lineOf(as("nobody", url))).toMatch(
        /STATUS_DATABASE_URL takes another user or password$/,
      );
    });

    test("TLS that the server has not, a mode that there is not, a file that is not there", async () => {
      expect(await lineOf(`${url}?sslmode=require`)).toMatch(/does not support SSL.*; turn TLS on/);
      expect(await lineOf(`${url}?sslmode=requird`)).toMatch(
        /^STATUS_DATABASE_URL has sslmode=requird; it takes one of disable, .*verify-full/,
      );
      for (const file of ["/nope/ca.pem", import.meta.dirname]) {
        expect(await lineOf(`${url}?sslmode=verify-full&sslrootcert=${file}`)).toMatch(
          /^STATUS_DATABASE_URL has sslrootcert=.*, which cannot be read \((ENOENT|EISDIR)\)$/,
        );
      }
    });

    test("certificates of an authority that nobody knows, for another name, of before", async () => {
      await using authority = await startCertificateAuthority();
      const { port } = new URL(url);
      const behind = async (pair: KeyPair, more: string, line: RegExp | undefined) => {
        await using tls = await startBeforePostgres(Number(port), { pair });
        const address = `${url.replace(/127\.0\.0\.1:\d+/, `localhost:${tls.port}`)}?${more}`;
        const said = line === undefined ? await openedAt(address) : await lineOf(address);
        expect(said).toMatch(line ?? /^opened$/);
      };
      const openedAt = async (address: string) => {
        await using opened = await openStatusDatabase({ url: address, dataDirectory }, waiting);
        await opened.reached;
        return "opened";
      };
      await using home = await temporaryDirectory("authority");
      const ca = join(home.path, "ca.pem");
      await writeFile(ca, authority.certificate);
      const trusted = `sslmode=verify-full&sslrootcert=${ca}`;
      const good = await authority.issue({ name: "localhost", daysLeft: 30 });
      await behind(good, "sslmode=require", /; name its authority as sslrootcert=FILE in STATUS_/);
      await behind(good, "sslmode=no-verify", undefined);
      await behind(good, trusted, undefined);
      const other = await authority.issue({ name: "db.example.com", daysLeft: 30 });
      await behind(
        other,
        trusted,
        /; STATUS_DATABASE_URL takes the name that the certificate is for/,
      );
      const old = await authority.issue({ name: "localhost", daysLeft: -1 });
      await behind(old, trusted, /; renew the certificate of the server$/);
    });

    test("a pooler that does not know our parameters", async () => {
      await using pooler = await startBeforePostgres(Number(new URL(url).port), {
        refusing: {
          when: "statement_timeout",
          code: "08P01",
          message: "unsupported startup parameter: statement_timeout",
        },
      });
      const line = await lineOf(url.replace(/:\d+\//, `:${pooler.port}/`));
      expect(line).toMatch(
        /; PgBouncer takes ignore_startup_parameters = statement_timeout, idle_/,
      );
    });

    test("no rights: in an empty database, beside an owner, and the commands it names give them", async () => {
      const empty = await server().createDatabase();
      const asProber = as("prober", empty);
      const line = await lineOf(asProber);
      expect(line).toMatch(
        /permission denied for schema public; the role prober lacks rights in test_\d+: /,
      );
      expect(line).toMatch(/run GRANT CREATE, USAGE ON SCHEMA public TO prober$/);
      {
        await using opened = await openStatusDatabase({ url: empty, dataDirectory });
        expect(opened.system).toBe("server");
      }
      const beside = await lineOf(asProber);
      expect(beside).toMatch(/permission denied for table kysely_migration/);
      await administer(
        url,
        "grant select, insert, update, delete on kysely_migration, kysely_migration_lock to prober",
      );
      const further = await lineOf(asProber);
      expect(further).toMatch(/permission denied for table \w+; the role prober lacks rights/);
      const [, commands = ""] = /run (GRANT .*; ALTER ROLE .*)$/.exec(further) ?? [];
      await administer(empty, ...commands.split("; "));
      await using opened = await openStatusDatabase({ url: asProber, dataDirectory }, waiting);
      await opened.reached;
      await opened.db.schema.createTable("made_by_the_prober").execute();
    });

    test("the database of the other program, or of a newer release", async () => {
      const other = await server().createDatabase();
      {
        await using service = await openServiceDatabase({ url: other, dataDirectory });
        expect(service.system).toBe("server");
      }
      expect(await lineOf(other)).toMatch(
        /test_\d+: the database schema could not be brought up to date: this is the database of another program.*SERVICE_DATABASE_URL and STATUS_DATABASE_URL/,
      );
      const ours = await server().createDatabase();
      {
        await using opened = await openStatusDatabase({ url: ours, dataDirectory });
        await opened.close();
      }
      await administer(ours, "insert into kysely_migration values ('999-newer', now())");
      expect(await lineOf(ours)).toMatch(
        /could not be brought up to date: a newer release has brought it to "999-newer"/,
      );
    });

    test("and what goes away by itself is waited for, with the reason", async () => {
      const away = url.replace(/:\d+\//, ":1/");
      await using opened = await openStatusDatabase({ url: away, dataDirectory }, waiting);
      expect(waited).toEqual([{ reason: expect.stringContaining("ECONNREFUSED") }]);
      opened.reached.catch(() => undefined);
    });
  },
);
