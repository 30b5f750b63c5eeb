import type { Language } from "#web-kit/language/languages.ts";
import type {
  IncidentImpact,
  IncidentStatus,
  MaintenanceStatus,
} from "#monitor/domain/component-status.ts";

type Stages = Readonly<Record<IncidentStatus | MaintenanceStatus, string>>;
type Impacts = Readonly<Record<IncidentImpact, string>>;

const english = {
  stages: {
    investigating: "Investigating",
    identified: "Identified",
    monitoring: "Monitoring",
    resolved: "Resolved",
    postmortem: "Postmortem",
    scheduled: "Scheduled",
    in_progress: "In progress",
    verifying: "Verifying",
    completed: "Completed",
  } satisfies Stages as Stages,
  impacts: {
    none: "No impact",
    minor: "Minor impact",
    major: "Major impact",
    critical: "Critical impact",
    maintenance: "Maintenance",
  } satisfies Impacts as Impacts,
  openIncidents: "Open incidents",
  runningMaintenance: "Maintenance in progress",
  comingMaintenance: "Scheduled maintenance",
  nextMaintenance: "Next maintenance",
  past: "The last 15 days",
  nothingPast: "No incidents and no maintenance in the last 15 days.",
  quiet: "No incidents",
  olderStories: "Everything before, month by month",
  components: "Components",
  scheduledFor: "Scheduled for",
  earlierUpdates: (count: number) =>
    count === 1 ? "1 earlier update" : `${count} earlier updates`,
  incident: "Incident",
  maintenance: "Maintenance",
  began: "Began",
  ended: "Ended",
  notEnded: "Not over yet",
  duration: "Lasted",
  postmortem: "Postmortem",
  updates: "Updates",
  changes: "How components changed",
  becomes: "then",
  toHistory: (month: string) => `All of ${month}`,
  description: (name: string, page: string) => `${name}: what happened and when, by ${page}.`,
};

export type StoryTexts = typeof english;

const turkish: StoryTexts = {
  stages: {
    investigating: "İnceleniyor",
    identified: "Nedeni bulundu",
    monitoring: "İzleniyor",
    resolved: "Çözüldü",
    postmortem: "Değerlendirme",
    scheduled: "Planlandı",
    in_progress: "Sürüyor",
    verifying: "Doğrulanıyor",
    completed: "Tamamlandı",
  },
  impacts: {
    none: "Etkisiz",
    minor: "Küçük etki",
    major: "Büyük etki",
    critical: "Kritik etki",
    maintenance: "Bakım",
  },
  openIncidents: "Açık olaylar",
  runningMaintenance: "Süren bakım",
  comingMaintenance: "Planlanan bakım",
  nextMaintenance: "Sıradaki bakım",
  past: "Son 15 gün",
  nothingPast: "Son 15 günde olay da bakım da olmadı.",
  quiet: "Olay yok",
  olderStories: "Daha öncesi, ay ay",
  components: "Bileşenler",
  scheduledFor: "Planlanan zaman",
  earlierUpdates: (count) => `Daha önceki ${count} bildirim`,
  incident: "Olay",
  maintenance: "Bakım",
  began: "Başlangıç",
  ended: "Bitiş",
  notEnded: "Henüz bitmedi",
  duration: "Süre",
  postmortem: "Değerlendirme",
  updates: "Bildirimler",
  changes: "Bileşenlerde değişenler",
  becomes: "sonra",
  toHistory: (month) => `${month}: tümü`,
  description: (name, page) => `${name}: ne oldu, ne zaman oldu. ${page}.`,
};

/** What is said of incidents and maintenance, by language. */
export const TEXTS: Readonly<Record<Language, StoryTexts>> = { en: english, tr: turkish };
