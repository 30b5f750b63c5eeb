/**
 * Starts one of the project's programs: `node launch/start.mjs ENTRY [ARGUMENT ...]`, or only makes what it needs: `node launch/start.mjs --build`.
 *
 * Plain JavaScript, because it has to say something useful under a Node that cannot run the rest.
 */
const [major = 0] = process.versions.node.split(".").map(Number);
if (major < 24) {
  process.stderr.write(
    `This needs Node 24 or newer; this is Node ${process.versions.node}. ` +
      "On Linux `npm ci` brings its own, used by `npm start`, `npm test` and every `npm run`; elsewhere install Node 24.\n",
  );
  process.exit(1);
}

const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write("usage: node launch/start.mjs ENTRY [ARGUMENT ...] | --build\n");
  process.exit(2);
}

const { existsSync } = await import("node:fs");
const { enableCompileCache } = await import("node:module");
const { default: path } = await import("node:path");

/** What Node compiled is kept, which halves the time that the next start takes to load; where it cannot be kept it is not. */
const compiled = path.resolve(import.meta.dirname, "../node_modules/.cache/compiled");
enableCompileCache(compiled);

const { build } = await import("./build.ts");

if (existsSync(".env")) {
  const { readEnvironmentFile } = await import("./environment-file.ts");
  readEnvironmentFile(".env");
}
await build();

if (entry !== "--build") {
  // For the processes that the program starts; those that build run once.
  process.env.NODE_COMPILE_CACHE ??= compiled;
  const { pathToFileURL } = await import("node:url");
  process.argv = [process.argv[0], entry, ...rest];
  await import(pathToFileURL(entry).href);
}
