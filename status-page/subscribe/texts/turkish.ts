import type { SubscribeTexts } from "./texts.ts";

export const turkish: SubscribeTexts = {
  subscribe: "Abone ol",
  intro: "Kesinti ve bakımlardan olduğu anda haberiniz olsun.",
  close: "Kapat",
  loading: "Seçenekler getiriliyor…",
  ways: "Nasıl haber verelim?",
  feed: "Akış",
  channels: {
    email: {
      name: "E-posta",
      address: "E-posta adresi",
      addressHelp:
        "Onaylamanız için bir ileti gelir. Ondan önce başka bir şey gönderilmez; her iletide abonelikten çıkma bağlantısı vardır.",
      invalidAddress: "Bu bir e-posta adresi değil. ad@ornek.com gibi olmalı.",
      signedUp: (address) => `${address} doğruysa bu adrese bir ileti yola çıktı.`,
      next: "İçindeki bağlantıyı açıp düğmeye basarak onaylayın. İleti gelmediyse istenmeyenler klasörüne bakın.",
    },
    webhook: {
      name: "Webhook",
      address: "Uç noktanızın adresi",
      addressHelp:
        "Herkese açık bir https:// adresi. Her bildirim, imzalı bir istek olarak gönderilir (Standard Webhooks).",
      invalidAddress: "Bu, istek gönderilebilecek, herkese açık bir https:// adresi değil.",
      signedUp: (address) => `${address} adresine onay isteyen imzalı bir istek yola çıktı.`,
      next: "2xx ile yanıtladığınızda abonelik başlar. İstekte imza anahtarı ile aboneliği düzenleme ve bitirme bağlantısı bulunur; ikisini de saklayın.",
    },
    slack: {
      name: "Slack",
      address: "Slack webhook adresi",
      addressHelp:
        "Slack’te oluşturduğunuz gelen webhook. Mattermost, Rocket.Chat ve Discord da aynı iletileri alır.",
      invalidAddress:
        "Bu, herkese açık bir https:// adresi değil. Slack adresleri https://hooks.slack.com/ ile başlar.",
      signedUp: () => "Kanala bir ileti yola çıktı.",
      next: "İleti ulaşınca abonelik başlar. İçindeki bağlantı aboneliği düzenler ya da bitirir.",
    },
  },
  noMail: "Bu sayfa e-posta göndermiyor.",
  components: "Nelerden haberiniz olsun?",
  allComponents: "Tüm bileşenler",
  onlyThese: "Yalnız seçtiklerim",
  language: "İletilerin dili",
  signUp: "Abone ol",
  sending: "Gönderiliyor…",
  done: "Tamam",
  another: "Bir abonelik daha",
  refused: {
    noAddress: "Lütfen burayı doldurun.",
    noneChosen: "En az bir bileşen ya da tümünü seçin.",
    tooMany: "Buradan çok fazla abonelik istendi. Lütfen on dakika sonra yeniden deneyin.",
    away: "Aboneliklere kısa bir süre ulaşılamıyor. Lütfen birazdan yeniden deneyin.",
    unreachable: "Durum sayfası yanıt vermedi. Bağlantınız çalışıyor mu?",
    other: "Durum sayfası bunu kabul etmedi. Lütfen sayfayı yenileyip yeniden deneyin.",
  },
  toCorrect: (title) => `Düzeltilmesi gereken var: ${title}`,
  signedUpTitle: "Az kaldı",
  feedIntro:
    "Adres bırakmadan da izleyebilirsiniz: aynı haberler akış okuyucular ve programlar için de yayımlanır.",
  atom: "Atom akışı",
  rss: "RSS akışı",
  statusJson: "JSON olarak durum",
  copy: "Kopyala",
  copied: "Kopyalandı",
  notCopied: "Elle kopyalayın",
  withoutDialog: "Abonelik sayfasını aç",
  toStatus: "Durum sayfasına git",
};
