import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { languages } from "#web-kit/language/languages.ts";
import { kinds } from "../kinds/kinds.ts";
import { MonitorFileError } from "./located-document.ts";
import { parseMonitorFile, readMonitorFile } from "./read.ts";
import { editorSchema } from "./schema.ts";

const root = join(import.meta.dirname, "../..");
const folder = join(root, "fixtures/monitor");

function messageFor(name: string): string {
  const file = join(folder, `${name}.yaml`);
  try {
    parseMonitorFile(file, readFileSync(file, "utf8"), {});
    return "no complaint";
  } catch (error) {
    if (!(error instanceof MonitorFileError)) throw error;
    return error.message.replace(`${folder}/`, "");
  }
}

const kindsOfControls = Object.entries(kinds)
  .filter(([, { canBeControl }]) => canBeControl)
  .map(([name]) => name);

const complaints: readonly (readonly [fault: string, message: string])[] = [
  [
    "unknown-key-in-check",
    "unknown-key-in-check.yaml:13: components[0].checks[0].tiemout_seconds: unknown key; allowed: " +
      "kind, id, period_seconds, timeout_seconds, slow_after_seconds, slow_p95, baseline, impact, runbook_url, url, marker, assets",
  ],
  [
    "unknown-key-in-component",
    "unknown-key-in-component.yaml:7: components[0].colour: unknown key; allowed: id, name, " +
      "description, group, depends_on, showcase, only_show_if_degraded, slo, report, checks",
  ],
  [
    "unknown-language",
    `unknown-language.yaml:6: components[0].name.xx: unknown key; allowed: ${languages.join(", ")}`,
  ],
  [
    "unknown-kind",
    `unknown-kind.yaml:10: components[0].checks[0].kind: got "pgae"; allowed: ${Object.keys(kinds).join(", ")}`,
  ],
  ["missing-key", "missing-key.yaml:9: components[0].checks[0]: missing: marker"],
  ["no-components", "no-components.yaml:4: components: got []; must not have fewer than 1 items"],
  ["duplicate-component", 'duplicate-component.yaml:13: components[1].id: "web" is there twice'],
  [
    "duplicate-check",
    'duplicate-check.yaml:16: components[1].checks[0].id: "web-page" is there twice',
  ],
  ["control-without-expect", "control-without-expect.yaml:5: controls[1]: missing: expect"],
  [
    "control-of-speech",
    `control-of-speech.yaml:4: controls[0].kind: got "stream"; allowed: ${kindsOfControls.join(", ")}`,
  ],
  ["duplicate-control", 'duplicate-control.yaml:5: controls[1].id: "outside" is there twice'],
  [
    "bad-resolver",
    'bad-resolver.yaml:7: components[0].checks[0].resolver: got "dns.example.com"; takes an address, or address:port; ' +
      "an IPv6 address with a port stands in brackets",
  ],
  ["duplicate-yaml-key", "duplicate-yaml-key.yaml:7: Map keys must be unique"],
  [
    "dangling-group",
    'dangling-group.yaml:7: components[0].group: got "group-web"; allowed: group-api',
  ],
  [
    "unknown-dependency",
    'unknown-dependency.yaml:6: components[0].depends_on[0]: got "database"; allowed: api',
  ],
  [
    "own-dependency",
    'own-dependency.yaml:10: components[1].depends_on[0]: got "api"; allowed: web',
  ],
  [
    "dependencies-in-a-circle",
    "dependencies-in-a-circle.yaml:6: components[0].depends_on: components stand on each other in a circle: web → api → web",
  ],
  [
    "two-attempts-do-not-fit",
    "two-attempts-do-not-fit.yaml:13: components[0].checks[0].timeout_seconds: got 29; takes less " +
      "than 29, so that two attempts fit in the period of 60 s",
  ],
  [
    "short-window",
    "short-window.yaml:13: components[0].checks[0].slow_p95.minutes: got 15; takes at least 20, so that 20 slots are in the window",
  ],
  [
    "slow-after-the-timeout",
    "slow-after-the-timeout.yaml:14: components[0].checks[0].slow_after_seconds: got 10; takes less than the " +
      "timeout_seconds of 10",
  ],
  ["unset-variable", "unset-variable.yaml:11: the variable NOT_SET is not set"],
  [
    "relative-address",
    'relative-address.yaml:11: components[0].checks[0].url: got "/docs"; takes: The page. Begins with ' +
      "http://, https:// or a variable such as ${BASE_URL}.",
  ],
  [
    "unknown-time-zone",
    'unknown-time-zone.yaml:1: page.time_zone: got "Europe/Ankara"; takes an IANA name, e.g. Europe/Istanbul',
  ],
  [
    "missing-clip",
    `missing-clip.yaml:12: components[0].checks[0].clip: no such file: ${folder}/no-such-clip.wav`,
  ],
  [
    "clips-beside-clip",
    "clips-beside-clip.yaml:14: components[0].checks[0].clips: stands beside clip or text; takes one or the other",
  ],
  ["no-clip", "no-clip.yaml:9: components[0].checks[0]: missing: clip (or clips, for several)"],
  [
    "clip-of-another-kind",
    `clip-of-another-kind.yaml:14: components[0].checks[0].clips[1].clip: ${folder}/valid.yaml is not a WAV file of 16-bit PCM ` +
      "samples: no RIFF WAVE header",
  ],
  ["recording-as-text", "recording-as-text.yaml:13: components[0].checks[0].text: "],
  [
    "two-clips-of-one-name",
    "two-clips-of-one-name.yaml:14: components[0].checks[0].clips[1].clip: another clip is called clip as well; results name a clip " +
      "by its file, without folder and ending",
  ],
  [
    "missing-baseline",
    `missing-baseline.yaml:13: components[0].checks[0].baseline: no such file: ${folder}/no-such.json; npm run check -- --baseline ` +
      "web-page writes one",
  ],
  [
    "baseline-of-another-shape",
    `baseline-of-another-shape.yaml:13: components[0].checks[0].baseline: ${join(root, "package.json")} is neither what npm run check ` +
      "-- --baseline writes nor what npm run evaluate -- --baseline does",
  ],
  [
    "upper-case-id",
    'upper-case-id.yaml:5: components[0].id: got "Web"; takes: Unique among components; the address of ' +
      "its documents. Lower-case letters, digits and hyphens.",
  ],
  [
    "accent-by-name",
    'accent-by-name.yaml:5: page.accent_color: got "teal"; takes: The colour of buttons and of the line at the top, as #0d6e60; ' +
      "made darker or lighter where it could not be read.",
  ],
  [
    "missing-logo",
    `missing-logo.yaml:5: page.logo.light: no such file: ${folder}/no-such-logo.svg`,
  ],
  [
    "logo-of-another-kind",
    `logo-of-another-kind.yaml:5: page.logo.light: ${folder}/valid.yaml is neither a PNG picture nor an SVG picture with a ` +
      "viewBox, or a width and a height",
  ],
  [
    "link-without-address",
    'link-without-address.yaml:6: page.links[0].url: got "www.example.com"; takes: Where it leads. Begins with http://, ' +
      "https:// or a variable such as ${BASE_URL}.",
  ],
  ["not-yaml", "not-yaml.yaml:13: "],
  ["aliases-without-end", "aliases-without-end.yaml: Excessive alias count"],
  ["empty", "empty.yaml:1: missing: page, groups, components"],
];

describe("a monitor file", () => {
  test.each(complaints)("with the fault %s is refused in one line", (fault, message) => {
    const found = messageFor(fault);
    expect(found).toContain(message);
    expect(found).not.toContain("\n");
  });

  test("with a key of two lines is refused in one", () => {
    const text = 'page: {id: a, name: b, url: c, "x\\ny": 1}\ngroups: []\ncomponents: []';
    expect(() => parseMonitorFile("m.yaml", text, {})).toThrow(/^m\.yaml:1: page\["x\\ny"\]: .+$/);
  });

  test.each(["- ", "[", "{a: ", "[2y["])("that nests %j 101 deep or more is refused", (level) => {
    for (const depth of [101, 2000, 20_000]) {
      const text = `page:\n  ${level.repeat(depth)}a`;
      expect(() => parseMonitorFile("m.yaml", text, {})).toThrow(
        "m.yaml:2: lists and maps are nested more than 100 deep",
      );
    }
  });

  test("has a test for each fixture", () => {
    const fixtures = readdirSync(folder).map((file) => file.replace(".yaml", ""));
    expect(fixtures.toSorted()).toEqual(
      [...complaints.map(([fault]) => fault), "valid"].toSorted(),
    );
    expect(messageFor("valid")).toBe("no complaint");
  });

  test("that is not there is named", async () => {
    await expect(readMonitorFile("no-such.yaml", {})).rejects.toThrow(
      "no-such.yaml: cannot be read (ENOENT); MONITOR_CONFIG names it",
    );
  });
});

describe("the product's own monitor.yaml", () => {
  const variables = {
    BASE_URL: "http://127.0.0.1:8080",
    PUBLIC_URL: "http://127.0.0.1:8080",
    TTS_URL: "http://127.0.0.1:8080",
    STATUS_URL: "http://127.0.0.1:8090",
  };

  test("has the groups and components of the interface", async () => {
    const { groups, components } = await readMonitorFile(join(root, "monitor.yaml"), variables);
    const members = (id: string): string[] =>
      components.filter(({ group }) => group === id).map((component) => component.id);
    expect(groups.map(({ id }) => id)).toEqual(["group-api", "group-web"]);
    expect(members("group-api")).toEqual(["stt-file", "stt-stream", "tts"]);
    expect(members("group-web")).toEqual(["web", "docs", "dashboard", "demo"]);
    expect(components).toHaveLength(7);
  });

  test("finds an outage of any component within three minutes", async () => {
    const { components, checks } = await readMonitorFile(join(root, "monitor.yaml"), variables);
    for (const { id } of components) {
      const secondsToFind = checks
        .filter(({ componentId, impact }) => componentId === id && impact === "major_outage")
        // Just missed by one slot: two more have to fail, each in two attempts two seconds apart.
        .map(({ periodMs, timeoutMs }) => (2 * periodMs + 2 * timeoutMs + 2000) / 1000);
      expect(Math.min(...secondsToFind)).toBeLessThanOrEqual(180);
    }
  });

  test("has the schema beside it that its kinds make", () => {
    const written: unknown = JSON.parse(readFileSync(join(root, "monitor.schema.json"), "utf8"));
    // To write it anew: node probes/monitor-file/write-schema.ts
    expect(written).toEqual(JSON.parse(JSON.stringify(editorSchema())));
  });
});
