import { describe, expect, it } from "vitest";
import { LIMITS } from "../../contract/limits.ts";
import { WordIndex } from "../pronunciations/word-index.ts";
import { pronounceScript } from "./pronounced-script.ts";
import { readSsml } from "./read-ssml.ts";

const READING = { speed: 1, hasMelody: true, model: "synth-v2" };
const NO_RULES = new WordIndex([]);

const said = (ssml: string, index = NO_RULES) => pronounceScript(readSsml(ssml, READING), index);
const spoken = (ssml: string) => said(ssml).text;
/** The text with each pause at its place, in seconds, and each span in braces. */
const shown = (ssml: string) => {
  const { text, pauses = [], spans = [] } = said(ssml);
  const marks = [
    ...pauses.map(({ at, seconds }) => ({ at, mark: `[${seconds}]` })),
    ...spans.flatMap(({ start, end, paceFactor }) => [
      { at: start, mark: `{${Math.round(paceFactor * 100)}:` },
      { at: end, mark: "}" },
    ]),
  ];
  return marks
    .toSorted((left, right) => right.at - left.at)
    .reduce((marked, { at, mark }) => marked.slice(0, at) + mark + marked.slice(at), text);
};
const refusal = (ssml: string, reading = READING) => {
  try {
    readSsml(ssml, reading);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`${ssml} is taken`);
};

describe("breaks", () => {
  it.each([
    ['<speak>Merhaba <break time="1.5s"/> dünya.</speak>', "Merhaba,[1.5] dünya."],
    ["Merhaba. <break time='300ms'/>Dünya", "Merhaba.[0.3] Dünya."],
    ["Bir<break/>iki", "Bir,[0.75] iki."],
    ["Bir <break strength='x-weak'/> iki", "Bir,[0.25] iki."],
    ["Bir <break strength='none'/> iki", "Bir[0] iki."],
    ["Bir <break time='1s'/><break time='2s'/> iki", "Bir,[3] iki."],
    ["<break time='2s'/>Bir", "[2]Bir."],
    ["Bir.<break time='2s'/>", "Bir.[2]"],
    ["Bir<break time='2s'/>", "Bir.[2]"],
    ["Dr. <break time='1s'/> Ayşe geldi.", "doktor,[1] Ayşe geldi."],
    ["<s>Bir <break time='1s'/></s><s>iki</s>", "Bir.[1] iki."],
  ])("%s", (ssml, text) => expect(shown(ssml)).toBe(text));
});

describe("sentences and paragraphs", () => {
  it.each([
    ["<p>Bir gün</p><p>Başka bir gün</p>", "Bir gün.[0.75] Başka bir gün."],
    ["<p><s>Bir gün</s><s>sonra?</s></p>", "Bir gün. sonra?"],
    ["Önce <p>sonra</p> en son", "Önce.[0.75] sonra.[0.75] en son."],
    ["<p>Bir</p><break time='2s'/><p>iki</p>", "Bir.[2] iki."],
    ["<p>Bir</p>", "Bir."],
    ["<speak>\n  <s>Bir\n  iki</s>\n</speak>", "Bir iki."],
  ])("%s", (ssml, text) => expect(shown(ssml)).toBe(text));
});

describe("manners", () => {
  it.each([
    ["Bu <prosody rate='80%'>çok</prosody> önemli.", "Bu {80:çok} önemli."],
    ["<prosody rate='slow'>Yavaş. Daha yavaş.</prosody> Hızlı.", "{64:Yavaş. Daha yavaş.} Hızlı."],
    ["<prosody rate='+20%'>Bir <prosody rate='50%'>iki</prosody></prosody>", "{120:Bir} {60:iki.}"],
    ["Cevap <emphasis level='strong'>evet</emphasis>.", "Cevap {80:evet.}"],
    ["<emphasis>Ankara</emphasis>'ya, sonra", "{90:Ankara'ya}, sonra."],
    ["<emphasis>ev</emphasis>ler güzel", "{90:evler} güzel."],
    ["<emphasis>Evet</emphasis>, geldi", "{90:Evet}, geldi."],
  ])("%s", (ssml, text) => expect(shown(ssml)).toBe(text));

  it("pitch and range reach the words", () => {
    const { spans } = said("a <prosody pitch='+2st' range='80%'>b</prosody>");
    expect(spans).toMatchObject([{ pitchSemitones: 2, rangeFactor: 0.8, paceFactor: 1 }]);
    expect(said("<prosody pitch='high'>b</prosody>").spans?.[0]?.pitchSemitones).toBeCloseTo(3.16);
  });
});

describe("words that are spoken otherwise", () => {
  it.each([
    [
      "<sub alias='Türkiye Büyük Millet Meclisi'>TBMM</sub>'ye gitti.",
      "Türkiye Büyük Millet Meclisi'ne gitti.",
    ],
    ["<sub alias='5 kilo'>beş</sub> elma", "beş kilo elma."],
    ["<say-as interpret-as='cardinal'>12</say-as>'den sonra", "on iki'den sonra."],
    ["<say-as interpret-as='number'>-1.250,5</say-as>", "eksi bin iki yüz elli virgül beş."],
    ["<say-as interpret-as='ordinal'>21</say-as> gün", "yirmi birinci gün."],
    ["<say-as interpret-as='digits'>4829</say-as>", "dört sekiz iki dokuz."],
    ["<say-as interpret-as='characters'>TC-12</say-as>", "te ce tire bir iki."],
    ["<say-as interpret-as='spell-out'>Ilgaz ı</say-as>", "ı le ge a ze, ı."],
    ["<say-as interpret-as='verbatim'>é</say-as>", "e."],
    ["<say-as interpret-as='date'>29.10.2026</say-as>", "yirmi dokuz ekim iki bin yirmi altı."],
    [
      "<say-as interpret-as='date' format='mdy'>10/29/2026</say-as>",
      "yirmi dokuz ekim iki bin yirmi altı.",
    ],
    [
      "<say-as interpret-as='date' format='ymd'>20261029</say-as>",
      "yirmi dokuz ekim iki bin yirmi altı.",
    ],
    ["<say-as interpret-as='date'>2026-10-29</say-as>", "yirmi dokuz ekim iki bin yirmi altı."],
    ["<say-as interpret-as='date' format='dm'>29/10</say-as>", "yirmi dokuz ekim."],
    ["<say-as interpret-as='date' format='my'>10.2026</say-as>", "ekim iki bin yirmi altı."],
    ["<say-as interpret-as='date'>29 Ekim 2026</say-as>", "yirmi dokuz Ekim iki bin yirmi altı."],
    ["<say-as interpret-as='date' format='y'>98</say-as>", "bin dokuz yüz doksan sekiz."],
    ["<say-as interpret-as='time'>14.30</say-as>", "on dört otuz."],
    ["<say-as interpret-as='time' format='hms12'>2:30pm</say-as>", "on dört otuz."],
    ["<say-as interpret-as='time'>12:05 am</say-as>", "sıfır sıfır sıfır beş."],
    [
      "<say-as interpret-as='telephone'>05321234567</say-as>",
      "sıfır beş yüz otuz iki yüz yirmi üç kırk beş altmış yedi.",
    ],
    [
      "<say-as interpret-as='telephone'>444 0 123</say-as>",
      "dört yüz kırk dört sıfır yüz yirmi üç.",
    ],
    ["<say-as interpret-as='currency'>12,50 TL</say-as>", "on iki lira elli kuruş."],
    ["<say-as interpret-as='currency'>$19.99</say-as>", "on dokuz dolar doksan dokuz sent."],
    ["<say-as interpret-as='fraction'>3/4</say-as>", "dörtte üç."],
    ["<say-as interpret-as='unit'>5 kg</say-as>", "beş kilogram."],
    ["<phoneme alphabet='ipa' ph='ˈvaɪ.faɪ'>WiFi</phoneme> var", "vayfay var."],
    ["Tom &amp; Jerry &#305;", "Tom ve Jerry ı."],
    ["<![CDATA[3 < 5]]>", "üç küçüktür beş."],
    ["<!-- iki --><w>Bir</w> <lang xml:lang='tr-TR'>üç</lang>", "Bir üç."],
  ])("%s", (ssml, text) => expect(spoken(ssml)).toBe(text));

  it("IPA keeps its place", () => {
    const { text, pronounced } = said("Bir. <phoneme ph='/a.li/'>x</phoneme>'ye");
    expect(pronounced).toEqual([{ start: 5, end: 8, ipa: "a.li" }]);
    expect(text).toBe("Bir. ali'ye.");
  });

  it("the account's dictionary holds for the text, and not for what an element says", () => {
    const rule = { word: "NATO", alias: "pakt", caseSensitive: false, wordBoundaries: true };
    const { text, addedCharacters } = said("NATO <sub alias='NATO'>x</sub>", new WordIndex([rule]));
    expect(text).toBe("pakt NATO.");
    expect(addedCharacters).toBe(3);
  });

  it("counts the text without its elements", () => {
    expect(readSsml("<speak>\n<p>Bir</p>\n<p>iki</p>\n</speak>", READING).text).toBe("Bir iki");
  });
});

describe("what is refused names element, line and what is allowed", () => {
  it.each([
    ["<speak>\n\n<audio src='a'/></speak>", ["line 3: audio", "speak, lang, p, s"]],
    ["<speak><voice name='x'>a</voice></speak>", ["line 1: voice", "prosody"]],
    ["<mstts:express-as style='x'>a</mstts:express-as>", ["mstts:express-as is not supported"]],
    ["a\n<break time='11s'/>", ["line 2: time of break", "up to 10 s", '"11s"']],
    ["<break time='bir'/>", ["time of break", "1.5s"]],
    ["<break strength='huge'/>", ["strength of break", "x-strong"]],
    ["<break length='1s'/>", ["break has no attribute length; allowed are time, strength"]],
    ["<break>a</break>", ["break has to be empty"]],
    ["<sub alias='a'><b>c</b></sub>", ["sub may contain text alone, and no b"]],
    ["<sub>c</sub>", ["sub needs the attribute alias"]],
    ["<sub alias='…'>c</sub>", ["alias of sub has to be a text that can be spoken"]],
    ["<say-as interpret-as='song'>c</say-as>", ["interpret-as of say-as", "cardinal", '"song"']],
    ["<say-as>c</say-as>", ["say-as needs the attribute interpret-as"]],
    [
      "<say-as interpret-as='cardinal'>abc</say-as>",
      ["say-as with interpret-as cardinal", '"abc"'],
    ],
    ["<say-as interpret-as='date'>31.02.2026</say-as>", ["interpret-as date", "29.10.2026"]],
    ["<say-as interpret-as='date' format='xyz'>1.1.2026</say-as>", ["format of say-as", "dmy"]],
    ["<say-as interpret-as='time'>25:00</say-as>", ["interpret-as time", "14:30"]],
    ["<say-as interpret-as='currency'>12</say-as>", ["interpret-as currency", "TL"]],
    ["<say-as interpret-as='telephone'>12a</say-as>", ["interpret-as telephone"]],
    ["<phoneme alphabet='x-sampa' ph='a'>c</phoneme>", ["alphabet of phoneme has to be ipa"]],
    ["<phoneme alphabet='ipa' ph='漢'>c</phoneme>", ["ph of phoneme", "U+6F22"]],
    ["<prosody rate='quick'>c</prosody>", ["rate of prosody", "x-slow", "80%"]],
    ["<prosody rate='1000%'>c</prosody>", ["pace of 10", "0.25 to 4"]],
    ["<prosody rate='-100%'>c</prosody>", ["rate of prosody"]],
    ["<prosody pitch='+10st'>c</prosody>", ["10 semitones", "-9 to 9"]],
    [
      "<prosody volume='loud'>c</prosody>",
      ["prosody has no attribute volume", "rate, pitch, range"],
    ],
    ["<emphasis level='huge'>c</emphasis>", ["level of emphasis", "strong, moderate"]],
    ["<speak xml:lang='en-US'>c</speak>", ["xml:lang of speak has to be tr"]],
    ["<speak>a\n<p>b</speak>", ["line 2", "missing end tag for element p"]],
    ["<speak>a</speak>b", ["extra content"]],
    ["a < b", ["line 1"]],
    ["a & b", ["line 1", "reference"]],
    ["a&nbsp;b", ["named entity", "&amp; &lt;"]],
    ["<!DOCTYPE speak [<!ENTITY x 'y'>]><speak>&x;</speak>", ["line 1"]],
    ["<!DOCTYPE speak><speak>a</speak>", ["document type", "not allowed"]],
    ["<html><speak>a</speak></html>", ["first element has to be speak"]],
    ["\n\n<speak>\n<b/></speak>", ["line 4: b"]],
  ])("%s", (ssml, parts) => {
    const message = refusal(ssml);
    for (const part of parts) expect(message).toContain(part);
    expect(message).toMatch(/^input is no SSML: line \d+: /u);
  });

  it("melody where the model has none, but not the rate and the emphasis", () => {
    const reading = { ...READING, hasMelody: false, model: "synth-v1" };
    expect(refusal("<prosody pitch='+1st'>a</prosody>", reading)).toContain("synth-v1");
    expect(
      readSsml("<prosody rate='80%'><emphasis>a</emphasis></prosody>", reading).runs,
    ).toHaveLength(1);
  });

  it("a pace that is too much with the speed of the request", () => {
    expect(refusal("<prosody rate='200%'>a</prosody>", { ...READING, speed: 3 })).toContain(
      "pace of 6",
    );
  });

  it.each([
    ["rate='25%'", "rate='24%'", "a pace of 0.24; allowed are from 0.25 to 4"],
    ["rate='400%'", "rate='401%'", "a pace of 4.01; allowed are from 0.25 to 4"],
    ["pitch='+9st'", "pitch='+9.1st'", "by 9.1 semitones; allowed are from -9 to 9"],
    ["pitch='-9st'", "pitch='-9.1st'", "by -9.1 semitones; allowed are from -9 to 9"],
    ["range='10%'", "range='9%'", "the range by 0.09; allowed are from 0.1 to 2.5"],
    ["range='250%'", "range='251%'", "the range by 2.51; allowed are from 0.1 to 2.5"],
  ])("a manner beyond what models can: %s is allowed, %s is not", (within, beyond, message) => {
    expect(readSsml(`<prosody ${within}>a</prosody>`, READING).runs).toHaveLength(1);
    expect(refusal(`<prosody ${beyond}>a</prosody>`)).toContain(message);
  });

  it("a range where the model has no melody", () => {
    const reading = { ...READING, hasMelody: false, model: "synth-v1" };
    expect(refusal("<prosody range='80%'>a</prosody>", reading)).toContain(
      "range of prosody is not supported by synth-v1; allowed is rate",
    );
  });

  it("breaks that are too long together", () => {
    const ssml = "<break time='10s'/>".repeat(LIMITS.ssml.pauseSecondsInAll / 10 + 1);
    expect(refusal(ssml)).toContain("all breaks together");
  });

  it("a document that is nested too deep, at any depth", () => {
    for (const depth of [LIMITS.ssml.depth, LIMITS.inputCharacters / 7]) {
      const ssml = `${"<s>".repeat(depth)}a${"</s>".repeat(depth)}`;
      expect(refusal(ssml)).toContain(`at most ${LIMITS.ssml.depth} levels`);
    }
  });

  it.each([
    "<s>",
    "<!--",
    "&#38;",
    "<break/>",
    "<a b='",
    "<![CDATA[",
    "&",
    "<s>a</s> ",
    "a<w>b</w>",
  ])("5,000 characters of %s take no time", (part) => {
    const began = process.cpuUsage();
    try {
      said(part.repeat(LIMITS.inputCharacters / part.length));
    } catch {
      // It is about the time alone.
    }
    expect(process.cpuUsage(began).user).toBeLessThan(1_500_000);
  });
});
