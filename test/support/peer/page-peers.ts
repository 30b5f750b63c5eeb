import type { Outcome } from "./http-peer.ts";

/** A page, or what it is made of, and what the page kind has to say of it. */
export interface PagePeer {
  readonly name: string;
  readonly outcome: Outcome;
  /** The page at `/`. */
  readonly html: string | Buffer;
  readonly type?: string;
  /** Other paths, with their query: type and content; those of a script and a style are there always. */
  readonly files?: Readonly<Record<string, readonly [type: string, content: string]>>;
  /** Paths that lead elsewhere. */
  readonly redirects?: Readonly<Record<string, string>>;
}

const meta = '<meta name="page" content="home">';
const style = "<style>a{}</style>";
const script = '<script src="/app.js"></script>';
const page = (name: string, html: string, more: Partial<PagePeer> = {}): PagePeer => ({
  name,
  html: `<!doctype html>${html}`,
  outcome: "ok",
  ...more,
});
const utf16 = (text: string): Buffer => Buffer.from(`\ufeff${text}`, "utf16le");

export const pagePeers: readonly PagePeer[] = [
  page("a marker without quotes", `<meta name=page content=home>${style}${script}`),
  page("a marker in single quotes", `<meta name='page' content='home'>${style}${script}`),
  page("a marker in capitals", `<META NAME="PAGE" CONTENT="home">${style}${script}`),
  page("blanks around the signs", `<meta name = "page"  content = "home" >${style}${script}`),
  page(
    "its attributes the other way round",
    `<meta content="home" data-a="b" name="page"/>${style}${script}`,
  ),
  page("a marker over several lines", `<meta\n name="page"\n content="home"\n>${style}${script}`),
  page("entities in its marker", `<meta name="page" content="h&#111;me">${style}${script}`),
  page("a script without quotes", `${meta}${style}<script src=/app.js></script>`),
  page("a script in capitals", `${meta}${style}<SCRIPT DEFER SRC='/app.js'></SCRIPT>`),
  page("a style without quotes", `${meta}<link rel=stylesheet href=/app.css>${script}`),
  page(
    "a style of several relations",
    `${meta}<link rel="preload StyleSheet" href="/app.css">${script}`,
  ),
  page("blanks in an address", `${meta}<link rel="stylesheet" href=" /app.css\n">${script}`),
  page(
    "an entity in an address",
    `${meta}<link rel="stylesheet" href="/q.css?a=1&amp;b=2">${script}`,
    { files: { "/q.css?a=1&b=2": ["text/css", "a{}"] } },
  ),
  page(
    "letters of other alphabets in an address",
    `${meta}<link rel="stylesheet" href="/şık.css">${script}`,
    { files: { "/%C5%9F%C4%B1k.css": ["text/css", "a{}"] } },
  ),
  page(
    "a script in a comment",
    `${meta}<!-- <script src="/gone.js"></script> -->${style}${script}`,
  ),
  page(
    "a style in a comment of old browsers",
    `${meta}<!--[if IE]><link rel="stylesheet" href="/gone.css"><![endif]-->${style}${script}`,
  ),
  page(
    "a script inside a script's text",
    `${meta}${style}<script>document.write("<script src='/gone.js'><\\/script>")</script>${script}`,
  ),
  page(
    "a script inside a text field",
    `${meta}${style}<textarea><script src="/gone.js"></script></textarea>${script}`,
  ),
  page(
    "a script inside the title",
    `<title><script src="/gone.js"></script></title>${meta}${style}${script}`,
  ),
  page(
    "a template",
    `${meta}${style}<template><script src="/gone.js"></script></template>${script}`,
  ),
  page(
    "what is for browsers without scripts",
    `${meta}${style}<noscript><link rel="stylesheet" href="/gone.css"></noscript>${script}`,
  ),
  page(
    "a script for old browsers",
    `${meta}${style}<script nomodule src="/gone.js"></script>${script}`,
  ),
  page(
    "data in a script",
    `${meta}${style}<script type="application/json" src="/gone.json"></script>${script}`,
  ),
  page("a module", `${meta}${style}<script type="module" src="/app.js"></script>`),
  page(
    "a style for another look",
    `${meta}<link rel="alternate stylesheet" href="/gone.css">${style}${script}`,
  ),
  page(
    "a style that is off",
    `${meta}<link rel="stylesheet" disabled href="/gone.css">${style}${script}`,
  ),
  page("a base", `<base href="/sub/">${meta}${style}<script src="in.js"></script>`, {
    files: { "/sub/in.js": ["text/javascript", "1"] },
  }),
  page(
    "two bases",
    `<base href="/sub/"><base href="/other/">${meta}${style}<script src="in.js"></script>`,
    { files: { "/sub/in.js": ["text/javascript", "1"] } },
  ),
  page(
    "a style in its address",
    `${meta}<link rel="stylesheet" href="data:text/css,a{}">${script}`,
  ),
  page("a script in its address", `${meta}${style}<script src="data:text/javascript,1"></script>`),
  page("a picture with a title", `${meta}${style}<svg><title/><style/><path/></svg>${script}`),
  page(
    "an address without a protocol",
    `${meta}${style}<script src="//127.0.0.1:PORT/app.js"></script>`,
  ),
  page("a script that moved", `${meta}${style}<script src="/old.js"></script>`, {
    redirects: { "/old.js": "/app.js" },
  }),
  page(
    "types with more to them",
    `${meta}<link rel="stylesheet" href="/a.css"><script src="/a.js"></script>`,
    {
      files: {
        "/a.css": ["Text/CSS;charset=UTF-8", "a{}"],
        "/a.js": ["application/JavaScript; charset=utf-8", "1"],
      },
    },
  ),
  page("an empty style", `${meta}<link rel="stylesheet" href="/a.css">${script}`, {
    files: { "/a.css": ["text/css", ""] },
  }),
  page("its address elsewhere", "", {
    redirects: { "/": "/home" },
    files: { "/home": ["text/html", `${meta}${style}${script}`] },
  }),
  page("windows-1254", `${meta}${style}${script}<p>\xfe\xfd\xf0`, {
    type: "text/html; charset=windows-1254",
  }),
  page("a charset that nobody knows", `${meta}${style}${script}`, {
    type: "text/html; charset=klingon",
  }),
  page("UTF-16", "", { html: utf16(`${meta}${style}${script}`) }),
  page("a byte order mark", `\ufeff${meta}${style}${script}`),
  page("a thousand unclosed elements", `${meta}${style}${script}${"<div><p><b>".repeat(1_000)}`),
  page("another marker", `<meta name="page" content="away">${style}${script}`, {
    outcome: "marker_missing",
  }),
  page("its marker in a comment", `<!-- ${meta} -->${style}${script}`, {
    outcome: "marker_missing",
  }),
  page("no style", `${meta}${script}`, { outcome: "asset_missing" }),
  page("an empty style in itself", `${meta}<style> </style>${script}`, {
    outcome: "asset_missing",
  }),
  page("no script", `${meta}${style}`, { outcome: "asset_missing" }),
  page("a script that is gone", `${meta}${style}<script src="/gone.js"></script>`, {
    outcome: "asset_missing",
  }),
  page("a script that is a page", `${meta}${style}<script src="/a.js"></script>`, {
    outcome: "asset_missing",
    files: { "/a.js": ["text/html", "<p>"] },
  }),
  page("a script that is empty", `${meta}${style}<script src="/a.js"></script>`, {
    outcome: "asset_missing",
    files: { "/a.js": ["text/javascript", ""] },
  }),
  page("a style that is no style", `${meta}<link rel="stylesheet" href="/a.css">${script}`, {
    outcome: "asset_missing",
    files: { "/a.css": ["text/plain", "a{}"] },
  }),
  page("an address that is none", `${meta}${style}<script src="http://["></script>`, {
    outcome: "asset_missing",
  }),
  page(
    "an address of another protocol",
    `${meta}${style}<script src="ftp://files.test/a.js"></script>`,
    { outcome: "asset_missing" },
  ),
  page(
    "a million attributes",
    `${meta}${style}${script}<a ${Array.from({ length: 800_000 }, (_, at) => `a${at.toString(36)}`).join(" ")}>`,
    { outcome: "bad_body" },
  ),
];
