import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Node, Renderer } from "@takumi-rs/core";
import type { Language } from "../language/languages.ts";

interface PngOptions {
  readonly width: number;
  readonly height: number;
  /** The language of its texts, if it has any. */
  readonly lang?: Language;
}

const font = path.join(import.meta.dirname, "../fonts/inter-pictures.woff2");

let renderer: Promise<Renderer> | undefined;

/** Renders a layout as PNG on another thread. */
export async function renderPng(node: Node, options: PngOptions): Promise<Buffer> {
  renderer ??= startRenderer();
  return (await renderer).render(node, { ...options, format: "png" });
}

/** Loads the library with the first picture, because most processes never draw one. */
async function startRenderer(): Promise<Renderer> {
  const { Renderer: TakumiRenderer } = await import("@takumi-rs/core");
  const started = new TakumiRenderer();
  await started.registerFont({ name: "Inter", data: await readFile(font) });
  return started;
}
