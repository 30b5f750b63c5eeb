import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { projectRoot } from "../../support/program.ts";

type Named<Value> = Readonly<Record<string, Value>>;

interface ComposeService {
  readonly image: string;
  readonly command?: readonly string[];
  readonly environment?: Named<string>;
  readonly volumes?: readonly string[];
  readonly secrets?: readonly string[];
  readonly depends_on?: readonly string[] | Named<{ readonly condition: string }>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly env_file?: readonly string[];
  readonly logging?: { readonly options: Named<string> };
  readonly mem_limit?: string;
}

interface ComposeFile {
  readonly services: Named<ComposeService>;
  readonly volumes: Named<null>;
  readonly secrets: Named<{ readonly environment: string }>;
}

/** Of the Compose specification, those that are used. */
const knownKeys = {
  file: ["name", "services", "volumes", "secrets", "x-logged", "x-program", "x-postgres"],
  service:
    "build cap_drop command depends_on env_file environment healthcheck image init logging mem_limit ports read_only restart secrets security_opt shm_size stop_grace_period tmpfs volumes".split(
      " ",
    ),
};

/** Read by the C library and by Node, which take them from the environment. */
const systemSettings = ["MALLOC_ARENA_MAX", "NODE_OPTIONS"];

const folder = path.join(projectRoot, "deploy");
const text = await readFile(path.join(folder, "compose.yaml"), "utf8");
const compose = parse(text, { merge: true }) as ComposeFile;
const services = Object.entries(compose.services);
const programs = services.filter(([, { image }]) => image === "speech");

describe("the compose file", () => {
  test("has everything that production takes, and no key that Compose does not know", () => {
    expect(Object.keys(compose.services)).toEqual(
      "service-postgres status-postgres redis service prober status-api prometheus grafana".split(
        " ",
      ),
    );
    expect(Object.keys(compose).filter((key) => !knownKeys.file.includes(key))).toEqual([]);
    for (const [name, service] of services) {
      const unknown = Object.keys(service).filter((key) => !knownKeys.service.includes(key));
      expect({ name, unknown }).toEqual({ name, unknown: [] });
    }
  });

  test("gives the monitor a database server of its own", () => {
    const serverOf = (program: string, setting: string) =>
      URL.parse(
        compose.services[program]?.environment?.[setting]?.replace(/\$\{.*?\}/, "secret") ?? "",
      )?.hostname ?? "";
    const ofService = serverOf("service", "SERVICE_DATABASE_URL");
    const ofMonitor = serverOf("status-api", "STATUS_DATABASE_URL");
    expect(serverOf("prober", "STATUS_DATABASE_URL")).toBe(ofMonitor);
    const [one, other] = [ofService, ofMonitor].map((name) => compose.services[name]);
    expect(one?.image).toMatch(/^postgres:/);
    expect(other?.image).toBe(one?.image);
    expect(ofMonitor).not.toBe(ofService);
    expect(other?.volumes).not.toEqual(one?.volumes);
  });

  test("refers to what is there: services, volumes, secrets and files", () => {
    for (const [, service] of services) {
      const { depends_on = [] } = service;
      for (const other of Array.isArray(depends_on) ? depends_on : Object.keys(depends_on)) {
        expect(Object.keys(compose.services)).toContain(other);
      }
      for (const secret of service.secrets ?? []) {
        expect(Object.keys(compose.secrets)).toContain(secret);
      }
      for (const volume of service.volumes ?? []) {
        // A path in a variable has a volume as its default.
        const [source = ""] = volume.replace(/\$\{\w+:-([\w-]+)\}/, "$1").split(":");
        const isThere = source.startsWith(".")
          ? existsSync(path.join(folder, source))
          : source in compose.volumes;
        expect({ source, isThere }).toEqual({ source, isThere: true });
      }
    }
  });

  test("waits for the health of those only that tell it", () => {
    for (const [, { depends_on = {} }] of services) {
      for (const [other, need] of Object.entries(depends_on)) {
        if (need.condition !== "service_healthy") continue;
        expect(compose.services[other]).toHaveProperty("healthcheck");
      }
    }
  });

  test("starts programs of the project, with settings that .env.example knows", async () => {
    const example = await readFile(path.join(projectRoot, ".env.example"), "utf8");
    const ours = [...example.matchAll(/^# ([A-Z_\d]+)=/gm)].map(([, name]) => name);
    const known = new Set([...ours, ...systemSettings]);
    expect(programs.map(([name]) => name)).toEqual(["service", "prober", "status-api"]);
    for (const [, { command = [], environment = {} }] of programs) {
      for (const file of command.slice(1)) {
        expect(file).toSatisfy((name: string) => existsSync(path.join(projectRoot, name)));
      }
      expect(Object.keys(environment).filter((setting) => !known.has(setting))).toEqual([]);
    }
  });

  test("passes every setting of its .env on, except those whose value is its own", () => {
    for (const [, { env_file, environment = {} }] of programs) {
      expect(env_file).toEqual([".env"]);
      // One with an empty default would take the place of what .env has.
      const passedOn = Object.values(environment).filter((value) => /^\$\{\w+(:-)?\}$/.test(value));
      expect(passedOn).toEqual([]);
    }
  });

  test("asks each program for its health as the image does", async () => {
    const dockerfile = await readFile(path.join(folder, "Dockerfile"), "utf8");
    const [, json = "[]"] = /^HEALTHCHECK .*CMD (.+)$/m.exec(dockerfile) ?? [];
    const command = JSON.parse(json) as string[];
    expect(command).not.toEqual([]);
    for (const [, { healthcheck }] of programs) {
      expect(healthcheck?.test.slice(0, 1 + command.length)).toEqual(["CMD", ...command]);
    }
  });

  test("bounds the memory of each container, and what it logs", () => {
    for (const [name, { mem_limit, logging }] of services) {
      expect({ name, mem_limit, size: logging?.options["max-size"] }).toEqual({
        name,
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        size: "10m",
      });
    }
  });

  test("names in its head each variable that has to be set, and each that it adds", () => {
    const head = text.slice(0, text.indexOf("\nname:"));
    const needed = [...text.matchAll(/\$\{(\w+):[?+]/g)].map(([, name = ""]) => name);
    expect(needed).toContain("POSTGRES_PASSWORD");
    expect(needed).toContain("OWN_CHECKS");
    for (const name of needed) expect(head).toContain(name);
  });
});
