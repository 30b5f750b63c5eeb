import { listed } from "./listed.ts";

/** Ordinary words that could be read as a name, or as a name with an ending. */
export const ORDINARY_WORDS = listed(`
  emreden eceli vana vanalar vanası roman romanın romanlar romanlı romancı çini çinici çinim çinide çinili çinicilik
  çinilik türkü türkücü türkülü erenler eren karsız fasıl faslı faslın canlı cansız
  muşta nile nili alime alimi samimi efemi sarpa sarpı cemi ceme cemin cemde arda ardası berki ecel egemen berattan
  asımı kamili tahiri salihi talata moldovan şilin şilini şiline
`);

/** What an ordinary word that is spelled like a name is followed by. */
export const ORDINARY_BEFORE: ReadonlyMap<string, RegExp> = new Map([
  ["alman", /^(?:gerek|lazım|için|şart|mümkün|yeter|yasak|iyi|doğru)/],
  ["defne", /^(?:yapra|ağac|dal|sabun|yağ)/],
  ["yunus", /^balı/],
  ["hindistan", /^ceviz/],
  ["brüksel", /^lahana/],
  ["mersin", /^(?:balı|ağac)/],
  ["emre", /^(?:uy|göre|itaat|amade|rağmen|karşı|aykırı|yazılı|hazır)/],
  ["selin", /^(?:yol|neden|getir|götür|sürükle|vur|ardından|etki|bırak|zarar|sular)/],
  ["yılmaz", /^bir$/],
  ["kadir", /^gece/],
  ["berat", /^kandil/],
]);
