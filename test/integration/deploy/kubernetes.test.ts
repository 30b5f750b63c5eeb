import { existsSync } from "node:fs";
import { copyFile, cp, readFile } from "node:fs/promises";
import path from "node:path";
import { parseEnv } from "node:util";
import { Ajv, type AnySchema } from "ajv";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { projectRoot } from "../../support/program.ts";
import { type TemporaryDirectory, temporaryDirectory } from "../../support/temporary-directory.ts";

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Named<Value> = Readonly<Record<string, Value>>;

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

interface Kustomization {
  readonly namespace: string;
  readonly resources: readonly string[];
  readonly configMapGenerator?: readonly {
    readonly name: string;
    readonly envs?: readonly string[];
    readonly files?: readonly string[];
  }[];
}

interface Reference {
  readonly name: string;
  readonly key: string;
}

interface Container {
  readonly image: string;
  readonly command: readonly string[];
  readonly env?: readonly {
    readonly name: string;
    readonly valueFrom?: { readonly secretKeyRef: Reference };
  }[];
  readonly envFrom?: readonly { readonly configMapRef: { readonly name: string } }[];
  readonly ports: readonly { readonly name: string }[];
  readonly readinessProbe: Json;
  readonly livenessProbe: Json;
  readonly resources: { readonly requests: Named<string>; readonly limits: Named<string> };
  readonly securityContext: Json;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface Deployment extends Manifest {
  readonly spec: {
    readonly selector: { readonly matchLabels: Named<string> };
    readonly template: {
      readonly metadata: { readonly labels: Named<string> };
      readonly spec: {
        readonly securityContext: Json;
        readonly containers: readonly [Container];
        readonly volumes: readonly {
          readonly name: string;
          readonly configMap?: { readonly name: string };
          readonly persistentVolumeClaim?: { readonly claimName: string };
        }[];
      };
    };
  };
}

/** Of kustomize, what is used, and what `render` does of it. */
const KUSTOMIZE_KEYS = ["apiVersion", "kind", "namespace", "resources", "configMapGenerator"];
/** Objects whose names are free, so that none can be misspelt. */
const FREE_NAMES = new Set(
  "matchLabels labels data requests limits selector annotations".split(" "),
);
/** Read by the C library and by Node, which take them from the environment. */
const SYSTEM_SETTINGS = ["MALLOC_ARENA_MAX", "NODE_OPTIONS"];

const deploy = path.join(projectRoot, "deploy");
const fixture = path.join(projectRoot, "fixtures/kubernetes/schemas.json");
const { kinds, $defs } = JSON.parse(await readFile(fixture, "utf8")) as {
  kinds: Named<string>;
  $defs: Named<Json>;
};
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });

/** What of a PodMonitor is used; the schema of the whole is the operator's. */
const podMonitor = strict({
  apiVersion: { const: "monitoring.coreos.com/v1" },
  kind: { const: "PodMonitor" },
  metadata: strict({ name: STRING(), namespace: STRING() }),
  spec: strict({
    jobLabel: STRING(),
    selector: strict({ matchLabels: { type: "object", additionalProperties: STRING() } }),
    podMetricsEndpoints: {
      type: "array",
      items: strict({
        port: STRING(),
        path: STRING(),
        interval: { type: "string", pattern: "^[0-9]+(s|m)$" },
        authorization: strict({ credentials: strict({ name: STRING(), key: STRING() }) }),
      }),
    },
  }),
});

function STRING(): AnySchema {
  return { type: "string" };
}

function strict(properties: Named<AnySchema>): AnySchema {
  return {
    type: "object",
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  };
}

const validators = new Map(
  Object.entries({
    ...Object.fromEntries(
      Object.entries(kinds).map(([kind, name]) => [kind, { $defs, $ref: `#/$defs/${name}` }]),
    ),
    "monitoring.coreos.com/v1 PodMonitor": podMonitor,
  }).map(([kind, schema]) => [kind, ajv.compile(schema as AnySchema)]),
);

/** Returns what is wrong with a manifest; nothing if it is valid. */
function faultsOf(manifest: Manifest): readonly string[] {
  const validate = validators.get(`${manifest.apiVersion} ${manifest.kind}`);
  if (validate === undefined) return [`no schema of ${manifest.apiVersion} ${manifest.kind}`];
  if (validate(manifest)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** Makes of a folder what `kustomize build` does, but for the endings of the names of ConfigMaps. */
async function render(folder: string): Promise<Manifest[]> {
  const text = await readFile(path.join(folder, "kustomization.yaml"), "utf8");
  const kustomization = parse(text) as Kustomization;
  expect(Object.keys(kustomization).filter((key) => !KUSTOMIZE_KEYS.includes(key))).toEqual([]);
  const { namespace, resources, configMapGenerator = [] } = kustomization;
  const manifests: Manifest[] = [];
  for (const resource of resources) {
    const place = path.join(folder, resource);
    if (!resource.endsWith(".yaml")) manifests.push(...(await render(place)));
    else {
      const documents = parseAllDocuments(await readFile(place, "utf8"));
      manifests.push(...documents.map((document) => document.toJS() as Manifest));
    }
  }
  for (const { name, envs = [], files = [] } of configMapGenerator) {
    const read = (file: string) => readFile(path.join(folder, file), "utf8");
    const data: Record<string, string | undefined> = {};
    for (const file of envs) Object.assign(data, parseEnv(await read(file)));
    for (const file of files) data[file] = await read(file);
    manifests.push({ apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data } as Manifest);
  }
  return manifests.map((one) => ({ ...one, metadata: { ...one.metadata, namespace } }));
}

/** Returns a copy of `value` for each name in it that a schema knows, with that name misspelt. */
function* misspelt(value: Json, parent = ""): Generator<{ name: string; value: Json }> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      for (const one of misspelt(item)) yield { ...one, value: value.with(index, one.value) };
    }
  } else if (typeof value === "object" && value !== null && !FREE_NAMES.has(parent)) {
    for (const [name, item] of Object.entries(value)) {
      const { [name]: _left, ...others } = value;
      yield { name, value: { ...others, [`${name}s`]: item } };
      for (const one of misspelt(item, name)) {
        yield { ...one, value: { ...others, [name]: one.value } };
      }
    }
  }
}

describe("the manifests for Kubernetes", () => {
  let home: TemporaryDirectory;
  let manifests: readonly Manifest[];
  let deployments: readonly Deployment[];
  beforeAll(async () => {
    home = await temporaryDirectory("kubernetes");
    await cp(path.join(deploy, "kubernetes"), home.path, { recursive: true });
    // As its kustomization says.
    await copyFile(
      path.join(projectRoot, "monitor.yaml"),
      path.join(home.path, "prober/monitor.yaml"),
    );
    manifests = await render(home.path);
    deployments = ofKind<Deployment>("Deployment");
  });
  afterAll(() => home[Symbol.asyncDispose]());

  const ofKind = <Kind extends Manifest>(kind: string): Kind[] =>
    manifests.filter((one) => one.kind === kind) as Kind[];
  const names = (kind: string): string[] => ofKind(kind).map(({ metadata }) => metadata.name);
  const containerOf = ({ spec }: Deployment): Container => spec.template.spec.containers[0];
  const podsOf = (labels: Named<string>): Deployment[] =>
    deployments.filter(({ spec }) =>
      Object.entries(labels).every(
        ([name, value]) => spec.template.metadata.labels[name] === value,
      ),
    );

  test("are all programs, each valid by the schema of its kind", () => {
    expect(names("Deployment").toSorted()).toEqual(
      "pgbouncer prober service status-api".split(" "),
    );
    for (const one of manifests) {
      expect({ name: one.metadata.name, faults: faultsOf(one) }).toEqual({
        name: one.metadata.name,
        faults: [],
      });
    }
  });

  test("are checked so that every misspelt name is found", () => {
    let tried = 0;
    const missed: string[] = [];
    for (const one of manifests) {
      for (const { name, value } of misspelt(one as unknown as Json)) {
        tried += 1;
        if (faultsOf(value as unknown as Manifest).length === 0) missed.push(name);
      }
    }
    expect(missed).toEqual([]);
    expect(tried).toBeGreaterThan(400);
  });

  test("are checked so that a value of another type is found", () => {
    const [one] = deployments;
    const wrong = { ...one!, spec: { ...one!.spec, replicas: "two" } };
    expect(faultsOf(wrong)).toEqual([expect.stringContaining("/spec/replicas")]);
  });

  test("refer to what is there: keys of secrets, ConfigMaps, volumes, pods and ports", async () => {
    const example = await readFile(path.join(home.path, "secrets.env.example"), "utf8");
    const secrets = Object.keys(parseEnv(example));
    const used = new Set<string>();
    for (const deployment of deployments) {
      const { volumes } = deployment.spec.template.spec;
      const { env = [], envFrom = [], volumeMounts } = containerOf(deployment);
      for (const { valueFrom } of env) {
        if (valueFrom === undefined) continue;
        expect(valueFrom.secretKeyRef.name).toBe("speech");
        used.add(valueFrom.secretKeyRef.key);
      }
      for (const { configMapRef } of envFrom) {
        expect(names("ConfigMap")).toContain(configMapRef.name);
      }
      expect(volumeMounts.map(({ name }) => name)).toEqual(volumes.map(({ name }) => name));
      const maps = volumes.flatMap(({ configMap }) => configMap?.name ?? []);
      const claims = volumes.flatMap((volume) => volume.persistentVolumeClaim?.claimName ?? []);
      expect(names("ConfigMap")).toEqual(expect.arrayContaining(maps));
      expect(names("PersistentVolumeClaim")).toEqual(expect.arrayContaining(claims));
      expect(deployment.spec.selector.matchLabels).toEqual(
        deployment.spec.template.metadata.labels,
      );
    }
    expect([...used].toSorted()).toEqual(secrets.toSorted());

    interface Selecting extends Manifest {
      readonly spec: {
        readonly selector: Named<string> & { readonly matchLabels?: Named<string> };
        readonly ports?: readonly { readonly targetPort: string }[];
        readonly podMetricsEndpoints?: readonly { readonly port: string }[];
      };
    }
    for (const kind of ["Service", "PodDisruptionBudget", "PodMonitor"]) {
      for (const { spec } of ofKind<Selecting>(kind)) {
        const [pods, ...others] = podsOf(spec.selector.matchLabels ?? spec.selector);
        expect(others).toEqual([]);
        const open = containerOf(pods!).ports.map(({ name }) => name);
        for (const { targetPort } of spec.ports ?? []) expect(open).toContain(targetPort);
        for (const { port } of spec.podMetricsEndpoints ?? []) expect(open).toContain(port);
      }
    }
    const [scaler] = ofKind<
      Manifest & { readonly spec: { readonly scaleTargetRef: { readonly name: string } } }
    >("HorizontalPodAutoscaler");
    expect(names("Deployment")).toContain(scaler?.spec.scaleTargetRef.name);
  });

  test("start programs of the project, with settings that .env.example knows", async () => {
    const example = await readFile(path.join(projectRoot, ".env.example"), "utf8");
    const ours = [...example.matchAll(/^# ([A-Z_\d]+)=/gm)].map(([, name]) => name ?? "");
    const known = new Set([...ours, ...SYSTEM_SETTINGS]);
    const maps = new Map(
      ofKind<Manifest & { readonly data: Named<string> }>("ConfigMap").map((one) => [
        one.metadata.name,
        Object.keys(one.data),
      ]),
    );
    for (const deployment of deployments) {
      const { image, command, env = [], envFrom = [] } = containerOf(deployment);
      if (image !== "speech") continue;
      for (const file of command.slice(1)) {
        expect(file).toSatisfy((name: string) => existsSync(path.join(projectRoot, name)));
      }
      const settings = [
        ...env.map(({ name }) => name),
        ...envFrom.flatMap(({ configMapRef }) => maps.get(configMapRef.name) ?? []),
      ];
      expect(settings.filter((name) => !known.has(name))).toEqual([]);
    }
  });

  test("let no container write its image, be root or take memory without an end", () => {
    for (const deployment of deployments) {
      expect(deployment.spec.template.spec.securityContext).toMatchObject({
        runAsNonRoot: true,
        runAsUser: 1000,
      });
      const container = containerOf(deployment);
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ["ALL"] },
      });
      expect(Object.keys(container.resources.requests)).toEqual(["cpu", "memory"]);
      expect(container.resources.limits).toHaveProperty("memory");
      if (container.image !== "speech") continue;
      expect(container.readinessProbe).toMatchObject({ httpGet: { path: "/readyz" } });
      expect(container.livenessProbe).toMatchObject({ httpGet: { path: "/healthz" } });
      const writable = container.volumeMounts.map(({ mountPath }) => mountPath);
      expect(writable.slice(0, 2)).toEqual(["/var/lib/speech", "/tmp"]);
    }
  });

  test("name the jobs of Prometheus as its rules do", async () => {
    const rules = await readFile(path.join(deploy, "prometheus/rules.yml"), "utf8");
    const jobs = new Set([...rules.matchAll(/\bjob="([^"]+)"/g)].map(([, job]) => job));
    expect(jobs.size).toBeGreaterThan(0);
    const monitored = ofKind<Deployment>("PodMonitor").flatMap(({ spec }) =>
      Object.values(spec.selector.matchLabels),
    );
    for (const job of jobs) expect(monitored).toContain(job);
  });
});
