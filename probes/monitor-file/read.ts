import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, isAbsolute, join } from "node:path";

import type { Static } from "typebox";
import { Value } from "typebox/value";
import { type Document, LineCounter, parseDocument, visit } from "yaml";

import type { CheckImpact } from "#migrations/status/schema.ts";

import { type Control, CONTROL_TIMEOUT_MS } from "../run/controls.ts";
import { type Kind, kinds } from "../kinds/kinds.ts";
import type { CheckContext } from "../check/context.ts";
import type { Report } from "../check/report.ts";
import { RETRY_DELAY_MS } from "../run/run-check.ts";
import { spreadOffsetMs } from "../schedule/schedule.ts";
import { LocatedDocument, MonitorFileError, type Place } from "./complaint.ts";
import type {
  CheckConfiguration,
  ComponentConfiguration,
  MonitorConfiguration,
} from "./configuration.ts";
import { checkSchema, controlSchema, documentSchema } from "./schema.ts";

/** Values for `${NAME}` in the file. */
export type Variables = Readonly<Record<string, string | undefined>>;

type DocumentValue = Static<typeof documentSchema>;
type ComponentValue = DocumentValue["components"][number];

/** What every check has after `checkSchema` let it pass. */
interface CheckValue {
  readonly kind: keyof typeof kinds;
  readonly id: string;
  readonly period_seconds: number;
  readonly timeout_seconds: number;
  readonly impact: CheckImpact;
}

/** What every control has after `controlSchema` let it pass. */
type ControlValue = Pick<Control, "id" | "expect"> & Pick<CheckValue, "kind">;

/** Reads and checks a monitor file; throws `MonitorFileError` with file, line and what is allowed. */
export async function readMonitorFile(
  file: string,
  variables: Variables,
): Promise<MonitorConfiguration> {
  return parseMonitorFile(file, await textOfMonitorFile(file), variables);
}

/** The text of a monitor file; throws `MonitorFileError` when it cannot be read. */
export function textOfMonitorFile(file: string): Promise<string> {
  return readFile(file, "utf8").catch((error: unknown) => {
    throw new MonitorFileError(`${file}: cannot be read (${codeOf(error)})`, error);
  });
}

/** Checks the text of a monitor file; file names in it are relative to where `file` lies. */
export function parseMonitorFile(
  file: string,
  text: string,
  variables: Variables,
): MonitorConfiguration {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const [syntaxError] = document.errors;
  if (syntaxError !== undefined) {
    const { line } = lines.linePos(syntaxError.pos[0]);
    throw new MonitorFileError(`${file}:${line}: ${syntaxError.message}`);
  }
  replaceVariables(file, document, lines, variables);
  const located = new LocatedDocument(file, document, lines);
  const value = Value.Default(documentSchema, document.toJS() ?? {});
  located.check(documentSchema, value, []);
  const reader = new Reader(located, value as DocumentValue, dirname(file));
  return reader.configuration();
}

function replaceVariables(
  file: string,
  document: Document,
  lines: LineCounter,
  variables: Variables,
): void {
  visit(document, {
    Scalar(_key, node) {
      if (typeof node.value !== "string") return;
      node.value = node.value.replace(/\$\{([^}]*)\}/g, (_match, name: string) => {
        const value = variables[name];
        if (value !== undefined) return value;
        const { line } = lines.linePos(node.range?.[0] ?? 0);
        throw new MonitorFileError(`${file}:${line}: the variable ${name} is not set`);
      });
    },
  });
}

class Reader {
  readonly #located: LocatedDocument;
  readonly #value: DocumentValue;
  readonly #directory: string;

  constructor(located: LocatedDocument, value: DocumentValue, directory: string) {
    this.#located = located;
    this.#value = value;
    this.#directory = directory;
  }

  configuration(): MonitorConfiguration {
    const { page, groups, components } = this.#value;
    if (!isTimeZone(page.time_zone)) {
      const place = ["page", "time_zone"];
      throw this.#located.complaint(
        place,
        `got "${page.time_zone}"; takes an IANA name, e.g. Europe/Istanbul`,
      );
    }
    this.#refuseRepeated(
      groups.map((group, index) => ({ id: group.id, place: ["groups", index, "id"] })),
    );
    this.#refuseRepeated(
      components.map((component, index) => ({
        id: component.id,
        place: ["components", index, "id"],
      })),
    );
    return {
      page: {
        id: page.id,
        name: page.name,
        nameTr: page.name_tr ?? null,
        url: page.url,
        timeZone: page.time_zone,
        downtimeWeights: {
          partialOutage: page.downtime_weights.partial_outage,
          majorOutage: page.downtime_weights.major_outage,
        },
      },
      groups: groups.map(({ id, name, name_tr }) => ({ id, name, nameTr: name_tr ?? null })),
      components: components.map((component, index) => this.#component(component, index)),
      controls: this.#controls(),
      checks: this.#checks(),
    };
  }

  #controls(): Control[] {
    const controls = this.#value.controls.map((written, index) => {
      const kind: Kind = kinds[written.kind as keyof typeof kinds];
      const schema = controlSchema(written.kind, kind);
      const value = Value.Default(schema, written);
      this.#located.check(schema, value, ["controls", index]);
      const { id, kind: _kind, expect, ...options } = value as ControlValue;
      return { id, expect, run: runnerOf(kind, options) };
    });
    this.#refuseRepeated(
      controls.map(({ id }, index) => ({ id, place: ["controls", index, "id"] })),
    );
    return controls;
  }

  #component(component: ComponentValue, index: number): ComponentConfiguration {
    const groupIds = this.#value.groups.map((group) => group.id);
    if (component.group !== undefined && !groupIds.includes(component.group)) {
      const place = ["components", index, "group"];
      throw this.#located.complaint(
        place,
        `got "${component.group}"; allowed: ${groupIds.join(", ")}`,
      );
    }
    return {
      id: component.id,
      name: component.name,
      nameTr: component.name_tr ?? null,
      description: component.description,
      descriptionTr: component.description_tr ?? null,
      groupId: component.group ?? null,
      showcase: component.showcase,
      onlyShowIfDegraded: component.only_show_if_degraded,
    };
  }

  #checks(): CheckConfiguration[] {
    const entries = this.#value.components.flatMap((component, index) =>
      component.checks.map((check, number) => ({
        check,
        componentId: component.id,
        place: ["components", index, "checks", number],
      })),
    );
    const checks = entries.map(({ check, componentId, place }, index) =>
      this.#check(check, componentId, index, place),
    );
    this.#refuseRepeated(
      entries.map(({ place }, index) => ({ id: checks[index]?.id ?? "", place: [...place, "id"] })),
    );
    return checks;
  }

  #check(
    written: { kind: string },
    componentId: string,
    index: number,
    place: Place,
  ): CheckConfiguration {
    const kind: Kind = kinds[written.kind as keyof typeof kinds];
    const schema = checkSchema(written.kind, kind);
    const value = Value.Default(schema, written);
    this.#located.check(schema, value, place);
    const {
      id,
      kind: kindName,
      impact,
      period_seconds,
      timeout_seconds,
      ...options
    } = value as CheckValue;
    const periodMs = period_seconds * 1000;
    const timeoutMs = timeout_seconds * 1000;
    // Controls are asked while the second attempt is waited for, and after it.
    const besidesMs = this.#value.controls.length > 0 ? 2 * CONTROL_TIMEOUT_MS : RETRY_DELAY_MS;
    if (2 * timeoutMs + besidesMs >= periodMs) {
      const longest = (periodMs - besidesMs) / 2000;
      throw this.#located.complaint(
        [...place, "timeout_seconds"],
        `got ${timeout_seconds}; takes less than ${longest}, so that two attempts fit in the period of ${period_seconds} s`,
      );
    }
    const bound = this.#withFiles(options, kind.files ?? [], place);
    return {
      id,
      componentId,
      kind: kindName,
      impact,
      periodMs,
      timeoutMs,
      offsetMs: spreadOffsetMs(index, periodMs),
      run: runnerOf(kind, bound),
    };
  }

  /** Makes the options that name files absolute and looks whether the files are there. */
  #withFiles(options: object, names: readonly string[], place: Place): object {
    const bound = structuredClone(options);
    for (const name of names) {
      const pointer = `/${name.replaceAll(".", "/")}`;
      const written: unknown = Value.Pointer.Get(bound, pointer);
      if (typeof written !== "string") continue;
      const path = isAbsolute(written) ? written : join(this.#directory, written);
      if (!existsSync(path)) {
        throw this.#located.complaint([...place, ...name.split(".")], `no such file: ${path}`);
      }
      Value.Pointer.Set(bound, pointer, path);
    }
    return bound;
  }

  #refuseRepeated(entries: readonly { id: string; place: Place }[]): void {
    const seen = new Set<string>();
    for (const { id, place } of entries) {
      if (seen.has(id)) throw this.#located.complaint(place, `"${id}" is there twice`);
      seen.add(id);
    }
  }
}

/** Binds a kind to options that its schema let pass. */
function runnerOf(kind: Kind, options: object): (context: CheckContext) => Promise<Report> {
  const run = kind.run as (options: object, context: CheckContext) => Promise<Report>;
  return (context) => run(options, context);
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
