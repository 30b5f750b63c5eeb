import { DAY_MS } from "#units/time.ts";
import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { temporaryDirectory } from "../temporary-directory.ts";

/** A key and its certificate, as PEM. */
export interface KeyPair {
  readonly key: string;
  readonly certificate: string;
}

/** What a certificate is to say. */
export interface CertificateWish {
  /** The one name that it is for. */
  readonly name: string;
  /** From now on; below zero it has expired. */
  readonly daysLeft: number;
  /** From now on, in place of a day ago. */
  readonly startsInDays?: number;
  /** What it says besides, as openssl writes it, in place of its name as `subjectAltName`. */
  readonly extensions?: string;
}

/** Issues certificates by openssl; whoever trusts `certificate` trusts them. */
export interface CertificateAuthority extends AsyncDisposable {
  readonly certificate: string;
  /** Issued by the authority, or by a certificate of it, which then follows it in the chain. */
  issue(wish: CertificateWish, by?: KeyPair): Promise<KeyPair>;
  /** A certificate that only its own key has signed. */
  selfSigned(wish: CertificateWish): Promise<KeyPair>;
}

const run = promisify(execFile);
const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];

/** Makes a certificate authority that nobody trusts yet. */
export async function startCertificateAuthority(): Promise<CertificateAuthority> {
  const home = await temporaryDirectory("certificates");
  const file = (name: string): string => join(home.path, name);
  let issued = 0;
  const subject = ["-subj", "/CN=Test authority", "-days", "3650"];
  await run("openssl", [
    "req",
    "-x509",
    ...newKey,
    ...subject,
    "-keyout",
    file("ca.key"),
    "-out",
    file("ca.pem"),
  ]);
  await writeFile(file("index"), "");
  await writeFile(file("ca.cnf"), authorityConfiguration(home.path));

  const request = async ({ name, extensions }: CertificateWish): Promise<string> => {
    const base = file(String(++issued));
    await run("openssl", [
      "req",
      ...newKey,
      "-subj",
      `/CN=${name}`,
      "-keyout",
      `${base}.key`,
      "-out",
      `${base}.csr`,
    ]);
    await writeFile(`${base}.ext`, `${extensions ?? `subjectAltName=DNS:${name}`}\n`);
    return base;
  };
  const sign = async (wish: CertificateWish, more: readonly string[]): Promise<KeyPair> => {
    const base = await request(wish);
    const endMs = Date.now() + wish.daysLeft * DAY_MS;
    const startMs =
      wish.startsInDays === undefined
        ? Math.min(Date.now(), endMs) - DAY_MS
        : Date.now() + wish.startsInDays * DAY_MS;
    const dates = ["-startdate", openSslTime(startMs), "-enddate", openSslTime(endMs)];
    const signer = more.map((part) => part.replace("KEY", `${base}.key`));
    const files = ["-extfile", `${base}.ext`, "-in", `${base}.csr`, "-out", `${base}.pem`];
    await run("openssl", [
      "ca",
      "-batch",
      "-notext",
      "-config",
      file("ca.cnf"),
      ...dates,
      ...files,
      ...signer,
    ]);
    const [key, certificate] = await Promise.all([
      readFile(`${base}.key`, "utf8"),
      readFile(`${base}.pem`, "utf8"),
    ]);
    return { key, certificate };
  };
  return {
    certificate: await readFile(file("ca.pem"), "utf8"),
    async issue(wish, by) {
      if (by === undefined) {
        return sign(wish, ["-keyfile", file("ca.key"), "-cert", file("ca.pem")]);
      }
      const base = file(`issuer-${++issued}`);
      await writeFile(`${base}.key`, by.key);
      await writeFile(`${base}.pem`, by.certificate);
      const { key, certificate } = await sign(wish, [
        "-keyfile",
        `${base}.key`,
        "-cert",
        `${base}.pem`,
      ]);
      return { key, certificate: certificate + by.certificate };
    },
    selfSigned: (wish) => sign(wish, ["-selfsign", "-keyfile", "KEY"]),
    [Symbol.asyncDispose]: () => home[Symbol.asyncDispose](),
  };
}

function authorityConfiguration(directory: string): string {
  return [
    "[ca]\ndefault_ca = test",
    `[test]\ndatabase = ${directory}/index\nnew_certs_dir = ${directory}\nrand_serial = yes`,
    "unique_subject = no\ndefault_md = sha256\npolicy = any",
    "[any]\ncommonName = supplied\n",
  ].join("\n");
}

/** `YYYYMMDDHHMMSSZ` */
function openSslTime(timeMs: number): string {
  return `${new Date(timeMs).toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
}
