import * as fc from "fast-check";

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at += 1) value = [value];
  return value;
}

/** Texts that parsers, databases and normalization have stumbled over elsewhere. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    "",
    " ",
    "\u0000",
    "a\u0000b",
    "\uD800",
    "\u202Eabc",
    "i\u0307stanbul",
    "\uFEFF",
    "__proto__",
    "constructor",
    "../../etc/passwd",
    "'; drop table accounts; --",
    "<speak><break time='1s'/>Merhaba</speak>",
    "${jndi:ldap://localhost}",
    "%00%ff%2e%2e",
    "1e999",
    "-0",
    "٣٤٥",
    "👩‍👩‍👧‍👦",
  ),
  fc
    .tuple(fc.constantFrom("a", ".", "ş", "9", "👩", " ", "\n", "(", "%"), fc.nat(6000))
    .map(([one, times]) => one.repeat(times)),
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.string({ unit: "grapheme", maxLength: 30 }),
);

/** Values of JSON that no field expects. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, -1e308, 2 ** 53, [], {}, [null]),
  fc.nat(900).map(nested),
  fc.jsonValue({ maxDepth: 3 }),
);
