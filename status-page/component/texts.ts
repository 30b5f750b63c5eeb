import type { Language } from "#web-kit/language/languages.ts";
import type { FigureRange } from "#status-api/page/page-view-figures.ts";

type Ranges = Readonly<Record<FigureRange, string>>;

const english = {
  description: (name: string, page: string) =>
    `${name}: current status, the last 90 days, speed and incidents, by ${page}.`,
  path: "You are here",
  overview: "All components",
  days: "The last 90 days",
  observed: (duration: string, percent: string) => `Observed for ${duration} (${percent}).`,
  checks: "What is checked, and how fast it is",
  everyMinute: "every minute",
  every: (period: string) => `every ${period}`,
  period: "Period",
  ranges: {
    "24h": "24 hours",
    "7d": "7 days",
    "30d": "30 days",
    "90d": "90 days",
  } satisfies Ranges as Ranges,
  duration: "Time a check takes",
  wordError: "Words heard wrong",
  heardWordError: "Words heard wrong in what was synthesized",
  mean: "mean",
  worst: "worst",
  at: (label: string, location: string) => `${label}, from ${location}`,
  chart: {
    table: "As a table",
    moment: "From",
    empty: "Nothing was measured in this period. A longer one may have more.",
  },
  percentiles: "p50: half of the checks took no longer; p95: 95 of 100; p99: 99 of 100.",
  hourly: "One point is one hour.",
  sixHourly: "One point is six hours: the median of what each hour’s figure was.",
  daily: "One point is one UTC day: the median of what each hour’s figure was.",
  noChecks: "No check of this component has been set up.",
  measuredAway:
    "Checks and measurements lie in a database that does not answer at the moment. They come back by themselves.",
  incidents: "Incidents and maintenance",
  noIncidents: "None in the last 90 days.",
  allHistory: "Everything, month by month",
  data: "The figures to check and to use",
  timeline: "Timeline (CSV)",
  daysDocument: "Days (JSON)",
  latency: "Measurements by the hour (JSON)",
  kinds: {
    http: "Sends a request and checks the answer",
    tcp: "Opens a connection",
    tls: "Looks at the certificate",
    dns: "Looks up the name",
    websocket: "Opens a live connection and waits for the session to start",
    page: "Loads the page with its script and style",
    health: "Asks each model whether it is ready",
    transcription: "Sends a Turkish recording; the text that comes back has to match",
    stream: "Streams a Turkish recording as it was spoken; one final text has to match",
    synthesis: "Has a new Turkish sentence spoken and examines the audio",
    session: "Begins a demo session as a visitor does, and uses it",
    "sign-in": "Signs in, finds keys and usage, signs out",
  } as Readonly<Record<string, string>>,
};

export type ComponentTexts = typeof english;

const turkish: ComponentTexts = {
  description: (name, page) => `${name}: şimdiki durum, son 90 gün, hız ve olaylar. ${page}.`,
  path: "Buradasınız",
  overview: "Tüm bileşenler",
  days: "Son 90 gün",
  observed: (duration, percent) => `${duration} gözlendi (${percent}).`,
  checks: "Ne denetleniyor, ne kadar hızlı?",
  everyMinute: "her dakika",
  every: (period) => `${period} arayla`,
  period: "Dönem",
  ranges: { "24h": "24 saat", "7d": "7 gün", "30d": "30 gün", "90d": "90 gün" },
  duration: "Bir denetimin süresi",
  wordError: "Yanlış duyulan sözcükler",
  heardWordError: "Seslendirilen metinde yanlış duyulan sözcükler",
  mean: "ortalama",
  worst: "en kötü",
  at: (label, location) => `${label}, konum: ${location}`,
  chart: {
    table: "Tablo olarak",
    moment: "Başlangıç",
    empty: "Bu dönemde ölçüm yok. Daha uzun bir dönemde olabilir.",
  },
  percentiles:
    "p50: denetimlerin yarısı daha uzun sürmedi; p95: 100 denetimin 95’i; p99: 100 denetimin 99’u.",
  hourly: "Her nokta bir saattir.",
  sixHourly: "Her nokta altı saattir: saatlik değerlerin ortancası.",
  daily: "Her nokta bir UTC günüdür: saatlik değerlerin ortancası.",
  noChecks: "Bu bileşen için denetim tanımlanmamış.",
  measuredAway:
    "Denetimler ve ölçümler şu anda yanıt vermeyen bir veritabanında. Kendiliğinden geri gelirler.",
  incidents: "Olaylar ve bakımlar",
  noIncidents: "Son 90 günde olmadı.",
  allHistory: "Tümü, ay ay",
  data: "Sınamak ve kullanmak için sayılar",
  timeline: "Zaman çizelgesi (CSV)",
  daysDocument: "Günler (JSON)",
  latency: "Saatlik ölçümler (JSON)",
  kinds: {
    http: "Bir istek gönderir ve yanıtı denetler",
    tcp: "Bağlantı kurar",
    tls: "Sertifikaya bakar",
    dns: "Adı sorgular",
    websocket: "Canlı bağlantı açar ve oturumun başlamasını bekler",
    page: "Sayfayı betiği ve stiliyle birlikte yükler",
    health: "Her modele hazır olup olmadığını sorar",
    transcription: "Türkçe bir kayıt gönderir; dönen metin aynı olmalıdır",
    stream: "Türkçe bir kaydı konuşulduğu hızda akıtır; tek son metin aynı olmalıdır",
    synthesis: "Yeni bir Türkçe tümceyi seslendirtir ve sesi inceler",
    session: "Bir ziyaretçi gibi deneme oturumu açar ve kullanır",
    "sign-in": "Oturum açar, anahtarları ve kullanımı görür, çıkar",
  },
};

/** What the pages of components say, by language. */
export const TEXTS: Readonly<Record<Language, ComponentTexts>> = { en: english, tr: turkish };
