import path from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { languages } from "#web-kit/language/languages.ts";

const root = path.resolve(import.meta.dirname, "../../../..");

/** Parts of the renderer that the configuration switches off, or that the service's documents have no use for. */
const UNUSED =
  /^(?:agent|mcp|developerTools|gettingStarted|apiClient\.(?:oauth2|oauthScopesAddModal|oauthScopesInput|openIdConnect|commandActionForm|environment|environmentCreateModal|environmentDeleteModal|environmentVariablesDropdown|environmentVariablesTable|documentSearchModal|searchResult))\./;

type Texts = readonly (readonly [string, string])[];

function textsOf(value: unknown, trail: readonly string[] = []): Texts {
  if (typeof value === "string") return [[trail.join("."), value]];
  return Object.entries(value as object).flatMap(([name, inner]) =>
    textsOf(inner, [...trail, name]),
  );
}

const placesOf = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted();

async function moduleAt(file: string): Promise<{ readonly en: object }> {
  return import(pathToFileURL(path.join(root, "node_modules/@scalar", file)).href);
}

async function rendererTexts(): Promise<ReadonlyMap<string, string>> {
  const reference = await moduleAt("api-reference/dist/features/localization/locales/en.js");
  const client = await moduleAt("api-client/dist/v2/features/localization/translations.js");
  return new Map(textsOf({ ...reference.en, apiClient: client.en }));
}

async function translated(language: string): Promise<Texts> {
  const file = path.join(root, "languages", language, "site/reference-renderer.json");
  const { default: texts } = await import(pathToFileURL(file).href, { with: { type: "json" } });
  return textsOf(texts);
}

test.each(languages)("what the renderer says in %s is there, with its places", async (language) => {
  const english = await rendererTexts();
  for (const [name, text] of await translated(language)) {
    expect([name, placesOf(text)]).toEqual([name, placesOf(english.get(name) ?? "{unknown}")]);
  }
});

test("everything that it shows is there in Turkish", async () => {
  const turkish = new Set((await translated("tr")).map(([name]) => name));
  const missing = [...(await rendererTexts()).keys()].filter(
    (name) => !turkish.has(name) && !UNUSED.test(name),
  );
  expect(missing).toEqual([]);
});
