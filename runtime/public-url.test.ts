import { describe, expect, test } from "vitest";
import { maskUrl, mayConnectTo, readPublicUrl } from "./public-url.ts";

const outside = { allowPrivate: false };
const inside = { allowPrivate: true };

describe("a webhook's address", () => {
  test.each([
    ["https://example.com/hook", "https://example.com/hook"],
    [" HTTPS://Example.COM:443/hook?a=1#part ", "https://example.com/hook?a=1"],
    ["https://bücher.example/", "https://xn--bcher-kva.example/"],
    ["https://93.184.216.34:8443/", "https://93.184.216.34:8443/"],
    ["https://[2606:4700::1111]/", "https://[2606:4700::1111]/"],
  ])("%s is fine", (text, stored) => {
    expect(readPublicUrl(text, outside)).toBe(stored);
  });

  test.each([
    "",
    "example.com/hook",
    "http://example.com/hook",
    "ftp://example.com/",
    "file:///etc/passwd",
    "https://user:secret@example.com/",
    "https://example.com:22/",
    "https://example.com:25/",
    "https://127.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://10.1.2.3/",
    "https://169.254.169.254/latest/meta-data",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/",
    "https://[fd00::1]/",
  ])("%s is refused", (text) => {
    expect(readPublicUrl(text, outside)).toBeUndefined();
  });

  test("may be internal and plain where that is allowed, never link-local", () => {
    expect(readPublicUrl("http://10.1.2.3:9000/hook", inside)).toBe("http://10.1.2.3:9000/hook");
    expect(readPublicUrl("http://[fd00::1]/", inside)).toBe("http://[fd00::1]/");
    expect(readPublicUrl("http://169.254.169.254/", inside)).toBeUndefined();
    expect(readPublicUrl("http://10.1.2.3:25/", inside)).toBeUndefined();
  });
});

describe("a connection", () => {
  const never = [
    "0.0.0.0",
    "0.1.2.3",
    "169.254.169.254",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.7",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "fec0::1",
    "::127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:10.0.0.1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "2002:a00:1::",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:db8::1",
    "100::1",
    "4000::1",
    "not an address",
    // Metadata and other services of clouds.
    "168.63.129.16",
    "100.100.100.200",
    "100.100.2.136",
    "192.0.0.192",
    "fd00:ec2::254",
    "fd00:0ec2:0:0:0:0:0:0254",
    "fd00:ec2::23",
    "fd20:ce::254",
    "fd00:42::42",
    "fd00:c1::a9fe:a9fe",
  ];
  const internal = ["127.0.0.1", "127.9.9.9", "10.0.0.1", "172.16.0.1", "172.31.255.255"].concat([
    "192.168.1.1",
    "100.64.0.1",
    "100.127.255.255",
    "::1",
    "fc00::1",
    "fd12:3456::1",
  ]);

  test.each(never)("never goes to %s", (address) => {
    expect(mayConnectTo(address, outside)).toBe(false);
    expect(mayConnectTo(address, inside)).toBe(false);
  });

  test.each(internal)("goes to %s where internal networks are allowed", (address) => {
    expect(mayConnectTo(address, outside)).toBe(false);
    expect(mayConnectTo(address, inside)).toBe(true);
  });

  test.each(["8.8.8.8", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450::8a"])(
    "goes to %s",
    (address) => {
      expect(mayConnectTo(address, outside)).toBe(true);
    },
  );
});

test("a log shows the origin of a URL alone", () => {
  expect(maskUrl("https://ada:word@hooks.example:8443/secret?a=1")).toBe(
    "https://hooks.example:8443/…",
  );
  expect(maskUrl("secret")).toBe("?/…");
});
