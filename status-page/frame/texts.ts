import type { Language } from "#web-kit/language/languages.ts";

const english = {
  skip: "Skip to the content",
  languages: "Language",
  pageLanguage: "Language of this page",
  old: {
    stale: (age: string) =>
      `The monitor has not reported for ${age}. What you see is the last that is known.`,
    databaseAway: (age: string) =>
      `The monitor’s database is out of reach. What you see is ${age} old and may have changed since.`,
    connectionLost: (age: string) =>
      `This page cannot reach the status server and keeps trying. What you see is ${age} old.`,
  },
  waiting: {
    title: "Waiting for the first report",
    text: "The status page is up, but no monitor has reported yet. What it says appears here by itself.",
  },
  notFound: {
    title: "There is nothing at this address",
    text: "The link may be old or mistyped.",
  },
  failed: {
    title: "Something went wrong here",
    text: "The status page could not make this page. That says nothing about the services it watches. Please try again in a moment.",
  },
  databaseAway: {
    title: "This cannot be shown at the moment",
    text: "What is asked for lies in a database that does not answer. The current status is known all the same.",
  },
  backToPage: "To the status page",
  lookAgain: "Look again",
  siteName: "Status",
  follow: "Follow",
  history: "History",
  subscribe: "Subscribe",
  atom: "Atom feed",
  rss: "RSS feed",
  programs: "For programs",
  current: "Current status",
  summary: "Summary",
  components: "Components",
  incidents: "Incidents",
  maintenance: "Maintenance",
  about: "About this page",
  howFigures: "How these figures are made",
  formula: (partialWeight: string) =>
    `Uptime = 100 % × (1 − (major outage + ${partialWeight} × partial outage) ÷ (observed time − maintenance)), rounded down to two decimals, so that 100 % means no downtime at all.`,
  formulaNotes:
    "Checks run every minute from outside the service. Degraded performance counts as up. Time in which nobody looked is left out and shown as no data. Days are UTC days; today counts up to now.",
  timelines: "Check the figures: every timeline as CSV",
  badge: "A badge for your page",
  timesLocal: (offset: string) =>
    `Times are in your time zone, now ${offset}; point at one for UTC.`,
  timesUtc: "Times are UTC.",
};

/** What the frame of every page says, in one language. */
export type FrameTexts = typeof english;

const turkish: FrameTexts = {
  skip: "İçeriğe geç",
  languages: "Dil",
  pageLanguage: "Bu sayfanın dili",
  old: {
    stale: (age) =>
      `İzleyici ${age} süredir bildirimde bulunmadı. Gördüğünüz, bilinen son durumdur.`,
    databaseAway: (age) =>
      `İzleyicinin veritabanına ulaşılamıyor. Gördüğünüz veri ${age} önceki durumu gösterir, değişmiş olabilir.`,
    connectionLost: (age) =>
      `Sayfa durum sunucusuna ulaşamıyor ve denemeyi sürdürüyor. Gördüğünüz veri ${age} önceki durumu gösterir.`,
  },
  waiting: {
    title: "İlk bildirim bekleniyor",
    text: "Durum sayfası açık, ama henüz hiçbir izleyici bildirimde bulunmadı. İlk bildirim burada kendiliğinden belirir.",
  },
  notFound: {
    title: "Bu adreste bir şey yok",
    text: "Bağlantı eski ya da yanlış yazılmış olabilir.",
  },
  failed: {
    title: "Burada bir şeyler ters gitti",
    text: "Durum sayfası bu sayfayı oluşturamadı. Bu, izlenen hizmetler hakkında bir şey söylemez. Lütfen birazdan yeniden deneyin.",
  },
  databaseAway: {
    title: "Bu şu anda gösterilemiyor",
    text: "İstenen bilgi, yanıt vermeyen bir veritabanında. Şimdiki durum yine de biliniyor.",
  },
  backToPage: "Durum sayfasına dön",
  lookAgain: "Yeniden bak",
  siteName: "Durum",
  follow: "Haberdar olun",
  history: "Geçmiş",
  subscribe: "Abone ol",
  atom: "Atom akışı",
  rss: "RSS akışı",
  programs: "Programlar için",
  current: "Şimdiki durum",
  summary: "Özet",
  components: "Bileşenler",
  incidents: "Olaylar",
  maintenance: "Bakımlar",
  about: "Bu sayfa",
  howFigures: "Bu sayılar nasıl hesaplanır?",
  formula: (partialWeight) =>
    `Erişilebilirlik = %100 × (1 − (büyük kesinti + ${partialWeight} × kısmi kesinti) ÷ (gözlenen süre − bakım)); iki ondalığa aşağı yuvarlanır, yani %100 hiç kesinti olmadığı anlamına gelir.`,
  formulaNotes:
    "Denetimler her dakika hizmetin dışından yapılır. Düşük performans çalışıyor sayılır. Gözlenmeyen süre hesaba katılmaz ve veri yok diye gösterilir. Günler UTC günüdür; bugün şu ana kadar sayılır.",
  timelines: "Sayıları sınayın: tüm zaman çizelgeleri, CSV olarak",
  badge: "Sayfanız için rozet",
  timesLocal: (offset) =>
    `Saatler sizin saat diliminizdedir, şu an ${offset}; UTC için üzerine gelin.`,
  timesUtc: "Saatler UTC’dir.",
};

/** The frame's texts by language. */
export const TEXTS: Readonly<Record<Language, FrameTexts>> = { en: english, tr: turkish };
