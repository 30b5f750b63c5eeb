import type { SubscriptionTexts } from "./texts.ts";

export const turkish: SubscriptionTexts = {
  feedsInstead: "Bunun yerine akışla izle",
  again: "Yeniden abone ol",
  confirmTitle: "Aboneliğinizi onaylayın",
  confirmText: (address) => `Kesinti ve bakımlar ${address} adresine bildirilecek.`,
  confirm: "Aboneliği onayla",
  unsubscribeTitle: "Abonelikten çıkma",
  unsubscribeText: (address) => `${address} adresine artık ileti gönderilmeyecek.`,
  unsubscribe: "Abonelikten çık",
  manageTitle: "Aboneliğiniz",
  manageText: (address) => `İletiler ${address} adresine gidiyor.`,
  secret: "İmza anahtarı",
  secretHelp: "İstekler bununla imzalanır. Bilen herkes sahte istek gönderebilir.",
  save: "Kaydet",
  message: {
    confirmed: {
      title: "Aboneliğiniz başladı",
      text: "Bundan böyle kesinti ve bakımlar size bildirilecek. Her iletide aboneliği düzenleme ve bitirme bağlantısı bulunur.",
    },
    saved: { title: "Kaydedildi", text: "Aboneliğiniz istediğiniz gibi düzenlendi." },
    ended: {
      title: "Abonelikten çıktınız",
      text: "Artık ileti gönderilmeyecek. İstediğiniz zaman yeniden abone olabilirsiniz.",
    },
    unknown: {
      title: "Bu bağlantı artık geçerli değil",
      text: "Eski ya da eksik olabilir. İstediğiniz zaman yeniden abone olabilirsiniz.",
    },
    away: {
      title: "Şu anda olmuyor",
      text: "Aboneliklere kısa bir süre ulaşılamıyor. Lütfen birazdan yeniden deneyin.",
    },
  },
};
