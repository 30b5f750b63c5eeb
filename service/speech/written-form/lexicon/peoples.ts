import { listed } from "./listed.ts";

/** Peoples. */
export const PEOPLES = listed(`
  türk alman ingiliz fransız italyan ispanyol rus arap japon yunan ermeni gürcü bulgar macar hollandalı kürt azeri
  özbek türkmen kırgız tatar koreli osmanlı selçuklu müslüman hristiyan yahudi
`);

/** Languages; endings are joined to them without an apostrophe. */
export const LANGUAGES = listed(`
  türkçe ingilizce almanca fransızca italyanca ispanyolca rusça arapça japonca yunanca ermenice gürcüce bulgarca macarca
  kürtçe azerice özbekçe farsça çince korece portekizce hollandaca flemenkçe isveççe norveççe ukraynaca romence sırpça
  latince ibranice osmanlıca
`);
