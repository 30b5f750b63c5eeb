import { describe, expect, test } from "vitest";
import { readPage } from "./page-html.ts";

const url = "http://example.com/a/b";
const read = (html: string) => readPage(html, url);
const scripts = (html: string) => read(html).assets.script.map(({ address }) => address);
const styles = (html: string) => read(html).assets.style.map(({ address }) => address);

test.each<[string, readonly string[]]>([
  ['<meta name="page" content="home">', ["home"]],
  ["<META NAME=' Page ' CONTENT=' home&amp;away '>", ["home&away"]],
  ['<meta name="page">', [""]],
  ['<meta name="page" content="a"><meta name="page" content="b">', ["a", "b"]],
  ['<meta name="pages" content="home"><meta content="home">', []],
  ['<!-- <meta name="page" content="home"> -->', []],
  ['<title><meta name="page" content="home"></title>', []],
  ['<script><meta name="page" content="home"></script>', []],
  ['<template><meta name="page" content="home"></template>', []],
  ['<template><template></template><meta name="page" content="x"></template>', []],
  ['</template><template></template><meta name="page" content="home">', ["home"]],
  ['<svg><meta name="page" content="x"></svg><meta name="page" content="home">', ["home"]],
  ['<svg/><meta name="page" content="home">', ["home"]],
  ['</svg><math></math><meta name="page" content="home">', ["home"]],
  ['</svg><svg><meta name="page" content="x"></svg>', []],
  ['<svg><svg></svg><meta name="page" content="x"></svg>', []],
  ['<svg><title><meta name="page" content="x"></title></svg>', []],
])("%s has the markers %j", (html, markers) => {
  expect(read(html).markers).toEqual(markers);
});

describe("a script", () => {
  test.each([
    "<script src=a.js></script>",
    '<script src="a.js" type="module"></script>',
    '<script src="a.js" type=" Text/JavaScript "></script>',
    '<script src="a.js" type="application/x-ecmascript"></script>',
    '<script src="a.js" type="text/javascript1.5"></script>',
    '<script src="a.js" type="module" nomodule></script>',
    '<noscript>x</noscript><script src="a.js"></script>',
  ])("%s is loaded", (html) => {
    expect(scripts(html)).toEqual(["a.js"]);
  });

  test.each([
    '<script src="a.js" type="application/json"></script>',
    '<script src="a.js" type="text/javascript1.6"></script>',
    '<script src="a.js" nomodule></script>',
    '<script src=" "></script>',
    "<script>let a;</script>",
    '<noscript><script src="a.js"></script></noscript>',
    '<textarea><script src="a.js"></script></textarea>',
    '<template><script src="a.js"></script></template>',
  ])("%s is not loaded", (html) => {
    expect(scripts(html)).toEqual([]);
  });
});

describe("a style", () => {
  test.each([
    "<link rel=stylesheet href=a.css>",
    '<link rel="preload Stylesheet" href="a.css" type="Text/CSS">',
  ])("%s is loaded", (html) => {
    expect(styles(html)).toEqual(["a.css"]);
  });

  test.each([
    '<link rel="alternate stylesheet" href="a.css">',
    '<link rel="stylesheet" href="a.css" disabled>',
    '<link rel="stylesheet" href="a.css" type="text/less">',
    '<link rel="icon" href="a.css">',
    '<link href="a.css">',
    '<link rel="stylesheet">',
  ])("%s is not loaded", (html) => {
    expect(styles(html)).toEqual([]);
  });

  test.each([
    ["<style>a{}</style>", true],
    ["<style></style>a", false],
    ["<template><style>a{}</style></template>", false],
    ["<p>a", false],
  ])("%s stands in the page: %s", (html, hasOwnStyle) => {
    expect(read(html).hasOwnStyle).toBe(hasOwnStyle);
  });
});

describe("an asset", () => {
  test.each([
    ["", url],
    ['<base href="/c/">', "http://example.com/c/"],
    ['<base href="https://cdn.example/"><base href="/c/">', "https://cdn.example/"],
    ['<base href="http://[">', url],
  ])("after %s has the base %s", (before, base) => {
    expect(read(`${before}<script src="a.js"></script>`).assets.script).toEqual([
      { address: "a.js", base },
    ]);
  });

  test("is listed once for each base and kind", () => {
    const twice = '<script src="a"></script><link rel="stylesheet" href="a">'.repeat(2);
    const { assets } = read(`${twice}<base href="/c/"><script src="a"></script>`);
    expect(assets).toEqual({
      script: [
        { address: "a", base: url },
        { address: "a", base: "http://example.com/c/" },
      ],
      style: [{ address: "a", base: url }],
    });
  });

  test("is found beyond the first piece that is read", () => {
    const html = `${"<p>x".repeat(5_000)}<script src="a.js"></script>`;
    expect(scripts(html)).toEqual(["a.js"]);
    expect(scripts(`${" ".repeat(8_190)}<script src="a.js"></script>`)).toEqual(["a.js"]);
  });
});
