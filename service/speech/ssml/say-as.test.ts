import { expect, test } from "vitest";
import { readAs } from "./say-as.ts";

test.each([
  ["cardinal", "1250", "bin iki yüz elli"],
  ["number", "-1.250,5", "eksi bin iki yüz elli virgül beş"],
  ["ordinal", "3", "üçüncü"],
  ["ordinal", "3.", "üçüncü"],
  ["digits", "4829", "dört sekiz iki dokuz"],
  ["number_digit", "48 29", "dört sekiz, iki dokuz"],
  ["digits", "48-29", "dört sekiz, iki dokuz"],
  ["characters", "é", "e"],
  ["spell-out", "A1", "a bir"],
  ["verbatim", "a b", "a , be"],
  ["fraction", "3/4", "dörtte üç"],
  ["fraction", "1/2", "yarım"],
  ["unit", "5 kg", "beş kilogram"],
  ["currency", "12,50 TL", "on iki lira elli kuruş"],
])("%s reads %j as %j", (kind, text, words) => {
  expect(readAs(kind, text, undefined)).toEqual({ words });
});

test.each([
  [undefined, "29.10.2026", "yirmi dokuz ekim iki bin yirmi altı"],
  [undefined, "2026-10-29", "yirmi dokuz ekim iki bin yirmi altı"],
  [undefined, "2026 10 29", "yirmi dokuz ekim iki bin yirmi altı"],
  [undefined, "20261029", "yirmi dokuz ekim iki bin yirmi altı"],
  [undefined, "29/10", "yirmi dokuz ekim"],
  [undefined, "10.2026", "ekim iki bin yirmi altı"],
  // Without a day, the parts are read in the order of their format.
  [undefined, "2026-10", "iki bin yirmi altı ekim"],
  [undefined, "29 Ekim 2026", "yirmi dokuz Ekim iki bin yirmi altı"],
  ["dmy", "29102026", "yirmi dokuz ekim iki bin yirmi altı"],
  ["mdy", "10292026", "yirmi dokuz ekim iki bin yirmi altı"],
  ["mdy", "10/29/26", "yirmi dokuz ekim iki bin yirmi altı"],
  ["md", "10-29", "yirmi dokuz ekim"],
  ["dm", "9-1", "dokuz ocak"],
  ["ym", "2026/1", "iki bin yirmi altı ocak"],
  ["my", "1/2026", "ocak iki bin yirmi altı"],
  ["d", "29", "yirmi dokuz"],
  ["d", "09", "dokuz"],
  ["m", "12", "aralık"],
  ["y", "2026", "iki bin yirmi altı"],
  ["y", "49", "iki bin kırk dokuz"],
  ["y", "50", "bin dokuz yüz elli"],
  // The 29th of February is a day of some years.
  ["dm", "29.2", "yirmi dokuz şubat"],
  ["dmy", "29.2.2024", "yirmi dokuz şubat iki bin yirmi dört"],
  ["dmy", "29.2.2023", undefined],
  ["dm", "30.2", undefined],
  ["dm", "31.4", undefined],
  ["d", "31", "otuz bir"],
  ["d", "32", undefined],
  ["d", "0", undefined],
  ["m", "0", undefined],
  ["m", "13", undefined],
  ["y", "202", undefined],
  ["dmy", "29.10", undefined],
  ["dm", "29.10.2026", undefined],
  ["dmy", "123.1.2026", undefined],
  ["dmy", "1.123.2026", undefined],
  [undefined, "2026", undefined],
  [undefined, "29", undefined],
  [undefined, "29+10", undefined],
  [undefined, "ekim", undefined],
  // Two sentences are no date.
  [undefined, "29 Ekim. Bugün hava çok güzel.", undefined],
])("a date of the format %s: %j is %s", (format, text, words) => {
  const refused = { takes: "a date of its format such as 29.10.2026" };
  expect(readAs("date", text, format)).toEqual(words === undefined ? refused : { words });
});

test.each([
  [undefined, "14:30", "on dört otuz"],
  [undefined, "14.30", "on dört otuz"],
  [undefined, "14:30:15", "on dört otuz on beş"],
  [undefined, "24:00", "yirmi dört"],
  [undefined, "25:00", undefined],
  [undefined, "14:60", undefined],
  [undefined, "14", undefined],
  ["hms24", "14:30", "on dört otuz"],
  ["hms12", "2:30", "iki otuz"],
  ["hms12", "12:30", "on iki otuz"],
  ["hms12", "13:30", undefined],
  ["hms12", "0:30", undefined],
  [undefined, "2:30 pm", "on dört otuz"],
  [undefined, "2:30 ÖS", "on dört otuz"],
  [undefined, "2:30 öö", "iki otuz"],
  [undefined, "2:30 p.m.", "on dört otuz"],
  [undefined, "2:30a", "iki otuz"],
  [undefined, "12:30 pm", "on iki otuz"],
  [undefined, "12:30 am", "sıfır sıfır otuz"],
  [undefined, "13:30 pm", undefined],
  [undefined, "0:30 am", undefined],
])("a time of the format %s: %j is %s", (format, text, words) => {
  const refused = { takes: "a time such as 14:30, 2:30 pm or 14:30:15" };
  expect(readAs("time", text, format)).toEqual(words === undefined ? refused : { words });
});

test.each([
  ["0532 123 45 67", "sıfır beş yüz otuz iki yüz yirmi üç kırk beş altmış yedi"],
  ["5321234567", "beş yüz otuz iki yüz yirmi üç kırk beş altmış yedi"],
  ["+90 532 123 45 67", "artı doksan beş yüz otuz iki yüz yirmi üç kırk beş altmış yedi"],
  ["0090 532 123 45 67", "artı doksan beş yüz otuz iki yüz yirmi üç kırk beş altmış yedi"],
  ["444 0 123", "dört yüz kırk dört sıfır yüz yirmi üç"],
  ["112", "yüz on iki"],
  ["+49 30 1234", "artı kırk dokuz otuz bin iki yüz otuz dört"],
  // Long groups are divided, so that they can be followed.
  ["12345", "yüz yirmi üç kırk beş"],
  ["11", undefined],
  [
    "123456789012345",
    "yüz yirmi üç dört yüz elli altı yedi yüz seksen dokuz sıfır on iki otuz dört beş",
  ],
  ["1234567890123456", undefined],
  ["0532 CALL", undefined],
])("a telephone number %j is %s", (text, words) => {
  const refused = { takes: "a telephone number such as +90 532 123 45 67" };
  expect(readAs("telephone", text, undefined)).toEqual(words === undefined ? refused : { words });
});

test.each([
  ["cardinal", "üç"],
  ["cardinal", "3 elma"],
  ["ordinal", "1234567890123456"],
  ["ordinal", "3,5"],
  ["digits", "48a"],
  ["digits", ""],
  ["characters", "©"],
  ["currency", "12"],
  ["fraction", "3"],
  ["unit", "5"],
  ["unit", "kg"],
])("%s refuses %j, and says what it takes", (kind, text) => {
  expect(readAs(kind, text, undefined)).toHaveProperty("takes");
});

test("a format counts only where there are several", () => {
  expect(readAs("date", "1.1.2026", "xyz")).toEqual({
    formats: ["dmy", "mdy", "ymd", "dm", "md", "my", "ym", "d", "m", "y"],
  });
  expect(readAs("time", "14:30", "dmy")).toEqual({ formats: ["hms24", "hms12"] });
  expect(readAs("ordinal", "3", "dmy")).toEqual({ words: "üçüncü" });
});

test.each(["song", "toString"])("the kind %s is refused with all kinds", (kind) => {
  const read = readAs(kind, "c", undefined);
  expect("kinds" in read && read.kinds).toContain("spell-out");
});
