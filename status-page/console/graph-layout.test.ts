import { describe, expect, test } from "vitest";
import { BOX, graphLayout } from "./graph-layout.ts";

const of = (id: string, ...dependsOn: string[]) => ({ id, dependsOn });

const system = [
  of("website", "api"),
  of("demo", "stt", "tts", "website"),
  of("api"),
  of("stt", "api"),
  of("tts", "api"),
  of("docs", "api"),
  of("mail"),
];

describe.each([2, 4])("with %i boxes in a row", (boxesPerRow) => {
  const { boxes, lines, width, height } = graphLayout(system, boxesPerRow);
  const boxOf = (id: string) => boxes.find((box) => box.id === id)!;

  test("every component has one box, inside the drawing, beside the others", () => {
    expect(boxes.map(({ id }) => id).toSorted()).toEqual(system.map(({ id }) => id).toSorted());
    for (const one of boxes) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + BOX.width).toBeLessThanOrEqual(width);
      expect(one.y + BOX.height).toBeLessThanOrEqual(height);
      for (const other of boxes) {
        if (one === other || one.y !== other.y) continue;
        expect(Math.abs(one.x - other.x)).toBeGreaterThan(BOX.width);
      }
    }
  });

  test("no row has more, and what depends on something stands below it", () => {
    const rows = Map.groupBy(boxes, ({ y }) => y);
    expect(Math.max(...[...rows.values()].map(({ length }) => length))).toBe(boxesPerRow);
    for (const { id, dependsOn } of system) {
      for (const other of dependsOn) expect(boxOf(other).y).toBeLessThan(boxOf(id).y);
    }
  });

  test("what has no line comes last", () => {
    expect(boxOf("mail").y).toBe(Math.max(...boxes.map(({ y }) => y)));
  });

  test("each dependency is a line from the bottom of one box to the top of the other", () => {
    for (const { id, dependsOn } of system) {
      for (const from of dependsOn) {
        const [above, below] = [boxOf(from), boxOf(id)];
        const ends = `${above.x + BOX.width / 2} ${above.y + BOX.height}`;
        const goal = `${below.x + BOX.width / 2} ${below.y}`;
        expect(reachedFrom(ends, lines)).toContain(goal);
      }
    }
  });

  test("no line runs through a box", () => {
    for (const { path } of lines) {
      const [, x, y] = /^M([\d.]+) ([\d.]+)v/.exec(path) ?? [];
      if (x === undefined) continue;
      const hit = boxes.filter(
        (box) => box.y === Number(y) && Number(x) >= box.x && Number(x) <= box.x + BOX.width,
      );
      expect(hit).toEqual([]);
    }
  });
});

test("lines that need not cross do not", () => {
  const pairs = [of("a"), of("b"), of("on-b", "b"), of("on-a", "a")];
  const { boxes } = graphLayout(pairs, 4);
  const x = (id: string) => boxes.find((box) => box.id === id)!.x;
  expect(x("a") < x("b")).toBe(x("on-a") < x("on-b"));
});

test("a circle, an id that is nobody's and nothing at all end as well", () => {
  expect(graphLayout([of("a", "b"), of("b", "a")], 2).boxes).toHaveLength(2);
  expect(graphLayout([of("a", "gone")], 2)).toMatchObject({ boxes: [{ id: "a" }], lines: [] });
  expect(graphLayout([], 2)).toEqual({ width: 0, height: 0, boxes: [], lines: [] });
});

/** Returns the ends that lines lead to from a point, over any number of pieces. */
function reachedFrom(point: string, lines: readonly { readonly path: string }[]): string[] {
  return lines.flatMap(({ path }) => {
    if (!path.startsWith(`M${point}C`) && !path.startsWith(`M${point}v`)) return [];
    const [x, y] = point.split(" ").map(Number);
    const down = /v([\d.]+)$/.exec(path);
    const end = down ? `${x} ${y! + Number(down[1])}` : path.split(/[C ]/).slice(-2).join(" ");
    return [end, ...reachedFrom(end, lines)];
  });
}
