import { expect, test } from "vitest";
import { MAXIMUM_PICTURE_BYTES, readPicture } from "./picture.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAYAAAC56t6BAAAAEklEQVR4nGNgYGD4D8UMDMgcABwGAgFGmS9lAAAAAElFTkSuQmCC",
  "base64",
);

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 24"/>', { width: 120, height: 24 }],
  ["<?xml version='1.0'?><svg viewBox='0,0,3.5,2'></svg>", { width: 3.5, height: 2 }],
  ['<svg width="64px" height="32"></svg>', { width: 64, height: 32 }],
])("the size of %s is known", (svg, size) => {
  expect(readPicture(Buffer.from(svg))).toMatchObject({
    picture: { name: expect.stringMatching(/^[0-9a-f]{16}\.svg$/), ...size },
    stored: { content: Buffer.from(svg).toString("base64") },
  });
});

test("a PNG picture says its size in its header", () => {
  expect(readPicture(png)).toMatchObject({
    picture: { name: expect.stringMatching(/\.png$/), width: 2, height: 3 },
  });
});

test("another picture has another name", () => {
  const nameOf = (svg: string) => {
    const read = readPicture(Buffer.from(svg));
    return "picture" in read ? read.picture.name : undefined;
  };
  expect(nameOf('<svg viewBox="0 0 1 1"/>')).not.toBe(nameOf('<svg viewBox="0 0 1 2"/>'));
});

test.each([
  ["GIF89a", "is neither a PNG picture nor an SVG picture"],
  ["", "is neither a PNG picture nor an SVG picture"],
  ['<svg xmlns="http://www.w3.org/2000/svg"/>', "is neither a PNG picture nor an SVG picture"],
  ['<svg viewBox="0 0 0 4"/>', "is neither a PNG picture nor an SVG picture"],
  [" ".repeat(MAXIMUM_PICTURE_BYTES + 1), "takes at most 32768"],
])("other bytes are refused: %.20s", (text, complaint) => {
  expect(readPicture(Buffer.from(text))).toMatchObject({
    complaint: expect.stringContaining(complaint),
  });
});
