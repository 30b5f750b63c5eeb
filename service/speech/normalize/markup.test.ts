import { describe, expect, it } from "vitest";
import { withoutMarkup } from "./markup.ts";
import { normalize } from "./normalize.ts";

const spoken = (text: string) => normalize(withoutMarkup(text).text);

describe("withoutMarkup", () => {
  it.each([
    ["<speak>Merhaba <break time='1s'/> dünya.</speak>", ["Merhaba dünya."]],
    ["Bu <b>çok</b> önemli.", ["Bu çok önemli."]],
    ["<b>T</b>BMM'de", ["te be me mede."]],
    ["<p>Bir gün</p><p>Başka bir gün</p>", ["Bir gün.", "Başka bir gün."]],
    ["Elma<br>Armut<BR />Kiraz", ["Elma.", "Armut.", "Kiraz."]],
    ["<ul><li>Süt</li><li>Ekmek</li></ul>", ["Süt.", "Ekmek."]],
    ['<a href="https://ornek.com/?a=1&amp;b=2" class=dış>Tıklayın</a>', ["Tıklayın."]],
    ["<prosody rate=\"slow\" pitch='+2st'>Yavaş</prosody>", ["Yavaş."]],
    ['<amazon:effect name="whispered">Sessiz</amazon:effect>', ["Sessiz."]],
    ['<input type="text" disabled>Ad', ["Ad."]],
    ["Tom &amp; Jerry", ["Tom ve Jerry."]],
    ["G&uuml;nayd&#305;n &#x0130;zmir", ["Günaydın İzmir."]],
    ["Ali&nbsp;geldi &hellip; gitti", ["Ali geldi, gitti."]],
    ["Ali&#8217;ye", ["Ali'ye."]],
    ["Bir<!-- iki. üç -->dört", ["Bir dört."]],
    ["<style>b { color: red }</style>Merhaba<script>alert(1 < 2)</script>", ["Merhaba."]],
    ['<?xml version="1.0"?><speak version="1.1">Alo</speak>', ["Alo."]],
  ])("%s is spoken %j", (text, sentences) => {
    expect(withoutMarkup(text).hadMarkup).toBe(true);
    expect(spoken(text)).toEqual(sentences);
  });

  it.each([
    "a < b ve b > c",
    "a<b ve b>c",
    "3<5",
    "5>3 ve 3<5",
    "x <y> z",
    "<3 seni",
    "<isim> yazın",
    "AT&T; Ar&Ge",
    "a & b; c",
    "&bilinmez; &#55296; &#0;",
    "&#xd800; &#xdfff; &#x110000; &#1114112;",
    "&#31; &#x8; &#11;",
    "<b",
    "< b >",
    "<https://ornek.com>",
  ])("%s is no markup and stays", (text) => {
    expect(withoutMarkup(text)).toEqual({ text, hadMarkup: false });
  });

  it.each([
    ["&#32;.", "."],
    ["a&#9;b&#10;c&#xd;d", "a b c d"],
    ["&#x1f600;", "\u{1f600}"],
    ["&#xd7ff;&#xe000;&#x10ffff;", "\ud7ff\ue000\u{10ffff}"],
  ])("decodes %s", (text, plain) => {
    expect(withoutMarkup(text)).toEqual({ text: plain, hadMarkup: true });
  });

  it("decodes what a tag is written with to text, which is no tag", () => {
    expect(withoutMarkup("&lt;b&gt; ve &amp;lt;").text).toBe("<b> ve &lt;");
  });

  it.each(["<b ", "<!--", "<b a=", "&#", "<script>", '<a b="', "<b a=1 ", "</p", "<p>"])(
    "takes 5,000 characters of %s in no time",
    (part) => {
      const began = process.cpuUsage();
      withoutMarkup(part.repeat(5000 / part.length));
      expect(process.cpuUsage(began).user).toBeLessThan(300_000);
    },
  );
});
