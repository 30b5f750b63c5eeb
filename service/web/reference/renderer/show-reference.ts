/// <reference types="vite/client" />
import { createApiReference } from "@scalar/api-reference";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { CodeLanguage } from "../../code/code-block.tsx";
import { configuration, type RendererTexts } from "./configuration.ts";
import "@scalar/api-reference/style.css";
import "./theme.css";

/** Renders the document that the root names, replacing the list in it. */
export async function showReference(root: HTMLElement): Promise<void> {
  const { document: documentPath = "", codeLanguage } = root.dataset;
  const [texts, answer] = await Promise.all([
    loadTexts<RendererTexts>(
      import.meta.glob("/languages/*/site/reference-renderer.json", { import: "default" }),
    ),
    fetch(documentPath),
  ]);
  if (!answer.ok) throw new Error(`${documentPath} was answered with ${answer.status}`);
  const content = (await answer.json()) as Record<string, unknown>;
  const sections = sectionsIn(root);
  root.replaceChildren();
  createApiReference(root, {
    ...configuration(codeLanguage as CodeLanguage, texts),
    content,
    redirect: (hash) => sections.get(hash.slice(1)),
  });
}

/** Returns the renderer's sections, by the anchors of the list. */
function sectionsIn(root: HTMLElement): ReadonlyMap<string, string> {
  const entries = root.querySelectorAll<HTMLElement>("li[data-section]");
  return new Map([...entries].map(({ id, dataset }) => [id, `#${dataset["section"]}`]));
}
