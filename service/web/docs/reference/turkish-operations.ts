/** What operations, sockets, messages and answers are called and said to do. */
export const OPERATION_SENTENCES: Readonly<Record<string, string>> = {
  "Add a pronunciation to the dictionary": "Sözlüğe okunuş ekleme",
  "Begin a demo session": "Deneme oturumu açma",
  "Change a saved voice's name and description": "Kayıtlı sesin adını ve açıklamasını değiştirme",
  "Change an entry": "Girdi değiştirme",
  "Clone and save a voice": "Ses klonlama ve kaydetme",
  "Delete a saved voice": "Kayıtlı sesi silme",
  "Delete an entry": "Girdi silme",
  "List the dictionary": "Sözlüğü listeleme",
  "List the models": "Modelleri listeleme",
  "List voices": "Sesleri listeleme",
  "Metrics for Prometheus": "Prometheus ölçümleri",
  "Read a saved voice": "Kayıtlı sesi okuma",
  "Read an entry": "Girdi okuma",
  "Read the account's usage by day, product and key": "Gün, ürün ve anahtara göre kullanım",
  "Read the limits of the caller and how they stand": "Sınırlar ve güncel durumları",
  "Read the state of every synthesis model": "Seslendirme modellerinin durumu",
  "Show what becomes of a text": "Metnin nasıl okunacağını önizleme",
  "Speak a text": "Metin seslendirme",
  "The document of the sockets": "Soketlerin belgesi",
  "This document": "Bu belge",
  "Transcribe a recording": "Kaydı yazıya dökme",
  "Whether the database and at least one model answer":
    "Veritabanı ve en az bir model yanıt veriyor mu",
  "Whether the process runs": "Süreç çalışıyor mu",
  "The audio is sent as it is made. A fault after its first piece breaks the connection.":
    "Ses üretildikçe gönderilir. İlk parçadan sonraki bir hata bağlantıyı keser.",
  "The fields may come in any order; unknown ones are ignored.":
    "Alanlar herhangi bir sırayla gelebilir; bilinmeyenler yok sayılır.",
  "Keeps the voice and who consented when, not the recording. The recording's field may be called audio_sample or file as well.":
    "Sesi ve iznin kimden, ne zaman alındığını saklar; kaydı saklamaz. Kaydın alanı audio_sample ya da file adıyla da gelebilir.",
  "With type=builtin a demo session may ask as well; that list has one page.":
    "type=builtin ile deneme oturumu da sorabilir; o liste tek sayfadır.",
  "What is absent stays; alias and ipa take each other's place.":
    "Gönderilmeyen alan olduğu gibi kalır; alias ile ipa birbirinin yerini alır.",
  "The last 30 days, or those of the query, at most 366.":
    "Son 30 gün ya da sorgudaki günler; en çok 366.",
  "With an account's API key. The service's own pages need none; a limit per address holds for them.":
    "Bir hesabın API anahtarıyla. Hizmetin kendi sayfaları anahtar istemez; onlar için adres başına bir sınır geçerlidir.",
  "Where the service is told to, it asks for a token of its own.":
    "Hizmet öyle ayarlandıysa kendine özgü bir jeton ister.",
  "The audio; with stream_format sse, server-sent events whose data are of the schema. pcm is signed 16-bit little-endian.":
    "Ses; stream_format sse ise verisi bu şemada olan sunucu olayları. pcm, işaretli 16 bit little-endian'dır.",
  "The transcript in the requested format; with stream=true, server-sent events whose data are of the schema, and an event error for a failure in the middle.":
    "İstenen biçimde metin; stream=true ise verisi bu şemada olan sunucu olayları ve ortada çıkan bir hata için error olayı.",
  "A page of the list.": "Listenin bir sayfası.",
  "An AsyncAPI 3.0 document.": "Bir AsyncAPI 3.0 belgesi.",
  "An OpenAPI 3.1 document.": "Bir OpenAPI 3.1 belgesi.",
  "Every model.": "Bütün modeller.",
  "It does.": "Çalışıyor.",
  "They do.": "Veriyorlar.",
  "The changed entry.": "Değişen girdi.",
  "The changed voice.": "Değişen ses.",
  "The entry is gone.": "Girdi silindi.",
  "The entry.": "Girdi.",
  "The health document.": "Sağlık belgesi.",
  "The limits.": "Sınırlar.",
  "The metrics.": "Ölçümler.",
  "The new entry.": "Yeni girdi.",
  "The saved voice.": "Kayıtlı ses.",
  "The session.": "Oturum.",
  "The text after substitution.": "Okunuşlar yerine konduktan sonraki metin.",
  "The usage.": "Kullanım.",
  "The voice is gone.": "Ses silindi.",
  "Live speech": "Canlı seslendirme",
  "Live transcription": "Canlı yazıya dökme",
  "Live transcription in the dialect of the OpenAI realtime API":
    "OpenAI realtime API'sinin diliyle canlı yazıya dökme",
  "Audio in binary frames of at most 1024 KiB, at most 2 hours of it, becomes text as it is spoken.":
    "En çok 1024 KiB'lik ikili çerçevelerle gelen, en çok 2 saatlik ses, konuşuldukça metne dönüşür.",
  "Audio in events of at most 1024 KiB becomes text as it is spoken; for transcription alone.":
    "En çok 1024 KiB'lik olaylarla gelen ses, konuşuldukça metne dönüşür; yalnızca yazıya dökme içindir.",
  "Text that comes bit by bit, in frames of at most 1024 KiB, is spoken sentence by sentence.":
    "En çok 1024 KiB'lik çerçevelerle parça parça gelen metin, cümle cümle seslendirilir.",
  "A binary frame: a piece of the audio in the format of the config.":
    "İkili çerçeve: config iletisindeki biçimde sesin bir parçası.",
  "A binary frame: samples in the encoding of the parameters.":
    "İkili çerçeve: parametrelerdeki kodlamayla örnekler.",
  "A sentence is spoken as soon as it is whole.": "Bir cümle tamamlanır tamamlanmaz seslendirilir.",
  "An error. The socket is then closed with 4000 and the HTTP status of the code, or with 1011 for a fault of the server.":
    "Bir hata. Ardından soket, 4000 ile kodun HTTP durumunun toplamıyla, sunucu hatasında 1011 ile kapanır.",
  "Breaks off what is being spoken, and forgets what waits.":
    "Söylenmekte olanı keser, sırada bekleyeni unutur.",
  "Changes the parameters; comes before any audio.": "Parametreleri değiştirir; sesten önce gelir.",
  "Comes exactly once, for silence too; the socket is then closed with 1000.":
    "Tam bir kez gelir, sessizlikte de; ardından soket 1000 ile kapanır.",
  "Ends the segment now.": "Bölütü hemen bitirir.",
  "Everything up to a flush was spoken, or cut off by a clear; ends a file of its audio format.":
    "flush'a kadarki her şey söylendi ya da clear ile kesildi; ses biçimindeki bir dosya burada biter.",
  "Everything was spoken; the sums of the session. Closed with 1000.":
    "Her şey söylendi; oturumun toplamları. Soket 1000 ile kapanır.",
  "Holds the socket open without audio; without either it ends after 30 s.":
    "Ses gelmezken soketi açık tutar; ikisi de gelmezse 30 sn sonra kapanır.",
  "Holds the socket open without text; without either it ends after 30 s.":
    "Metin gelmezken soketi açık tutar; ikisi de gelmezse 30 sn sonra kapanır.",
  "No more audio comes; the final transcript follows.":
    "Başka ses gelmez; ardından son metin gelir.",
  "No more text comes; audio.done follows when all is spoken.":
    "Başka metin gelmez; hepsi söylenince audio.done gelir.",
  "Speaks what is there, whole sentence or not.": "Eldekini seslendirir; cümle tamam olmasa da.",
  "The audio that a config asks for.": "config iletisinin istediği ses.",
  "Whose voice, how, as which audio; comes before the text, or after a flush.":
    "Kimin sesiyle, nasıl, hangi ses biçiminde; metinden önce ya da flush'tan sonra gelir.",
};
