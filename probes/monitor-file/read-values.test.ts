import { describe, expect, test } from "vitest";
import { decodeMonitorFile } from "./decode.ts";
import { MonitorFileError } from "./located-document.ts";
import { parseMonitorFile } from "./read.ts";

const ofOneCheck = (check: string, more = ""): string =>
  `page: { id: a, name: A, url: "http://a.example" }
groups: []
${more}components:
  - id: a
    name: A
    checks:
      - { id: c, ${check} }
`;

function complaintOf(text: string): string {
  try {
    parseMonitorFile("m.yaml", text, {});
    return "no complaint";
  } catch (error) {
    if (!(error instanceof MonitorFileError)) throw error;
    return error.message;
  }
}

describe("what can never work is refused with its line", () => {
  const http = (url: string): string => `kind: http, url: "${url}"`;
  const tcp = (host: string): string => `kind: tcp, host: "${host}", port: 1`;
  const dns = (name: string, more = ""): string => `kind: dns, name: "${name}"${more}`;
  test.each([
    [http("http://127.0.0.1:99999/"), "url: got "],
    [http("http://127.0.0.1:0/"), "has a port that is none: takes 1 to 65535"],
    [http("http://127.0.0.1:http/"), "has a port that is none: takes 1 to 65535"],
    [http("http://exa mple.invalid/"), 'has a host that cannot be: "exa mple.invalid"'],
    [http("http://1.2.3.4.5/"), 'has a host that cannot be: "1.2.3.4.5"'],
    [http("http://256.0.0.1/"), 'has a host that cannot be: "256.0.0.1"'],
    [http("http://[::1/"), "has a port that is none"],
    [http("http://[::g]/"), 'has a host that cannot be: "[::g]"'],
    [http("http://::1/"), "has a port that is none"],
    [http("http://a..example/"), 'has a host that cannot be: "a..example"'],
    [http(`http://${"a".repeat(64)}.example/`), "has a host that cannot be"],
    [http("http://?a"), "has a host that cannot be"],
    [
      http("http://user:word@a.example/"),
      'got "http://…@a.example/"; has a user or a password in it, which nothing would send',
    ],
    [tcp("[::1]"), "stands in brackets; takes an IPv6 address without them"],
    [tcp("a.example:80"), "has a port in it, which is a key of its own"],
    [tcp("300.1.1.1"), "cannot be the name or the address of a host"],
    [tcp("user@a.example"), "cannot be the name or the address of a host"],
    [tcp("a..example"), "cannot be the name or the address of a host"],
    ['kind: tls, host: a.example, server_name: "b example"', "takes: The name that"],
    [dns("192.0.2.1"), "is an address; takes a name"],
    [dns("a b.example"), "cannot be a name in DNS"],
    [dns(`${"a".repeat(64)}.example`), "cannot be a name in DNS"],
    [dns("a.example", ', resolver: "1.2.3.4:99999"'), "takes an address, or address:port"],
    [dns("a.example", ', resolver: "999.1.1.1"'), "takes an address, or address:port"],
    [
      dns("a.example", ', expect_values: ["::1"]'),
      'expect_values[0]: got "::1"; a record of type A is never so',
    ],
    [
      dns("a.example", ', record_type: MX, expect_values: ["mail.a.example"]'),
      "a record of type MX is never so",
    ],
    [`${http("http://a.example/")}, expect_status: 101`, "expect_status: got 101; must be >= 200"],
    [
      `${http("http://a.example/")}, method: HEAD, expect_json: { a: 1 }`,
      "expect_json: an answer to HEAD has no body",
    ],
    [
      `${http("http://a.example/")}, form: { a: b }`,
      "form: a request of GET carries no form; takes method: POST",
    ],
  ])("%s", (check, message) => {
    const found = complaintOf(ofOneCheck(check));
    expect(found).toMatch(/^m\.yaml:7: components\[0\]\.checks\[0\]\.\w+(\[0\])?: /);
    expect(found).toContain(message);
    expect(found).not.toContain("user:word");
  });

  test.each([
    http("http://[::1]:8080/a b?c=d"),
    http("https://münchen.example./"),
    http("http://under_score.example:65535"),
    tcp("::1"),
    tcp("fe80::1%eth0"),
    tcp("localhost"),
    tcp("çarşı.example"),
    dns("_sip._tcp.a.example.", ', resolver: "[2001:db8::1]:53"'),
    dns("a.example", ', resolver: "2001:db8::1"'),
    dns("a.example", ', record_type: SRV, expect_values: ["1 2 3 b.example"]'),
  ])("unlike %s", (check) => {
    expect(complaintOf(ofOneCheck(check))).toBe("no complaint");
  });

  test("in alerts too", () => {
    const alerts = `alerts:
  receivers: [{ id: hook, channel: slack, url: "http://127.0.0.1:99999" }]
  rules: [{ id: all, receivers: [hook] }]
`;
    expect(complaintOf(ofOneCheck(tcp("a.example"), alerts))).toContain(
      "m.yaml:4: alerts.receivers[0].url: got ",
    );
  });
});

describe("a variable", () => {
  const variables = {
    PORT: "21050",
    ON: "true",
    SECONDS: "2.5",
    DIGITS: "123456789012345678901",
    EMPTY: "",
  };
  const first = (check: string, given: Readonly<Record<string, string>> = variables) =>
    parseMonitorFile(
      "m.yaml",
      ofOneCheck("KEYS").replace("{ id: c, KEYS }", `id: c\n${check}`),
      given,
    );
  const keys = (...lines: readonly string[]): string =>
    lines.map((line) => `        ${line}`).join("\n");
  const tcp = (port: string): string => keys("kind: tcp", "host: a.example", `port: ${port}`);

  test("is a number or a switch where one stands", () => {
    const { checks } = first(
      keys(
        "kind: http",
        "url: 'http://a.example'",
        "timeout_seconds: ${SECONDS}",
        'authorize: "${ON}"',
        'expect_json: { a: "${PORT}" }',
      ),
    );
    expect(checks).toHaveLength(1);
    expect(checks[0]?.timeoutMs).toBe(2500);
    expect(() => first(tcp("${PORT}"))).not.toThrow();
    expect(() => first(tcp('"${PORT}"'))).not.toThrow();
    expect(() => first(tcp("${P:-1}"))).not.toThrow();
  });

  test("that is no number is named", () => {
    expect(() => first(tcp("${P}"), { P: "abc" })).toThrow(
      'm.yaml:10: components[0].checks[0].port: got "abc"; must be integer',
    );
    expect(() => first(tcp("${P}"), { P: "70000" })).toThrow("got 70000; must be <= 65535");
    expect(() => first(tcp("${P}"), { P: "true" })).toThrow('got "true"; must be integer');
    expect(() => first(tcp('"21050"'))).toThrow('got "21050"; must be integer');
  });

  test("of digits is a text where one is asked for, also through an anchor", () => {
    const alerts = `x-token: &token \${DIGITS}
alerts:
  receivers:
    - { id: a, channel: telegram, bot_token: "\${DIGITS}", chat_id: "\${PORT}" }
    - { id: b, channel: telegram, bot_token: *token, chat_id: "\${ON}" }
  rules: [{ id: all, receivers: [a, b] }]
`;
    const text = ofOneCheck("kind: tcp, host: a.example, port: 1", alerts);
    const { alerts: read } = parseMonitorFile("m.yaml", text, variables);
    expect(read?.receivers.map(({ settings }) => settings)).toMatchObject([
      { bot_token: variables.DIGITS, chat_id: "21050" },
      { bot_token: variables.DIGITS, chat_id: "true" },
    ]);
  });

  test("has a standard where it is unset or empty, and $${ is written as it is", () => {
    const textOf = (name: string) => {
      const text = ofOneCheck("kind: tcp, host: a.example, port: 1").replace(
        "name: A,",
        () => `name: "${name}",`,
      );
      return parseMonitorFile("m.yaml", text, variables).page.name;
    };
    expect(textOf("${NONE:-standard}")).toBe("standard");
    expect(textOf("${EMPTY:-standard}")).toBe("standard");
    expect(textOf("${PORT:-standard}")).toBe("21050");
    expect(textOf("$${PORT}")).toBe("${PORT}");
    expect(() => textOf("${NONE}")).toThrow("m.yaml:1: the variable NONE is not set");
    expect(() => textOf("${constructor}")).toThrow("the variable constructor is not set");
    expect(() => textOf("${PORT")).toThrow("m.yaml:1: a ${ has no } behind it");
    expect(() => textOf("${NONE:-${PORT}}")).toThrow("m.yaml:1: a variable stands in another");
    expect(textOf("$${PORT")).toBe("${PORT");
  });
});

describe("what checks share", () => {
  const text = `page: { id: a, name: A, url: "http://a.example" }
groups: []
x-checks:
  often: &often { period_seconds: 30, timeout_seconds: 2 }
components:
  - id: a
    name: A
    checks:
      - &first
        <<: *often
        id: c
        kind: http
        url: "http://127.0.0.1:21080/"
      - <<: [*first, *often]
        id: d
        period_seconds: 60
`;

  test("is merged by <<", () => {
    const { checks } = parseMonitorFile("m.yaml", text, {});
    expect(checks.map(({ id, periodMs, timeoutMs }) => [id, periodMs, timeoutMs])).toEqual([
      ["c", 30_000, 2_000],
      ["d", 60_000, 2_000],
    ]);
  });

  test.each([
    ["<<: *often", "<<: *seldom", "m.yaml:10: *seldom: no anchor &seldom stands before it"],
    ["<<: *often", "<<: 5", "m.yaml:10: << takes a map"],
    ["<<: *often", "<<:", "<< takes a map"],
    ["[*first, *often]", "[*first, 5]", "m.yaml:14: << takes a map"],
    ["id: d", "id: *seldom", "m.yaml:15: *seldom: no anchor"],
    ["groups: []", "groups: []\n---\n", "m.yaml:3: a second document begins"],
  ])("%s is no %s", (from, to, message) => {
    expect(complaintOf(text.replace(from, to))).toContain(message);
  });

  test("is named with the line where it stands", () => {
    expect(complaintOf(text.replace("timeout_seconds: 2", "timeout_seconds: 0"))).toContain(
      "m.yaml:4: components[0].checks[0].timeout_seconds: got 0",
    );
    expect(complaintOf(text.replace(":21080", ":99999"))).toContain("m.yaml:13: ");
  });
});

describe("an encoding", () => {
  const turkish = ofOneCheck("kind: tcp, host: a.example, port: 1").replace(
    "name: A,",
    "name: Çağrı,",
  );
  const utf16 = Buffer.from(`\ufeff${turkish}`, "utf16le");
  const latin = Buffer.from(
    ofOneCheck("kind: tcp, host: a.example, port: 1").replace(
      "    name: A",
      "    name: \u00d6\u00e7",
    ),
    "latin1",
  );

  const nameIn = (bytes: Buffer): unknown =>
    parseMonitorFile("m.yaml", decodeMonitorFile("m.yaml", bytes), {}).page.name;

  test.each([
    ["UTF-8", Buffer.from(turkish)],
    ["UTF-8 with a byte order mark", Buffer.from(`\ufeff${turkish}`)],
    ["UTF-16", utf16],
    ["UTF-16 with the other order", Buffer.from(utf16).swap16()],
  ])("%s is read", (_name, bytes) => {
    expect(nameIn(bytes)).toBe("Çağrı");
  });

  test.each([
    ["latin-1", latin, "m.yaml:5: is not UTF-8; save the file in UTF-8"],
    ["UTF-16 without a mark", utf16.subarray(2), "m.yaml:1: is not UTF-8"],
    [
      "a NUL",
      Buffer.from(turkish.replace("components", "\0")),
      "m.yaml:3: has the control character U+0000",
    ],
  ])("%s is refused", (_name, bytes, message) => {
    expect(() => nameIn(bytes)).toThrow(message);
  });
});
