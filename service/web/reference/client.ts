/// <reference types="vite/client" />
import "./style.css";
import { loadTexts } from "#web-kit/language/texts.ts";
import type { ReferenceTexts } from "../texts/texts.ts";
import { mendSemantics } from "./renderer/mend-semantics.ts";
import { RENDERER_ROOT_ID } from "./renderer/root.ts";

// The renderer checks its configuration with zod, which would probe whether it may evaluate code; the content security policy
// would report that.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const root = document.getElementById(RENDERER_ROOT_ID);
if (root === null) throw new Error("the page has no place for the reference");
const state = root.querySelector(".reference-state");

const texts = await loadTexts<ReferenceTexts>(
  import.meta.glob("/languages/*/site/reference.json", { import: "default" }),
);
if (state !== null) state.textContent = texts.loading;
try {
  const { showReference } = await import("./renderer/show-reference.ts");
  await showReference(root);
  mendSemantics(texts);
} catch (error) {
  if (state !== null) state.textContent = texts.failed;
  throw error;
}
