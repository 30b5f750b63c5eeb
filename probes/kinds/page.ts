import { Type } from "typebox";
import { expectMarker, expectStatus } from "../network/answer.ts";
import { exchange } from "../network/exchange.ts";
import type { CheckAccess } from "../check/context.ts";
import { CheckFailure } from "../check/report.ts";
import { defineKind } from "./kind.ts";
import { httpAddress } from "../network/web-address.ts";

const assetKinds = {
  script: {
    pattern: /<script\b[^>]*\bsrc="([^"]+)"/g,
    type: /javascript/,
  },
  style: {
    pattern: /<link\b(?=[^>]*\brel="stylesheet")[^>]*\bhref="([^"]+)"/g,
    type: /^text\/css/,
  },
} as const;

type AssetKind = keyof typeof assetKinds;

/** A style that stands in the page needs no loading. */
const ownStyle = /<style\b[^>]*>\s*[^<\s]/;

/** A web page: it answers, says which page it is, and its scripts and styles load. */
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
    const answer = await exchange({ url, headers: { accept: "text/html" } }, context);
    expectStatus(answer, 200);
    const { phases } = answer;
    const html = answer.body.toString("utf8");
    expectMarker(answer, marker);
    for (const kind of assets) {
      const addresses = addressesOf(html, kind, url);
      const carriesIt = kind === "style" && ownStyle.test(html);
      if (addresses.length === 0 && !carriesIt) {
        throw new CheckFailure("asset_missing", `${answer.what}: names no ${kind}`, { phases });
      }
      for (const address of addresses) await loadAsset(address, kind, context);
    }
    return { result: "ok", phases };
  },
});

function addressesOf(html: string, kind: AssetKind, pageUrl: string): string[] {
  return [...html.matchAll(assetKinds[kind].pattern)].map(
    ([, address]) => new URL(address ?? "", pageUrl).href,
  );
}

async function loadAsset(url: string, kind: AssetKind, access: CheckAccess): Promise<void> {
  const { status, headers, body, what, phases } = await exchange({ url }, access);
  const type = headers["content-type"];
  const fits = typeof type === "string" && assetKinds[kind].type.test(type);
  if (status === 200 && body.length > 0 && fits) return;
  const found = `status ${status}, ${String(type)}, ${body.length} bytes`;
  throw new CheckFailure("asset_missing", `${what}: the page's ${kind} does not load (${found})`, {
    phases,
  });
}
