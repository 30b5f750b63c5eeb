import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { EnvironmentOptions, InlineConfig, Manifest, Plugin } from "vite";
import { pageFiles } from "./page-files.ts";
import { rendererRewrites } from "./renderer-rewrites.ts";

const root = path.dirname(import.meta.dirname);
const builtDirectory = path.join(root, "build");

/** The web parts: each has a server renderer, and browser scripts by page name. */
const PARTS = [
  {
    name: "status-page",
    folder: "status-page",
    // Its pages may be below a path of their host, which the names of files to load ahead would not have.
    modulePreload: false as const,
    clients: {
      overview: "status-page/clients/overview.ts",
      component: "status-page/clients/component.ts",
      statusEvent: "status-page/clients/status-event.ts",
      history: "status-page/clients/history.ts",
      report: "status-page/clients/report.ts",
      subscribe: "status-page/subscription/client.tsx",
      console: "status-page/console/client.ts",
    },
  },
  {
    name: "service-web",
    folder: "service/web",
    modulePreload: { polyfill: false },
    clients: {
      website: "service/web/website/client.tsx",
      docs: "service/web/docs/client.tsx",
      reference: "service/web/reference/client.ts",
      dashboard: "service/web/dashboard/client.tsx",
      demo: "service/web/demo/client.tsx",
    },
  },
];

/** The sources of the web parts; a change in any of them makes a build stale. */
const sources = [
  ...PARTS.map(({ folder }) => folder),
  "languages",
  "monitor",
  "web-kit",
  "launch/build-web.ts",
  "launch/page-files.ts",
  "launch/renderer-rewrites.ts",
  "package-lock.json",
];

/** Returns whether `build/` was built from the current sources; where these were left out, as in the image, what is there is. */
export async function isWebBuilt(): Promise<boolean> {
  const stamp = await builtStamp();
  const hasSources = PARTS.every(({ folder }) => existsSync(path.join(root, folder)));
  return hasSources ? stamp === digestOfSources() : stamp !== undefined;
}

/** Builds the status page and the service's pages into `build/`. */
export async function buildWeb(): Promise<void> {
  const stamp = digestOfSources();
  // Two programs may start at once on a new clone: each builds into its own directory, and then renames that into place.
  const fresh = `${builtDirectory}.new-${process.pid}`;
  const replaced = `${builtDirectory}.old-${process.pid}`;
  try {
    await build(fresh);
    await writeFile(path.join(fresh, "stamp"), stamp);
    await rename(builtDirectory, replaced).catch(ignore("ENOENT"));
    await rename(fresh, builtDirectory).catch(ignore("ENOTEMPTY", "EEXIST"));
  } finally {
    await rm(fresh, { recursive: true, force: true });
    await rm(replaced, { recursive: true, force: true });
  }
}

async function build(directory: string): Promise<void> {
  // Loaded here, so that a start with nothing to build does not pay for the bundler.
  const { createBuilder } = await import("vite");
  const builder = await createBuilder(await configuration(directory));
  for (const environment of Object.values(builder.environments)) {
    if (environment.name.startsWith("web_")) await builder.build(environment);
  }
  for (const { name } of PARTS) await writePageFiles(path.join(directory, name));
  await compressAssets(path.join(directory, "service-web/client/assets"));
}

/** Writes the list of files that each page loads to `files.json`, where its server looks for it. */
async function writePageFiles(directory: string): Promise<void> {
  const manifest = await readFile(path.join(directory, "client/.vite/manifest.json"), "utf8");
  const files = pageFiles(JSON.parse(manifest) as Manifest);
  await writeFile(path.join(directory, "files.json"), JSON.stringify(files, null, 2));
}

/** Quality 6, because a first start waits for it: quality 9 makes files 1% smaller, but takes six times as long. */
const BROTLI_OPTIONS = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } };

/** Writes brotli and gzip versions beside each file, for the speech service to send; the status API compresses its own. */
async function compressAssets(directory: string): Promise<void> {
  const compress = async (name: string): Promise<void> => {
    const file = path.join(directory, name);
    const bytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, BROTLI_OPTIONS));
    await writeFile(`${file}.gz`, await promisify(gzip)(bytes));
  };
  await Promise.all((await readdir(directory)).map(compress));
}

async function configuration(directory: string): Promise<InlineConfig> {
  const { default: preact } = await import("@preact/preset-vite");
  return {
    root,
    configFile: false,
    logLevel: "warn",
    appType: "custom",
    publicDir: false,
    plugins: [
      preact({ devToolsEnabled: false, prefreshEnabled: false }),
      loadedOnDemand(),
      compiledAhead(),
      rendererRewrites(),
    ],
    environments: Object.fromEntries(
      PARTS.flatMap(({ name, folder, modulePreload, clients }) => {
        const key = `web_${name.replaceAll("-", "_")}`;
        return [
          [
            `${key}_browser`,
            browserBuild(path.join(directory, name, "client"), clients, modulePreload),
          ],
          [`${key}_server`, serverBuild(path.join(directory, name), `${folder}/server.tsx`)],
        ];
      }),
    ),
  };
}

function browserBuild(
  outDir: string,
  input: Record<string, string>,
  modulePreload: false | { readonly polyfill: boolean },
): EnvironmentOptions {
  return {
    consumer: "client",
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      modulePreload,
      // The renderer of the API reference is large, but loaded only there; tests check the size of the pages themselves.
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input,
        // Code that most pages load first is one file: on a slow connection, many small ones delay the styles, which block
        // the first paint.
        output: {
          codeSplitting: { groups: [{ name: "shared", tags: ["$initial"], minShareCount: 3 }] },
        },
      },
    },
  };
}

function serverBuild(outDir: string, input: string): EnvironmentOptions {
  return {
    consumer: "server",
    resolve: { noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      rolldownOptions: { input: { server: input }, output: { entryFileNames: "[name].js" } },
    },
  };
}

/**
 * Leaves out Vite's helper that fetches ahead what an imported script needs: it names files from the root of the host, and pages of
 * the status page may be below a path. What is imported on demand there needs one file more.
 */
function loadedOnDemand(): Plugin {
  return {
    name: "loaded-on-demand",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "web_status_page_browser",
    load: {
      filter: { id: /\0vite\/preload-helper/ },
      handler: () => "export const __vitePreload = (load) => load();",
    },
  };
}

/**
 * Makes V8 compile all functions of a script while it loads the script, off the main thread, instead of each at its first
 * call, which is a third of the cost of hydrating a page: https://v8.dev/blog/explicit-compile-hints.
 * To other browsers it is a comment.
 */
function compiledAhead(): Plugin {
  return {
    name: "compiled-ahead",
    applyToEnvironment: ({ config }) => config.consumer === "client",
    generateBundle: {
      // Runs last: the hint must be the very first line, and Vite adds a first line of its own.
      order: "post",
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type === "chunk") output.code = `//# allFunctionsCalledOnLoad\n${output.code}`;
        }
      },
    },
  };
}

const builtStamp = () =>
  readFile(path.join(builtDirectory, "stamp"), "utf8").catch(ignore("ENOENT"));

/** Reads synchronously, because every start waits for it: hundreds of small files take four times as long asynchronously. */
function digestOfSources(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(filesOf).sort()) {
    hash.update(`${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest("hex");
}

function filesOf(source: string): string[] {
  const directory = path.join(root, source);
  if (!statSync(directory).isDirectory()) return [source];
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

function ignore(...codes: string[]) {
  return (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? "")) throw error;
  };
}
