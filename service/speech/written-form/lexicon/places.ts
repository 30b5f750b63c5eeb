import { listed } from "./listed.ts";

/** Names of cities, countries, continents and regions that mean nothing else. */
export const PLACES = listed(`
  adana adıyaman afyon afyonkarahisar aksaray amasya ankara antalya antep ardahan artvin balıkesir bartın batman bayburt
  bilecik bingöl bitlis bolu burdur bursa çanakkale çankırı çorum denizli diyarbakır düzce edirne elazığ erzincan erzurum
  eskişehir gaziantep giresun gümüşhane hakkari hatay ığdır isparta ısparta istanbul izmir izmit kahramanmaraş
  karabük karaman kars kastamonu kayseri kırıkkale kırklareli kırşehir kilis kocaeli konya kütahya malatya manisa maraş
  mardin mersin muğla muş nevşehir niğde osmaniye rize sakarya samsun siirt sinop sivas şanlıurfa urfa şırnak tekirdağ
  trabzon tunceli van yalova yozgat zonguldak adapazarı antakya iskenderun tarsus

  kadıköy beşiktaş üsküdar şişli beyoğlu bakırköy ataşehir maltepe pendik ümraniye sarıyer zeytinburnu taksim etiler
  eminönü eyüpsultan küçükçekmece büyükçekmece beylikdüzü başakşehir sultanbeyli gaziosmanpaşa çankaya keçiören yenimahalle
  mamak kızılay karşıyaka bornova buca çiğli alsancak odunpazarı osmangazi muratpaşa alanya fethiye marmaris kuşadası
  ayvalık manavgat ürgüp göreme akdamar kapadokya pamukkale efes haliç galata sultanahmet ayasofya anıtkabir topkapı esenboğa
  polatlı bandırma gebze darıca

  türkiye almanya amerika ingiltere fransa italya ispanya portekiz hollanda belçika isviçre avusturya isveç norveç
  danimarka finlandiya polonya macaristan romanya bulgaristan yunanistan sırbistan hırvatistan slovenya slovakya çekya
  ukrayna rusya gürcistan ermenistan azerbaycan iran ırak suriye lübnan ürdün israil filistin arabistan kuveyt bahreyn
  umman libya tunus cezayir fas kenya nijerya etiyopya somali senegal gana çin japonya kore hindistan pakistan
  afganistan bangladeş endonezya malezya singapur tayland vietnam filipinler kazakistan özbekistan türkmenistan
  kırgızistan tacikistan moğolistan kanada meksika brezilya arjantin şili peru kolombiya venezuela küba avustralya
  kıbrıs arnavutluk makedonya kosova karadağ bosna moldova estonya letonya litvanya irlanda iskoçya izlanda malta
  lüksemburg

  avrupa asya afrika antarktika avrasya anadolu trakya marmara karadeniz akdeniz ege balkanlar kafkasya ortadoğu
  paris londra berlin viyana roma atina moskova madrid tokyo pekin şanghay milano venedik napoli prag oslo stokholm
  kopenhag helsinki brüksel amsterdam münih frankfurt hamburg köln kahire bağdat kudüs mekke medine tahran bakü tiflis
  sofya selanik kiev saraybosna üsküp belgrad budapeşte bükreş varşova lizbon barselona cenevre zürih washington
  boston chicago sidney dubai lefkoşa girne londra dicle fırat nil kızılırmak
`);

/** Places whose names are ordinary words as well. */
export const PLACES_LIKE_WORDS = listed(`
  ağrı ordu aydın tokat uşak mısır yemen sudan katar kartal avcılar bağcılar esenler konak bodrum çeşme kemer side
  nilüfer tuzla şile
`);

/** Places whose names are possessives and decline as such: Kuşadası'na. */
export const COMPOUND_PLACES = listed(`
  odunpazarı tepebaşı zeytinburnu eminönü kuşadası beylikdüzü kocaeli kırklareli beyoğlu adapazarı topkapı karadağ
`);
