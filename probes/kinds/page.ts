import { quoted } from "../network/quoted.ts";
import { Type } from "typebox";
import { expectStatus } from "../network/answer.ts";
import { type Answer, exchange } from "../network/exchange.ts";
import { expectMarker, pageOf } from "../network/marked-page.ts";
import type { AssetKind, PageAsset } from "../network/page-html.ts";
import { followRedirects } from "../network/redirects.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

/** The Content-Types with which browsers use an asset; one without a Content-Type is accepted too. */
const TYPES: Readonly<Record<AssetKind, RegExp>> = {
  script: /^(text|application)\/(x-)?(java|ecma)script\b|^text\/(jscript|livescript)\b/i,
  style: /^text\/css\b/i,
};

/** A web page: it has to answer and carry its marker, and its scripts and styles have to load. */
export const page = defineKind({
  description:
    "A web page that has to carry its marker, and whose script and style have to load; the style may stand in the page.",
  options: {
    url: httpAddress("The page."),
    marker: Type.String({
      description: 'Content of the page\'s `<meta name="page" content="…">`.',
      minLength: 1,
    }),
    assets: Type.Array(Type.Enum(["script", "style"]), {
      description: "What the page has to name and what then has to load.",
      default: ["script", "style"],
    }),
  },
  async run({ url, marker, assets }, context) {
    const { answer, url: found } = await load(url, { accept: "text/html" }, context);
    expectStatus(answer, 200);
    const { phases } = answer;
    const html = pageOf(answer, found);
    expectMarker(answer, html, marker);
    for (const kind of assets) {
      const named = html.assets[kind];
      if (named.length === 0 && !(kind === "style" && html.hasOwnStyle)) {
        throw new CheckFailure("asset_missing", `${answer.what}: names no ${kind}`, { phases });
      }
      for (const asset of named) await loadAsset(asset, kind, answer, context);
    }
    return { result: "ok", phases };
  },
});

function load(url: string, headers: Readonly<Record<string, string>>, access: CheckAccess) {
  return followRedirects(url, (next) => exchange({ url: next, headers }, access));
}

async function loadAsset(
  { address, base }: PageAsset,
  kind: AssetKind,
  { what: page, phases: ofPage }: Answer,
  access: CheckAccess,
): Promise<void> {
  const url = URL.parse(address, base);
  // A data: URL holds its content and needs no request.
  if (url?.protocol === "data:") return;
  if (url === null || !/^https?:$/.test(url.protocol)) {
    const message = `${page}: the page's ${kind} has the address ${quoted(address)}, which cannot be loaded`;
    throw new CheckFailure("asset_missing", message, { phases: ofPage });
  }
  const { answer } = await load(url.href, {}, access);
  const { status, headers, body, what, phases, isTooLong } = answer;
  const type = headers["content-type"];
  const fits = typeof type !== "string" || TYPES[kind].test(type.trim());
  const isThere = body.length > 0 || isTooLong || kind === "style";
  if (status >= 200 && status < 300 && isThere && fits) return;
  const found = `status ${status}, ${String(type)}, ${body.length} bytes`;
  throw new CheckFailure("asset_missing", `${what}: the page's ${kind} does not load (${found})`, {
    phases,
  });
}
