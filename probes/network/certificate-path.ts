import { X509Certificate } from "node:crypto";
import { getCACertificates } from "node:tls";

/** A certificate of a path, as far as checks report it. */
export interface PathCertificate {
  /** Its common name, or its whole subject. */
  readonly name: string;
  readonly startsAtMs: number;
  readonly expiresAtMs: number;
  /** Start and end as the certificate states them. */
  readonly validFrom: string;
  readonly validTo: string;
}

const MAX_DEPTH = 10;
const MAX_REMEMBERED = 2_000;

/** Cache of paths by the fingerprints of the chain that was sent, which stays the same for months. */
const remembered = new Map<string, readonly PathCertificate[]>();

/** The trusted certificates by their subject, parsed only once for each set of them. */
let trusted:
  | { readonly size: number; readonly last: string; readonly bySubject: Trusted }
  | undefined;
type Trusted = ReadonlyMap<string, readonly string[]>;

/**
 * Returns the path from a server's certificate, which comes first, to a trusted one; if none is trusted, the path as far as it
 * is known.
 *
 * As in OpenSSL, certificates that this machine trusts take precedence over those that were sent, so that an old root that a
 * server still sends does not count; of several issuers, the one that expires last is taken.
 */
export function certificatePath(leaf: X509Certificate): readonly PathCertificate[] {
  const sent = sentWith(leaf);
  const roots = trustedBySubject();
  const key = [roots.size, ...sent.map(({ fingerprint256 }) => fingerprint256)].join();
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const path = pathOf(leaf, sent, roots).map(pathCertificate);
  if (remembered.size >= MAX_REMEMBERED) remembered.clear();
  remembered.set(key, path);
  return path;
}

function pathOf(
  leaf: X509Certificate,
  sent: readonly X509Certificate[],
  roots: Trusted,
): X509Certificate[] {
  const path = [leaf];
  while (path.length < MAX_DEPTH) {
    const last = path.at(-1) ?? leaf;
    if (isSelfSigned(last)) return path;
    const named = roots.get(last.issuer) ?? [];
    const root = issuerOf(
      last,
      named.map((pem) => new X509Certificate(pem)),
    );
    if (root !== undefined) return [...path, root];
    const next = issuerOf(last, sent);
    if (next === undefined || path.includes(next)) return path;
    path.push(next);
  }
  return path;
}

function issuerOf(
  certificate: X509Certificate,
  candidates: readonly X509Certificate[],
): X509Certificate | undefined {
  const [best] = candidates
    .filter((one) => certificate.checkIssued(one) && certificate.verify(one.publicKey))
    .toSorted((a, b) => b.validToDate.getTime() - a.validToDate.getTime());
  return best;
}

function isSelfSigned(certificate: X509Certificate): boolean {
  return certificate.checkIssued(certificate);
}

/** Returns all certificates that the server sent, its own first. */
function sentWith(leaf: X509Certificate): X509Certificate[] {
  const sent: X509Certificate[] = [];
  let next: X509Certificate | undefined = leaf;
  while (next !== undefined && sent.length < MAX_DEPTH) {
    sent.push(next);
    next = next.issuerCertificate;
  }
  return sent;
}

function trustedBySubject(): Trusted {
  const pems = getCACertificates("default");
  const last = pems.at(-1) ?? "";
  if (trusted?.size === pems.length && trusted.last === last) return trusted.bySubject;
  const bySubject = Map.groupBy(pems, (pem) => new X509Certificate(pem).subject);
  trusted = { size: pems.length, last, bySubject };
  remembered.clear();
  return bySubject;
}

function pathCertificate(certificate: X509Certificate): PathCertificate {
  const { subject, validFrom, validTo, validFromDate, validToDate } = certificate;
  return {
    name: /^CN=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll("\n", ", "),
    startsAtMs: validFromDate.getTime(),
    expiresAtMs: validToDate.getTime(),
    validFrom,
    validTo,
  };
}
