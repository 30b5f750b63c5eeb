import * as fc from "fast-check";

/** One change of some bytes; `at` counts from the start and goes around. */
type Damage =
  | { readonly kind: "set"; readonly at: number; readonly byte: number }
  | { readonly kind: "insert"; readonly at: number; readonly bytes: Uint8Array }
  | { readonly kind: "remove"; readonly at: number; readonly length: number }
  | {
      readonly kind: "repeat";
      readonly at: number;
      readonly length: number;
      readonly times: number;
    }
  | { readonly kind: "cut"; readonly at: number };

/** Headers lie at the start: half of all damage is done there. */
const at = fc.oneof(fc.nat(200), fc.nat(1_000_000));
const length = fc.integer({ min: 1, max: 64 });

const damage: fc.Arbitrary<Damage> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("set" as const), at, byte: fc.nat(255) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      at,
      bytes: fc.uint8Array({ minLength: 1, maxLength: 16 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("remove" as const), at, length }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("repeat" as const),
      at,
      length,
      times: fc.nat(200),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("cut" as const), at }) },
);

/** Bytes as they are made, in `whole` of ten cases, and else with up to eight damages. */
export function damaged(
  bytes: fc.Arbitrary<Uint8Array>,
  { whole }: { readonly whole: number },
): fc.Arbitrary<Buffer> {
  const damages: fc.Arbitrary<readonly Damage[]> = fc.oneof(
    { weight: whole, arbitrary: fc.constant<readonly Damage[]>([]) },
    { weight: 10 - whole, arbitrary: fc.array(damage, { minLength: 1, maxLength: 8 }) },
  );
  return fc
    .tuple(bytes, damages)
    .map(([made, all]) => all.reduce<Buffer>(apply, Buffer.from(made)));
}

function apply(bytes: Buffer, one: Damage): Buffer {
  const place = bytes.length === 0 ? 0 : one.at % bytes.length;
  const head = bytes.subarray(0, place);
  switch (one.kind) {
    case "set": {
      return Buffer.concat([head, Buffer.of(one.byte), bytes.subarray(place + 1)]);
    }
    case "insert": {
      return Buffer.concat([head, one.bytes, bytes.subarray(place)]);
    }
    case "remove": {
      return Buffer.concat([head, bytes.subarray(place + one.length)]);
    }
    case "repeat": {
      const piece = bytes.subarray(place, place + one.length);
      const pieces = Array.from({ length: one.times }, () => piece);
      return Buffer.concat([head, ...pieces, bytes.subarray(place)]);
    }
    case "cut": {
      return head;
    }
  }
}
