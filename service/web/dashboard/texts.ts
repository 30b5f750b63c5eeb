import type { Language } from "../page.ts";

const turkish = {
  dashboard: "Panel",
  status: "Durum",
  signIn: "Oturum aç",
  signOut: "Oturumu kapat",
  email: "E-posta",
  password: "Parola",
  wrongPassword: "E-posta ile parola birbirine uymuyor.",
  tooManyAttempts: "Çok fazla deneme yapıldı; biraz sonra yeniden deneyin.",
  databaseAway: "Hesaplara şu anda ulaşılamıyor; biraz sonra yeniden deneyin.",
  signInHint: "İlk hesabın parolası veri klasöründeki bootstrap-password dosyasındadır.",
  keys: "API anahtarları",
  keyName: "Ad",
  keyPrefix: "Anahtar",
  created: "Oluşturma",
  lastUsed: "Son kullanım",
  never: "hiç",
  active: "etkin",
  revoked: "iptal edildi",
  usage: "Son 30 günün kullanımı",
  day: "Gün",
  product: "Ürün",
  requests: "İstek",
  audioSeconds: "Ses (sn)",
  characters: "Karakter",
  noUsage: "Henüz kullanım yok.",
};

/** The texts of the dashboard, in one language. */
export type Texts = Readonly<Record<keyof typeof turkish, string>>;

const english: Texts = {
  dashboard: "Dashboard",
  status: "Status",
  signIn: "Sign in",
  signOut: "Sign out",
  email: "E-mail",
  password: "Password",
  wrongPassword: "E-mail and password do not belong together.",
  tooManyAttempts: "Too many attempts; try again in a while.",
  databaseAway: "Accounts cannot be reached at the moment; try again in a while.",
  signInHint:
    "The first account's password is in the file bootstrap-password in the data directory.",
  keys: "API keys",
  keyName: "Name",
  keyPrefix: "Key",
  created: "Created",
  lastUsed: "Last used",
  never: "never",
  active: "active",
  revoked: "revoked",
  usage: "Usage of the last 30 days",
  day: "Day",
  product: "Product",
  requests: "Requests",
  audioSeconds: "Audio (s)",
  characters: "Characters",
  noUsage: "No usage yet.",
};

export const TEXTS: Readonly<Record<Language, Texts>> = { tr: turkish, en: english };
