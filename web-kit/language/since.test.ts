import { expect, test } from "vitest";
import { sinceIn } from "./since.ts";

/** Every number that ends a time of day, as it is spoken, with its ending. */
test.each([
  ["00.00", "sıfırdan"],
  ["00.30", "otuzdan"],
  ["01.00", "birden"],
  ["02.00", "ikiden"],
  ["03.00", "üçten"],
  ["04.00", "dörtten"],
  ["05.00", "beşten"],
  ["06.00", "altıdan"],
  ["07.00", "yediden"],
  ["08.00", "sekizden"],
  ["09.00", "dokuzdan"],
  ["10.00", "ondan"],
  ["14.00", "on dörtten"],
  ["20.00", "yirmiden"],
  ["23.00", "yirmi üçten"],
  ["14.01", "birden"],
  ["14.06", "altıdan"],
  ["14.09", "dokuzdan"],
  ["14.10", "ondan"],
  ["14.20", "yirmiden"],
  ["14.25", "yirmi beşten"],
  ["14.30", "otuzdan"],
  ["14.40", "kırktan"],
  ["14.43", "kırk üçten"],
  ["14.50", "elliden"],
  ["14.59", "elli dokuzdan"],
  ["22 Kas 14.26", "yirmi altıdan"],
  ["11.26 UTC", "u te ceden"],
])("%s is spoken %s beri", (time, spoken) => {
  expect(sinceIn("tr", time)).toBe(`${time}'${spoken.slice(-3)}`);
});

test("English adds nothing", () => {
  expect(sinceIn("en", "14:25")).toBe("14:25");
});
