import type { NotifyTexts } from "./texts.ts";

export const turkish: NotifyTexts = {
  locale: "tr-TR",
  status: {
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
  component: {
    operational: "Çalışıyor",
    degraded_performance: "Düşük performans",
    partial_outage: "Kısmi kesinti",
    major_outage: "Büyük kesinti",
    under_maintenance: "Bakımda",
    unknown: "Veri yok",
  },
  affected: "Bileşenler",
  allComponents: "Tüm bileşenler",
  scheduled: "Planlanan zaman",
  earlier: "Daha önce",
  seeIncident: "Durum sayfasında gör",
  becauseSubscribed: (page) => `Bu iletiyi ${page} sayfasına abone olduğunuz için alıyorsunuz.`,
  manage: "Aboneliği düzenle",
  unsubscribe: "Abonelikten çık",
  confirmSubject: (page) => `${page} aboneliğinizi onaylayın`,
  confirmIntro: (page) =>
    `Birisi, umarız siz, ${page} sayfasındaki olayların ve bakımların bu adrese bildirilmesini istedi.`,
  confirm: "Aboneliği onayla",
  confirmElse: "İsteyen siz değilseniz bir şey yapmayın: onaylanmadıkça başka ileti gönderilmez.",
  knownSubject: (page) => `${page} aboneliğiniz`,
  knownIntro: (page) =>
    `Birisi, umarız siz, ${page} sayfasındaki olayların ve bakımların bu adrese bildirilmesini istedi. Zaten bildiriliyor.`,
  knownElse: "İsteyen siz değilseniz bir şey yapmayın: aboneliğiniz olduğu gibi kalır.",
  slackSubscribed: (page) =>
    `${page} sayfasındaki olaylar ve bakımlar bundan böyle bu kanala bildirilecek.`,
};
