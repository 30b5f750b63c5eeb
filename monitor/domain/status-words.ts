import type { LocalizedText } from "#monitor/domain/localized-text.ts";
import type {
  ComponentStatus,
  IncidentStatus,
  MaintenanceStatus,
} from "#monitor/domain/component-status.ts";

/** What messages, feeds and badges call each status of a component. */
export const componentWords: Readonly<Record<ComponentStatus, LocalizedText>> = {
  operational: { en: "Operational", tr: "Çalışıyor" },
  degraded_performance: { en: "Degraded performance", tr: "Performans düşüklüğü" },
  partial_outage: { en: "Partial outage", tr: "Kısmi kesinti" },
  major_outage: { en: "Major outage", tr: "Büyük kesinti" },
  under_maintenance: { en: "Under maintenance", tr: "Bakımda" },
  unknown: { en: "Unknown", tr: "Bilinmiyor" },
};

/** What messages and feeds call each status of an incident or a maintenance. */
export const storyWords: Readonly<Record<IncidentStatus | MaintenanceStatus, LocalizedText>> = {
  investigating: { en: "Investigating", tr: "İnceleniyor" },
  identified: { en: "Identified", tr: "Nedeni bulundu" },
  monitoring: { en: "Monitoring", tr: "İzleniyor" },
  resolved: { en: "Resolved", tr: "Çözüldü" },
  postmortem: { en: "Postmortem", tr: "Olay sonrası inceleme" },
  scheduled: { en: "Scheduled", tr: "Planlandı" },
  in_progress: { en: "In progress", tr: "Sürüyor" },
  verifying: { en: "Verifying", tr: "Doğrulanıyor" },
  completed: { en: "Completed", tr: "Tamamlandı" },
};
