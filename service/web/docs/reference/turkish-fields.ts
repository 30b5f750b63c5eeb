/** What fields, headers and parameters are said to mean. */
export const FIELD_SENTENCES: Readonly<Record<string, string>> = {
  "A UTC day, like 2026-11-21.": "UTC'ye göre gün; örneğin 2026-11-21.",
  "A built-in voice of the model, or the id of a saved voice. Required without voice_description and reference_audio.":
    "Modelin hazır seslerinden biri ya da kayıtlı bir sesin kimliği. voice_description ve reference_audio yoksa zorunludur.",
  "A part of the audio file.": "Ses dosyasının bir parçası.",
  "A pause this long ends a segment.": "Bu kadar süren bir duraklama bölütü bitirir.",
  "A recording of the voice: 3 to 30 seconds, at most 10 MB, in any format that transcription takes. A file, or base64.":
    "Sesin kaydı: 3–30 saniye, en çok 10 MB, yazıya dökmenin aldığı herhangi bir biçimde. Dosya ya da base64.",
  "A recording of the voice: 3 to 30 seconds, at most 10 MB, in any format that transcription takes. In base64, or a data URL.":
    "Sesin kaydı: 3–30 saniye, en çok 10 MB, yazıya dökmenin aldığı herhangi bir biçimde. base64 ya da data URL olarak.",
  "A request with the same key and content is answered again and not carried out.":
    "Aynı anahtar ve içerikle gelen istek yeniden yürütülmez, aynı yanıtı alır.",
  "A session token, for browsers; never an API key.":
    "Tarayıcılar için oturum jetonu; asla API anahtarı değil.",
  "Absent: the account's dictionary. Empty: none. Else ids and entries, of which the latter win.":
    "Gönderilmezse hesabın sözlüğü, boşsa hiçbiri geçerlidir. Yoksa kimlikler ve girdiler; aynı sözcükte girdi kazanır.",
  "By age: desc is the newest first.": "Yaşa göre: desc ise en yenisi başta.",
  "Code points.": "Unicode kod noktası.",
  "Counts from 0.": "0'dan sayılır.",
  "Designs a voice. Second generation only; not with instructions or reference_audio.":
    "Bir ses tasarlar. Yalnızca ikinci kuşakta; instructions ya da reference_audio ile birlikte olmaz.",
  "For people; it may change.": "İnsanlar içindir; değişebilir.",
  "Frames of 10 ms.": "10 ms'lik çerçeve.",
  "Hertz.": "Hertz.",
  "Hertz; the model's own when absent. Opus has 8000, 16000, 24000 and 48000 alone.":
    "Hertz; gönderilmezse modelinki. Opus'ta yalnızca 8000, 16000, 24000 ve 48000 vardır.",
  "How a word is spoken: exactly one of alias and ipa.":
    "Bir sözcüğün nasıl okunacağı: alias ile ipa'dan tam olarak biri.",
  "How many are left.": "Kaç istek kaldığı.",
  "How many items at most.": "En çok kaç öğe.",
  "How they stand, likewise.": "Sınırların durumu, aynı taslağa göre.",
  "How to speak. Second generation only; not with a leading (…) in the input.":
    "Nasıl söyleneceği. Yalnızca ikinci kuşakta; metnin başında (…) varsa olmaz.",
  "Its sounds in IPA.": "IPA ile sesleri.",
  "Milliseconds from the start of the audio.": "Sesin başından beri geçen milisaniye.",
  "Null for a demo session.": "Deneme oturumunda null.",
  "Null for an entry that the request brought.": "İstekle gelen girdide null.",
  "Null is no limit.": "null ise sınır yoktur.",
  "Of audio.": "Sesin süresi.",
  "Of the recording.": "Kaydın süresi.",
  "Other words to speak in its place.": "Yerine söylenecek sözcükler.",
  "Requests per minute.": "Dakikadaki istek sayısı.",
  "Says that the speaker of the recording agrees; has to be true.":
    "Kayıttaki kişinin izin verdiğini söyler; true olmalıdır.",
  "Seconds after which to try again; absent when that is idle.":
    "Kaç saniye sonra yeniden deneneceği; denemek boşunaysa yoktur.",
  "Seconds from the start of the audio.": "Sesin başından beri geçen saniye.",
  "Seconds since 1970.": "1970'ten beri geçen saniye.",
  "Seconds.": "Saniye.",
  "Sends server-sent events; with json and text alone.":
    "Sunucu olayları gönderir; yalnızca json ve text ile.",
  "Stable; clients branch on it.": "Değişmez; istemciler buna göre davranır.",
  "The client's event that is at fault.": "İstemcinin hatalı olayı.",
  "The client's name for the event.": "İstemcinin olaya verdiği ad.",
  "The field that is at fault, where there is one.": "Varsa hatalı alan.",
  "The id behind which the page begins.": "Sayfanın ardından başladığı kimlik.",
  "The id of a saved voice.": "Kayıtlı bir sesin kimliği.",
  "The id of an entry.": "Bir girdinin kimliği.",
  "The id of the default model.": "Varsayılan modelin kimliği.",
  "The id of the request; quote it when you report a problem.":
    "İsteğin kimliği; sorun bildirirken bunu yazın.",
  "The item before, if any.": "Varsa bir önceki öğe.",
  "The limits, as in draft-ietf-httpapi-ratelimit-headers.":
    "Sınırlar; draft-ietf-httpapi-ratelimit-headers taslağına göre.",
  "The recording, at most 100 MB and 2 hours: WAV, MP3, FLAC, Ogg Vorbis, Ogg Opus, WebM Opus or M4A.":
    "Kayıt; en çok 100 MB ve 2 saat: WAV, MP3, FLAC, Ogg Vorbis, Ogg Opus, WebM Opus ya da M4A.",
  "The request was not carried out again.": "İstek yeniden yürütülmedi.",
  "The text with its replacements.": "Okunuşları yerine konmuş metin.",
  "The word as the text has it.": "Sözcüğün metinde geçen hali.",
  "The words that are spoken.": "Söylenen sözcükler.",
  "What is kept with the service, and how often it may be read and changed.":
    "Hizmette saklananlar ve ne sıklıkta okunup değiştirilebileceği.",
  "What the session is set to; the shape of the dialect before is taken too.":
    "Oturumun ayarları; bu dilin önceki biçimi de kabul edilir.",
  "When all of them are free again, as 59s or 1m0s.":
    "Hepsinin yeniden boşalacağı süre; 59s ya da 1m0s gibi.",
  "When timestamp_granularities has word.": "timestamp_granularities word içeriyorsa.",
  "Whether segments have their words.": "Bölütlerde sözcükler bulunsun mu.",
  "Whether the model still has the weights that the voice was saved for.":
    "Modelin, sesin kaydedildiği ağırlıkları hâlâ taşıyıp taşımadığı.",
  "Whether waiting helps; absent on errors that no client repeats anyway.":
    "Beklemenin işe yarayıp yaramadığı; istemcilerin zaten yinelemediği hatalarda yoktur.",
  "Whole seconds, 1 to 60; on errors that waiting cures.":
    "Tam saniye, 1–60; beklemekle geçen hatalarda.",
  "With verbose_json alone. The brackets may be left out.":
    "Yalnızca verbose_json ile. Köşeli ayraçlar yazılmayabilir.",
  "Words of the description or of the instructions that say nothing of a voice, percent-encoded, with commas between; absent when there are none.":
    "Tarifte ya da yönergede ses hakkında bir şey söylemeyen sözcükler; yüzde kodlamalı, virgülle ayrılmış. Yoksa başlık da yoktur.",
  "Words to prefer.": "Yeğlenecek sözcükler.",
  "Words to prefer: the first 100 in the first 1000 characters.":
    "Yeğlenecek sözcükler: ilk 1000 karakterdeki ilk 100 sözcük.",
  "synth-v2 or synth-v1; the default model when absent.":
    "synth-v2 ya da synth-v1; gönderilmezse varsayılan model.",
  "transcribe-1, or its compatibility alias.": "transcribe-1 ya da uyumluluk adı.",
};
