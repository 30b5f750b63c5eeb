import { MINUTE_MS } from "#units/time.ts";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Static, TObject } from "typebox";
import { Value } from "typebox/value";
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
  Parser,
  visit,
} from "yaml";
import { MIN_SLOTS_OF_P95 } from "#monitor/domain/slow-p95.ts";
import { type Kind, kinds } from "../kinds/kinds.ts";
import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";
import { CONTROL_TIMEOUT_MS } from "../run/controls.ts";
import type { ClipOptions } from "../speech/clip.ts";
import { RETRY_DELAY_MS } from "../run/run-check.ts";
import { spreadOffsetMs } from "../schedule/schedule.ts";
import { withBaseline } from "./baseline-limits.ts";
import type { CheckConfiguration, MonitorConfiguration } from "./configuration.ts";
import { circleOf } from "#monitor/domain/dependencies.ts";
import { keepLongIntegers } from "./long-integers.ts";
import type { Place } from "#schema-reader/fault.ts";
import { LocatedDocument, MonitorFileError } from "./located-document.ts";
import { decodeMonitorFile } from "./decode.ts";
import { readAlerts } from "./read-alerts.ts";
import { readClips } from "./read-clips.ts";
import { readIdentity } from "./read-identity.ts";
import { checkSchemas, controlSchemas, documentSchema, type MonitorDocument } from "./schema.ts";
import { replaceVariables, type Variables } from "./variables.ts";

/** Maximum depth of nested lists and maps; a monitor file needs a tenth of it. */
const MAX_LEVELS = 100;
const MERGE_KEY = "<<";
/** Messages in place of the parser's, which are written for programmers. */
const MESSAGES: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "a second document begins; a file has one, without a line of ---",
};

/** The file's folder and content, for the functions that read a part of it. */
interface Source {
  readonly directory: string;
  readonly located: LocatedDocument;
  readonly document: MonitorDocument;
}

/** Reads and checks a monitor file; throws `MonitorFileError` with file, line and what is allowed. */
export async function readMonitorFile(
  file: string,
  variables: Variables,
): Promise<MonitorConfiguration> {
  return parseMonitorFile(file, await textOfMonitorFile(file), variables);
}

/** Returns the text of a monitor file; throws `MonitorFileError` when it cannot be read. */
export async function textOfMonitorFile(file: string): Promise<string> {
  const bytes = await readFile(file).catch((error: unknown) => {
    const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
    throw new MonitorFileError(`${file}: cannot be read (${code}); MONITOR_CONFIG names it`, error);
  });
  return decodeMonitorFile(file, bytes);
}

/** Parses and validates the text of a monitor file; file names in it are relative to the folder of `file`. */
export function parseMonitorFile(
  file: string,
  text: string,
  variables: Variables,
): MonitorConfiguration {
  refuseDeepNesting(file, text);
  const lines = new LineCounter();
  const yaml = parseDocument(text, { lineCounter: lines, prettyErrors: false, merge: true });
  const lineAt = (offset = 0): string => `${file}:${lines.linePos(offset).line}`;
  const [syntaxError] = yaml.errors;
  if (syntaxError !== undefined) {
    const message = MESSAGES[syntaxError.code] ?? syntaxError.message;
    throw new MonitorFileError(`${lineAt(syntaxError.pos[0])}: ${message}`);
  }
  refuseWrongReferences(yaml, lineAt);
  const digest = digestOf(valueOf(file, yaml));
  const values = replaceVariables(yaml, variables, lineAt);
  keepLongIntegers(yaml);
  const located = new LocatedDocument(file, yaml, lines, values);
  const document = located.read(documentSchema, valueOf(file, yaml) ?? {}, []);
  return { ...configurationOf({ directory: path.dirname(file), located, document }), digest };
}

/** Throws for aliases of what is not there, and for `<<` with anything but maps, for which the parser names no line. */
function refuseWrongReferences(yaml: Document, lineAt: (offset?: number) => string): void {
  const anchors = new Map<string, unknown>();
  const meant = (value: unknown) => (isAlias(value) ? anchors.get(value.source) : value);
  const refuse = (node: unknown, what: string) => {
    const offset = isNode(node) ? node.range?.[0] : undefined;
    return new MonitorFileError(`${lineAt(offset)}: ${what}`);
  };
  visit(yaml, {
    Value(_key, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
    Alias(_key, node) {
      if (anchors.has(node.source)) return;
      throw refuse(node, `*${node.source}: no anchor &${node.source} stands before it`);
    },
    Pair(_key, { key, value }) {
      if (!isScalar(key) || key.source !== MERGE_KEY || key.type !== "PLAIN") return;
      const merged = meant(value);
      const wrong = (isSeq(merged) ? merged.items : [value]).find((one) => !isMap(meant(one)));
      if (wrong === undefined || (isAlias(wrong) && !anchors.has(wrong.source))) return;
      throw refuse(wrong, "<< takes a map, an alias of one, or a list of such");
    },
  });
}

/** Returns a digest of a file's content; comments, the order of keys, `x-` keys and the values of variables do not matter. */
function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (key, inner: unknown) => {
    if (key.startsWith("x-")) return undefined;
    if (typeof inner !== "object" || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });
  return createHash("sha256")
    .update(text ?? "")
    .digest("base64url");
}

/**
 * Throws for deep nesting, before the document parser runs: that one recurses for each level, and takes long for thousands,
 * which the token parser does not.
 */
function refuseDeepNesting(file: string, text: string): void {
  const lines = new LineCounter();
  lines.addNewLine(0);
  const parser = new Parser(lines.addNewLine);
  // The token parser does not count brackets where a comma is missing.
  let brackets = 0;
  for (const lexeme of new Lexer().lex(text)) {
    for (const _token of parser.next(lexeme));
    if (lexeme === "[" || lexeme === "{") brackets += 1;
    else if (lexeme === "]" || lexeme === "}") brackets = Math.max(0, brackets - 1);
    if (Math.max(brackets, parser.stack.length) > MAX_LEVELS) {
      const { line } = lines.linePos(parser.offset);
      throw new MonitorFileError(
        `${file}:${line}: lists and maps are nested more than ${MAX_LEVELS} deep`,
      );
    }
  }
}

/** Returns the file's content with aliases resolved; the parser refuses aliases that would expand without end. */
function valueOf(file: string, yaml: Document): unknown {
  try {
    return yaml.toJS();
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    throw new MonitorFileError(`${file}: ${error.message}`, error);
  }
}

function configurationOf(source: Source): Omit<MonitorConfiguration, "digest"> {
  const { located, document } = source;
  const { page, groups, components } = document;
  refuseUnknownTimeZone(source);
  refuseRepeatedIds(located, entriesOf("groups", groups));
  refuseRepeatedIds(located, entriesOf("components", components));
  refuseUnknownGroups(source);
  refuseWrongDependencies(source);
  const checks = checksOf(source);
  return {
    version: document.version,
    page,
    ...readIdentity(source.directory, located, page),
    groups,
    components,
    controls: controlsOf(source),
    checks,
    alerts: readAlerts(
      located,
      document,
      checks.map(({ id }) => id),
    ),
  };
}

function controlsOf(source: Source): MonitorConfiguration["controls"] {
  const controls = source.document.controls.map((written, index) => {
    const place = ["controls", index];
    const { common, kind, options } = readEntry(source, written, controlSchemas, place);
    return { place, id: common.id, expect: common.expect, run: bound(kind, options) };
  });
  refuseRepeatedIds(source.located, controls);
  return controls.map(({ id, expect, run }) => ({ id, expect, run }));
}

function checksOf(source: Source): CheckConfiguration[] {
  const entries = source.document.components.flatMap(({ id: componentId, checks }, at) =>
    checks.map((written, number) => {
      const place = ["components", at, "checks", number];
      const { common, kind, options } = readEntry(source, written, checkSchemas, place);
      const { directory, located } = source;
      const { id, baseline, slow_after_seconds } = common;
      const check = {
        id,
        kindName: written.kind,
        kind,
        written,
        options,
        slowAfterSeconds: slow_after_seconds,
      };
      const limited = withBaseline(directory, located, baseline, check, place);
      const slow =
        limited.slowAfterSeconds === undefined
          ? {}
          : { slow_after_seconds: limited.slowAfterSeconds };
      const run = bound(kind, limited.options);
      refuseLongTimeout(source, common, place);
      refuseSlowAfterTimeout(source, { ...common, ...slow }, place);
      refuseShortWindow(source, common, place);
      return { place, componentId, ...common, ...slow, kind: written.kind, run };
    }),
  );
  refuseRepeatedIds(source.located, entries);
  return entries.map(
    (
      {
        id,
        componentId,
        kind,
        impact,
        run,
        period_seconds,
        timeout_seconds,
        slow_after_seconds,
        slow_p95,
        runbook_url,
      },
      index,
    ) => ({
      id,
      componentId,
      kind,
      impact,
      periodMs: period_seconds * 1000,
      timeoutMs: timeout_seconds * 1000,
      slowAfterMs: slow_after_seconds && slow_after_seconds * 1000,
      slowP95: slow_p95 && {
        limitMs: slow_p95.seconds * 1000,
        windowMs: slow_p95.minutes * MINUTE_MS,
      },
      runbookUrl: runbook_url,
      offsetMs: spreadOffsetMs(index, period_seconds * 1000),
      run,
    }),
  );
}

/** Reads a check or control by the schema of its kind. */
function readEntry<Schema extends TObject>(
  { directory, located }: Source,
  written: { readonly kind: string },
  schemas: Readonly<Record<string, Schema>>,
  place: Place,
): { common: Static<Schema>; kind: Kind; options: object } {
  const kind = kinds[written.kind];
  const schema = schemas[written.kind];
  if (kind === undefined || schema === undefined) throw new Error(`no kind ${written.kind}`);
  const value = located.read(schema, written, place);
  const fault = kind.faultOf?.(value as never);
  if (fault !== undefined) throw located.errorAt([...place, ...fault.place], fault.message);
  const own = Object.fromEntries(
    Object.entries(structuredClone(value) as object).filter(([key]) => key in kind.options),
  );
  const options = (kind.clips ?? []).reduce<object>((read, pointer) => {
    const holder = Value.Pointer.Get(read, pointer) as ClipOptions | undefined;
    if (holder === undefined) return read;
    const inner = [...place, ...pointer.split("/").slice(1)];
    const clips = readClips(directory, located, holder, inner);
    return pointer === "" ? clips : (Value.Pointer.Set(read, pointer, clips) as object);
  }, own);
  return { common: value, kind, options };
}

/** Binds a kind's own options to its run. */
function bound(kind: Kind, options: object): CheckConfiguration["run"] {
  const run = kind.run as (options: object, context: CheckContext) => Promise<Report>;
  return (context) => run(options, context);
}

/** Throws unless two attempts fit in a period, with the time between and after them. */
function refuseLongTimeout(
  { located, document }: Source,
  { period_seconds, timeout_seconds }: { period_seconds: number; timeout_seconds: number },
  place: Place,
): void {
  // Controls run during the retry delay and after the second attempt.
  const besidesMs = document.controls.length > 0 ? 2 * CONTROL_TIMEOUT_MS : RETRY_DELAY_MS;
  const maxSeconds = (period_seconds - besidesMs / 1000) / 2;
  if (timeout_seconds < maxSeconds) return;
  throw located.errorAt(
    [...place, "timeout_seconds"],
    `got ${timeout_seconds}; takes less than ${maxSeconds}, so that two attempts fit in the period of ${period_seconds} s`,
  );
}

/** Throws for a slow limit that is not below the timeout: an attempt that times out is never found to be slow. */
function refuseSlowAfterTimeout(
  { located }: Source,
  { slow_after_seconds, timeout_seconds }: { slow_after_seconds?: number; timeout_seconds: number },
  place: Place,
): void {
  if (slow_after_seconds === undefined || slow_after_seconds < timeout_seconds) return;
  throw located.errorAt(
    [...place, "slow_after_seconds"],
    `got ${slow_after_seconds}; takes less than the timeout_seconds of ${timeout_seconds}`,
  );
}

function refuseShortWindow(
  { located }: Source,
  { slow_p95, period_seconds }: { slow_p95?: { minutes: number }; period_seconds: number },
  place: Place,
): void {
  const minMinutes = Math.ceil((MIN_SLOTS_OF_P95 * period_seconds) / 60);
  if (slow_p95 === undefined || slow_p95.minutes >= minMinutes) return;
  throw located.errorAt(
    [...place, "slow_p95", "minutes"],
    `got ${slow_p95.minutes}; takes at least ${minMinutes}, so that ${MIN_SLOTS_OF_P95} slots are in the window`,
  );
}

function refuseUnknownTimeZone({ located, document }: Source): void {
  const name = document.page.time_zone;
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
  } catch {
    throw located.errorAt(
      ["page", "time_zone"],
      `got "${name}"; takes an IANA name, e.g. Europe/Istanbul`,
    );
  }
}

function refuseUnknownGroups({ located, document }: Source): void {
  const groupIds = document.groups.map(({ id }) => id);
  for (const [index, { group }] of document.components.entries()) {
    if (group === undefined || groupIds.includes(group)) continue;
    const message = `got "${group}"; allowed: ${groupIds.join(", ")}`;
    throw located.errorAt(["components", index, "group"], message);
  }
}

function refuseWrongDependencies({ located, document: { components } }: Source): void {
  for (const [index, { id, depends_on }] of components.entries()) {
    const others = components.map((other) => other.id).filter((other) => other !== id);
    for (const [at, wanted] of depends_on.entries()) {
      if (others.includes(wanted)) continue;
      const message = `got "${wanted}"; allowed: ${others.join(", ")}`;
      throw located.errorAt(["components", index, "depends_on", at], message);
    }
  }
  const circle = circleOf(components.map(({ id, depends_on }) => ({ id, dependsOn: depends_on })));
  if (circle === undefined) return;
  const index = components.findIndex(({ id }) => id === circle[0]);
  throw located.errorAt(
    ["components", index, "depends_on"],
    `components stand on each other in a circle: ${circle.join(" → ")}`,
  );
}

function entriesOf(list: string, values: readonly { readonly id: string }[]) {
  return values.map(({ id }, index) => ({ id, place: [list, index] }));
}

function refuseRepeatedIds(
  located: LocatedDocument,
  entries: readonly { readonly id: string; readonly place: Place }[],
): void {
  const seen = new Set<string>();
  for (const { id, place } of entries) {
    if (seen.has(id)) throw located.errorAt([...place, "id"], `"${id}" is there twice`);
    seen.add(id);
  }
}
